package main

import (
	"archive/tar"
	"bytes"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// archive writes the files of a layer; after an error it writes nothing more.
type archive struct {
	to      *tar.Writer
	created time.Time
	// made are the folders that are in the layer already.
	made map[string]bool
	err  error
}

// layerOf returns the layer that fill writes.
func layerOf(created time.Time, fill func(*archive) error) (v1.Layer, error) {
	var content bytes.Buffer
	w := &archive{to: tar.NewWriter(&content), created: created, made: map[string]bool{".": true}}
	if err := fill(w); err != nil {
		return nil, err
	}
	if err := w.to.Close(); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer))
}

// tree writes a folder of this machine, in the order of the names. Everything belongs to root.
func (w *archive) tree(folder string) {
	err := filepath.WalkDir(folder, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || at == folder {
			return err
		}
		name, err := filepath.Rel(folder, at)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir():
			w.folder(name, 0o755, 0)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(at)
			if err != nil {
				return err
			}
			w.link(name, target)
		default:
			content, err := os.ReadFile(at)
			if err != nil {
				return err
			}
			w.file(name, 0o644|int64(info.Mode().Perm()&0o111), content)
		}
		return w.err
	})
	if w.err == nil {
		w.err = err
	}
}

// folder writes a folder and those above it, which belong to root.
func (w *archive) folder(name string, mode int64, owner int) {
	w.above(name)
	if w.made[name] {
		return
	}
	w.made[name] = true
	w.write(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: mode, Uid: owner, Gid: owner}, nil)
}

func (w *archive) above(name string) {
	if parent := path.Dir(name); !w.made[parent] {
		w.folder(parent, 0o755, 0)
	}
}

func (w *archive) file(name string, mode int64, content []byte) {
	w.above(name)
	w.write(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: mode, Size: int64(len(content))}, content)
}

func (w *archive) link(name, target string) {
	w.above(name)
	w.write(&tar.Header{Typeflag: tar.TypeSymlink, Name: name, Linkname: target, Mode: 0o777}, nil)
}

func (w *archive) write(header *tar.Header, content []byte) {
	if w.err != nil {
		return
	}
	header.ModTime, header.Format = w.created, tar.FormatUSTAR
	if w.err = w.to.WriteHeader(header); w.err == nil {
		_, w.err = w.to.Write(content)
	}
}
