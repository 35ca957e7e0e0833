package db_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

func TestOpen_Defaults(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for setting, want := range map[string]string{"statement_timeout": "1min", "lock_timeout": "10s", "TimeZone": "UTC",
		"application_name": "acolhe"} {
		var got string
		if err := conn.DB.Raw("SELECT current_setting(?)", setting).Scan(&got).Error; err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
}

func TestOpen_URLOverridesDefaults(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t).Pool.Config().ConnString()
	conn := open(t, strings.Replace(url, "pool_max_conns=8", "pool_max_conns=3", 1)+"&statement_timeout=1234")
	if got := conn.Pool.Config().MaxConns; got != 3 {
		t.Errorf("the pool has %d connections, want 3", got)
	}
	var timeout string
	if err := conn.DB.Raw("SHOW statement_timeout").Scan(&timeout).Error; err != nil || timeout != "1234ms" {
		t.Errorf("statement_timeout is %q, %v, want 1234ms", timeout, err)
	}
}

// GORM and raw reads return the same exact values: money to the cent, times in UTC.
func TestOpen_ExactValues(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	type row struct {
		Price decimal.Decimal
		At    time.Time
		Code  uuid.UUID
	}
	want := row{
		Price: decimal.RequireFromString("9999999999.99"),
		At:    time.Date(2026, 11, 20, 23, 59, 59, 123456000, time.UTC),
		Code:  uuid.MustParse("0b5d1f2e-6d5f-4b4e-9a39-6c8f3f0a7e11"),
	}
	if err := conn.DB.Exec("CREATE TABLE exact (price numeric(12,2), at timestamptz, code uuid)").Error; err != nil {
		t.Fatal(err)
	}
	if err := conn.DB.Table("exact").Create(&want).Error; err != nil {
		t.Fatal(err)
	}

	var byGORM, byPool row
	if err := conn.DB.Table("exact").Take(&byGORM).Error; err != nil {
		t.Fatal(err)
	}
	read := conn.Pool.QueryRow(t.Context(), "SELECT price, at, code FROM exact WHERE price = $1", want.Price)
	if err := read.Scan(&byPool.Price, &byPool.At, &byPool.Code); err != nil {
		t.Fatal(err)
	}
	for by, got := range map[string]row{"GORM": byGORM, "pool": byPool} {
		if !got.Price.Equal(want.Price) || got.Code != want.Code || got.At != want.At {
			t.Errorf("%s read %v, want %v", by, got, want)
		}
	}
}

// A verb that opens a transaction inside another's fails alone.
func TestTransaction_Nested(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if err := conn.DB.Exec("CREATE TABLE kept (name text)").Error; err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	err := conn.DB.Transaction(func(outer *db.DB) error {
		if err := outer.Exec("INSERT INTO kept VALUES ('outer')").Error; err != nil {
			return err
		}
		err := outer.Transaction(func(inner *db.DB) error {
			return errors.Join(inner.Exec("INSERT INTO kept VALUES ('inner')").Error, refused)
		})
		if !errors.Is(err, refused) {
			t.Errorf("inner transaction: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	if err := conn.DB.Table("kept").Pluck("name", &names).Error; err != nil || len(names) != 1 || names[0] != "outer" {
		t.Errorf("kept %v, %v; want the outer row alone", names, err)
	}
}

func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{
		"no server": "postgres://acolhe:secret@127.0.0.1:1/acolhe",
		"no URL":    "postgres://acolhe:secret@:port/",
	} {
		conn, err := db.Open(t.Context(), url)
		if err == nil {
			conn.Close()
			t.Errorf("%s: opened", name)
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %q tells the password", name, err)
		}
	}
}

func open(t *testing.T, url string) *db.Connection {
	t.Helper()
	conn, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}
