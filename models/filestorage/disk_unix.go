//go:build unix

package filestorage

import "syscall"

// diskOf returns the free and the whole space of the disk with a folder in bytes, 0 if unknown.
func diskOf(folder string) Disk {
	var found syscall.Statfs_t
	if err := syscall.Statfs(folder, &found); err != nil {
		return Disk{}
	}
	return Disk{Free: int64(found.Bavail) * int64(found.Bsize), Total: int64(found.Blocks) * int64(found.Bsize)}
}
