// Package kinds says what the rows of a sheet become: products, tags, professionals, orders with their items, and services. It
// finds the stored people, products and professionals that rows name, and stores and removes by the verbs of the areas.
package kinds

import (
	"slices"
	"strconv"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Line is a row of a sheet with what is understood of it.
type Line struct {
	Number   int
	Values   map[string]string
	Notes    []string
	Problems []cells.Problem
}

func (l *Line) add(kind, field, value, fix string) {
	l.Problems = append(l.Problems, cells.Problem{Kind: kind, Field: field, Value: texts.Shorten(value, 200), Fix: fix})
}

// Has reports whether a field of the line has a problem.
func (l *Line) Has(field string) bool {
	for _, problem := range l.Problems {
		if problem.Field == field {
			return true
		}
	}
	return false
}

// amount returns an amount of the line; has is false without one.
func (l *Line) amount(name string) (amount money.Amount, has bool) {
	if l.Values[name] == "" {
		return amount, false
	}
	amount, err := money.Parse(l.Values[name])
	return amount, err == nil
}

func (l *Line) number(name string) int64 {
	number, _ := strconv.ParseInt(l.Values[name], 10, 64) // 0 for none
	return number
}

// Sale is an order with its items, or a service: one line or several.
type Sale []*Line

// first returns the first value of a field.
func (s Sale) first(name string) string {
	for _, line := range s {
		if line.Values[name] != "" {
			return line.Values[name]
		}
	}
	return ""
}

func (s Sale) firstAmount(name string) (money.Amount, bool) {
	for _, line := range s {
		if amount, has := line.amount(name); has {
			return amount, true
		}
	}
	return money.Zero, false
}

// has reports whether a line has a problem of a field.
func (s Sale) has(field string) bool {
	for _, line := range s {
		if line.Has(field) {
			return true
		}
	}
	return false
}

// differing adds a problem for each of the fields in which lines have different values.
func (s Sale) differing(names ...string) {
	for _, name := range names {
		first := s.first(name)
		for _, line := range s {
			if value := line.Values[name]; value != "" && value != first {
				s[0].add("sale_values:"+name, name, first+" e "+value, "")
				break
			}
		}
	}
}

// missing adds a problem for each field without a value, unless the value has a problem of its own.
func (s Sale) missing(names ...string) {
	for _, name := range names {
		if s.first(name) == "" && !s.has(name) {
			s[0].add("sale_missing:"+name, name, "", "")
		}
	}
}

// missingPerson adds a problem to a sale that names nobody.
func (s Sale) missingPerson() {
	for _, name := range []string{"user_id", "associate_cpf", "associate_code", "associate_email", "associate_name"} {
		if s.first(name) != "" || s.has(name) {
			return
		}
	}
	s[0].add("sale_missing:associate_name", "associate_name", "", "")
}

// notes returns the notes of all lines, each once.
func (s Sale) notes() string {
	var notes []string
	for _, line := range s {
		for _, note := range line.Notes {
			if note = strings.TrimSpace(note); note != "" && !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return strings.Join(notes, "\n")
}

func (s Sale) tags() []string {
	var tags []string
	for _, line := range s {
		record := cells.Record{Values: line.Values}
		for _, tag := range record.TagList() {
			if !slices.Contains(tags, tag) {
				tags = append(tags, tag)
			}
		}
	}
	return tags
}

// IsOfSale reports whether a problem is one between the lines of an order, or between an order and what is stored.
func IsOfSale(problem cells.Problem) bool { return strings.HasPrefix(problem.Kind, "sale_") }

// Result is what became of a sale.
type Result struct {
	ID int64
	// Err is a refusal.
	Err error
}

func sent(values map[string]string, name string) patch.Field[string] {
	if values[name] == "" {
		return patch.Field[string]{}
	}
	return patch.Of(values[name])
}

func tagList(values map[string]string) []string {
	record := cells.Record{Values: values}
	return record.TagList()
}
