"""Small mistakes, made one at a time in the source of a module (pure)."""

import ast
import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
}  # fmt: skip


class Mutant(NamedTuple):
    """A module with one mistake in it."""

    line: int
    """Where."""
    before: str
    """What stood there."""
    after: str
    """What stands there now."""
    make: Callable[[], ast.Module]
    """Returns the whole module with the mistake."""

    @property
    def name(self) -> str:
        """What it is called among survivors: the line's number may change, the text does not."""
        return f"{self.before} → {self.after}"


def mutants(source: str) -> Iterator[Mutant]:
    """Yield the module with each mistake that can be made in it, one after the other."""
    tree = ast.parse(source)
    for path, node in _places(tree, ()):
        for change in _changes(node):
            new = change(copy.deepcopy(node))
            yield Mutant(_line(node), _text(node), _text(new), partial(_made, tree, path, new))


def _line(node: ast.AST) -> int:
    """Return where a node begins; of a comprehension only its parts know."""
    known = node.target if isinstance(node, ast.comprehension) else node
    return getattr(known, "lineno", 0)


def _made(tree: ast.Module, path: "tuple[_Step, ...]", new: ast.AST) -> ast.Module:
    """Return a copy of the module in which something else stands in one place."""
    changed = copy.deepcopy(tree)
    parent: ast.AST = changed
    for step in path[:-1]:
        parent = _child(parent, step)
    _put(parent, path[-1], ast.copy_location(new, _child(parent, path[-1])))
    ast.fix_missing_locations(changed)
    return changed


_Step = tuple[str, int | None]


def _child(node: ast.AST, step: _Step) -> ast.AST:
    name, place = step
    found = getattr(node, name)
    return found if place is None else found[place]  # type: ignore[no-any-return]


def _put(node: ast.AST, step: _Step, new: ast.AST) -> None:
    name, place = step
    if place is None:
        setattr(node, name, new)
    else:
        getattr(node, name)[place] = new


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"if {ast.unparse(node.test)} …"
    text = ast.unparse(node).splitlines()
    return text[0] if len(text) == 1 else f"{text[0]} …"


_LEFT_OUT = frozenset({"annotation", "returns", "type_params", "decorator_list", "bases"})
_LEFT_OUT_OF: dict[type[ast.AST], str] = {ast.Raise: "exc", ast.ClassDef: "keywords"}


def _places(node: ast.AST, path: tuple[_Step, ...]) -> Iterator[tuple[tuple[_Step, ...], ast.AST]]:
    """Yield every node in which a mistake can be made; not in types, docstrings or messages."""
    for name, value in ast.iter_fields(node):
        if name in _LEFT_OUT or (name == _LEFT_OUT_OF.get(type(node))):
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for place, child in children:
            if isinstance(child, ast.AST) and not _is_words(child):
                here = (*path, (name, place))
                yield here, child
                yield from _places(child, here)


def _is_words(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


_Change = Callable[[ast.AST], ast.AST]


def _changes(node: ast.AST) -> Iterator[_Change]:  # noqa: C901 - a table
    """Yield what can be made wrong about a node."""
    match node:
        case ast.Compare(ops=[*ops]):
            yield from (_comparison(at) for at, op in enumerate(ops) if type(op) in _COMPARISONS)
        case ast.BoolOp():
            yield _other_word
        case ast.BinOp(op=op) if type(op) in _OPERATORS:
            yield _other_operator
        case ast.UnaryOp(op=ast.Not()):
            yield lambda old: old.operand  # type: ignore[attr-defined]
        case ast.Constant(value=bool()):
            yield lambda old: ast.Constant(not old.value)  # type: ignore[attr-defined]
        case ast.Constant(value=int()):
            yield lambda old: ast.Constant(old.value + 1)  # type: ignore[attr-defined]
        case ast.If() | ast.While() | ast.IfExp():
            yield _negated
        case ast.comprehension(ifs=[_, *_]):
            yield _unfiltered
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Break() | ast.Continue():
            yield lambda _: ast.Pass()
        case ast.Return(value=ast.expr()) if not _is_none(node.value):
            yield lambda _: ast.Return(ast.Constant(None))


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _comparison(at: int) -> _Change:
    def change(old: ast.AST) -> ast.AST:
        assert isinstance(old, ast.Compare)
        old.ops[at] = _COMPARISONS[type(old.ops[at])]()
        return old

    return change


def _other_word(old: ast.AST) -> ast.AST:
    assert isinstance(old, ast.BoolOp)
    old.op = ast.Or() if isinstance(old.op, ast.And) else ast.And()
    return old


def _other_operator(old: ast.AST) -> ast.AST:
    assert isinstance(old, ast.BinOp)
    old.op = _OPERATORS[type(old.op)]()
    return old


def _negated(old: ast.AST) -> ast.AST:
    assert isinstance(old, ast.If | ast.While | ast.IfExp)
    old.test = ast.UnaryOp(ast.Not(), old.test)
    return old


def _unfiltered(old: ast.AST) -> ast.AST:
    assert isinstance(old, ast.comprehension)
    old.ifs = []
    return old
