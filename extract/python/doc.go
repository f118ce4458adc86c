// Package python reads workflows written with the OpenAI Agents SDK for
// Python. It lowers tree-sitter trees to values and environments and follows
// the program in execution order; it never runs it.
package python
