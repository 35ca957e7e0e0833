package machine

import (
	"io/fs"
	"runtime"
	"strconv"
	"strings"
)

// ReadLoad returns the load of the last 15 minutes for each processor, in percent; -1 if unknown. root is the file system
// from /.
func ReadLoad(root fs.FS) int {
	text, err := fs.ReadFile(root, "proc/loadavg")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 3 {
		return -1
	}
	load, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		return -1
	}
	return int(load * 100 / float64(runtime.NumCPU()))
}
