package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"acolhe/models/directus"
	"acolhe/models/files"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
)

// errDiffers ends `acolhe import directus` with a status that is not 0, after the report.
var errDiffers = errors.New("os dois lados ainda não são iguais; as diferenças estão acima")

// importDirectus implements `acolhe import directus`. The token and the address of the database are also read from the
// environment, because the list of processes shows arguments to every account of the machine.
func importDirectus(ctx context.Context, c config, inv invocation) error {
	progress := func(label string, rows int) { fmt.Fprintf(inv.out, "%s: %s\n", label, fmtbr.Integer(int64(rows))) }
	from := directus.Place{DataDir: c.dataDir, Archive: archive.FS, Progress: progress}
	flags := flag.NewFlagSet("import directus", flag.ContinueOnError)
	flags.StringVar(&from.URL, "url", "", "")
	flags.StringVar(&from.Token, "token", c.directusToken, "")
	flags.StringVar(&from.Database, "database", c.directusDatabase, "")
	flags.StringVar(&from.Dump, "dump", "", "")
	if err := parseFlags(flags, inv.flags); err != nil {
		return err
	}
	reader, closeReader, err := from.Open(ctx)
	if errors.Is(err, directus.ErrNoPlace) || errors.Is(err, directus.ErrNoToken) {
		return usageError(err.Error())
	}
	if err != nil {
		return err
	}
	defer closeReader()
	return withDatabase(ctx, c, func(opened *database) error {
		zone, err := settings.Location(ctx, opened.DB)
		if err != nil {
			return err
		}
		move := directus.Move{Pool: opened.Pool, Library: files.Library{DB: opened.DB, Drivers: c.storage()}, From: reader, Now: time.Now,
			Zone: zone, Progress: progress}
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
