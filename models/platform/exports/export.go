// Package exports lets the lists of the panel leave as files: a column for each that the list
// shows, all rows that it would find, and a security event that tells who took them. How values
// are spelled is models/platform/items/sheet's; which rows there are is the area's of the list. A file is
// written while it is read, or, when it is large, by a task of models/tasks.
package exports

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"math"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// MostStreamed is how many rows leave while they are read: a few seconds of work, which somebody
// waits for in front of the page and which may begin again when the connection breaks.
const MaxStreamedRows = 20_000

// toldEvery is how many rows are written between two times that Save tells of them.
const toldEvery = 1_000

// Request is a list as somebody asked for it: what its address said, so that it can be read later too.
type Request struct {
	// List is what the file and the security events call it: "associados".
	List string
	// Collection is what one must be allowed to read.
	Collection string
	// Query holds the filters and the order, as the list's address has them.
	Query string
	// Shown names the columns; none means those that the list comes with.
	Shown []string
	// Format is csv or xlsx.
	Format string
	// Words tell the events what was asked for. They hold nothing that names a person.
	Words []string
}

// Export is a file of a list, ready to be written.
type Export struct {
	Asked       Request
	FileName    string
	ContentType string

	desk   Source
	by     auth.Caller
	format sheet.Format
	heads  []sheet.Column
	count  func(ctx context.Context, tx *db.DB, most int) (page.Counted, error)
	each   func(ctx context.Context, tx *db.DB, take func(values [][]byte) error) error
}

// IsLarge tells a list of more rows than leave while they are read.
func (e *Export) IsLarge(ctx context.Context) (bool, error) {
	counted, err := e.count(ctx, e.desk.DB, MaxStreamedRows)
	return counted.More, err
}

// Write writes the file for somebody who reads it meanwhile. It keeps the event of rows that left
// in any case, also when who reads them breaks off; a file whose event could not be kept is not
// completed. It returns 429 RATE_LIMITED before the first byte when no turn is free.
func (e *Export) Write(ctx context.Context, w io.Writer) error {
	giveBack, err := e.desk.Turns.Take()
	if err != nil {
		return err
	}
	defer giveBack()
	file, err := e.format.Open(w, e.heads)
	if err != nil {
		return err
	}
	defer file.Discard()
	rows := 0
	err = e.read(ctx, func(tx *db.DB) error {
		return e.each(ctx, tx, func(values [][]byte) error {
			rows++
			return file.Row(values)
		})
	})
	if err != nil && rows == 0 {
		return err
	}
	taken := Download{List: e.Asked.List, Rows: rows, Asked: e.Asked.Words, By: e.by}
	if kept := Record(context.WithoutCancel(ctx), e.desk.DB, taken); err == nil {
		err = kept
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// Save writes the file to be kept in the house and tells now and then how many rows of how many
// are written; an error of tell ends it. The caller holds a turn, and records what is taken later.
func (e *Export) Save(ctx context.Context, w io.Writer, tell func(rows, of int) error) (rows int, err error) {
	file, err := e.format.Open(w, e.heads)
	if err != nil {
		return 0, err
	}
	defer file.Discard()
	err = e.read(ctx, func(tx *db.DB) error {
		all, err := e.count(ctx, tx, math.MaxInt32)
		if err != nil {
			return err
		}
		return e.each(ctx, tx, func(values [][]byte) error {
			if rows%toldEvery == 0 {
				if err := tell(rows, all.Rows); err != nil {
					return err
				}
			}
			rows++
			return file.Row(values)
		})
	})
	if err != nil {
		return rows, err
	}
	if err := tell(rows, rows); err != nil {
		return rows, err
	}
	return rows, file.Close()
}

// read lets everything be read as it stood at the start, for as long as an export may take.
func (e *Export) read(ctx context.Context, run func(tx *db.DB) error) error {
	return db.Translate(e.desk.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec(fmt.Sprintf("set local statement_timeout = %d", Limit.Milliseconds())).Error; err != nil {
			return err
		}
		return run(tx)
	}, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}))
}
