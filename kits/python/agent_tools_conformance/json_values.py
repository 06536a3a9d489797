"""JSON that others wrote, and JSON that is written for them. Nothing here knows a provider."""

from __future__ import annotations

import base64
import dataclasses
import enum
import json
from datetime import date
from typing import Any


def from_json(written: str | bytes) -> Any:
    """JSON, in which a number has an end: Python takes 1e400 for infinite and NaN for a number, and nobody can write them again."""
    return json.loads(written, parse_float=finite, parse_constant=finite)


def finite(written: str) -> float:
    value = float(written)
    if value - value == 0:
        return value
    raise ValueError(f"{written} is no number of JSON, or too large for one")


def parsed(text: str | bytes) -> Any:
    """What a text says as JSON, or the text where it is none: arguments that were cut short, a page of a proxy."""
    try:
        return from_json(text)
    except ValueError:
        return text


def text(value: Any) -> str:
    """A text, for the API promises one here: whoever reads an answer has anything else told as an error of the wire."""
    if isinstance(value, str):
        return value
    raise TypeError(f"a {type(value).__name__} stands where a text should")


def text_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def wording(value: Any) -> str | None:
    """A text that says something. What JavaScript takes for white space does not; Python leaves out the byte order mark."""
    return value if isinstance(value, str) and value.replace("\ufeff", "").strip() else None


def count(value: Any) -> int | None:
    """A count from 0; none where there is something else."""
    return value if type(value) is int and value >= 0 else None


def object_of(value: Any) -> dict[str, Any]:
    """The value, where it is an object; else one without members."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    """The value, where it is a list; else one without elements."""
    return value if isinstance(value, list) else []


def present(**members: Any) -> dict[str, Any]:
    return {key: value for key, value in members.items() if value is not None}


def merge_patch(target: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), value)
    return merged


def utf16(words: str, index: Any) -> int | None:
    """An index that counts characters as the contract counts it, in units of UTF-16; none where it is none."""
    told = count(index)
    return None if told is None else len(words[:told].encode("utf-16-le", "surrogatepass")) // 2


def plain(value: Any) -> Any:
    """
    JSON of what a library gave: models of pydantic, dataclasses, enumerations, dates, bytes (as base64). What has no form in JSON is left
    as it is, and its call ends with an error that names the place.
    """
    if value is None or isinstance(value, (str, bool, int, float)) and not isinstance(value, enum.Enum):
        return value
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one) for one in value]
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if callable(dump := getattr(value, "model_dump", None)):
        # Members that nobody sent are not told: what travels back is what came.
        return plain(dump(mode="json", by_alias=True, exclude_unset=True, warnings=False))
    if dataclasses.is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in dataclasses.fields(value)}
    return value


def misfit(value: Any, place: str = "") -> str | None:
    """What in a value is no JSON, and where; none where all of it is."""
    if isinstance(value, float) and value - value != 0:
        return f"{place or '/'} is {value}, which is no number of JSON"
    if value is None or isinstance(value, (str, bool, int, float)):
        return None
    if isinstance(value, dict):
        odd = next((key for key in value if not isinstance(key, str)), None)
        if odd is not None:
            return f"{place or '/'} has the member {odd!r}, and names are text"
        parts = ((str(key), one) for key, one in value.items())
    elif isinstance(value, (list, tuple)):
        parts = ((str(index), one) for index, one in enumerate(value))
    else:
        return f"{place or '/'} is a {type(value).__module__}.{type(value).__qualname__}"
    found = (misfit(one, f"{place}/{key}") for key, one in parts)
    return next((told for told in found if told), None)
