// Package schema brings the schema of a database to the version of the program, and says whether the program may serve the one
// that it finds.
package schema

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"

	"acolhe/migrations"
	"acolhe/models/platform/db"
)

// oldestVersion is the oldest supported PostgreSQL, as in server_version_num.
const oldestVersion = 150000

// lockTries is the maximum number of attempts, one second apart, while another instance migrates.
const lockTries = 600

// Migrate migrates the schema, and the tables of the job queue, to this program's version.
// Instances that start together migrate one after another; on a current database it does nothing, nor on one that a newer
// program has migrated and that still admits this one.
// If the server is too old or does not permit an extension, the error's text is an instruction for
// the operator of the server.
func Migrate(ctx context.Context, conn *db.Connection) error {
	open := withoutStatementTimeout(conn)
	defer open.Close()
	if err := checkVersion(ctx, open); err != nil {
		return err
	}
	return locked(ctx, open, func() error {
		if newer, err := isNewer(ctx, open); newer || err != nil {
			return err
		}
		if err := createExtensions(ctx, open); err != nil {
			return err
		}
		for _, step := range []func(context.Context, *sql.DB) error{checkBaseline, applySchema, applyDerived, applyQueueSchema} {
			if err := step(ctx, open); err != nil {
				return err
			}
		}
		return nil
	})
}

// ErrNewer is returned for a version of the schema that this program does not know.
var ErrNewer = errors.New("a cópia é de uma versão mais nova do Acolhe: instale essa versão ou uma posterior")

// MigrateTo gives an empty database the schema of a version, without what is derived, for the rows of a backup; Migrate
// then completes it. It returns ErrNewer for a version beyond this program's.
func MigrateTo(ctx context.Context, conn *db.Connection, version int64) error {
	open := withoutStatementTimeout(conn)
	defer open.Close()
	if err := checkVersion(ctx, open); err != nil {
		return err
	}
	return locked(ctx, open, func() error {
		if err := createExtensions(ctx, open); err != nil {
			return err
		}
		provider, err := schemaProvider(open)
		if err != nil {
			return err
		}
		if sources := provider.ListSources(); sources[len(sources)-1].Version < version {
			return ErrNewer
		}
		if _, err := provider.UpTo(ctx, version); err != nil {
			return err
		}
		return applyQueueSchema(ctx, open)
	})
}

// withoutStatementTimeout connects without the statement timeout, because building an index on a large table takes longer.
func withoutStatementTimeout(conn *db.Connection) *sql.DB {
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

// The baseline replaces the migrations up to beforeBaseline by those up to lastOfBaseline.
const (
	lastOfBaseline = 11
	beforeBaseline = 98
)

// checkBaseline refuses a database between the two: the migrations that it lacks are no longer part of the program.
func checkBaseline(ctx context.Context, open *sql.DB) error {
	var isKept bool
	if err := open.QueryRowContext(ctx, "select to_regclass('goose_db_version') is not null").Scan(&isKept); err != nil || !isKept {
		return err
	}
	var version int64
	err := open.QueryRowContext(ctx, "select coalesce(max(version_id), 0) from goose_db_version where is_applied").Scan(&version)
	if err == nil && version > lastOfBaseline && version < beforeBaseline {
		err = fmt.Errorf("o banco de dados é de uma versão antiga demais (esquema %d): atualize antes para a versão 0.1", version)
	}
	return err
}

// applyDerived applies the files of migrations/derived whose content differs from the applied one, each in a transaction.
func applyDerived(ctx context.Context, open *sql.DB) error {
	if _, err := open.ExecContext(ctx, "create table if not exists derived_schema (name text primary key, content_sha256 bytea not null)"); err != nil {
		return err
	}
	names, err := fs.Glob(migrations.FS, "derived/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := applyDerivedFile(ctx, open, name); err != nil {
			return fmt.Errorf("não foi possível atualizar o esquema do banco de dados (%s): %w", name, err)
		}
	}
	return nil
}

func applyDerivedFile(ctx context.Context, open *sql.DB, name string) error {
	content, err := fs.ReadFile(migrations.FS, name)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	tx, err := open.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	stored, err := tx.ExecContext(ctx, `insert into derived_schema as d (name, content_sha256) values ($1, $2)
		on conflict (name) do update set content_sha256 = excluded.content_sha256 where d.content_sha256 <> excluded.content_sha256`, name,
		sum[:])
	if err != nil {
		return err
	}
	if changed, err := stored.RowsAffected(); err != nil || changed == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(content)); err != nil {
		return err
	}
	return tx.Commit()
}

// applySchema applies the migrations that the database lacks, in the order of their numbers.
func applySchema(ctx context.Context, open *sql.DB) error {
	provider, err := schemaProvider(open)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("não foi possível atualizar o esquema do banco de dados: %w", err)
	}
	return nil
}

func schemaProvider(open *sql.DB) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectPostgres, open, migrations.FS,
		goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)))
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
