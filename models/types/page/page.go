// Package page is the vocabulary of lists: which window of the rows is asked for and
// what is said about it. Every list has a total order and a limit.
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

	// DefaultPageSize is how many rows a list page shows.
	DefaultPageSize = 60
)

// PageSizes are the numbers of rows that a person may choose.
func PageSizes() []int { return []int{25, 60, 100} }

// The counts that the parameter meta may ask for; `*` asks for both.
const (
	TotalCount  = "total_count"
	FilterCount = "filter_count"
)

// Window is the part of a list that a request wants. A nil Limit is the default, 0 no rows and -1 the
// maximum; Count names the counts, comma-joined.
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

// Wants reports whether the request wants a count.
func (r Range) Wants(count string) bool {
	return strings.Contains(r.Count, "*") || strings.Contains(r.Count, count)
}

// Meta is the `meta` of a list: the window, and the counts that were asked for.
type Meta struct {
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
	// TotalCount counts the rows the caller may see, FilterCount those of them that match.
	TotalCount  *int `json:"total_count,omitempty"`
	FilterCount *int `json:"filter_count,omitempty"`
}

// MostCounted is how far a list page counts: the exact number beyond it helps nobody and
// would be waited for.
const CountLimit = 10_000

// Counted is how many rows a filter leaves; More tells that there are more, and counting stopped there.
type Counted struct {
	Rows int
	More bool
}

// Of is one window of a list.
type Of[T any] struct {
	Items []T
	Meta  Meta
}
