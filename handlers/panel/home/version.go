package home

import "runtime/debug"

// version is that of the program, as the Go toolchain stamped it.
func version() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "em desenvolvimento"
	}
	return info.Main.Version
}
