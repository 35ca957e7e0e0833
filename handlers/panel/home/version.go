package home

import "runtime/debug"

// version returns the version of the program from the build information.
func version() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "em desenvolvimento"
	}
	return info.Main.Version
}
