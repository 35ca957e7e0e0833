package directus

import (
	"context"
	"errors"
	"io/fs"

	"acolhe/models/directus/dump"
	"acolhe/models/directus/source"
)

// Errors of a place that was not named whole.
var (
	ErrNoPlace = errors.New("diga onde está o Directus: --url, --database com o PostgreSQL dele, ou --dump com um dump deste")
	ErrNoToken = errors.New("falta o token: DIRECTUS_TOKEN ou --token")
)

// Place is where a Directus is: its address, its PostgreSQL, or a dump of that.
type Place struct {
	URL, Token, Database, Dump string
	// DataDir is where a dump is unpacked, with the PostgreSQL of the archive. Progress is called after each of its tables.
	DataDir  string
	Archive  fs.FS
	Progress func(table string, rows int)
}

// Open returns a reader of the dump or of the database, if one is named, else of the interface, from which the bytes of files always
// come. It returns ErrNoPlace or ErrNoToken if something was not named.
func (p Place) Open(ctx context.Context) (source.Reader, func(), error) {
	var rest source.Reader
	if p.URL != "" {
		if p.Token == "" {
			return nil, nil, ErrNoToken
		}
		reader, err := source.NewREST(p.URL, p.Token)
		if err != nil {
			return nil, nil, err
		}
		rest = reader
	}
	switch {
	case p.Dump != "":
		return p.openDump(ctx, rest)
	case p.Database != "":
		return openDatabase(ctx, p.Database, rest)
	case rest != nil:
		return rest, func() {}, nil
	}
	return nil, nil, ErrNoPlace
}

func openDatabase(ctx context.Context, address string, rest source.Reader) (source.Reader, func(), error) {
	reader, err := source.OpenDatabase(ctx, address, rest)
	if err != nil {
		return nil, nil, err
	}
	return reader, reader.Close, nil
}

// openDump reads a dump into a PostgreSQL that is removed with the reader.
func (p Place) openDump(ctx context.Context, rest source.Reader) (source.Reader, func(), error) {
	tables := []string{source.Users, source.Roles, source.Files}
	for _, one := range collections {
		tables = append(tables, one.name)
	}
	place, err := dump.Open(ctx, dump.Request{File: p.Dump, Tables: tables, DataDir: p.DataDir, Archive: p.Archive, Progress: p.Progress})
	if err != nil {
		return nil, nil, err
	}
	reader, closeReader, err := openDatabase(ctx, place.URL, rest)
	if err != nil {
		place.Close(ctx)
		return nil, nil, err
	}
	return reader, func() { closeReader(); place.Close(ctx) }, nil
}
