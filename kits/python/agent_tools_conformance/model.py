"""Dataclasses that are JSON objects of the contract: camelCase there, snake_case here; what is None here is absent there."""

from __future__ import annotations

import types
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, Callable, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T", bound="Model")


@dataclass
class Model:
    """An object of the contract. A class that has a `type` is one of several that may stand in the same place."""

    def to_json(self) -> dict[str, Any]:
        kind = getattr(self, "type", None)
        told: dict[str, Any] = {"type": kind} if isinstance(kind, str) else {}
        for name, key, required, _ in plan(type(self)):
            value = getattr(self, name)
            if value is not None or required:
                told[key] = to_json(value)
        return told

    @classmethod
    def from_json(cls: type[T], value: dict[str, Any]) -> T:
        """Members that this version does not know are left out."""
        read = {name: make(value[key]) for name, key, _, make in plan(cls) if key in value}
        return cls(**read)


def to_json(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, (list, tuple)):
        return [to_json(one) for one in value]
    return value


def raw() -> Any:
    """The provider's own object, as JSON; `json_values.plain` makes JSON of what an SDK gave."""
    return field(default=None, kw_only=True)


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def plan(cls: type[Model]) -> list[tuple[str, str, bool, Callable[[Any], Any]]]:
    """Of each member: its name here, its name there, whether it is required, and what reads it."""
    hints = get_type_hints(cls)
    return [
        (one.name, camel(one.name), one.default is MISSING and one.default_factory is MISSING, reader(hints[one.name]))
        for one in fields(cls)
    ]


def reader(hint: Any) -> Callable[[Any], Any]:
    if get_origin(hint) in (Union, types.UnionType):
        inner = [one for one in get_args(hint) if one is not type(None)]
        return reader(inner[0]) if len(inner) == 1 else lambda value: value
    if get_origin(hint) is list:
        read = reader(get_args(hint)[0])
        return lambda value: [read(one) for one in value]
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint.from_json
    return lambda value: value


@dataclass
class Variant(Model):
    """The base of classes that are told apart by their `type`."""

    type: ClassVar[str]
    known: ClassVar[dict[str, type[Variant]]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if Variant in cls.__bases__:
            cls.known = {}
        elif "type" in vars(cls):
            cls.known[cls.type] = cls

    @classmethod
    def from_json(cls: type[T], value: dict[str, Any]) -> T:
        if "type" in vars(cls):
            return super().from_json(value)  # type: ignore[misc]
        try:
            return cls.known[value["type"]].from_json(value)  # type: ignore[attr-defined]
        except KeyError:
            raise ValueError(f"this version of the contract has no {cls.__name__} of type {value.get('type')!r}") from None
