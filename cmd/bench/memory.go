package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A process is idle if its memory has changed by less than the tolerance for this time.
const (
	stillFor   = 5 * time.Second
	stillLimit = time.Minute
	lookEvery  = 100 * time.Millisecond
	tolerance  = 256 * kibibyte
)

// size is an amount in bytes.
type size int64

const (
	kibibyte size = 1 << 10
	mebibyte size = 1 << 20
)

// String returns megabytes of 2^20 bytes.
func (s size) String() string { return fmt.Sprintf("%.1f MB", float64(s)/float64(mebibyte)) }

// memory is the memory of a server and of the PostgreSQL that it started.
type memory struct {
	// server and peak are the current and the maximum resident set; own is the part of the current one that is not of a file, such as
	// the program's own text, which the system may drop and read again.
	server, peak, own size
	// postgres is the sum of the proportional sets of its processes, which share most of their
	// memory.
	postgres size
}

// idleMemory waits until the memory of an idle process is stable and returns it.
func idleMemory(ctx context.Context, pid int) (memory, error) {
	deadline := time.Now().Add(stillLimit)
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var still size
	var since time.Time
	for {
		resident, err := field(pid, "status", "VmRSS")
		if err != nil {
			return memory{}, err
		}
		now := time.Now()
		if moved := resident - still; moved > tolerance || moved < -tolerance {
			still, since = resident, now
		}
		if now.Sub(since) >= stillFor {
			return read(pid)
		}
		if now.After(deadline) {
			return memory{}, fmt.Errorf("the memory of process %d does not settle", pid)
		}
		select {
		case <-ctx.Done():
			return memory{}, ctx.Err()
		case <-ticker.C:
		}
	}
}

func read(pid int) (memory, error) {
	var m memory
	var err error
	if m.server, err = field(pid, "status", "VmRSS"); err != nil {
		return m, err
	}
	if m.peak, err = field(pid, "status", "VmHWM"); err != nil {
		return m, err
	}
	if m.own, err = field(pid, "status", "RssAnon"); err != nil {
		return m, err
	}
	descendants, err := descendantsOf(pid)
	if err != nil {
		return m, err
	}
	for _, of := range descendants {
		share, err := field(of, "smaps_rollup", "Pss")
		if errors.Is(err, fs.ErrNotExist) {
			continue // it has ended
		}
		if err != nil {
			return m, err
		}
		m.postgres += share
	}
	return m, nil
}

// field reads one line of a file of /proc/PID, such as `VmRSS:     5120 kB`.
func field(pid int, file, name string) (size, error) {
	path := filepath.Join("/proc", strconv.Itoa(pid), file)
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		label, value, _ := strings.Cut(line, ":")
		if label != name {
			continue
		}
		kibibytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
		return size(kibibytes) * kibibyte, err
	}
	return 0, fmt.Errorf("%s has no line %s", path, name)
}

// descendantsOf returns the processes that a process started, directly or indirectly.
func descendantsOf(pid int) ([]int, error) {
	children, err := childrenByParent()
	if err != nil {
		return nil, err
	}
	found := children[pid]
	for i := 0; i < len(found); i++ {
		found = append(found, children[found[i]]...)
	}
	return found, nil
}

func childrenByParent() (map[int][]int, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	children := map[int][]int{}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// The state and the parent follow the name in parentheses, which may have any characters.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		pid, notPid := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		parent, notParent := strconv.Atoi(fields[1])
		if notPid == nil && notParent == nil {
			children[parent] = append(children[parent], pid)
		}
	}
	return children, nil
}
