"""Harm done to a collection, and what is left when it is over."""

from __future__ import annotations

from msgspec.structs import replace

from tests.engines.killing import lasting, to_the_end
from tests.engines.sound import sound


def contents(folder):
    """Its files but the catalogue, which SQLite may mend from what lies beside it."""
    found = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if "sqlite" not in name.name}


def cut(folder, name, most=-1):
    (path,) = folder.glob(name)
    path.write_bytes(path.read_bytes()[:most])


def gone(folder, name):
    for path in folder.glob(name):
        path.unlink()


def went_on(asked, folder, begun):
    """To its end, with all that was there."""
    assert to_the_end(replace(asked, folder=str(folder))).pages == 120
    assert lasting(begun).begins(lasting(folder))
    assert sound(folder).states
