from __future__ import annotations

import pytest

from tests.project.markdown import Said, alike, blocks, said

PAGE = """# Title

## First

`a/b.py`

```python
one
```

Words.

```sh
two
```

## Second

```console
$ say hello
hello
world
$ say nothing
```
"""


def test_a_block_knows_its_heading_its_file_and_its_language() -> None:
    assert [block[:3] for block in blocks(PAGE)] == [
        ("First", "a/b.py", "python"),
        ("First", "", "sh"),
        ("Second", "", "console"),
    ]
    assert [block.text for block in blocks(PAGE)][:2] == ["one\n", "two\n"]


def test_a_console_block_is_commands_and_what_they_print() -> None:
    assert said(blocks(PAGE)[2]) == [Said("say hello", "hello\nworld\n"), Said("say nothing", "")]


@pytest.mark.parametrize(
    ("printed", "shown", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\n", False),
        ("a.c\n", "abc\n", False),
        ("a\nx\ny\nb\n", "a\n...\nb\n", True),
        ("a\nb\n", "a\n...\nb\n", True),
        ("a\nb\nc\n", "a\n...\n", True),
        ("took 0.31 s\n", "took ... s\n", True),
        ("took 0.31\ns\n", "took ... s\n", False),
    ],
)
def test_three_dots_stand_for_what_differs(printed: str, shown: str, same: bool) -> None:
    assert alike(printed, shown) is same
