"""What stands around an article on any site: head, navigation, footer, the weight of styles and scripts."""

from __future__ import annotations

from typing import NamedTuple

from lycosa.webs.practice.charsets import RIGHT, Charset, meta

STYLE = (
    ".page{margin:0 auto;max-width:62rem;padding:1.5rem 1rem}.page h2{font-size:1.3rem;line-height:1.25}\n"
    "nav.site li{display:inline-block;margin-right:.8rem}nav.site a{color:#345;text-decoration:none}\n"
    "@media (max-width:40rem){.page{padding:.5rem}.aside{display:none}footer{font-size:.8rem}}\n"
) * 2
SCRIPT = (
    "(function(d){var m=d.querySelector('nav.site');if(!m)return;m.addEventListener('click',function(e){"
    "e.target.classList.toggle('open');});})(document);\n"
    "window.settings={consent:false,locale:'en',theme:'plain',tracking:null,widgets:['search','menu','share']};\n"
) * 2
HALF_KILOBYTE = 1024 // 2


class Shell(NamedTuple):
    """A page without its main part."""

    title: str
    site: str  # the host's name
    nav: tuple[tuple[str, str], ...] = ()  # href and anchor
    footer: tuple[tuple[str, str], ...] = ()
    description: str = ""
    keywords: str = ""
    canonical: str = ""
    language: str = "en"
    charset: Charset = RIGHT
    weight: int = 0  # bytes of styles and scripts


def anchors(links: tuple[tuple[str, str], ...]) -> str:
    """Links as list items."""
    return "".join([f'<li><a href="{href}">{anchor}</a></li>\n' for href, anchor in links])


def whole(shell: Shell, main: str) -> str:
    """A page: the shell around its main part."""
    copies = shell.weight // (2 * HALF_KILOBYTE)
    canonical = f'<link rel="canonical" href="{shell.canonical}">\n' if shell.canonical else ""
    description = f'<meta name="description" content="{shell.description}">\n' if shell.description else ""
    keywords = f'<meta name="keywords" content="{shell.keywords}">\n' if shell.keywords else ""
    style = f"<style>\n{STYLE * copies}</style>\n" if copies else ""
    script = f"<script>\n{SCRIPT * copies}</script>\n" if copies else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{shell.language}">\n<head>\n{meta(shell.charset)}\n'
        f"<title>{shell.title}</title>\n{description}{keywords}{canonical}"
        f'<meta name="viewport" content="width=device-width">\n{style}</head>\n<body>\n'
        f'<header><a href="/">{shell.site}</a></header>\n'
        f'<nav class="site">\n<ul>\n{anchors(shell.nav)}</ul>\n</nav>\n'
        f'<main class="page">\n{main}</main>\n'
        f"<footer>\n<ul>\n{anchors(shell.footer)}</ul>\n<p>© {shell.site}</p>\n</footer>\n"
        f"{script}</body>\n</html>\n"
    )
