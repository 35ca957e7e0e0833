package items

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// statement builds SQL with its parameters. Only the text of the engine and of the areas
// becomes SQL; what a caller sent becomes a parameter.
type statement struct {
	strings.Builder
	args []any
	// customPlan is set by a search, whose plan must fit its own words: see db.WithCustomPlan.
	customPlan bool
}

// add appends text.
func (s *statement) add(texts ...string) {
	for _, text := range texts {
		s.WriteString(text)
	}
}

// value appends a parameter, cast to the type so that PostgreSQL need not guess.
func (s *statement) value(value any, typed string) {
	s.args = append(s.args, value)
	s.WriteByte('$')
	s.WriteString(strconv.Itoa(len(s.args)))
	s.WriteString("::")
	s.WriteString(typed)
}

// and begins one more condition.
func (s *statement) and() {
	if s.Len() == 0 {
		s.add(" where ")
		return
	}
	s.add(" and ")
}

// idIn adds a condition: the row is one of these.
func (s *statement) idIn(ids []int64) {
	s.and()
	s.add(`"id" = any(`)
	s.value(ids, "bigint[]")
	s.add(")")
}

// arguments are what pgx runs the statement with, its options first.
func (s *statement) arguments(options ...any) []any {
	if s.customPlan {
		// Only the description is kept, so that PostgreSQL never settles on one plan for all.
		options = append(options, pgx.QueryExecModeCacheDescribe)
	}
	return append(options, s.args...)
}

// number appends a number that the engine has checked.
func (s *statement) number(number int) { s.WriteString(strconv.Itoa(number)) }
