// Package gittree reads the files of a git revision as a file system, without
// touching the work tree, the index or the network. It asks the user's own git,
// which knows every kind of repository: worktrees, alternates, SHA-256.
package gittree
