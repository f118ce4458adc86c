package python

import (
	"path"
	"strings"
)

// sdkModules are the names under which programs import the SDK: its own, and
// those that the pass adds for copies that are kept elsewhere.
func (m *machine) sdkModules() []string { return append([]string{"agents"}, m.pass.SDKModules...) }

// sdkWords lists words of which each import of the SDK holds one.
func (m *machine) sdkWords() []string {
	var out []string
	for _, name := range m.sdkModules() {
		out = append(out, name[strings.LastIndexByte(name, '.')+1:])
	}
	return out
}

// vendored returns the SDK's own name of a module below one that the pass
// names, or false. The dotted name may start further up than the import does.
func (m *machine) vendored(dotted string) (string, bool) {
	for _, name := range m.pass.SDKModules {
		for at := 0; ; {
			i := strings.Index(dotted[at:], name)
			if i < 0 {
				break
			}
			i += at
			rest := dotted[i+len(name):]
			if (i == 0 || dotted[i-1] == '.') && (rest == "" || rest[0] == '.') {
				return "agents" + rest, true
			}
			at = i + 1
		}
	}
	return "", false
}

// vendoredModule is the SDK where the dotted name means a copy of it, or nil.
func (m *machine) vendoredModule(dotted string) value {
	if len(m.pass.SDKModules) == 0 {
		return nil
	}
	name, ok := m.vendored(dotted)
	if !ok {
		return nil
	}
	if m.frame != nil {
		m.frame.mod.sdk = true
	}
	return &namespace{name: name, sdk: true}
}

// withoutSDK leaves the files of copies of the SDK out: they are no part of
// the program.
func (m *machine) withoutSDK(files []string) []string {
	if len(m.pass.SDKModules) == 0 {
		return files
	}
	var out []string
	for _, f := range files {
		if _, ok := m.vendored(dotted(path.Clean(f))); !ok {
			out = append(out, f)
		}
	}
	return out
}
