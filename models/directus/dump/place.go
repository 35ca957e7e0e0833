package dump

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db/private"
)

// stopTimeout is the time for the PostgreSQL to stop.
const stopTimeout = 30 * time.Second

// Request is what is read, and where.
type Request struct {
	// File is a plain pg_dump, also one that gzip packed.
	File string
	// Tables are the names of those that are wanted.
	Tables []string
	// DataDir is where the private PostgreSQL gets a folder, Archive its programs.
	DataDir string
	Archive fs.FS
	// Progress is called after each table.
	Progress func(table string, rows int)
}

// Place is a PostgreSQL that holds the rows of a dump and nothing else.
type Place struct {
	// URL names it, with the schema of the Directus first.
	URL    string
	folder string
	// server is nil before the first table.
	server *private.Server
}

// Open reads a dump into a private PostgreSQL of its own. The errors that begin with Err are reasons why a file is refused.
func Open(ctx context.Context, want Request) (*Place, error) {
	content, closeFile, err := openFile(want.File)
	if err != nil {
		return nil, err
	}
	defer closeFile()
	p := &Place{folder: filepath.Join(want.DataDir, "directus-dump")}
	schema, err := p.load(ctx, content, want)
	if err == nil {
		p.URL, err = withSchema(p.server.URL(), schema)
	}
	if err != nil {
		p.Close(ctx)
		return nil, err
	}
	return p, nil
}

// load reads a dump into the server, which it starts for the first table.
func (p *Place) load(ctx context.Context, content io.Reader, want Request) (schema string, err error) {
	l := &loader{in: newReader(interruptible{ctx, content}), wanted: want.Tables, progress: want.Progress,
		tables: map[name][]column{}, filled: map[name]bool{}, inserted: map[name]bool{}}
	l.connect = func(ctx context.Context) (*pgx.Conn, error) {
		if err := p.start(ctx, want.Archive); err != nil {
			return nil, err
		}
		return pgx.Connect(ctx, p.server.URL())
	}
	schema, err = l.load(ctx)
	if l.conn != nil {
		err = errors.Join(err, l.conn.Close(context.WithoutCancel(ctx)))
	}
	return schema, err
}

// interruptible ends with the context, also in rows that are passed over.
type interruptible struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (r interruptible) Read(into []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(into)
}

// start starts the server in an empty folder. One that a killed command left is stopped and removed before; one in use is refused.
func (p *Place) start(ctx context.Context, archive fs.FS) (err error) {
	if _, err := os.Stat(p.folder); err == nil {
		left, err := private.Start(ctx, archive, p.folder)
		if errors.Is(err, private.ErrInUse) {
			return errors.New("outro acolhe import directus está lendo um dump; espere que termine")
		}
		if err == nil { // else it was killed before its server ran
			_ = left.Stop(ctx)
		}
		if err := os.RemoveAll(p.folder); err != nil {
			return fmt.Errorf("%s ficou de um comando interrompido e não saiu: %w", p.folder, err)
		}
	}
	if p.server, err = private.Start(ctx, archive, p.folder); err != nil {
		return errors.Join(err, os.RemoveAll(p.folder))
	}
	return nil
}

// Close stops the PostgreSQL and removes its folder, even if ctx is done.
func (p *Place) Close(ctx context.Context) {
	if p.server == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	_ = p.server.Stop(ctx)
	_ = os.RemoveAll(p.folder)
}

// withSchema returns an address whose connections look into a schema first.
func withSchema(address, schema string) (string, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	query := parsed.Query()
	query.Set("search_path", pgx.Identifier{schema}.Sanitize())
	parsed.RawQuery = query.Encode()
	return parsed.String(), nil
}

// openFile opens a dump and unpacks it. ErrArchive is returned for the formats that only pg_restore reads.
func openFile(path string) (content io.Reader, closeFile func(), err error) {
	info, err := os.Stat(path)
	if err != nil { // in words: a missing file of a database is named so too, with another cause
		return nil, nil, fmt.Errorf("o dump %s não pôde ser lido: %v", path, err)
	}
	if info.IsDir() {
		return nil, nil, ErrArchive
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("o dump %s não pôde ser lido: %v", path, err)
	}
	content, err = unpacked(bufio.NewReaderSize(file, lineSize))
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return content, func() { _ = file.Close() }, nil
}

// unpacked returns the text of a dump by its first bytes.
func unpacked(packed *bufio.Reader) (*bufio.Reader, error) {
	if first, _ := packed.Peek(2); bytes.Equal(first, []byte{0x1f, 0x8b}) {
		plain, err := gzip.NewReader(packed)
		if err != nil {
			return nil, cut(err)
		}
		packed = bufio.NewReaderSize(plain, lineSize)
	}
	first, _ := packed.Peek(lineSize)
	switch {
	case bytes.HasPrefix(first, []byte("PGDMP")), bytes.HasPrefix(first, []byte("toc.dat\x00")):
		return nil, ErrArchive
	case bytes.IndexByte(first, 0) >= 0, len(bytes.TrimSpace(first)) == 0:
		return nil, ErrForeign
	}
	return packed, nil
}
