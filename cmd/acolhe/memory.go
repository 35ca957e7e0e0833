package main

import (
	"io/fs"
	"math"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
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
	if limit := containerLimit(root); limit < unlimitedFromBytes {
		debug.SetMemoryLimit(max(leastMemoryLimit, int64(share*float64(limit))))
	}
}

// containerLimit returns the least memory limit of the process's cgroup and those around it, in bytes; math.MaxInt64
// without one. root is the file system from /.
func containerLimit(root fs.FS) int64 {
	limit := int64(math.MaxInt64)
	own, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return limit
	}
	for line := range strings.Lines(string(own)) {
		// 0::/system.slice/acolhe.service for version 2, 4:memory:/docker/1a2b for version 1.
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 || parts[1] != "" && parts[1] != "memory" {
			continue
		}
		folder, file := "sys/fs/cgroup", "memory.max"
		if parts[1] == "memory" {
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for at := path.Clean("/" + parts[2]); ; at = path.Dir(at) {
			limit = min(limit, limitIn(root, path.Join(folder, at, file)))
			if at == "/" {
				break
			}
		}
	}
	return limit
}

// limitIn returns the limit in a file; math.MaxInt64 without one.
func limitIn(root fs.FS, name string) int64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return math.MaxInt64
	}
	limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || limit <= 0 {
		return math.MaxInt64
	}
	return limit
}
