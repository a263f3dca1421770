"""The README's tree of files, read from the README and from the disk. Printed by running this file.

The README has a heading `## The files` and after it a fenced block of lines like these:

    waiter/              the conversation
      turn.py            the turn grammar
      dialogue/          what the waiter decides

- A line at the left margin is a top-level folder; two spaces deeper is what it holds, and so on.
- A name ends at the first white space (a folder's with a slash); what follows is for people.
- A folder that shows any of its contents shows all of them; `__init__.py` is never shown.
- Every package of the distribution is shown with its contents; other folders may be.

`python -m tests.readme_tree` prints such a block from the modules' docstrings.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADING = "## The files"
INDENT = 2
COLUMN = 28


def packages() -> list[str]:
    """The distribution's packages, as the build configuration lists them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed: list[str] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return listed


def contents(folder: Path) -> list[str]:
    """What a folder holds, folders with a slash; leftovers of tools and `__init__.py` aside."""
    names = (path.name + "/" * path.is_dir() for path in folder.iterdir())
    hidden = ("__pycache__/", "__init__.py", "py.typed")
    return sorted(name for name in names if name not in hidden and not name.startswith("."))


def shown(readme: str) -> dict[str, list[str]]:
    """Folder (with a slash, from the root) → the names shown in it; ValueError if broken."""
    tree: dict[str, list[str]] = {}
    path: list[str] = []
    for line in _block(readme):
        depth, odd = divmod(len(line) - len(line.lstrip()), INDENT)
        if odd or depth > len(path):
            raise ValueError(f"{line!r} is indented like nothing above it")
        name = line.split()[0]
        if depth:
            tree.setdefault("".join(path[:depth]), []).append(name)
        elif name.endswith("/"):
            tree.setdefault(name, [])
        path = [*path[:depth], name]
    return tree


def _block(readme: str) -> list[str]:
    _, heading, after = readme.partition(f"\n{HEADING}\n")
    _, fence, block = after.partition("\n```")
    block, end, _ = block.partition("\n```")
    if not (heading and fence and end):
        raise ValueError(f"the README has no fenced block after a heading {HEADING!r}")
    return [line for line in block.splitlines()[1:] if line.strip()]


def _described(path: Path) -> str:
    if path.is_dir():
        path = path / "__init__.py"
    if path.suffix != ".py" or not path.is_file():
        return ""
    words = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return words.split("\n")[0].split(". ")[0].rstrip(".")


def printed() -> Iterator[str]:
    """The block's lines as the disk has them, two levels deep."""
    for package in packages():
        folder = ROOT / package
        yield f"{package + '/':{COLUMN}}{_described(folder)}".rstrip()
        for name in contents(folder):
            yield f"{'  ' + name:{COLUMN}}{_described(folder / name)}".rstrip()


if __name__ == "__main__":
    print("\n".join(printed()))
