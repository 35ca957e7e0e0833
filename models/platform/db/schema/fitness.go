package schema

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"

	"acolhe/migrations"
	"acolhe/models/platform/db"
)

// fitnessStep is the time between two looks at the schema.
const fitnessStep = 2 * time.Second

// Program returns the number of the last migration of this program. The program serves the schemas from this one on, as
// long as they admit it: see schema_programs.
func Program() (int64, error) {
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(names) == 0 {
		return 0, errors.Join(err, errors.New("there are no migrations"))
	}
	return goose.NumericComponent(slices.Max(names))
}

// Misfit is a schema that the program must not serve.
type Misfit struct {
	// Schema is the last migration of the database, Program that of the program, and Oldest that of the oldest program which
	// the schema admits.
	Schema, Program, Oldest int64
}

// Error implements error.
func (m *Misfit) Error() string {
	if m.Schema < m.Program {
		return fmt.Sprintf("the schema is at %d, the program at %d", m.Schema, m.Program)
	}
	return fmt.Sprintf("the schema is at %d and admits programs from %d on, the program is at %d", m.Schema, m.Oldest, m.Program)
}

// Public returns the reason for /readyz.
func (m *Misfit) Public() string { return m.Error() }

// rowQuerier is a pool or a connection of database/sql.
type rowQuerier func(ctx context.Context, query string, into ...any) error

// fit returns a *Misfit if the program must not serve the schema.
func fit(ctx context.Context, query rowQuerier) error {
	found := &Misfit{}
	var err error
	if found.Program, err = Program(); err != nil {
		return err
	}
	err = query(ctx, "select (select coalesce(max(version_id), 0) from goose_db_version where is_applied), (select oldest_program from schema_programs)",
		&found.Schema, &found.Oldest)
	if err != nil {
		return err
	}
	if found.Schema < found.Program || found.Oldest > found.Program {
		return found
	}
	return nil
}

// Check returns a *Misfit if the schema is older than the program, as after a migration that was taken back, or admits
// only newer programs, as after an upgrade by another instance.
func Check(ctx context.Context, conn *db.Connection) error {
	return fit(ctx, func(ctx context.Context, query string, into ...any) error {
		return conn.Pool.QueryRow(ctx, query).Scan(into...)
	})
}

// isNewer reports whether a newer program has migrated the database, which is then left as it is. It returns an error, an
// instruction for the operator, if the schema no longer admits this program.
func isNewer(ctx context.Context, open *sql.DB) (bool, error) {
	program, err := Program()
	if err != nil {
		return false, err
	}
	var isKept bool
	if err := open.QueryRowContext(ctx, "select to_regclass('schema_programs') is not null").Scan(&isKept); err != nil || !isKept {
		return false, err
	}
	var applied int64
	err = open.QueryRowContext(ctx, "select max(version_id) from goose_db_version where is_applied").Scan(&applied)
	if err != nil || applied <= program {
		return false, err
	}
	err = fit(ctx, func(ctx context.Context, query string, into ...any) error {
		return open.QueryRowContext(ctx, query).Scan(into...)
	})
	if misfit := new(Misfit); errors.As(err, &misfit) {
		return true, fmt.Errorf("o banco de dados já é de uma versão mais nova, que não aceita este programa: atualize o programa (%w)", err)
	}
	return true, err
}

// Fitness is whether the program may serve the schema at the moment.
type Fitness struct{ misfit atomic.Pointer[Misfit] }

// Err returns the *Misfit that Follow found last, or nil.
func (f *Fitness) Err() error {
	if misfit := f.misfit.Load(); misfit != nil {
		return misfit
	}
	return nil
}

// Follow looks at the schema until ctx is done, and calls changed whenever the program may no longer serve it, or may again. A
// database that does not answer changes nothing.
func (f *Fitness) Follow(ctx context.Context, conn *db.Connection, changed func(*Misfit)) {
	steps := time.NewTicker(fitnessStep)
	defer steps.Stop()
	for {
		err := Check(ctx, conn)
		var misfit *Misfit
		if errors.As(err, &misfit) || err == nil {
			if before := f.misfit.Swap(misfit); (before == nil) != (misfit == nil) {
				changed(misfit)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-steps.C:
		}
	}
}
