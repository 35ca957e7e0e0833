// Package machine reads what Linux says about the machine and the container of the process. Other systems say nothing.
package machine

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// Memory is the memory that the process may use and what is in use of it, in bytes; 0 if unknown.
type Memory struct{ Total, Used int64 }

// ReadMemory returns the memory of the container, or of the machine if the container has no limit below it. root is the file
// system from /.
func ReadMemory(root fs.FS) Memory {
	total := kilobytes(root, "proc/meminfo", "MemTotal:")
	memory := Memory{Total: total, Used: total - kilobytes(root, "proc/meminfo", "MemAvailable:")}
	if limit := MemoryLimit(root); limit < total {
		memory = Memory{Total: limit, Used: containerUse(root)}
	}
	return memory
}

// kilobytes returns a value in KB of a file like /proc/meminfo in bytes, 0 if it is not there.
func kilobytes(root fs.FS, name, key string) int64 { return value(root, name, key) << 10 }

// value returns the number behind a word at the beginning of a line, 0 if it is not there.
func value(root fs.FS, name, key string) int64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == key {
			number, _ := strconv.ParseInt(fields[1], 10, 64)
			return number
		}
	}
	return 0
}

// MemoryLimit returns the least memory limit of the process's cgroup and those around it, in bytes; math.MaxInt64 without one.
// root is the file system from /.
func MemoryLimit(root fs.FS) int64 {
	limit := int64(math.MaxInt64)
	for _, group := range groups(root) {
		for at := path.Clean("/" + group.path); ; at = path.Dir(at) {
			limit = min(limit, limitIn(root, path.Join(group.folder, at, group.limit)))
			if at == "/" {
				break
			}
		}
	}
	return limit
}

// containerUse returns what the programs of the process's cgroup hold, without what the kernel keeps of files.
func containerUse(root fs.FS) int64 {
	for _, group := range groups(root) {
		for _, at := range []string{path.Clean("/" + group.path), "/"} {
			if used := value(root, path.Join(group.folder, at, "memory.stat"), group.held); used > 0 {
				return used
			}
		}
	}
	return 0
}

// group is a memory cgroup: its folder under sys, its path, the name of its limit, and of what its programs hold.
type group struct{ folder, path, limit, held string }

func groups(root fs.FS) (found []group) {
	own, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(own)) {
		// 0::/system.slice/acolhe.service for version 2, 4:memory:/docker/1a2b for version 1.
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(parts) == 3 && parts[1] == "":
			found = append(found, group{"sys/fs/cgroup", parts[2], "memory.max", "anon"})
		case len(parts) == 3 && parts[1] == "memory":
			found = append(found, group{"sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes", "total_rss"})
		}
	}
	return found
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
