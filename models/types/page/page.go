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

// Window is the part of a list that is asked for. Limit 0 means the default and -1 the
// maximum; Count names the counts wanted, comma-joined.
type Window struct {
	Limit  int    `json:"limit" form:"limit"`
	Offset int    `json:"offset" form:"offset"`
	Count  string `json:"meta" form:"meta"`
}

// Normalize returns the window with the default and the maximum applied, or a validation error.
func (w Window) Normalize() (Window, error) {
	var problems errs.Problems
	problems.Require(w.Limit >= -1 && w.Limit <= MaxLimit, "limit", "deve estar entre 1 e 1000, ou ser -1 para o máximo")
	problems.Require(w.Offset >= 0 && w.Offset <= maxOffset, "offset", "deve ser um número inteiro a partir de 0")
	for word := range strings.SplitSeq(w.Count, ",") {
		known := word == "" || word == "*" || word == TotalCount || word == FilterCount
		problems.Require(known, "meta", "aceita total_count, filter_count ou *")
	}
	switch w.Limit {
	case 0:
		w.Limit = DefaultLimit
	case -1:
		w.Limit = MaxLimit
	}
	return w, problems.Err()
}

// Wants reports whether a count was asked for.
func (w Window) Wants(count string) bool {
	return strings.Contains(w.Count, "*") || strings.Contains(w.Count, count)
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
