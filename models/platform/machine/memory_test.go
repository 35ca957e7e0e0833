package machine_test

import (
	"math"
	"testing"
	"testing/fstest"

	"acolhe/models/platform/machine"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// The least limit of the groups around the process holds.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
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
		if got := machine.MemoryLimit(c.files); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// A container's memory counts instead of the machine's, without what the kernel keeps of files.
func TestReadMemory(t *testing.T) {
	t.Parallel()
	const gigabyte = 1 << 30
	meminfo := file("MemTotal:       4194304 kB\nMemFree:         100 kB\nMemAvailable:   3145728 kB\n")
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  machine.Memory
	}{
		"a machine": {fstest.MapFS{"proc/meminfo": meminfo}, machine.Memory{Total: 4 * gigabyte, Used: gigabyte}},
		"a container": {fstest.MapFS{"proc/meminfo": meminfo, "proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("1073741824\n"),
			"sys/fs/cgroup/memory.stat": file("anon 268435456\nfile 999999999\n")}, machine.Memory{Total: gigabyte, Used: gigabyte / 4}},
		"a container of version 1": {fstest.MapFS{"proc/meminfo": meminfo, "proc/self/cgroup": file("4:memory:/docker/1a\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("1073741824\n"), "sys/fs/cgroup/memory/memory.stat": file("cache 9\ntotal_rss 4096\n")},
			machine.Memory{Total: gigabyte, Used: 4096}},
		"a limit above the machine": {fstest.MapFS{"proc/meminfo": meminfo, "proc/self/cgroup": file("0::/\n"),
			"sys/fs/cgroup/memory.max": file("9073741824000\n")}, machine.Memory{Total: 4 * gigabyte, Used: gigabyte}},
		"another system": {fstest.MapFS{}, machine.Memory{}},
	} {
		if got := machine.ReadMemory(c.files); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestReadLoad(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"9.00 9.00 0.00 1/234 5678\n": 0, "strange": -1, "1 2 x": -1} {
		if got := machine.ReadLoad(fstest.MapFS{"proc/loadavg": file(text)}); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
