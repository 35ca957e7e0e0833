package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"acolhe/models/db"
	"acolhe/models/db/private"
)

// stopTimeout is how long the private PostgreSQL may take to stop.
const stopTimeout = 30 * time.Second

// database is the open database and, without DATABASE_URL, the server of our own behind it.
type database struct {
	*db.Connection
	own *private.Server
}

// openDatabase opens the database of DATABASE_URL, or starts the private one under DATA_DIR,
// and brings the schema up to date.
func openDatabase(ctx context.Context, c config) (*database, error) {
	address := c.databaseURL
	opened := &database{}
	if address == "" {
		own, err := private.Start(ctx, c.dataDir)
		if err != nil {
			return nil, err
		}
		opened.own, address = own, own.URL()
	}
	connection, err := db.Open(ctx, address)
	if err != nil {
		return nil, errors.Join(err, opened.stopOwn(ctx))
	}
	opened.Connection = connection
	if err := db.Migrate(ctx, connection); err != nil {
		return nil, errors.Join(err, opened.close(ctx))
	}
	return opened, nil
}

// describe says where the data lies.
func (d *database) describe(c config) string {
	if d.own == nil {
		return "PostgreSQL de DATABASE_URL, arquivos em " + c.dataDir
	}
	return c.dataDir + " (PostgreSQL próprio)"
}

// close gives back the connections and stops the server of our own, even when ctx has ended.
func (d *database) close(ctx context.Context) error {
	d.Close()
	return d.stopOwn(ctx)
}

func (d *database) stopOwn(ctx context.Context) error {
	if d.own == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return d.own.Stop(ctx)
}

// migrate brings the schema up to date and stops.
func migrate(ctx context.Context, c config, out io.Writer) error {
	opened, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "O esquema do banco de dados está em dia.")
	return opened.close(ctx)
}
