// Package worker runs a script of ours in the user's own interpreter and talks
// to it. It finds the interpreter, starts it in a process group of its own with
// a small clean environment, exchanges framed JSON over descriptors that the
// user's code does not know, and leaves no process behind.
//
// It is no sandbox: what runs there is the user's own code with the user's own
// rights. What a script forbids it (network, processes) it forbids by itself.
// Workers exist on Unix; elsewhere Start returns an error of KindUnsupported.
package worker
