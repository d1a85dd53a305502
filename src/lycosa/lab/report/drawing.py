"""Figures as SVG within a page: the same bytes for the same figures, colours by name, so that light and dark are both.

matplotlib draws with stand-ins for colours; in the page each becomes a CSS variable.
"""

from __future__ import annotations

import io
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from lycosa.lab.records import LabError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The page's variable to the colour that stands for it in the drawing.
INK, FAINT, GRID, PAPER = "#010101", "#020202", "#030303", "#040404"
COLOURS = ("#050501", "#050502", "#050503", "#050504", "#050505", "#050506", "#050507", "#050508")
SHADES = tuple(f"#0606{number:02x}" for number in range(1, 22))  # from paper to ink
VARIABLES = {
    INK: "--ink",
    FAINT: "--faint",
    GRID: "--grid",
    PAPER: "--paper",
    **{colour: f"--c{place}" for place, colour in enumerate(COLOURS, 1)},
    **{shade: f"--s{place}" for place, shade in enumerate(SHADES)},
}
WIDTH, HEIGHT = 4.6, 3.0  # inches: a figure is legible on a telephone, and two stand side by side on a desk
STYLE: Any = {
    "svg.hashsalt": "lycosa",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GRID,
    "axes.labelcolor": INK,
    "axes.titlesize": 9,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "lines.linewidth": 1.6,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.unicode_minus": False,
    "text.parse_math": False,
}


class Look(NamedTuple):
    """How a strategy looks in every figure."""

    colour: str
    dashes: Any
    width: float

    @property
    def variable(self) -> str:
        """Its colour in the page."""
        return VARIABLES[self.colour]


BOUND = (0, (1, 1.2))
DASHES: tuple[Any, ...] = ("-", "-", "-", (0, (5, 1.5)), (0, (3, 1, 1, 1)), BOUND, BOUND, BOUND)


def looks(focus: Sequence[str], bounds: frozenset[str]) -> dict[str, Look]:
    """A look for each strategy that figures single out; bounds are dotted."""
    found = {}
    for place, name in enumerate(focus[: len(COLOURS)]):
        dashes = BOUND if name in bounds else DASHES[place]
        found[name] = Look(COLOURS[place], dashes, 1.4 if name in bounds else 1.9)
    return found


OTHERS = Look(FAINT, "-", 0.7)


@contextmanager
def canvas(width: float = WIDTH, height: float = HEIGHT, rows: int = 1, columns: int = 1, **how: Any) -> Iterator[Any]:
    """A figure and its axes, in the house's style."""
    try:
        import matplotlib as mpl  # noqa: PLC0415  # an extra
        from matplotlib.figure import Figure  # noqa: PLC0415  # the same
    except ImportError:
        raise LabError("a report needs matplotlib: pip install 'lycosa[lab]'") from None
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, figure.subplots(rows, columns, **how)


def svg(figure: Figure, title: str) -> str:
    """The figure as an element of a page, with a title for who cannot see it."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"#0[1-6]0[0-9a-f][0-9a-f]{2}", lambda found: _variable(found[0]), text)
    text = re.sub(r"font: ([^;\"]*?)'DejaVu Sans'[^;\"]*", r"font: \1var(--sans)", text)
    head, tail = text.split(">", 1)
    head = re.sub(r' (width|height)="[^"]*"', "", head)
    return f'{head} role="img"><title>{_escaped(title)}</title>{_apart(tail, title)}'


def _variable(colour: str) -> str:
    return f"var({VARIABLES[colour]})" if colour in VARIABLES else colour


def _apart(text: str, title: str) -> str:
    """Names of clips and the like that no other figure of the page has; those that nothing refers to go."""
    mark = re.sub(r"\W+", "-", title)
    referred = set(re.findall(r'(?:url\(|href=")#([^)"]+)', text))
    text = re.sub(r' id="([^"]+)"', lambda found: f' id="{mark}-{found[1]}"' if found[1] in referred else "", text)
    return re.sub(r'(url\(#|href="#)', rf"\1{mark}-", text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quiet(axes: Axes) -> None:
    """No lines beside names."""
    axes.tick_params(length=0)
    axes.grid(visible=False, axis="y")
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
