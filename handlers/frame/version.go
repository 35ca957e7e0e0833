package frame

import "runtime/debug"

// Version returns the version of the program from the build information.
func Version() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "em desenvolvimento"
	}
	return info.Main.Version
}
