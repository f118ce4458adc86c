package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/obligato-dev/obligato/internal/cache"
)

// noCache is the value of --cache that keeps nothing.
const noCache = "off"

// defaultCacheDir is the folder of this program among the user's caches, or
// empty where the system names none.
func defaultCacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "obligato")
}

// openCache opens the folder that --cache names.
func (a *app) openCache() *cache.Store {
	dir := a.cacheDir
	switch dir {
	case noCache:
		return nil
	case "":
		dir = a.CacheDir
	}
	return cache.Open(dir, buildName(), a.Now)
}

// buildName names this build of the program. A build that no version names,
// or that holds changes beside its version, is told from others by its file.
func buildName() string {
	name := buildVersion().Version
	info, ok := debug.ReadBuildInfo()
	if ok && name != "(devel)" && !strings.Contains(name, "+dirty") && info.Main.Sum != "" {
		return name
	}
	exe, err := os.Executable()
	if err != nil {
		return name
	}
	file, err := os.Stat(exe)
	if err != nil {
		return name
	}
	return fmt.Sprintf("%s %d %d", name, file.Size(), file.ModTime().UnixNano())
}
