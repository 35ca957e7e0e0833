package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/areas"
	"acolhe/models/backups"
	"acolhe/models/backups/restore"
	"acolhe/models/configuration"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/db/schema"
	"acolhe/models/pointintime"
)

const (
	// closeTimeout is the time for statements of ended requests and jobs to end.
	closeTimeout = 5 * time.Second
	// stopTimeout is the time for the private PostgreSQL to stop.
	stopTimeout = 30 * time.Second
)

// database is the open database; server is the private PostgreSQL, nil with DATABASE_URL.
type database struct {
	*db.Connection
	server *private.Server
	// unwatch ends what watch began; nil before it.
	unwatch func()
}

// openDatabase opens the database of DATABASE_URL, or starts the private one under DATA_DIR,
// and brings the schema up to date.
func openDatabase(ctx context.Context, c config) (*database, error) {
	opened, err := openUnprepared(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, opened.Connection); err != nil {
		return nil, errors.Join(err, opened.close(ctx))
	}
	return opened, nil
}

// openUnprepared opens the database and leaves its schema as it is, which may be none.
func openUnprepared(ctx context.Context, c config) (*database, error) {
	address := c.databaseURL
	opened := &database{}
	if address == "" {
		own, err := private.Start(ctx, archive.FS, c.dataDir)
		if err != nil {
			return nil, err
		}
		opened.server, address = own, own.URL()
	}
	connection, err := openConnection(ctx, address, c.replicaURL)
	if err != nil {
		return nil, errors.Join(err, opened.stopServer(ctx))
	}
	opened.Connection = connection
	return opened, nil
}

func openConnection(ctx context.Context, address, replicaURL string) (*db.Connection, error) {
	if replicaURL == "" {
		return db.Open(ctx, address)
	}
	return db.OpenWithReplica(ctx, address, replicaURL)
}

// prepare migrates the schema and inserts the missing configuration keys.
func prepare(ctx context.Context, connection *db.Connection) error {
	if err := restore.RequireFinished(ctx, connection); err != nil {
		return err
	}
	if err := schema.Migrate(ctx, connection); err != nil {
		return err
	}
	return configuration.Seed(ctx, connection.DB, areas.Keys(), time.Now())
}

// withDatabase opens the database, calls run and closes the database.
func withDatabase(ctx context.Context, c config, run func(*database) error) error {
	opened, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(run(opened), opened.close(ctx))
}

// migrate implements `acolhe migrate`; opening the database migrates the schema.
func migrate(ctx context.Context, c config, inv invocation) error {
	return withDatabase(ctx, c, func(*database) error {
		_, err := fmt.Fprintln(inv.out, "O esquema do banco de dados está em dia.")
		return err
	})
}

// describe returns the location of the data for the start screen.
func (d *database) describe(c config) string {
	if d.server == nil {
		return "PostgreSQL de DATABASE_URL, arquivos em " + c.dataDir
	}
	return c.dataDir + " (PostgreSQL próprio)"
}

// withLock runs step while no other instance on this database runs one. The lock ends with the connection, even if
// the process is killed.
func (d *database) withLock(ctx context.Context, step func() error) error {
	return pgx.BeginFunc(ctx, d.Pool, func(tx pgx.Tx) error {
		// Waiting for the other instance's step may take longer than any statement of a page.
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0; set local lock_timeout = 0"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtext('acolhe.first_start'))"); err != nil {
			return err
		}
		return step()
	})
}

// watch starts the private PostgreSQL again whenever it ends, and keeps its log, until close. It calls giveUp when it cannot.
func (d *database) watch(log *slog.Logger, giveUp func(error), office backups.Office) {
	if d.server == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	keeper := pointintime.Keeper{Office: office, Source: d.server.Source(), Log: log}
	var watching sync.WaitGroup
	watching.Go(func() {
		if err := d.server.Watch(ctx, log); err != nil {
			giveUp(err)
		}
	})
	watching.Go(func() { keeper.Run(ctx) })
	d.unwatch = func() {
		cancel()
		watching.Wait()
	}
}

// close closes the connections and stops the private server, even if ctx is done.
func (d *database) close(ctx context.Context) error {
	closePool(d.Connection)
	return d.stopServer(ctx)
}

// closePool closes the connections that are released within closeTimeout. The server drops the
// others when it stops or this process ends.
func closePool(connection *db.Connection) {
	closed := make(chan struct{})
	go func() {
		connection.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeTimeout):
	}
}

func (d *database) stopServer(ctx context.Context) error {
	if d.server == nil {
		return nil
	}
	if d.unwatch != nil {
		d.unwatch()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return d.server.Stop(ctx)
}
