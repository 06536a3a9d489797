"""JSON that others wrote, and JSON that is written for them. Nothing here knows a provider."""

import json


def from_json(written):
    """JSON, in which a number has an end: Python takes 1e400 for infinite and NaN for a number, and nobody can write them again."""
    return json.loads(written, parse_float=finite, parse_constant=finite)


def finite(written):
    value = float(written)
    if value - value == 0:
        return value
    raise ValueError(f"{written} is no number of JSON, or too large for one")


def parsed(text):
    """What a text says as JSON, or the text where it is none: arguments that were cut short, a page of a proxy."""
    try:
        return from_json(text)
    except ValueError:
        return text


def text(value):
    """A text, for the API promises one here: whoever reads an answer has anything else told as an error of the wire."""
    if isinstance(value, str):
        return value
    raise TypeError(f"a {type(value).__name__} stands where a text should")


def text_or_none(value):
    return value if isinstance(value, str) and value else None


def count(value):
    """A count from 0; none where there is something else."""
    return value if type(value) is int and value >= 0 else None


def object_of(value):
    """The value, where it is an object; else one without members."""
    return value if isinstance(value, dict) else {}


def list_of(value):
    """The value, where it is a list; else one without elements."""
    return value if isinstance(value, list) else []


def present(**members):
    return {key: value for key, value in members.items() if value is not None}


def merge_patch(target, patch):
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
