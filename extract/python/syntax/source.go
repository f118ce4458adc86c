package syntax

// Source is the text that was parsed. It must not be changed.
func (f *File) Source() []byte { return f.src }
