package dbtest

import (
	"sync/atomic"
	"testing"

	"acolhe/models/platform/db"
)

// CountStatements counts the statements that go through the connection from now on, to compare the work of two requests.
func CountStatements(t testing.TB, connection *db.Connection) *atomic.Int64 {
	t.Helper()
	var counted atomic.Int64
	count := func(tx *db.DB) {
		if !tx.DryRun { // a dry run writes the SQL of a part of another statement
			counted.Add(1)
		}
	}
	callbacks := connection.DB.Callback()
	const name = "dbtest:count"
	for _, err := range []error{
		callbacks.Query().Before("*").Register(name, count), callbacks.Row().Before("*").Register(name, count),
		callbacks.Raw().Before("*").Register(name, count), callbacks.Create().Before("*").Register(name, count),
		callbacks.Update().Before("*").Register(name, count), callbacks.Delete().Before("*").Register(name, count),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return &counted
}
