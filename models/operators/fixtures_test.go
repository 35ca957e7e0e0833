package operators_test

import (
	"net/url"
	"testing"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/errs"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// invites sends invites by mail or, without mail, returns their links.
func invites(t *testing.T, byMail bool) operators.Invites {
	t.Helper()
	base, err := url.Parse("https://painel.acolhe.test")
	if err != nil {
		t.Fatal(err)
	}
	key, err := encryption.NewKey([]byte("uma chave de 32 bytes dos testes"))
	if err != nil {
		t.Fatal(err)
	}
	return operators.Invites{Mail: mail.Outbox{Key: key, Configured: byMail, Patience: time.Millisecond}, BaseURL: base}
}

// stored returns the row of an operator.
func stored(t *testing.T, connection *db.Connection, id int64) operators.Operator {
	t.Helper()
	var operator operators.Operator
	if err := connection.DB.WithContext(t.Context()).First(&operator, id).Error; err != nil {
		t.Fatal(err)
	}
	return operator
}

// count counts rows; the condition is part of the test.
func count(t *testing.T, connection *db.Connection, from string, arguments ...any) int {
	t.Helper()
	var n int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from "+from, arguments...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func exec(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}

// wantFields fails the test unless exactly these fields are refused, each once or more.
func wantFields(t *testing.T, name string, err error, want ...string) {
	t.Helper()
	refused := map[string]bool{}
	for _, field := range errs.FieldsOf(err) {
		refused[field.Path] = true
	}
	complete := len(refused) == len(want)
	for _, path := range want {
		complete = complete && refused[path]
	}
	if !complete {
		t.Errorf("%s: refused %v (%v), want %v", name, refused, err, want)
	}
}
