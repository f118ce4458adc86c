package extract

// Cache keeps, from one run to the next, what was derived from sources. It is a convenience: what it lost is made again.
// Both methods may be called by several goroutines at once, and neither fails.
// A cache serves one build of the program: what another one put is not found.
type Cache interface {
	// Get returns what was put under the key, unchanged, or false. The caller
	// must not change it.
	Get(key string) ([]byte, bool)
	// Put keeps data under the key, or does not. A key says everything that
	// the data depends on: the front end, its version, and a hash of the file.
	Put(key string, data []byte)
}
