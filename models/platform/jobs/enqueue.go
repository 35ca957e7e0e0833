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

// inserter puts jobs into the queue and works none. It holds no connection.
var inserter = sync.OnceValues(func() (*river.Client[*sql.Tx], error) {
	return river.NewClient(riverdatabasesql.New(nil), &river.Config{Logger: slog.New(slog.DiscardHandler)})
})

// Enqueue puts a job into the queue inside the transaction: it is worked once the transaction
// is committed, and never when it is rolled back. The arguments rest in the database in the
// clear and may be logged, so they name rows and hold no secret. Options may be nil.
func Enqueue(ctx context.Context, tx *db.DB, args river.JobArgs, options *river.InsertOpts) error {
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
