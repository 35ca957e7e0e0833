package dump

import (
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// name is the name of a table.
type name struct{ schema, table string }

func (n name) sanitized() string { return pgx.Identifier{n.schema, n.table}.Sanitize() }

// column is a column of a table as the dump names its type.
type column struct{ name, kind string }

// scanner reads words of a statement.
type scanner struct{ rest string }

// keyword passes over a word, and reports whether it is there.
func (s *scanner) keyword(word string) bool {
	s.space()
	if len(s.rest) < len(word) || !strings.EqualFold(s.rest[:len(word)], word) {
		return false
	}
	if following := s.rest[len(word):]; isNamed(word[len(word)-1]) && following != "" && isNamed(following[0]) {
		return false
	}
	s.rest = s.rest[len(word):]
	return true
}

func (s *scanner) space() { s.rest = strings.TrimLeft(s.rest, " \t\r\n\f") }

// identifier returns a name, quoted or not; empty if there is none.
func (s *scanner) identifier() string {
	s.space()
	if !strings.HasPrefix(s.rest, `"`) {
		end := strings.IndexFunc(s.rest, func(c rune) bool { return c < 0x80 && !isNamed(byte(c)) && c != '$' })
		if end < 0 {
			end = len(s.rest)
		}
		found := strings.ToLower(s.rest[:end])
		s.rest = s.rest[end:]
		return found
	}
	quoted := quotedEnd(s.rest)
	found := strings.ReplaceAll(strings.TrimSuffix(s.rest[1:quoted], `"`), `""`, `"`)
	s.rest = s.rest[quoted:]
	return found
}

// quotedEnd returns the end of the quoted text at the beginning, in which a doubled quote is one.
func quotedEnd(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] != text[0] {
			continue
		}
		if i+1 < len(text) && text[i+1] == text[0] {
			i++
			continue
		}
		return i + 1
	}
	return len(text)
}

// table returns the name of a table; one without a schema is in public.
func (s *scanner) table() name {
	first := s.identifier()
	if strings.HasPrefix(s.rest, ".") {
		s.rest = s.rest[1:]
		return name{first, s.identifier()}
	}
	return name{publicSchema, first}
}

// parts returns what stands between commas within the parentheses at the beginning.
func (s *scanner) parts() (parts []string) {
	s.space()
	if !strings.HasPrefix(s.rest, "(") {
		return nil
	}
	depth, from := 0, 1
	for i := 0; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '"', '\'':
			i += quotedEnd(s.rest[i:]) - 1
		case '(', '[':
			depth++
		case ']':
			depth--
		case ')':
			if depth--; depth == 0 {
				parts = append(parts, s.rest[from:i])
				s.rest = s.rest[i+1:]
				return parts
			}
		case ',':
			if depth == 1 {
				parts = append(parts, s.rest[from:i])
				from = i + 1
			}
		}
	}
	return nil
}

// parseCopy returns the table and the columns of a COPY whose rows follow.
func parseCopy(said string) (to name, columns []string, isCopy bool) {
	s := &scanner{said}
	if !s.keyword("copy") {
		return to, nil, false
	}
	to = s.table()
	for _, part := range s.parts() {
		columns = append(columns, (&scanner{part}).identifier())
	}
	return to, columns, s.keyword("from") && s.keyword("stdin")
}

// parseTable returns the table and the columns of a CREATE TABLE.
func parseTable(said string) (of name, columns []column, isTable bool) {
	s := &scanner{said}
	if !s.keyword("create") {
		return of, nil, false
	}
	s.keyword("unlogged")
	if !s.keyword("table") {
		return of, nil, false
	}
	of = s.table()
	for _, part := range s.parts() {
		if in := (&scanner{part}); !in.keyword("constraint") {
			columns = append(columns, column{in.identifier(), in.kind()})
		}
	}
	return of, columns, true
}

// afterType are the words that may follow the type of a column.
var afterType = []string{"collate", "default", "not", "null", "generated", "constraint", "storage", "compression"}

// kind returns the type at the beginning of the definition of a column.
func (s *scanner) kind() string {
	var words []string
	for {
		s.space()
		if s.rest == "" {
			return strings.Join(words, " ")
		}
		if slices.ContainsFunc(afterType, func(word string) bool { return (&scanner{s.rest}).keyword(word) }) {
			return strings.Join(words, " ")
		}
		words = append(words, s.word())
	}
}

// word returns what stands before the next space outside of quotes and parentheses.
func (s *scanner) word() string {
	depth, end := 0, len(s.rest)
	for i := 0; i < len(s.rest) && end == len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"' || c == '\'':
			i += quotedEnd(s.rest[i:]) - 1
		case c == '(':
			depth++
		case c == ')':
			depth--
		case isSpace(c) && depth == 0:
			end = i
		}
	}
	found := s.rest[:end]
	s.rest = s.rest[end:]
	return found
}

// parseInsert returns the table of an INSERT.
func parseInsert(said string) (into name, isInsert bool) {
	s := &scanner{said}
	if !s.keyword("insert") || !s.keyword("into") {
		return into, false
	}
	return s.table(), true
}

var encodingSetting = regexp.MustCompile(`(?i)^set\s+client_encoding\s*=\s*'([a-z0-9_-]+)'$`)

// parseEncoding returns the encoding of the rows that follow.
func parseEncoding(said string) (encoding string, isEncoding bool) {
	found := encodingSetting.FindStringSubmatch(said)
	if found == nil {
		return "", false
	}
	return found[1], true
}
