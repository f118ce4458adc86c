package extract

// Cache keeps, from one run to the next, what a front end derived from the
// content of a single file. It is a convenience: what it lost is made again.
// Both methods may be called by several goroutines at once, and neither fails.
type Cache interface {
	// Get returns what was put under the key, unchanged, or false. The caller
	// must not change it.
	Get(key string) ([]byte, bool)
	// Put keeps data under the key, or does not. A key says everything that
	// the data depends on: the front end, its version, and a hash of the file.
	Put(key string, data []byte)
}
