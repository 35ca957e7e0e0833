// Package version names the release of the program that runs.
package version

import (
	"runtime/debug"
	"sync"
)

// Current returns the version of the program from the build information, which is parsed once: every page shows it.
var Current = sync.OnceValue(read)

func read() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "versão de teste"
	}
	return info.Main.Version
}
