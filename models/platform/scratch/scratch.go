// Package scratch opens a private PostgreSQL with a storage of files in a folder that is removed. It owns no schema.
package scratch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/storage"
)

// Place is a database and a storage that nobody else uses.
type Place struct {
	Conn  *db.Connection
	Files storage.Drivers

	folder string
	server *private.Server
}

// Open opens an empty place in a new folder below another one, with the programs of the archive, else with installed ones.
func Open(ctx context.Context, archive fs.FS, below string, key encryption.Key) (*Place, error) {
	if err := os.MkdirAll(below, 0o700); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(below, "drill-")
	if err != nil {
		return nil, err
	}
	p := &Place{folder: folder, Files: storage.New(filepath.Join(folder, "files"), key)}
	if p.server, err = private.Start(ctx, archive, folder); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	if p.Conn, err = db.Open(ctx, p.server.URL()); err != nil {
		p.Close(ctx)
		return nil, err
	}
	return p, nil
}

// stopTimeout is the time for the PostgreSQL to stop.
const stopTimeout = 30 * time.Second

// Close stops the PostgreSQL and removes the folder, even if ctx is done.
func (p *Place) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if p.Conn != nil {
		p.Conn.Close()
	}
	_ = p.server.Stop(ctx)
	_ = os.RemoveAll(p.folder)
}
