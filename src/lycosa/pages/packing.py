"""State as bytes: named arrays, numbers and strings, the same bytes for the same state. No pickle."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    State = dict[str, Any]

ARRAY = "array"


def pack(state: Mapping[str, Any]) -> bytes:
    """State to bytes, its names sorted."""
    return msgspec.msgpack.encode(_plain(state))


def unpack(data: bytes) -> State:
    """Bytes to state."""
    state: State = _rich(msgspec.msgpack.decode(data))
    return state


def fingerprint(state: Mapping[str, Any]) -> str:
    """SHA-256 of the packed state."""
    return hashlib.sha256(pack(state)).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        kind = value.dtype.descr if value.dtype.names else value.dtype.str
        return [ARRAY, _plain(kind), list(value.shape), np.ascontiguousarray(value).tobytes()]
    if isinstance(value, dict):
        return {str(name): _plain(value[name]) for name in sorted(value)}
    if isinstance(value, list | tuple):
        return ["list", *map(_plain, value)]
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return ["int", str(value)]
    return value.item() if isinstance(value, np.generic) else value


def _rich(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rich(part) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    if value[0] == ARRAY:
        kind = _kind(_rich(value[1]))
        if not np.dtype(kind).itemsize:
            return np.zeros(value[2], np.dtype([]))
        return np.frombuffer(bytearray(value[3]), np.dtype(kind)).reshape(value[2])
    return int(value[1]) if value[0] == "int" else [_rich(part) for part in value[1:]]


def _kind(plain: Any) -> Any:
    """What numpy calls a type: a record's fields may be records again."""
    return plain if isinstance(plain, str) else [_field(*part) for part in plain]


def _field(name: str, kind: Any, *shape: Any) -> tuple[Any, ...]:
    return (name, _kind(kind), *map(tuple, shape))
