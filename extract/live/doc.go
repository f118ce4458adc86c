// Package live asks the running SDK what a program declares, and compares the
// answer with what was read from the source.
//
// A worker in the user's own interpreter imports the program's files under the
// real SDK, with the network closed, processes refused and everything that
// starts a run replaced, so that no agent runs and no model is called. What it
// sees is what importing makes: objects that only a function would make are
// not there, and neither are edges that stand in the code of functions.
//
// Seen is that answer. Align gives it the ids of the static manifest, Compare
// lists the differences with their causes, Merge joins both. These three are
// pure. The package decides nothing about which side is right in a program
// other than the one that was imported.
package live
