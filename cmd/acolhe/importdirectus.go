package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"acolhe/models/directus"
	"acolhe/models/files"
	"acolhe/models/types/fmtbr"
)

// errDiffers ends `acolhe import directus` with a status that is not 0, after the report.
var errDiffers = errors.New("os dois lados ainda não são iguais; as diferenças estão acima")

// importDirectus implements `acolhe import directus`. The token and the address of the database are also read from the
// environment, because the list of processes shows arguments to every account of the machine.
func importDirectus(ctx context.Context, c config, inv invocation) error {
	var address string
	flags := flag.NewFlagSet("import directus", flag.ContinueOnError)
	flags.StringVar(&address, "url", "", "")
	token := flags.String("token", c.directusToken, "")
	source := flags.String("database", c.directusDatabase, "")
	if err := parseFlags(flags, inv.flags); err != nil {
		return err
	}
	reader, closeReader, err := openDirectus(ctx, address, *token, *source)
	if err != nil {
		return err
	}
	defer closeReader()
	return withDatabase(ctx, c, func(opened *database) error {
		move := directus.Move{Pool: opened.Pool, Library: files.Library{DB: opened.DB, Drivers: c.storage()}, From: reader, Now: time.Now,
			Progress: func(label string, rows int) { fmt.Fprintf(inv.out, "%s: %s\n", label, fmtbr.Integer(int64(rows))) }}
		result, err := move.Run(ctx)
		if err != nil {
			return err
		}
		compared, err := move.Compare(ctx)
		if err != nil {
			return err
		}
		if !directus.Report(inv.out, result, compared) {
			return errDiffers
		}
		return nil
	})
}

// openDirectus returns a reader of the database of a Directus, if one is named, else of its interface.
func openDirectus(ctx context.Context, address, token, database string) (directus.Reader, func(), error) {
	var rest directus.Reader
	if address != "" {
		if token == "" {
			return nil, nil, usageError("falta o token: DIRECTUS_TOKEN ou --token")
		}
		reader, err := directus.NewREST(address, token)
		if err != nil {
			return nil, nil, err
		}
		rest = reader
	}
	if database == "" && rest == nil {
		return nil, nil, usageError("diga onde está o Directus: --url, ou --database com o PostgreSQL dele")
	}
	if database == "" {
		return rest, func() {}, nil
	}
	reader, err := directus.OpenDatabase(ctx, database, rest)
	if err != nil {
		return nil, nil, err
	}
	return reader, reader.Close, nil
}
