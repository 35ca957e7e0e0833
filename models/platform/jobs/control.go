package jobs

import (
	"context"
	"database/sql"
	"errors"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// errMissing is 404 for a job that does not exist; ended jobs are deleted after a while.
var errMissing = errs.NotFound("Tarefa não encontrada.")

// Retry makes a job available to run now, with one more attempt if it has none left. A running job stays as it is.
func Retry(ctx context.Context, tx *db.DB, id int64) error {
	return control(ctx, tx, func(client *river.Client[*sql.Tx], inside *sql.Tx) error {
		_, err := client.JobRetryTx(ctx, inside, id)
		return err
	})
}

// Cancel keeps a waiting job from running, and cancels the context of a running one.
func Cancel(ctx context.Context, tx *db.DB, id int64) error {
	return control(ctx, tx, func(client *river.Client[*sql.Tx], inside *sql.Tx) error {
		_, err := client.JobCancelTx(ctx, inside, id)
		return err
	})
}

func control(ctx context.Context, tx *db.DB, do func(client *river.Client[*sql.Tx], inside *sql.Tx) error) error {
	inside, ok := tx.Statement.ConnPool.(*sql.Tx)
	if !ok {
		return tx.WithContext(ctx).Transaction(func(tx *db.DB) error { return control(ctx, tx, do) })
	}
	client, err := inserter()
	if err != nil {
		return err
	}
	if err := do(client, inside); errors.Is(err, river.ErrNotFound) {
		return errMissing
	} else if err != nil {
		return db.Translate(err)
	}
	return nil
}
