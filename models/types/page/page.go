// Package page defines the input and the result of lists: the requested window of the rows, the
// counts, and the terms of a search. Every list has a total order and a limit.
package page

import (
	"strings"

	"acolhe/models/types/errs"
)

// The limits of decisions.md ("Generic items").
const (
	DefaultLimit = 100
	MaxLimit     = 1000
	maxOffset    = 10_000_000

	// DefaultPageSize is the number of rows of a list page.
	DefaultPageSize = 60
)

// PageSizes returns the numbers of rows per page that people may choose.
func PageSizes() []int { return []int{25, 60, 100} }

// The values of the parameter meta; `*` requests both counts.
const (
	TotalCount  = "total_count"
	FilterCount = "filter_count"
)

// Window is the requested part of a list. A nil Limit is the default, 0 no rows and -1 the
// maximum; Count is a comma-separated list of the requested counts.
type Window struct {
	Limit  *int   `json:"limit" form:"limit"`
	Offset int    `json:"offset" form:"offset"`
	Count  string `json:"meta" form:"meta"`
}

// Range is a window with the default and the maximum applied.
type Range struct {
	Limit, Offset int
	Count         string
}

// Normalize returns the range of the window, or 400 VALIDATION_ERROR.
func (w Window) Normalize() (Range, error) {
	settled := Range{Limit: DefaultLimit, Offset: w.Offset, Count: w.Count}
	if w.Limit != nil {
		settled.Limit = *w.Limit
	}
	var problems errs.Problems
	problems.Require(settled.Limit >= -1 && settled.Limit <= MaxLimit, "limit", "deve estar entre 0 e 1000, ou ser -1 para o máximo")
	problems.Require(w.Offset >= 0 && w.Offset <= maxOffset, "offset", "deve ser um número inteiro a partir de 0")
	for word := range strings.SplitSeq(w.Count, ",") {
		known := word == "" || word == "*" || word == TotalCount || word == FilterCount
		problems.Require(known, "meta", "aceita total_count, filter_count ou *")
	}
	if settled.Limit == -1 {
		settled.Limit = MaxLimit
	}
	return settled, problems.Err()
}

// Wants reports whether the count is requested.
func (r Range) Wants(count string) bool {
	return strings.Contains(r.Count, "*") || strings.Contains(r.Count, count)
}

// Meta is the `meta` of a list: the window and the requested counts.
type Meta struct {
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
	// TotalCount is the number of rows that the caller may see, FilterCount that of the matching ones.
	TotalCount  *int `json:"total_count,omitempty"`
	FilterCount *int `json:"filter_count,omitempty"`
}

// CountLimit is the number up to which a list page counts; an exact larger number would be slow
// and of little use.
const CountLimit = 10_000

// Counted is the number of rows that match a filter. If More is set, counting stopped at Rows and
// there are more.
type Counted struct {
	Rows int
	More bool
}

// CountedUpTo returns the count of rows that were counted up to one more than most.
func CountedUpTo(rows, most int) Counted { return Counted{Rows: min(rows, most), More: rows > most} }

// Of is a window of a list.
type Of[T any] struct {
	Items []T
	Meta  Meta
}
