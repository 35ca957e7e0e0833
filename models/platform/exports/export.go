// Package exports writes the lists of the panel as files, with the columns and all rows of the
// list, and records each download as a security event. Package sheet formats the values; the area
// of the list selects the rows. A file is streamed to the client or, if it is large, written by a
// task of models/tasks.
package exports

import (
	"context"
	"database/sql"
	"io"
	"math"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// MaxStreamedRows is the largest number of rows that is streamed: a few seconds of work, which a
// person waits for and which starts again if the connection breaks.
const MaxStreamedRows = 20_000

// progressStep is the number of rows between two calls of Save's progress function.
const progressStep = 1_000

// Request describes an export by the query of the list's address, so that it can be stored.
type Request struct {
	// List is the name of the list in the file name and in security events: "associados".
	List string
	// Collection is the collection that the caller must be allowed to read.
	Collection string
	// Query holds the filters and the order, as in the list's address.
	Query string
	// Columns names the columns; empty means the default columns of the list.
	Columns []string
	// Format is csv or xlsx, or pdf for a file that is no sheet.
	Format string
	// Summary describes the filters for security events, without personal data.
	Summary []string
}

// Export is a prepared file of a list.
type Export struct {
	Request     Request
	FileName    string
	ContentType string

	source  Source
	by      auth.Caller
	format  sheet.Format
	columns []sheet.Column
	count   func(ctx context.Context, tx *db.DB, most int) (page.Counted, error)
	each    func(ctx context.Context, tx *db.DB, take func(values [][]byte) error) error
}

// File is a file that a task writes.
type File struct {
	Name        string
	ContentType string
	// Save writes the file and returns the number of rows. It calls progress from time to time and at the end; an error of
	// progress stops it.
	Save func(ctx context.Context, w io.Writer, progress func(rows, of int) error) (rows int, err error)
}

// File returns the file of a list. The caller of its Save holds the semaphore and records the download later.
func (e *Export) File() File { return File{Name: e.FileName, ContentType: e.ContentType, Save: e.Save} }

// IsLarge reports whether the list has more than MaxStreamedRows rows.
func (e *Export) IsLarge(ctx context.Context) (bool, error) {
	counted, err := e.count(ctx, e.source.DB, MaxStreamedRows)
	return counted.More || counted.Rows > MaxStreamedRows, err
}

// Write streams the file to a client. It records the download even if the client disconnects, and
// does not complete a file whose event cannot be recorded. It returns 429 RATE_LIMITED before the
// first byte if too many exports are running.
func (e *Export) Write(ctx context.Context, w io.Writer) error {
	release, err := e.source.Semaphore.Acquire()
	if err != nil {
		return err
	}
	defer release()
	file, err := e.format.Open(w, e.columns)
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
	download := Download{List: e.Request.List, Rows: rows, Summary: e.Request.Summary, By: e.by}
	if recorded := Record(context.WithoutCancel(ctx), e.source.DB, download); err == nil {
		err = recorded
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// Save writes the file for a later download, as File says. It calls progress every progressStep rows.
func (e *Export) Save(ctx context.Context, w io.Writer, progress func(rows, of int) error) (rows int, err error) {
	file, err := e.format.Open(w, e.columns)
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
			if rows%progressStep == 0 {
				if err := progress(rows, all.Rows); err != nil {
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
	if err := progress(rows, rows); err != nil {
		return rows, err
	}
	return rows, file.Close()
}

// read runs queries on one snapshot of the database or its replica, with the time limits of an export.
func (e *Export) read(ctx context.Context, run func(tx *db.DB) error) error {
	if db.ReplicaOf(e.source.DB).Allows(ctx, e.by) {
		ctx = db.FromReplica(ctx)
	}
	reading := e.source.DB.WithContext(db.WithWork(ctx, db.Export))
	return db.Translate(reading.Transaction(run, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}))
}
