//go:build cgo

package python

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParameters compares with what openai-agents 0.24.0 makes of the same
// functions (FunctionTool.description and .params_json_schema).
func TestParameters(t *testing.T) {
	prelude := `
from typing import *
from agents import function_tool, RunContextWrapper, Agent
from pydantic import BaseModel, Field
from enum import Enum
class Color(Enum):
    RED="red"; BLUE="blue"
class Item(BaseModel):
    """An item."""
    sku: str
    qty: int = 1
Mode = Literal["a", "b"]
`
	tests := []struct{ name, src, description, schema string }{
		{
			"google", `
@function_tool
async def f(ctx: RunContextWrapper[Any], city: str, n: int = 3, tags: list[str] | None = None, mode: Mode = "a", x: Optional[float] = None, item: Item = None, a: Annotated[str, "the a"] = "q", untyped=None, c: Color = Color.RED, u: Union[int, str] = 1, l: list = []) -> str:
    """Look up the weather.

    More words here
    over lines.

    Args:
        city: The city to
            look at.
        n (int): How many.

    Returns:
        text
    """
`, "Look up the weather.\n\nMore words here\nover lines.", `{"$defs": {"Color": {"enum": ["red", "blue"], "title": "Color", "type": "string"}, "Item": {"description": "An item.", "properties": {"sku": {"title": "Sku", "type": "string"}, "qty": {"default": 1, "title": "Qty", "type": "integer"}}, "required": ["sku", "qty"], "title": "Item", "type": "object", "additionalProperties": false}}, "properties": {"city": {"description": "The city to\nlook at.", "title": "City", "type": "string"}, "n": {"default": 3, "description": "How many.", "title": "N", "type": "integer"}, "tags": {"anyOf": [{"items": {"type": "string"}, "type": "array"}, {"type": "null"}], "title": "Tags"}, "mode": {"default": "a", "enum": ["a", "b"], "title": "Mode", "type": "string"}, "x": {"anyOf": [{"type": "number"}, {"type": "null"}], "title": "X"}, "item": {"$ref": "#/$defs/Item"}, "a": {"default": "q", "description": "the a", "title": "A", "type": "string"}, "untyped": {"title": "Untyped"}, "c": {"default": "red", "enum": ["red", "blue"], "title": "Color", "type": "string"}, "u": {"anyOf": [{"type": "integer"}, {"type": "string"}], "default": 1, "title": "U"}, "l": {"default": [], "items": {}, "title": "L", "type": "array"}}, "required": ["city", "n", "tags", "mode", "x", "item", "a", "untyped", "c", "u", "l"], "title": "f_args", "type": "object", "additionalProperties": false}`,
		},
		{
			"sphinx", `
@function_tool
def f(a: str, b: bool, c: Tuple[int,str], e: set[str], b2: bytes, z: Any):
    """Sphinx one.

    :param a: the a
    :param b: the b
    """
`, "Sphinx one.", `{"properties": {"a": {"description": "the a", "title": "A", "type": "string"}, "b": {"description": "the b", "title": "B", "type": "boolean"}, "c": {"maxItems": 2, "minItems": 2, "prefixItems": [{"type": "integer"}, {"type": "string"}], "title": "C", "type": "array"}, "e": {"items": {"type": "string"}, "title": "E", "type": "array", "uniqueItems": true}, "b2": {"format": "binary", "title": "B2", "type": "string"}, "z": {"title": "Z"}}, "required": ["a", "b", "c", "e", "b2", "z"], "title": "f_args", "type": "object", "additionalProperties": false}`,
		},
		{
			"numpy", `
@function_tool
def f(a: str, *args: int):
    """Numpy one
    on two lines.

    Parameters
    ----------
    a : str
        The a thing.
    """
`, "Numpy one\non two lines.", `{"properties": {"a": {"description": "The a thing.", "title": "A", "type": "string"}, "args": {"items": {"type": "integer"}, "title": "Args", "type": "array"}}, "required": ["a", "args"], "title": "f_args", "type": "object", "additionalProperties": false}`,
		},
		{"no parameters", "\n@function_tool\ndef f():\n    pass\n", "", `{"properties": {}, "title": "f_args", "type": "object", "additionalProperties": false, "required": []}`},
		{
			"not strict", "\n@function_tool(strict_mode=False)\ndef f(a: str, b: int = 3, c: str | None = None):\n    \"\"\"One.\n    Two.\n    \"\"\"\n",
			"One.\nTwo.", `{"properties": {"a": {"title": "A", "type": "string"}, "b": {"default": 3, "title": "B", "type": "integer"}, "c": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null, "title": "C"}}, "required": ["a"], "title": "f_args", "type": "object"}`,
		},
		{
			"references", "\n@function_tool\ndef f(item: Item, items: List[Item], f: Annotated[int, Field(description=\"dd\", ge=1)]):\n  \"only Args\\n\\nArgs:\\n  item: x\"\n",
			"only Args", `{"$defs": {"Item": {"description": "An item.", "properties": {"sku": {"title": "Sku", "type": "string"}, "qty": {"default": 1, "title": "Qty", "type": "integer"}}, "required": ["sku", "qty"], "title": "Item", "type": "object", "additionalProperties": false}}, "properties": {"item": {"description": "x", "properties": {"sku": {"title": "Sku", "type": "string"}, "qty": {"default": 1, "title": "Qty", "type": "integer"}}, "required": ["sku", "qty"], "title": "Item", "type": "object", "additionalProperties": false}, "items": {"items": {"$ref": "#/$defs/Item"}, "title": "Items", "type": "array"}, "f": {"description": "dd", "minimum": 1, "title": "F", "type": "integer"}}, "required": ["item", "items", "f"], "title": "f_args", "type": "object", "additionalProperties": false}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, _, err := extractSource(prelude + tt.src + "\nAgent(name='A', tools=[f])\n")
			if err != nil || len(m.Tools) != 1 {
				t.Fatal(m, err)
			}
			if d := cmp.Diff(tt.description, m.Tools[0].Description); d != "" {
				t.Errorf("description (-want +got):\n%s", d)
			}
			var want map[string]any
			if err := json.Unmarshal([]byte(tt.schema), &want); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, m.Tools[0].Parameters); d != "" {
				t.Errorf("schema (-want +got):\n%s", d)
			}
		})
	}
}

func TestFunctionName(t *testing.T) {
	tests := []struct{ in, want string }{
		{"transfer_to_FAQ Agent", "transfer_to_faq_agent"},
		{"a.b/c", "a_b_c"},
		{"Agente español", "agente_espa_ol"},
		{"Über", "_ber"},
		{"日本", "__"},
	}
	for _, tt := range tests {
		if got := functionName(tt.in); got != tt.want {
			t.Errorf("functionName(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}
