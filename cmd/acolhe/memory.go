package main

import (
	"io/fs"
	"runtime/debug"

	"acolhe/models/platform/machine"
)

// The parts of a container's memory that the program takes: with the private PostgreSQL in the same container it leaves
// more to it.
const (
	shareAlone         = 0.8
	shareWithDatabase  = 0.45
	leastMemoryLimit   = 64 << 20
	unlimitedFromBytes = 1 << 50
)

// limitMemory makes the garbage collector work harder near the memory limit of the container, unless GOMEMLIMIT says
// something else.
func limitMemory(getenv func(string) string, root fs.FS) {
	if getenv("GOMEMLIMIT") != "" {
		return
	}
	share := shareAlone
	if getenv("DATABASE_URL") == "" {
		share = shareWithDatabase
	}
	if limit := machine.MemoryLimit(root); limit < unlimitedFromBytes {
		debug.SetMemoryLimit(max(leastMemoryLimit, int64(share*float64(limit))))
	}
}
