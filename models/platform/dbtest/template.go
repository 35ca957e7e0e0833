package dbtest

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"acolhe/migrations"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/schema"
)

// A change of the fixtures leads to another template.
//
//go:embed fixtures.go
var fixturesSource []byte

// templateLock keeps test processes on one server from creating the template at the same
// time. The number is arbitrary, and unlikely to be another program's advisory lock.
const templateLock = 7_214_003_577

// prepareTemplate returns the name of the template of this schema and these fixtures. It
// creates the template if it does not exist.
func (s *server) prepareTemplate(ctx context.Context) (name string, err error) {
	if name, err = templateName(); err != nil {
		return "", err
	}
	conn, err := s.admin.Acquire(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return "", err
	}
	defer func() {
		_, unlockErr := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", templateLock)
		err = errors.Join(err, unlockErr)
	}()
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return "", err
	}
	if exists {
		return name, nil
	}
	return name, s.createTemplate(ctx, conn.Conn(), name)
}

// createTemplate builds the template under another name and renames it at the end, so that an
// existing template is always complete.
func (s *server) createTemplate(ctx context.Context, admin *pgx.Conn, name string) error {
	unfinished := name + "_unfinished"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + unfinished + " WITH (FORCE)", "CREATE DATABASE " + unfinished} {
		if _, err := admin.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if err := s.fill(ctx, unfinished); err != nil {
		return fmt.Errorf("the test template: %w", err)
	}
	_, err := admin.Exec(ctx, "ALTER DATABASE "+unfinished+" RENAME TO "+name)
	return err
}

func (s *server) fill(ctx context.Context, database string) error {
	conn, err := db.Open(ctx, s.urlOf(database))
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := schema.Migrate(ctx, conn); err != nil {
		return err
	}
	if err := seed(ctx, conn); err != nil {
		return err
	}
	// With statistics the tests get realistic query plans, and frozen rows need no rewriting in a clone.
	_, err = conn.Pool.Exec(ctx, "VACUUM (FREEZE, ANALYZE)")
	return err
}

func templateName() (string, error) {
	hash := sha256.New()
	err := fs.WalkDir(migrations.FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := migrations.FS.ReadFile(path)
		fmt.Fprintf(hash, "%s\n%s\n", path, text)
		return err
	})
	hash.Write(fixturesSource)
	return "acolhe_template_" + hex.EncodeToString(hash.Sum(nil))[:16], err
}
