package areas_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"acolhe/models/areas"
	"acolhe/models/platform/personal"
)

// Every column that can hold text, bytes or an address is declared once, as personal data or as none. A new one fails here
// until its area says in area.go which of both it is.
func TestPersonal_EveryColumn(t *testing.T) {
	t.Parallel()
	stored := textsOf(t, `select c.table_name || '.' || c.column_name from information_schema.columns c
		join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
			and c.data_type in ('text', 'jsonb', 'json', 'bytea', 'inet', 'ARRAY', 'character varying') order by 1`)
	stored = slices.DeleteFunc(stored, func(name string) bool { return toolTable.MatchString(name) || partition.MatchString(name) })
	var declared []string
	for _, table := range areas.Personal() {
		for _, column := range table.Declared() {
			declared = append(declared, table.Name+"."+column)
		}
	}
	for _, name := range stored {
		switch count := countOf(declared, name); {
		case count == 0:
			table, _, _ := strings.Cut(name, ".")
			t.Errorf("%s is not declared: its area adds it to the personal.Table of %s, in Data with purpose, legal basis, readers, time and end, or in Plain if it names nobody", name, table)
		case count > 1:
			t.Errorf("%s is declared %d times", name, count)
		}
	}
	exists := textsOf(t, "select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'")
	for _, name := range declared {
		if !slices.Contains(exists, name) {
			t.Errorf("%s is declared, which is no column", name)
		}
	}
}

func countOf(all []string, wanted string) (count int) {
	for _, one := range all {
		if one == wanted {
			count++
		}
	}
	return count
}

// The declarations are complete: every table once, each column of personal data with a use and an end, rows that are removed or
// changed with a condition.
func TestPersonal_Complete(t *testing.T) {
	t.Parallel()
	var names []string
	for _, table := range areas.Personal() {
		names = append(names, table.Name)
		for _, problem := range problemsOf(table) {
			t.Errorf("%s: %s", table.Name, problem)
		}
	}
	slices.Sort(names)
	tables := areas.Tables()
	slices.Sort(tables)
	if !slices.Equal(names, tables) {
		t.Errorf("declared are %v, the areas have %v", names, tables)
	}
}

func problemsOf(table personal.Table) (problems []string) {
	if table.HasPeople() && table.Label == "" {
		problems = append(problems, "no label")
	}
	for _, data := range table.Data {
		if data.Use == (personal.Use{}) || data.End.Label == "" {
			problems = append(problems, fmt.Sprintf("%q has no use or end", data.Columns))
		}
		if (data.End.SQL != "" || data.End == personal.WithRow) && table.Of == "" {
			problems = append(problems, fmt.Sprintf("%q is erased, and the table says of no row whose it is", data.Columns))
		}
		if data.End == personal.WithRow && !table.Removed {
			problems = append(problems, fmt.Sprintf("%q goes with its row, which is not removed", data.Columns))
		}
	}
	return problems
}

// What the register says of the time is the period after which the rows of a table leave.
func TestPersonal_PeriodsOfTerms(t *testing.T) {
	t.Parallel()
	declared := map[string][]personal.Data{}
	for _, table := range areas.Personal() {
		declared[table.Name] = table.Data
	}
	for _, term := range areas.Terms() {
		agrees := term.Table == "users" // each kind of registration has a period of its own
		for _, data := range declared[term.Table] {
			agrees = agrees || strings.HasPrefix(strings.ReplaceAll(data.Use.Kept, " ", "\u00a0"), term.Period.Label())
		}
		if !agrees {
			t.Errorf("%s leave after %s, and the register says something else", term.Name, term.Period.Label())
		}
	}
}
