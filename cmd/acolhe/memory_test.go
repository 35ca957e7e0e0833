package main

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestContainerLimit(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  int64
	}{
		"version 2": {fstest.MapFS{"proc/self/cgroup": file("0::/system.slice/acolhe.service\n"),
			"sys/fs/cgroup/system.slice/acolhe.service/memory.max": file("536870912\n")}, 512 << 20},
		"the group around it": {fstest.MapFS{"proc/self/cgroup": file("0::/system.slice/acolhe.service\n"),
			"sys/fs/cgroup/system.slice/acolhe.service/memory.max": file("max\n"),
			"sys/fs/cgroup/system.slice/memory.max":                file("268435456\n")}, 256 << 20},
		"a container's own root": {fstest.MapFS{"proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("1073741824\n")}, 1 << 30},
		"version 1": {fstest.MapFS{"proc/self/cgroup": file("5:cpu:/a\n4:memory:/a\n"),
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": file("134217728\n")}, 128 << 20},
		"version 1, paths outside": {fstest.MapFS{"proc/self/cgroup": file("4:memory:/docker/1a\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("134217728\n")}, 128 << 20},
		"no limit": {fstest.MapFS{"proc/self/cgroup": file("0::/a\n"), "sys/fs/cgroup/a/memory.max": file("max\n")},
			math.MaxInt64},
		"no cgroups": {fstest.MapFS{}, math.MaxInt64},
		"nonsense": {fstest.MapFS{"proc/self/cgroup": file("x\n0::/a\n"), "sys/fs/cgroup/a/memory.max": file("-1\n")},
			math.MaxInt64},
	} {
		if got := containerLimit(c.files); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
