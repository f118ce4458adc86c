package config

import "path"

// maxLevels bounds how far up a config is looked for.
const maxLevels = 64

// Place is where a config file may be.
type Place struct {
	File  string
	Depth int // directories from the file up to the repository's root
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
	for d := path.Clean(dir); len(dirs) < maxLevels; d = above(d) {
		dirs = append(dirs, d)
		if root(d) {
			top = len(dirs) - 1
			break
		}
		if above(d) == d {
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

// above is the directory that a directory is in; that of the root is itself.
func above(dir string) string {
	switch {
	case dir == ".":
		return ".."
	case path.Base(dir) == "..":
		return dir + "/.."
	}
	return path.Dir(dir)
}
