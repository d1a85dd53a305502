"""Files that are not read, by the ending of their names: what no page comes as."""

from __future__ import annotations

# A list of our own, and not the machine's table of types, so that the same crawl refuses the same URLs everywhere.
_LISTED = """
    7z ai aac apk arj avi avif bin bmp bz2 cab class css csv dat deb djvu dll dmg doc docm docx dot dotx dvi dwg eot
    eps epub exe fla flac flv gif gz heic heif ico ics iso jar jfif jpe jpeg jpg js jxl lz lz4 lzma m4a m4b m4v map
    mid midi mjs mkv mobi mov mp2 mp3 mp4 mpe mpeg mpg msi msp odc odf odg odp ods odt oga ogg ogv opus otf pages pbm
    pcx pdf pgm pkg png pnm pot potx ppm pps ppsx ppt pptm pptx ps psd pub ra ram rar rm rpm rtf sit sldx svg svgz swf
    tar tgz tif tiff torrent ttf txz vcf vob vsd wav webm webp webmanifest wma wmv woff woff2 wps xbm xls xlsb xlsm
    xlsx xlt xltx xpi xpm xz z zip zst
"""
ENDINGS = frozenset(_LISTED.split())
LONGEST = 12


def unread(url: str) -> bool:
    """Whether the URL's path ends as the names of such files do. What stands after a ? says nothing.

    >>> unread("http://a.test/map.PDF?x=1"), unread("http://a.test/page.php?file=map.pdf"), unread("http://a.zip/")
    (True, False, False)
    """
    path = url.partition("?")[0]
    dot = path.rfind(".")
    if dot < 0 or len(path) - dot > LONGEST or path.find("/", dot) >= 0 or path.count("/", 0, dot) < 3:
        return False
    return path[dot + 1 :].lower() in ENDINGS
