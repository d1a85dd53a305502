"""Languages without blanks: judges go by pairs of characters, and tell subjects apart by them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa import judges
from lycosa.judges.quality import average_precision
from lycosa.judges.stems import stemmer_of, stems_of
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.tokens import is_single, tokens
from lycosa.topics.topic import Example, Examples, Term, Topic
from lycosa.topics.words import RARE, document_frequency, stem_frequencies, word_frequencies

TOKENS = st.lists(st.sampled_from(["狼", "蛛", "茶", "の", "web", "2026"]), max_size=30)

# Written for this test: the first two of each subject are shown, the rest are judged.
CHINESE = {
    "茶": [
        "绿茶和红茶都来自茶树的叶子。采茶以后要杀青、揉捻、烘干，不同的工艺做成不同的茶叶。",
        "泡茶的水温很重要。绿茶用八十度的水，红茶用沸水，茶叶在茶壶里泡三分钟。",
        "云南的普洱茶经过发酵，茶汤颜色很深。老茶树的叶子做成茶饼，可以存放多年。",
        "日本的茶道讲究安静。主人用竹刷把抹茶粉打成泡沫，客人双手接过茶碗慢慢喝茶。",
        "龙井是有名的绿茶，产在杭州西湖边的山上，清明以前采的茶叶最好。",
    ],
    "足球": [
        "足球比赛每队有十一名球员，包括一名守门员。球队在九十分钟里进球多的赢得比赛。",
        "世界杯是最重要的足球比赛，每四年举行一次，各国的球队先参加预选赛。",
        "前锋在禁区里射门得分，后卫负责防守。裁判出示红牌，球员就要离开球场。",
        "这个俱乐部的新教练改变了战术，球队在联赛里连续赢了五场比赛，球迷很高兴。",
        "点球决定了决赛的结果，守门员扑出了两个点球，球队捧起了奖杯。",
    ],
    "电脑": [
        "电脑的中央处理器执行程序的指令，内存保存正在使用的数据，硬盘保存文件。",
        "程序员用编程语言写软件。编译器把源代码变成处理器能执行的指令。",
        "显卡处理图像数据，玩游戏的电脑需要好的显卡和更大的内存。",
        "操作系统管理电脑的硬件和软件，用户打开文件，程序就读取硬盘上的数据。",
        "网络服务器是不关机的电脑，它的软件回答浏览器的请求，数据保存在硬盘阵列里。",
    ],
}
JAPANESE = {
    "お茶": [
        "緑茶も紅茶も茶の木の葉から作られる。摘んだ茶葉を蒸して揉み、乾燥させる。",
        "お茶を入れるときは湯の温度が大切だ。急須に茶葉を入れて一分待つ。",
        "京都の宇治は抹茶の産地として知られ、茶畑が山の斜面に広がっている。",
        "茶道では主人が抹茶を点て、客は茶碗を両手で受け取ってお茶を飲む。",
    ],
    "サッカー": [
        "サッカーは十一人の選手がボールを足で蹴り、相手のゴールに入れる競技である。",
        "ワールドカップは四年に一度開かれるサッカーの大会で、各国の代表チームが出場する。",
        "フォワードの選手がシュートを決め、チームは試合に勝った。ゴールキーパーも活躍した。",
        "監督は後半に選手を交代させた。審判がレッドカードを出し、チームは十人になった。",
    ],
    "電車": [
        "電車は線路の上を走り、架線から電気を取る。駅で乗客が乗り降りする。",
        "新幹線は時速三百キロで走る。切符を買い、改札を通って駅のホームに行く。",
        "朝の通勤電車は混んでいる。次の駅で乗り換えて地下鉄の線路に入る。",
        "この路線の終点の駅には車庫があり、夜になると電車が並ぶ。",
    ],
}


def slow_terms(words, start, end):
    """By definition: pairs that stand in the range, characters that stand alone in the text, and words of letters."""
    single = [is_single(word) for word in words]
    found = []
    for place in range(start, end):
        before = place > 0 and single[place - 1]
        after = place + 1 < len(words) and single[place + 1]
        if not single[place] or not (before or after):
            found.append(words[place])
        elif before and place > start:
            found.append(words[place - 1] + words[place])
    return found


@given(TOKENS, st.data())
def test_the_terms_of_a_range_are_the_pairs_that_stand_in_it(words, data):
    start, end = sorted((data.draw(st.integers(0, len(words))), data.draw(st.integers(0, len(words)))))
    lexicon = Lexicon()
    ids, stemmer = lexicon.ids(words), stemmer_of(lexicon, "zh")

    inside = stemmer.inside(ids, Ranges(np.array([start]), np.array([end])))
    kept, terms = stemmer(ids)
    before = np.concatenate([[0], np.cumsum(kept)])
    held = terms[before[inside.starts[0]] : before[inside.ends[0]]]

    assert [lexicon.words[term] for term in held.tolist()] == slow_terms(words, start, end)


def test_by_hand_words_pairs_and_a_character_alone():
    assert stems_of("人工智能 AI 茶, 狼蛛!", "zh") == ["人工", "工智", "智能", "ai", "茶狼", "狼蛛"]
    assert stems_of("茶 and AI", "zh") == ["茶", "and", "ai"]
    assert stems_of("人工智能", "en") == ["人", "工", "智", "能"], "other languages are as they were"


def test_a_pair_is_as_common_as_the_words_it_stands_in_or_as_its_characters_meet_by_chance():
    words = word_frequencies("zh")
    pairs = stem_frequencies("zh")

    assert pairs.get("足球") == pytest.approx(sum(f * word.count("足球") for word, f in words.items()))
    signs = [sum(f for word, f in words.items() for sign in word if sign == one) for one in "茶足"]
    assert "茶足" not in "".join(words)
    assert pairs.get("茶足") == pytest.approx(math.prod(signs))
    assert document_frequency("的是", "zh", stemmed=True) > 10 * RARE, "no word, and common all the same"
    assert document_frequency("xq", "zh", stemmed=True) == RARE


def judged(name, texts, subject, language):
    """Average precision and accuracy at 0.5 on the pages that were not shown."""
    shown = {one: [Example(text=text) for text in held[:2]] for one, held in texts.items()}
    others = [example for one in texts if one != subject for example in shown[one]]
    examples = Examples(relevant=tuple(shown[subject]), unrelated=tuple(others))
    topic = Topic(name=subject, query=subject, languages=(language,), examples=examples)
    judge = judges.find(name)
    judge.begin(topic)
    lexicon = Lexicon()
    asked = [(one == subject, Text(lexicon.ids(tokens(text)), lexicon)) for one in texts for text in texts[one][2:]]
    scores = np.array([float(judge.scores(text, text.page)[0]) for _, text in asked])
    relevant = np.array([is_one for is_one, _ in asked])
    return average_precision(scores, relevant), float(((scores >= 0.5) == relevant).mean())


@pytest.mark.parametrize(("texts", "language"), [(CHINESE, "zh"), (JAPANESE, "ja")])
@pytest.mark.parametrize("name", ["cosine", "language_model"])
def test_judges_by_examples_put_every_page_of_the_subject_first(name, texts, language):
    for subject in texts:
        assert judged(name, texts, subject, language)[0] == 1.0, subject


@pytest.mark.parametrize("name", ["nyu_cosine", "bm25", "predicate", "vocabulary"])
def test_judges_by_words_find_the_word_and_not_its_characters_apart(name):
    lexicon = Lexicon()
    judge = judges.find(name)
    judge.begin(Topic(query="足球", languages=("zh",), vocabulary=(Term(1.0, ("足球",)),)))
    texts = [Text(lexicon.ids(tokens(text)), lexicon) for text in ("世界杯足球比赛", "手足之球，一足一球")]

    found, not_found = (float(judge.margins(text, text.page)[0]) for text in texts)
    assert found > 0 == not_found


@pytest.mark.parametrize("name", ["nyu_cosine", "bm25", "predicate"])
def test_a_word_of_one_character_is_found_where_it_stands_beside_others(name):
    assert judged(name, CHINESE, "茶", "zh")[0] == 1.0


def test_an_explanation_shows_the_pairs():
    judge = judges.find("cosine")
    judge.begin(Topic(query="足球比赛", languages=("zh",)))
    lexicon = Lexicon()
    text = Text(lexicon.ids(tokens("世界杯足球赛")), lexicon)

    assert [term for term, _ in judge.explain(text, text.page)] == ["足球"]


@pytest.mark.parametrize("name", ["cosine", "language_model", "bm25", "nyu_cosine", "svm", "bayes"])
def test_what_stands_before_a_range_and_after_it_is_nothing_to_the_range(name):
    """A range of a text without blanks is worth what it would be if it stood alone."""
    examples = Examples(
        relevant=tuple(Example(text=text) for text in CHINESE["茶"]),
        unrelated=tuple(Example(text=text) for text in CHINESE["足球"]),
    )
    judge = judges.find(name)
    judge.begin(Topic(query="绿茶 茶叶", languages=("zh",), examples=examples))
    words = tokens("".join(sign for sign in CHINESE["茶"][0] if is_single(sign)))
    lexicon = Lexicon()
    text = Text(lexicon.ids(words), lexicon)
    pairs = [(start, end) for start in range(len(words)) for end in range(start + 2, min(start + 9, len(words) + 1))]

    inside = judge.margins(text, Ranges(*np.array(pairs).T))
    alone = [Text(lexicon.ids(words[start:end]), lexicon) for start, end in pairs]
    assert inside == pytest.approx([float(judge.margins(one, one.page)[0]) for one in alone], abs=1e-9)


@given(st.lists(TOKENS, max_size=5))
def test_texts_laid_end_to_end_have_the_terms_that_each_has_alone(texts):
    lexicon = Lexicon()
    stemmer = stemmer_of(lexicon, "zh")
    starts = np.cumsum([0, *map(len, texts)])[:-1]
    together = stemmer(lexicon.ids([word for words in texts for word in words]), starts)[1]

    alone = [term for words in texts for term in stemmer(lexicon.ids(words))[1].tolist()]
    assert together.tolist() == alone
