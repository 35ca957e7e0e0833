package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"

	"acolhe/migrations"
)

// oldestVersion is the oldest supported PostgreSQL, as in server_version_num.
const oldestVersion = 150000

// lockTries is the maximum number of attempts, one second apart, while another instance migrates.
const lockTries = 600

// Migrate migrates the schema, and the tables of the job queue, to this program's version.
// Instances that start together migrate one after another; on a current database it does nothing.
// If the server is too old or does not permit an extension, the error's text is an instruction for
// the operator of the server.
func Migrate(ctx context.Context, conn *Connection) error {
	open := withoutStatementTimeout(conn)
	defer open.Close()
	if err := checkVersion(ctx, open); err != nil {
		return err
	}
	return locked(ctx, open, func() error {
		if err := createExtensions(ctx, open); err != nil {
			return err
		}
		if err := applySchema(ctx, open); err != nil {
			return err
		}
		return applyQueueSchema(ctx, open)
	})
}

// CheckSchema returns an error if the schema is older than this program's, as after a migration that was taken back.
func CheckSchema(ctx context.Context, conn *Connection) error {
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(names) == 0 {
		return errors.Join(err, errors.New("there are no migrations"))
	}
	latest, err := goose.NumericComponent(slices.Max(names))
	if err != nil {
		return err
	}
	var applied int64
	if err := conn.Pool.QueryRow(ctx, "select coalesce(max(version_id), 0) from goose_db_version where is_applied").Scan(&applied); err != nil {
		return err
	}
	if applied < latest {
		return fmt.Errorf("the schema is at %d, the program at %d", applied, latest)
	}
	return nil
}

// withoutStatementTimeout connects without the statement timeout, because building an index on a large table takes longer.
func withoutStatementTimeout(conn *Connection) *sql.DB {
	config := conn.Pool.Config().ConnConfig.Copy()
	config.RuntimeParams["statement_timeout"], config.RuntimeParams["lock_timeout"] = "0", "0"
	return stdlib.OpenDB(*config)
}

func checkVersion(ctx context.Context, open *sql.DB) error {
	var number int
	if err := open.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int").Scan(&number); err != nil {
		return fmt.Errorf("não foi possível conectar ao banco de dados: %w", err)
	}
	return supported(number)
}

func supported(version int) error {
	if version < oldestVersion {
		return fmt.Errorf("o servidor é PostgreSQL %d; o Acolhe precisa do 15 ou mais novo", version/10000)
	}
	return nil
}

// locked runs a step under an advisory lock, so that instances run it one after another. PostgreSQL releases the lock
// with the session, even if the process dies.
func locked(ctx context.Context, open *sql.DB, step func() error) (err error) {
	session, err := open.Conn(ctx)
	if err != nil {
		return err
	}
	defer session.Close()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, lockTries))
	if err != nil {
		return err
	}
	if err := locker.SessionLock(ctx, session); err != nil {
		return fmt.Errorf("outro acolhe está atualizando o banco de dados há tempo demais: %w", err)
	}
	defer func() { err = errors.Join(err, locker.SessionUnlock(context.WithoutCancel(ctx), session)) }()
	return step()
}

// createExtensions runs before the schema, whose functions and indexes need the extensions. The
// owner of a database may create all three unless its server forbids it or lacks their files.
func createExtensions(ctx context.Context, open *sql.DB) error {
	for _, name := range []string{"unaccent", "pg_trgm", "btree_gist"} {
		_, err := open.ExecContext(ctx, "CREATE EXTENSION IF NOT EXISTS "+name)
		if err != nil {
			return extensionRefused(name, err)
		}
	}
	return nil
}

func extensionRefused(name string, err error) error {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.Code {
	case "42501":
		return fmt.Errorf("o usuário do banco não pode criar a extensão %s: peça a um superusuário que execute, neste banco, "+
			"CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gist; (%w)", name, err)
	case "58P01", "0A000":
		return fmt.Errorf("o servidor PostgreSQL não tem a extensão %s: instale nele o pacote de extensões (postgresql-contrib) (%w)", name, err)
	}
	return err
}

// applySchema applies the migrations that the database lacks. One with a lower number than the last applied one may come
// with a later version: they are numbered when their work begins.
func applySchema(ctx context.Context, open *sql.DB) error {
	provider, err := goose.NewProvider(goose.DialectPostgres, open, migrations.FS,
		goose.WithDisableGlobalRegistry(true), goose.WithAllowOutofOrder(true), goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("não foi possível atualizar o esquema do banco de dados: %w", err)
	}
	return nil
}

func applyQueueSchema(ctx context.Context, open *sql.DB) error {
	migrator, err := rivermigrate.New(riverdatabasesql.New(open), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("não foi possível atualizar as tabelas da fila de tarefas: %w", err)
	}
	return nil
}
