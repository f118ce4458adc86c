import ast
import io
import operator
from contextlib import redirect_stdout

from lab.registry import register_tool

CORPUS = {
    "helium": "Helium is the second lightest element.",
    "everest": "Mount Everest is 8849 m high.",
}
OPS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def _eval(node):
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.BinOp):
        return OPS[type(node.op)](_eval(node.left), _eval(node.right))
    raise ValueError("unsupported")


@register_tool("search")
def search_corpus(query: str, k: int = 3) -> str:
    """Search the frozen corpus and return document ids."""
    words = query.lower().split()
    hits = [d for d, text in CORPUS.items() if any(w in text.lower() for w in words)]
    return ", ".join(hits[:k])


@register_tool("open_doc")
def open_document(doc_id: str) -> str:
    """Return the text of a document."""
    return CORPUS.get(doc_id, "not found")


@register_tool("calc")
def calculator(expression: str) -> str:
    """Evaluate an arithmetic expression."""
    return str(_eval(ast.parse(expression, mode="eval").body))


@register_tool("python")
def run_python(code: str) -> str:
    """Run python code and return what it prints."""
    buf = io.StringIO()
    with redirect_stdout(buf):
        exec(code, {})
    return buf.getvalue()


@register_tool("scratchpad", strict_mode=False)
def scratchpad(note: str) -> str:
    """Write a note to yourself."""
    return f"noted: {note}"
