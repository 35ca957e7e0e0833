// Package version names the release of the program that runs.
package version

import (
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

// What the build of a package sets with -ldflags -X: the name of the version, and the time of its commit in seconds since 1970.
var name, committed string

// Current returns the version of the program, from its package or the build information, which is parsed once: every page
// shows it.
var Current = sync.OnceValue(read)

func read() string {
	if name != "" {
		return name
	}
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "versão de teste"
	}
	return info.Main.Version
}

// Released returns the time of the program's commit, the zero time if it was built without a package.
func Released() time.Time { return parse(committed) }

func parse(seconds string) time.Time {
	number, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || number <= 0 {
		return time.Time{}
	}
	return time.Unix(number, 0)
}
