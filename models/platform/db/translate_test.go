package db_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

const shelfSchema = `
	CREATE TABLE shelves (id int CONSTRAINT shelves_pkey PRIMARY KEY, label varchar(5));
	CREATE TABLE books (
		id         int GENERATED ALWAYS AS IDENTITY,
		title      text NOT NULL CONSTRAINT books_title_key UNIQUE,
		shelf_id   int CONSTRAINT books_shelf_id_fkey REFERENCES shelves,
		corner_id  int CONSTRAINT books_corner_id_fkey REFERENCES shelves ON DELETE RESTRICT,
		page_count smallint CONSTRAINT books_page_count_check CHECK (page_count > 0),
		cep        text CONSTRAINT books_cep_check CHECK (cep ~ '^[0-9]{8}$'),
		printed    date,
		code       uuid,
		CONSTRAINT books_pkey PRIMARY KEY (id)
	);
	INSERT INTO shelves VALUES (1, 'one'), (2, 'two'), (3, 'three');
	INSERT INTO books (title, shelf_id, corner_id) VALUES ('Iracema', 1, 2)`

// A refused value has the error of the specification, with the field if there is one, through GORM
// and through the pool.
func TestTranslate_RefusedValues(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	if _, err := conn.Pool.Exec(t.Context(), shelfSchema); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		sql   string
		args  []any
		kind  errs.Kind
		code  string
		field string
	}{
		"unique":   {"INSERT INTO books (title) VALUES ($1)", []any{"Iracema"}, errs.KindConflict, "CONFLICT", ""},
		"not null": {"INSERT INTO books (title) VALUES ($1)", []any{nil}, errs.KindInvalid, "VALIDATION_ERROR", "title"},
		"check": {"INSERT INTO books (title, page_count) VALUES ('x', $1)", []any{0}, errs.KindInvalid, "VALIDATION_ERROR",
			"page_count"},
		"check of a format": {"INSERT INTO books (title, cep) VALUES ('x', $1)", []any{"1"}, errs.KindInvalid, "VALIDATION_ERROR", "cep"},
		"refers to nothing": {"INSERT INTO books (title, shelf_id) VALUES ('x', $1)", []any{9}, errs.KindInvalid, "VALIDATION_ERROR",
			"shelf_id"},
		"referred to":         {"DELETE FROM shelves WHERE id = $1", []any{1}, errs.KindConflict, "HAS_LINKED_RECORDS", ""},
		"referred to, strict": {"DELETE FROM shelves WHERE id = $1", []any{2}, errs.KindConflict, "HAS_LINKED_RECORDS", ""},
		"too long":            {"UPDATE shelves SET label = $1", []any{"far too long"}, errs.KindInvalid, "VALIDATION_ERROR", ""},
		"out of range": {"INSERT INTO books (title, page_count) VALUES ('x', ($1::text)::bigint)", []any{"70000"}, errs.KindInvalid,
			"VALIDATION_ERROR", ""},
		"no date": {"INSERT INTO books (title, printed) VALUES ('x', ($1::text)::date)", []any{"2026-02-30"}, errs.KindInvalid,
			"VALIDATION_ERROR", ""},
		"no uuid": {"INSERT INTO books (title, code) VALUES ('x', ($1::text)::uuid)", []any{"abc"}, errs.KindInvalid,
			"VALIDATION_ERROR", ""},
		"zero byte": {"INSERT INTO books (title) VALUES ($1)", []any{"a\x00b"}, errs.KindInvalid, "VALIDATION_ERROR", ""},
	}
	for name, test := range tests {
		_, poolErr := conn.Pool.Exec(t.Context(), test.sql, test.args...)
		for by, err := range map[string]error{
			"GORM": conn.DB.Exec(placeholders(test.sql), test.args...).Error,
			"pool": db.Translate(poolErr),
		} {
			e := errs.As(err)
			if e == nil || e.Kind != test.kind || e.Code != test.code {
				t.Errorf("%s by %s: %v, want kind %d with %s", name, by, err, test.kind, test.code)
				continue
			}
			if test.field != "" && (len(e.Fields) != 1 || e.Fields[0].Path != test.field) {
				t.Errorf("%s by %s: fields %v, want %s", name, by, e.Fields, test.field)
			}
		}
	}
}

// placeholders returns the statement with GORM's placeholders.
func placeholders(sql string) string { return strings.ReplaceAll(sql, "$1", "?") }

func TestTranslate_MissingRow(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var n int
	gormErr := conn.DB.Table("tags").Select("id").Where("id = -1").Take(&n).Error
	poolErr := db.Translate(conn.Pool.QueryRow(t.Context(), "SELECT id FROM tags WHERE id = -1").Scan(&n))
	for by, err := range map[string]error{"GORM": gormErr, "pool": poolErr} {
		if !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("by %s: %v, want NOT_FOUND", by, err)
		}
	}
	// GORM checks for its own error (FirstOrCreate), so it must stay in the chain.
	if !errors.Is(gormErr, gorm.ErrRecordNotFound) || !errors.Is(poolErr, pgx.ErrNoRows) {
		t.Error("the cause is lost")
	}
}

// Every method of GORM to read a row returns the same error, although not all translate it.
func TestTranslate_Reads(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	const refused = "select ?::text::uuid as code"
	var into []struct{ Code string }
	rows, err := conn.DB.Raw(refused, "x").Rows()
	if err == nil {
		rows.Close()
	}
	for way, err := range map[string]error{
		"Scan": conn.DB.Raw(refused, "x").Scan(&into).Error, "Find": conn.DB.Raw(refused, "x").Find(&into).Error, "Rows": err,
		"Take": conn.DB.Raw(refused, "x").Take(&into).Error,
	} {
		if !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: %v", way, err)
		}
	}
}

func TestTranslate_Unavailable(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	states := map[string]string{
		"too many connections": "53300", "out of memory": "53200", "disk full": "53100", "shutting down": "57P01",
		"starting up": "57P03", "deadlock": "40P01", "serialization": "40001", "lock timeout": "55P03", "read-only": "25006",
	}
	for name, state := range states {
		err := conn.DB.Exec("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '" + state + "'; END $$").Error
		wantUnavailable(t, name, err)
	}
}

func TestTranslate_StatementTimeout(t *testing.T) {
	t.Parallel()
	conn := open(t, dbtest.Empty(t).Pool.Config().ConnString()+"&statement_timeout=50")
	wantUnavailable(t, "statement timeout", conn.DB.Exec("SELECT pg_sleep(60)").Error)
}

func TestTranslate_LostConnection(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	err := conn.DB.Transaction(func(tx *db.DB) error {
		var pid int
		if err := tx.Raw("SELECT pg_backend_pid()").Scan(&pid).Error; err != nil {
			return err
		}
		if _, err := conn.Pool.Exec(t.Context(), "SELECT pg_terminate_backend($1, 10000)", pid); err != nil {
			return err
		}
		wantUnavailable(t, "first statement after", tx.Exec("SELECT 1").Error)
		return tx.Exec("SELECT 1").Error
	})
	wantUnavailable(t, "transaction", err)
	if err := conn.DB.Exec("SELECT 1").Error; err != nil {
		t.Errorf("the next statement does not connect anew: %v", err)
	}
}

func TestTranslate_LostPoolConnection(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	held, err := conn.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	if _, err := conn.Pool.Exec(t.Context(), "SELECT pg_terminate_backend($1, 10000)", held.Conn().PgConn().PID()); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"first", "second"} {
		_, err := held.Exec(t.Context(), "SELECT 1")
		wantUnavailable(t, statement+" statement after", db.Translate(err))
	}
}

func TestTranslate_UnreachableServer(t *testing.T) {
	t.Parallel()
	_, err := pgx.Connect(t.Context(), "postgres://acolhe@127.0.0.1:1/acolhe")
	wantUnavailable(t, "refused connection", db.Translate(err))
}

func TestTranslate_ClosedPool(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	closed := open(t, conn.Pool.Config().ConnString())
	closed.Close()
	_, err := closed.Pool.Exec(t.Context(), "SELECT 1")
	wantUnavailable(t, "closed pool", db.Translate(err))
}

func wantUnavailable(t *testing.T, name string, err error) {
	t.Helper()
	if e := errs.As(err); e == nil || e.Kind != errs.KindUnavailable {
		t.Errorf("%s: %v, want UNAVAILABLE", name, err)
	}
}

// Errors that the caller did not cause are not translated.
func TestTranslate_PassedThrough(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := conn.DB.WithContext(cancelled).Exec("SELECT 1").Error; !errors.Is(err, context.Canceled) || errs.As(err) != nil {
		t.Errorf("cancelled: %v", err)
	}
	if err := conn.DB.Exec("SELECT * FROM nowhere").Error; err == nil || errs.As(err) != nil {
		t.Errorf("our own mistake: %v, want it as it is", err)
	}
	own := errs.Conflict("LAST_ADMIN", "…")
	if got := db.Translate(own); got != own {
		t.Errorf("translated twice: %v", got)
	}
	if db.Translate(nil) != nil {
		t.Error("no error became one")
	}
}

// Every message is for an existing column.
func TestFormats_ColumnsExist(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	const column = `SELECT count(*) > 0 FROM information_schema.columns WHERE table_schema = 'public' AND column_name = ?`
	for _, name := range db.FormatColumns() {
		var exists bool
		if err := conn.DB.Raw(column, name).Scan(&exists).Error; err != nil || !exists {
			t.Errorf("column %s: exists %v, %v", name, exists, err)
		}
	}
}
