package private

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// archiveName is what an archive calls the programs of this platform; their SHA-256 lies beside them.
const archiveName = "postgres-" + runtime.GOOS + "-" + runtime.GOARCH + ".tar.gz"

// systemCache holds the programs when root runs Acolhe: the server's account must reach them,
// and DATA_DIR is mostly closed to it.
const systemCache = "/var/cache/acolhe"

// unpacked returns the programs of an archive in a directory of the shelf, unpacking them the first
// time; fs.ErrNotExist when the archive has none or they do not run on this system.
func unpacked(archive fs.FS, shelf string) (programs, error) {
	sum, err := fs.ReadFile(archive, archiveName+".sha256")
	if err != nil {
		return programs{}, err
	}
	dir := filepath.Join(shelf, "bin-"+strings.TrimSpace(string(sum))[:16])
	if err := unpackOnce(archive, dir); err != nil {
		return programs{}, err
	}
	p, ok := examine(filepath.Join(dir, "bin"))
	if !ok {
		return programs{}, fmt.Errorf("os programas em %s não executam neste sistema: %w", dir, fs.ErrNotExist)
	}
	p.dir = dir
	return p, nil
}

// removeOlderThan drops the programs of earlier builds, once a server runs from the present
// ones. Those of other shelves stay, for another Acolhe may be using them.
func (h home) removeOlderThan(current programs) error {
	if filepath.Dir(current.dir) != string(h) {
		return nil
	}
	dirs, err := filepath.Glob(h.join("bin-*"))
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if dir == current.dir {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}

// unpackOnce makes dir appear whole or not at all, even while another process unpacks it.
func unpackOnce(archive fs.FS, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	shelf := filepath.Dir(dir)
	if err := makeShelf(shelf); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(shelf, ".unpacking-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(unfinished)
	if err := unpackInto(archive, unfinished); err != nil {
		return err
	}
	// A file system may keep a rename and lose what was written before it; one sync of
	// everything is far quicker than one of each of 1,500 files.
	syscall.Sync()
	if err := os.Rename(unfinished, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func makeShelf(shelf string) error {
	if err := os.MkdirAll(shelf, 0o755); err != nil || shelf != systemCache {
		return err
	}
	return os.Chmod(shelf, 0o755) // whatever the umask
}

func unpackInto(archive fs.FS, dir string) error {
	packed, err := archive.Open(archiveName)
	if err != nil {
		return err
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	entries := tar.NewReader(plain)
	for {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := place(root, entry, entries); err != nil {
			return fmt.Errorf("%s: %w", entry.Name, err)
		}
	}
}

// place writes one entry with the archive's own mode, whatever the umask: the account that
// runs the server may be another one.
func place(root *os.Root, entry *tar.Header, content io.Reader) error {
	name, mode := filepath.Clean(entry.Name), entry.FileInfo().Mode().Perm()
	switch entry.Typeflag {
	case tar.TypeDir:
		return errors.Join(root.MkdirAll(name, mode), root.Chmod(name, mode))
	case tar.TypeSymlink:
		return root.Symlink(entry.Linkname, name)
	}
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Chmod(mode), file.Close())
}
