package dump

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

const (
	// lineSize is the size of what is read at once; longer lines come in parts.
	lineSize = 64 << 10
	// maxStatement is the number of bytes of a statement that are kept. Tables are far smaller; those that are longer, as a large
	// object, mean nothing here.
	maxStatement = 1 << 20
)

// Comments with which pg_dump begins and ends.
const (
	beginning  = "-- PostgreSQL database dump"
	conclusion = "-- PostgreSQL database dump complete"
)

// reader splits a dump into statements and the rows that follow COPY.
type reader struct {
	in *bufio.Reader
	// text is the statement so far, last the byte before the current one.
	text strings.Builder
	last byte
	// begun and concluded are how many comments of pg_dump were read.
	begun, concluded int
}

func newReader(from io.Reader) *reader { return &reader{in: bufio.NewReaderSize(from, lineSize)} }

// isCut reports whether pg_dump began and did not end.
func (r *reader) isCut() bool { return r.begun > r.concluded }

// next returns the next statement without comments and its semicolon, io.EOF after the last one, or ErrCut within one. Commands of psql,
// which begin with a backslash, are passed over. The bodies of functions in SQL come in parts.
func (r *reader) next() (string, error) {
	r.text.Reset()
	r.last = 0
	depth := 0
	for {
		b, err := r.in.ReadByte()
		if err != nil {
			return "", r.ended(err)
		}
		isFirst := r.text.Len() == 0
		switch {
		case isFirst && b == '\\':
			if err := r.skipLine(); err != nil {
				return "", r.ended(err)
			}
			continue
		case isFirst && isSpace(b):
			continue
		case b == ';' && depth == 0:
			if isFirst {
				continue
			}
			return r.text.String(), nil
		case b == '(':
			depth++
		case b == ')' && depth > 0:
			depth--
		}
		if err := r.token(b); err != nil {
			return "", r.ended(err)
		}
	}
}

// ended returns io.EOF between statements and ErrCut in one.
func (r *reader) ended(err error) error {
	switch {
	case errors.Is(err, io.EOF) && strings.TrimSpace(r.text.String()) == "":
		return io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return ErrCut
	}
	return err
}

// token reads what begins with a byte: a comment, which is left out, a quoted text, or the byte alone.
func (r *reader) token(b byte) error {
	switch b {
	case '-', '/':
		following, err := r.in.Peek(1)
		if err == nil && b == '-' && following[0] == '-' {
			return r.lineComment()
		}
		if err == nil && b == '/' && following[0] == '*' {
			_, _ = r.in.Discard(1)
			return r.comment()
		}
	case '\'':
		isEscaped := r.last == 'E' || r.last == 'e'
		r.add(b)
		return r.quoted(b, isEscaped)
	case '"':
		r.add(b)
		return r.quoted(b, false)
	case '$':
		if !isNamed(r.last) {
			return r.dollar()
		}
	}
	r.add(b)
	return nil
}

func (r *reader) add(b byte) {
	r.last = b
	if r.text.Len() < maxStatement {
		r.text.WriteByte(b)
	}
}

// quoted reads to the end of a quoted text. A doubled quote is two texts.
func (r *reader) quoted(end byte, isEscaped bool) error {
	for {
		b, err := r.in.ReadByte()
		if err != nil {
			return cut(err)
		}
		r.add(b)
		if b == end {
			return nil
		}
		if isEscaped && b == '\\' {
			if b, err = r.in.ReadByte(); err != nil {
				return cut(err)
			}
			r.add(b)
		}
	}
}

// dollar reads a text between dollars, as the body of a function; a dollar that begins none is one.
func (r *reader) dollar() error {
	ahead, _ := r.in.Peek(64) // a name is not longer
	end := bytes.IndexByte(ahead, '$')
	r.add('$')
	if end < 0 || end > 0 && isDigit(ahead[0]) || bytes.ContainsFunc(ahead[:end], func(c rune) bool { return c < 0x80 && !isNamed(byte(c)) }) {
		return nil
	}
	tag := "$" + string(ahead[:end+1])
	_, _ = r.in.Discard(end + 1)
	r.addText(tag[1:])
	matched := 0
	for matched < len(tag) {
		b, err := r.in.ReadByte()
		if err != nil {
			return cut(err)
		}
		r.add(b)
		switch b {
		case tag[matched]:
			matched++
		case '$':
			matched = 1
		default:
			matched = 0
		}
	}
	return nil
}

func (r *reader) addText(text string) {
	for i := range len(text) {
		r.add(text[i])
	}
}

// lineComment reads the rest of a comment of a line, of which the first dash was read.
func (r *reader) lineComment() error {
	line, err := r.in.ReadSlice('\n')
	said := "-" + strings.TrimSpace(string(line))
	if r.text.Len() == 0 {
		switch said {
		case beginning:
			r.begun++
		case conclusion:
			r.concluded++
		}
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		return r.skipLine()
	}
	if err == nil && r.text.Len() > 0 {
		r.add('\n')
	}
	return err
}

func (r *reader) skipLine() error {
	for {
		_, err := r.in.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// comment reads to the end of a comment, which may hold others.
func (r *reader) comment() error {
	var last byte
	for depth := 1; depth > 0; {
		b, err := r.in.ReadByte()
		if err != nil {
			return cut(err)
		}
		switch {
		case last == '*' && b == '/':
			depth--
			b = 0
		case last == '/' && b == '*':
			depth++
			b = 0
		}
		last = b
	}
	if r.text.Len() > 0 {
		r.add(' ')
	}
	return nil
}

// cut returns ErrCut for the end of the file.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrCut
	}
	return err
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == '\f' }
func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// isNamed reports whether a byte may be in a name.
func isNamed(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || isDigit(b) || b == '_' || b >= 0x80
}

// rows are those that follow a COPY, to the line with a backslash and a point.
type rows struct {
	in   *bufio.Reader
	left []byte
	// isBegun is set once the end of the line of the COPY was passed, isWithin in a line that came in part.
	isBegun, isWithin bool
	// err is why the rows ended: io.EOF is not kept.
	err  error
	done bool
}

func (r *reader) rows() *rows { return &rows{in: r.in} }

// Read implements io.Reader. It ends with io.EOF after the last row, and with ErrCut if the file ends before.
func (r *rows) Read(into []byte) (int, error) {
	if !r.isBegun {
		r.isBegun = true
		if _, err := r.in.ReadSlice('\n'); err != nil {
			return 0, r.fail(err)
		}
	}
	if len(r.left) == 0 {
		if r.done {
			return 0, io.EOF
		}
		if err := r.line(); err != nil {
			return 0, err
		}
	}
	read := copy(into, r.left)
	r.left = r.left[read:]
	return read, nil
}

// line reads the next line, or a part of a long one.
func (r *rows) line() error {
	line, err := r.in.ReadSlice('\n')
	if !r.isWithin && string(bytes.TrimRight(line, "\r\n")) == `\.` {
		r.done = true
		return io.EOF
	}
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		return r.fail(err)
	}
	r.left, r.isWithin = line, err != nil
	return nil
}

func (r *rows) fail(err error) error {
	r.err = cut(err)
	r.done = true
	return r.err
}
