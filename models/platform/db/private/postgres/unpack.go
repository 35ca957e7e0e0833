package postgres

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/andybalholm/brotli"
)

// archiveName is the name of this platform's programs in the archive; their SHA-256 is in a file
// next to them.
const archiveName = "postgres-" + runtime.GOOS + "-" + runtime.GOARCH + ".tar.br"

// SystemCache is the directory of the programs if root runs Acolhe: the server's account must reach
// them, and DATA_DIR is usually closed to it.
const SystemCache = "/var/cache/acolhe"

// Unpack returns the programs of an archive, which it unpacks into programsDir the first time,
// and fs.ErrNotExist if the archive has none or they do not run on this system.
func Unpack(archive fs.FS, programsDir string) (Programs, error) {
	sum, err := fs.ReadFile(archive, archiveName+".sha256")
	if err != nil {
		return Programs{}, err
	}
	dir := filepath.Join(programsDir, "bin-"+strings.TrimSpace(string(sum))[:16])
	if err := unpackAtomically(archive, dir); err != nil {
		return Programs{}, err
	}
	p, ok := inspect(filepath.Join(dir, "bin"))
	if !ok {
		return Programs{}, fmt.Errorf("os programas em %s não executam neste sistema: %w", dir, fs.ErrNotExist)
	}
	p.Dir = dir
	return p, nil
}

// unpackAtomically creates dir complete or not at all, even while another process unpacks it.
func unpackAtomically(archive fs.FS, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	programsDir := filepath.Dir(dir)
	if err := createProgramsDir(programsDir); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(programsDir, ".unpacking-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(unfinished)
	if err := unpackInto(archive, unfinished); err != nil {
		return err
	}
	// A file system may keep a rename and lose files that were written before it. One sync of
	// everything is much faster than one for each of 1,500 files.
	syscall.Sync()
	if err := os.Rename(unfinished, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func createProgramsDir(programsDir string) error {
	if err := os.MkdirAll(programsDir, 0o755); err != nil || programsDir != SystemCache {
		return err
	}
	return os.Chmod(programsDir, 0o755) // whatever the umask
}

func unpackInto(archive fs.FS, dir string) error {
	packed, err := archive.Open(archiveName)
	if err != nil {
		return err
	}
	defer packed.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	entries := tar.NewReader(brotli.NewReader(packed))
	for {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := extract(root, entry, entries); err != nil {
			return fmt.Errorf("%s: %w", entry.Name, err)
		}
	}
}

// extract writes one entry with its mode from the archive, whatever the umask, because the server's
// account may be another one.
func extract(root *os.Root, entry *tar.Header, content io.Reader) error {
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
