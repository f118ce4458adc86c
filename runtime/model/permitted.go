package model

// NotPermitted is the prefix of the description of a tool that is shown to an
// agent which may not use it (exposure). The mark is all that a model sees;
// what keeps the call from running is the guard behind it.
const NotPermitted = "[not permitted for this agent] "
