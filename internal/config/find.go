package config

import "path"

// maxLevels bounds how far up a config is looked for.
const maxLevels = 64

// Place is where a config file may be.
type Place struct {
	// File is its slash-separated path as a user in the working directory would
	// write it.
	File string
	// Depth is how many directories the repository's root is above that of the
	// file: paths of the config must not leave it.
	Depth int
	// Home is the absolute path of the file's directory, which names a workflow
	// that lies in it; empty where that is not known.
	Home string
}

// Places lists where the configs for a directory may be, nearest first: in it
// and in every directory above it up to the repository's root, which root
// reports. Without a root above, only the directory itself and those between
// it and the working directory count: what lies further up belongs to somebody
// else. Paths are slash-separated and as a user in the working directory would
// write them.
func Places(dir string, root func(dir string) bool) []Place {
	var dirs []string
	top := -1
	for d := path.Clean(dir); len(dirs) < maxLevels; d = Above(d) {
		dirs = append(dirs, d)
		if root(d) {
			top = len(dirs) - 1
			break
		}
		if Above(d) == d {
			break
		}
	}
	if top < 0 {
		top = 0
		for i, d := range dirs {
			if d == "." {
				top = i
			}
		}
	}
	var out []Place
	for i, d := range dirs[:top+1] {
		out = append(out, Place{File: path.Join(d, FileName), Depth: top - i})
	}
	return out
}

// Above is the directory that a directory is in; that of the root is itself.
func Above(dir string) string {
	switch {
	case dir == ".":
		return ".."
	case path.Base(dir) == "..":
		return dir + "/.."
	}
	return path.Dir(dir)
}
