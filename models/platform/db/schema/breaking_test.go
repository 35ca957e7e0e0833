package schema_test

import (
	"context"
	"database/sql"
	"io/fs"
	"log/slog"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"acolhe/migrations"
	"acolhe/models/platform/dbtest"
)

// firstWithPrograms is the migration that brought schema_programs.
const firstWithPrograms = 210

// A migration that the program before it cannot work with sets oldest_program to its own number, so that this program stops
// writing in a rolling upgrade.
func TestMigrations_BreakingOnesRaiseOldestProgram(t *testing.T) {
	t.Parallel()
	open := stdlib.OpenDB(*dbtest.Empty(t).Pool.Config().ConnConfig)
	t.Cleanup(func() { open.Close() })
	for _, extension := range []string{"unaccent", "pg_trgm", "btree_gist"} {
		if _, err := open.ExecContext(t.Context(), "create extension if not exists "+extension); err != nil {
			t.Fatal(err)
		}
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, open, migrations.FS,
		goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	var before tables
	for _, version := range versions(t) {
		if version < firstWithPrograms {
			continue
		}
		if _, err := provider.UpTo(t.Context(), version); err != nil {
			t.Fatal(err)
		}
		after := readSchema(t, open)
		var oldest int64
		if err := open.QueryRowContext(t.Context(), "select oldest_program from schema_programs").Scan(&oldest); err != nil {
			t.Fatal(err)
		}
		if broken := before.brokenBy(after); len(broken) > 0 && oldest != version {
			t.Errorf("after the migration %d an older program fails: %v; end it with: update schema_programs set oldest_program = %d", version,
				broken, version)
		}
		before = after
	}
}

// What counts as a change that older programs cannot work with.
func TestMigrations_WhatBreaks(t *testing.T) {
	t.Parallel()
	open := stdlib.OpenDB(*dbtest.New(t).Pool.Config().ConnConfig)
	t.Cleanup(func() { open.Close() })
	before := readSchema(t, open)
	for statement, want := range map[string]string{
		"alter table users drop column rg cascade":             "users.rg is gone",
		"alter table users rename column rg to identity":       "users.rg is gone",
		"alter table quota_uses rename to uses":                "quota_uses.bytes is gone",
		"drop table quota_uses":                                "quota_uses.bytes is gone",
		"alter table quota_uses add column kind text not null": "quota_uses.kind must be sent",
		"alter table quota_uses add column kind text; alter table quota_uses alter column kind set not null": "quota_uses.kind must be sent",
		"alter table tags alter column date_created drop default":                                            "tags.date_created must be sent",
		"alter table quota_uses alter column uses type bigint":                                               "quota_uses.uses has another type",
		"alter table tags add column kind text":                                                              "",
		"alter table tags add column kind text not null default ''":                                          "",
		"alter table tags add column kind int generated always as (1) stored":                                "",
		"create table kinds (name text not null)":                                                            "",
		"create index on tags (name)":                                                                        "",
	} {
		tx, err := open.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(t.Context(), statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		} else if broken := before.brokenBy(readSchema(t, tx)); want == "" && len(broken) > 0 || want != "" && !slices.Contains(broken, want) {
			t.Errorf("%s: got %v, want %q", statement, broken, want)
		}
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
	}
}

func versions(t *testing.T) (found []int64) {
	t.Helper()
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, version)
	}
	return found
}

// tables holds the columns of the tables, by table and name.
type tables map[string]map[string]column

// column is what a program meets that writes a row: the type, and whether it may leave the column out.
type column struct {
	kind     string
	optional bool
}

type queryer interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
}

func readSchema(t *testing.T, from queryer) tables {
	t.Helper()
	rows, err := from.QueryContext(t.Context(), `select c.relname, a.attname, t.typname, not a.attnotnull or a.atthasdef or a.attidentity <> ''
		from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := tables{}
	for rows.Next() {
		var table, name string
		var one column
		if err := rows.Scan(&table, &name, &one.kind, &one.optional); err != nil {
			t.Fatal(err)
		}
		if found[table] == nil {
			found[table] = map[string]column{}
		}
		found[table][name] = one
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// brokenBy returns what a program for this schema meets in a later one: columns that are gone, of another type, or that a row
// needs from now on.
func (s tables) brokenBy(later tables) (broken []string) {
	for table, columns := range s {
		for name, was := range columns {
			switch is, stays := later[table][name]; {
			case !stays:
				broken = append(broken, table+"."+name+" is gone")
			case is.kind != was.kind:
				broken = append(broken, table+"."+name+" has another type")
			case was.optional && !is.optional:
				broken = append(broken, table+"."+name+" must be sent")
			}
		}
		for name, is := range later[table] {
			if _, was := columns[name]; !was && !is.optional {
				broken = append(broken, table+"."+name+" must be sent")
			}
		}
	}
	slices.Sort(broken)
	return broken
}
