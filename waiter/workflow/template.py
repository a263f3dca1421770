"""`{name}`, `{name[key]}` and `{name.key}`: how a step's inputs speak of what came before. Pure.

A text that is one reference alone is the value itself, with its type; else values are written into
the text. References reach keys of mappings and places of lists, never attributes; there are no
formats, no calls, and what was written in is not read again. `{{` and `}}` are braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from menu_data.faults import shown
from waiter.workflow.value import Json, canonical, type_of

MOST_TEXT = 20_000  # characters a text may grow to: ten long messages
NAME = re.compile(r"[^\W\d_]\w{0,63}")
_STEP = re.compile(r"\.(?P<dotted>\w+)|\[(?P<quote>['\"]?)(?P<key>[^\[\]{}'\"]{1,64})(?P=quote)\]")
_PIECE = re.compile(r"\{\{|\}\}|\{(?P<inside>[^{}]*)\}|[{}]")
ALLOWED = "allowed: {name}, {name[key]} or {name.key}"


class TemplateFault(Exception):
    """A reference that is none, or that finds nothing; one line for a person."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference: a name, and the keys into its value."""

    name: str
    path: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "{" + self.name + "".join(f"[{key}]" for key in self.path) + "}"


@dataclass(frozen=True, slots=True)
class Template:
    """A text in pieces."""

    pieces: tuple[str | Ref, ...]


# A step's input, ready to be filled: a template, a literal, or a list or mapping of such.
Part = Template | list["Part"] | dict[str, "Part"] | str | int | float | bool | None


def compiled(value: Json) -> Part:
    """An input as written in the file. `TemplateFault` where a reference is none."""
    if isinstance(value, str):
        template = parse(value)
        literal = all(isinstance(piece, str) for piece in template.pieces)
        return "".join(map(str, template.pieces)) if literal else template
    if isinstance(value, list):
        return [compiled(part) for part in value]
    if isinstance(value, dict):
        return {key: compiled(part) for key, part in value.items()}
    found: int | float | bool | None = value
    return found


def parse(text: str) -> Template:
    """A text's pieces. `TemplateFault` where a brace opens no reference."""
    pieces: list[str | Ref] = []
    end = 0
    for found in _PIECE.finditer(text):
        pieces.append(text[end : found.start()])
        end = found.end()
        if found[0] in ("{{", "}}"):
            pieces.append(found[0][0])
        elif found["inside"] is None:
            raise TemplateFault(f"{shown(text)} has a lone {found[0]!r}; {ALLOWED}, or {{{{ }}}}")
        else:
            pieces.append(reference(found["inside"]))
    pieces.append(text[end:])
    return Template(tuple(piece for piece in pieces if piece != ""))


def reference(inside: str) -> Ref:
    """What stands between the braces. `TemplateFault` for anything but names and keys."""
    whole = shown("{" + inside + "}")
    inside = inside.strip()
    name = NAME.match(inside)
    if name is None:
        raise TemplateFault(f"{whole} is refused; {ALLOWED}")
    path: list[str] = []
    end = name.end()
    while end < len(inside):
        step = _STEP.match(inside, end)
        key = (step["dotted"] or step["key"]).strip() if step else ""
        if step is None or not key or key.startswith("_"):
            raise TemplateFault(f"{whole} is refused; {ALLOWED}")
        path.append(key)
        end = step.end()
    return Ref(name[0], tuple(path))


def references(part: Part) -> Iterator[Ref]:
    """Every reference in an input."""
    if isinstance(part, Template):
        yield from (piece for piece in part.pieces if isinstance(piece, Ref))
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)
    elif isinstance(part, dict):
        for inner in part.values():
            yield from references(inner)


def filled(part: Part, values: Mapping[str, Json]) -> Json:
    """An input with its values. `TemplateFault` where a key isn't there, or a text grows too long.

    KeyError for an unknown name: `plan` has refused it before.
    """
    if isinstance(part, Template):
        if len(part.pieces) == 1 and isinstance(part.pieces[0], Ref):
            return looked_up(part.pieces[0], values)
        return _text(part, values)
    if isinstance(part, list):
        return [filled(inner, values) for inner in part]
    if isinstance(part, dict):
        return {key: filled(inner, values) for key, inner in part.items()}
    return part


def _text(template: Template, values: Mapping[str, Json]) -> str:
    text = ""
    for piece in template.pieces:
        text += _written(looked_up(piece, values)) if isinstance(piece, Ref) else piece
        if len(text) > MOST_TEXT:
            raise TemplateFault(f"the text grows beyond {MOST_TEXT} characters")
    return text


def looked_up(ref: Ref, values: Mapping[str, Json]) -> Json:
    """The value a reference leads to: by key into mappings, by number into lists."""
    value = values[ref.name]
    for key in ref.path:
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            raise TemplateFault(f"{ref} finds no {shown(key)} in a {type_of(value)}")
    return value


def _written(value: Json) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else canonical(value)
