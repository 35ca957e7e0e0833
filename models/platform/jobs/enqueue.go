package jobs

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"

	"acolhe/models/platform/db"
)

// inserter inserts jobs into the queue. It runs no jobs and holds no connection.
var inserter = sync.OnceValues(func() (*river.Client[*sql.Tx], error) {
	return river.NewClient(riverdatabasesql.New(nil), &river.Config{Logger: slog.New(slog.DiscardHandler)})
})

// Enqueue inserts a job into the queue in the transaction: it runs after the transaction is
// committed, and never if it is rolled back. The arguments are stored unencrypted and may be
// logged, so they must hold ids and no secrets. Options may be nil. After Declare, a kind without a worker is an error.
func Enqueue(ctx context.Context, tx *db.DB, args river.JobArgs, options *river.InsertOpts) error {
	if err := checkDeclared(tx, args.Kind()); err != nil {
		return err
	}
	inside, ok := tx.Statement.ConnPool.(*sql.Tx)
	if !ok {
		return tx.WithContext(ctx).Transaction(func(tx *db.DB) error { return Enqueue(ctx, tx, args, options) })
	}
	client, err := inserter()
	if err != nil {
		return err
	}
	_, err = client.InsertTx(ctx, inside, args, options)
	return db.Translate(err)
}
