// Package golang reads Go programs that use the OpenAI Agents SDK for Go
// (github.com/nlpodyssey/openai-agents-go), in its builder and in its literal
// style. It loads the packages with the Go toolchain of the machine, puts them
// into SSA form and executes them abstractly: every function at its call site,
// every branch once, loops twice. It never compiles or runs the program.
package golang
