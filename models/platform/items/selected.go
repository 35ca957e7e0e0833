package items

import (
	"context"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// Selected is a window of a list whose rows an area selects by its own scope and filters.
type Selected struct {
	// Rows describes the rows in the answer.
	Rows *Collection
	// Scope selects the rows that the caller may see, Filtered those of them that match the filters.
	Scope, Filtered *db.DB
	Window          page.Range
	// Order is a total order.
	Order string
	// Unprepared is true if the caller shapes the statement: see db.Unprepared.
	Unprepared bool
}

// Read returns the rows of an area's list with the fields that the caller sees; their JSON is appended to dst.
func (e *Engine) Read(ctx context.Context, by auth.Caller, s Selected, dst []byte) (Rows, error) {
	count := func(rows *db.DB) counting {
		return func() (string, []any, error) { return s.statement(rows, "count(*)") }
	}
	meta, err := e.count(ctx, s.Window, count(s.Scope), count(s.Filtered))
	if err != nil {
		return Rows{}, err
	}
	view := s.Rows.views[audienceOf(by)]
	sql, args, err := s.statement(db.InWindow(s.Filtered.Order(s.Order), s.Window), view.columns)
	if err != nil {
		return Rows{}, err
	}
	dst, err = e.appendRows(ctx, dst, sql, append([]any{asText}, args...), view.fields)
	return Rows{dst, meta}, err
}

// statement returns the SQL that selects columns of rows, as pgx runs it.
func (s Selected) statement(rows *db.DB, columns string) (sql string, args []any, err error) {
	sql, args, err = db.SQL(rows, columns)
	if s.Unprepared {
		args = append([]any{pgx.QueryExecModeCacheDescribe}, args...)
	}
	return sql, args, err
}
