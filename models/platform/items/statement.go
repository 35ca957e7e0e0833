package items

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// statement builds SQL with its parameters. Only the text of the engine and of the areas becomes
// SQL; values of a caller are parameters.
type statement struct {
	strings.Builder
	args []any
	// unprepared is true if the caller shapes the statement: see db.Unprepared.
	unprepared bool
}

// add appends text.
func (s *statement) add(texts ...string) {
	for _, text := range texts {
		s.WriteString(text)
	}
}

// value appends a parameter with a cast to the type.
func (s *statement) value(value any, typed string) {
	s.args = append(s.args, value)
	s.WriteByte('$')
	s.WriteString(strconv.Itoa(len(s.args)))
	s.WriteString("::")
	s.WriteString(typed)
}

// and begins another condition.
func (s *statement) and() {
	if s.Len() == 0 {
		s.add(" where ")
		return
	}
	s.add(" and ")
}

// idIn adds the condition that the id is one of these.
func (s *statement) idIn(ids []int64) {
	s.and()
	s.add(`"id" = any(`)
	s.value(ids, "bigint[]")
	s.add(")")
}

// arguments returns the arguments for pgx, its options first.
func (s *statement) arguments(options ...any) []any {
	if s.unprepared {
		options = append(options, pgx.QueryExecModeCacheDescribe)
	}
	return append(options, s.args...)
}

// number appends a number that the engine has validated.
func (s *statement) number(number int) { s.WriteString(strconv.Itoa(number)) }
