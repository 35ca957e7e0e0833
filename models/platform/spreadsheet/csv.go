package spreadsheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"acolhe/models/types/fmtbr"
)

const (
	// maxRecord is the size in bytes of the longest row.
	maxRecord = 4 << 20
	// sampleBytes is the part of a file in which the separator is looked for.
	sampleBytes = 64 << 10
)

func integer(n int) string { return fmtbr.Integer(n) }

// csvFile is a CSV file with its detected encoding and separator.
type csvFile struct {
	file      *os.File
	encoding  encoding.Encoding
	name      string
	separator rune
	// hasHint reports whether the first line is sep=;, as some programs write it.
	hasHint bool
}

func openCSV(file *os.File) (File, error) {
	opened := &csvFile{file: file}
	var err error
	if opened.encoding, opened.name, err = detectEncoding(file); err != nil {
		return nil, err
	}
	text, err := opened.text()
	if err != nil {
		return nil, err
	}
	sample, err := io.ReadAll(io.LimitReader(text, sampleBytes))
	if err != nil {
		return nil, err
	}
	if isBinary(string(sample)) {
		return nil, errKind()
	}
	opened.separator, opened.hasHint = detectSeparator(string(sample))
	return opened, nil
}

// isBinary reports whether a text is none: a tenth of it are control characters.
func isBinary(text string) bool {
	controls := 0
	for _, r := range text {
		if r < ' ' && !strings.ContainsRune("\n\r\t", r) || r == utf8.RuneError {
			controls++
		}
	}
	return controls > len(text)/10
}

// Format implements File.
func (f *csvFile) Format() string { return "CSV com " + separatorName(f.separator) + ", " + f.name }

// Sheets implements File.
func (f *csvFile) Sheets() []string { return []string{""} }

// Close implements File.
func (f *csvFile) Close() { _ = f.file.Close() }

// Colours implements File.
func (f *csvFile) Colours(int) (map[int]string, error) { return nil, nil }

// Each implements File.
func (f *csvFile) Each(_ int, take func(line int, cells []string) error) error {
	text, err := f.text()
	if err != nil {
		return err
	}
	guard := &recordGuard{in: text, left: maxRecord}
	reader := csv.NewReader(guard)
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord, reader.ReuseRecord = f.separator, true, -1, true
	for rows := 0; ; {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return badRecord(err)
		}
		guard.left = maxRecord
		line, _ := reader.FieldPos(0)
		if line == 1 && f.hasHint {
			continue
		}
		if cells, err = row(line, cells); err != nil {
			return err
		}
		if len(cells) == 0 {
			continue
		}
		if rows++; rows > MaxRows {
			return errRows()
		}
		if err := take(line, cells); err != nil {
			return err
		}
	}
}

func badRecord(err error) error {
	var parse *csv.ParseError
	if errors.Is(err, errLong) || errors.As(err, &parse) {
		line := 0
		if parse != nil {
			line = parse.StartLine
		}
		if line > 0 {
			return refused("A linha " + integer(line) + " não termina. Talvez faltem aspas no fim de um texto.")
		}
		return refused("Uma linha não termina. Talvez faltem aspas no fim de um texto.")
	}
	return err
}

// text returns the file from its start as UTF-8, without NUL bytes of single-byte encodings and with \n as the end of lines.
func (f *csvFile) text() (io.Reader, error) {
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return &lineEnds{in: bufio.NewReaderSize(transform.NewReader(f.file, f.encoding.NewDecoder()), 64<<10)}, nil
}

var errLong = errors.New("a row does not end")

// recordGuard ends a row that is too long, such as one whose quotation mark is never closed.
type recordGuard struct {
	in   io.Reader
	left int
}

// Read implements io.Reader. The reader of CSV reads ahead by its buffer at most.
func (g *recordGuard) Read(into []byte) (int, error) {
	if g.left < -sampleBytes {
		return 0, errLong
	}
	n, err := g.in.Read(into)
	g.left -= n
	return n, err
}

// lineEnds turns lone carriage returns of old Macs into line feeds.
type lineEnds struct {
	in   io.Reader
	last byte
}

// Read implements io.Reader.
func (l *lineEnds) Read(into []byte) (int, error) {
	n, err := l.in.Read(into)
	for i := range n {
		is := into[i]
		if is == '\r' {
			into[i] = '\n'
		}
		if is == '\n' && l.last == '\r' {
			// The pair is one end: the first was turned, so that the second becomes nothing visible.
			into[i] = 0
		}
		l.last = is
	}
	return drop(into[:n]), err
}

// drop removes NUL bytes in place and returns the number of bytes left.
func drop(bytes []byte) int {
	kept := 0
	for _, b := range bytes {
		if b != 0 {
			bytes[kept] = b
			kept++
		}
	}
	return kept
}

// detectEncoding returns the encoding by the mark at the start, else UTF-8 if all bytes are, else UTF-16 if every other byte
// is NUL, else Windows-1252, of which Latin-1 is a part.
func detectEncoding(file *os.File) (encoding.Encoding, string, error) {
	start := make([]byte, 4096)
	n, err := file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", err
	}
	start = start[:n]
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		return unicode.UTF8BOM, "UTF-8", nil
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16", nil
	case zerosAt(start, 1) > n/4:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "UTF-16", nil
	case zerosAt(start, 0) > n/4:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "UTF-16", nil
	}
	isUTF8, err := validUTF8(file)
	if isUTF8 {
		return unicode.UTF8, "UTF-8", err
	}
	return charmap.Windows1252, "Windows-1252", err
}

// zerosAt counts the NUL bytes at even (0) or odd (1) places.
func zerosAt(bytes []byte, from int) (count int) {
	for i := from; i < len(bytes); i += 2 {
		if bytes[i] == 0 {
			count++
		}
	}
	return count
}

func validUTF8(file *os.File) (bool, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	in := bufio.NewReaderSize(file, 256<<10)
	for {
		chunk, err := in.Peek(in.Size())
		if len(chunk) == 0 {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return true, err
		}
		whole := chunk
		if err == nil {
			// A character may be cut at the end of the chunk.
			for i := 1; i <= utf8.UTFMax && i <= len(whole); i++ {
				if utf8.RuneStart(whole[len(whole)-i]) {
					whole = whole[:len(whole)-i]
					break
				}
			}
		}
		if !utf8.Valid(whole) || len(whole) == 0 {
			return false, nil
		}
		if _, err := in.Discard(len(whole)); err != nil {
			return false, err
		}
	}
}

// separators are what separates cells, the likeliest first.
var separators = []rune{';', '\t', ',', '|'}

func separatorName(separator rune) string {
	return map[rune]string{';': "ponto e vírgula", '\t': "tabulação", ',': "vírgula", '|': "barra"}[separator]
}

// detectSeparator returns the sign that divides most lines of the sample into the same number of cells, outside quotation
// marks; a file of one column gets the first.
func detectSeparator(sample string) (separator rune, hasHint bool) {
	first, _, _ := strings.Cut(sample, "\n")
	if hint, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(strings.Trim(first, `"`))), "sep="); found {
		if sign, _ := utf8.DecodeRuneInString(hint); strings.ContainsRune(";,|\t", sign) {
			return sign, true
		}
	}
	lines := strings.Split(sample, "\n")
	if len(lines) > 1 && len(sample) >= sampleBytes-4 {
		lines = lines[:len(lines)-1]
	}
	best, bestScore := separators[0], 0
	for _, sign := range separators {
		counts := map[int]int{}
		for _, line := range lines[:min(len(lines), 200)] {
			if count := countOutside(line, sign); count > 0 {
				counts[count]++
			}
		}
		for count, times := range counts {
			if score := times*4 + min(count, 20); score > bestScore {
				best, bestScore = sign, score
			}
		}
	}
	return best, false
}

func countOutside(line string, sign rune) (count int) {
	inside := false
	for _, r := range line {
		switch {
		case r == '"':
			inside = !inside
		case r == sign && !inside:
			count++
		}
	}
	return count
}
