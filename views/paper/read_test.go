package paper_test

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

var (
	streams = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	texts   = regexp.MustCompile(`(?s)([\d.-]+) ([\d.-]+) Td \((.*?[^\\]|)\) ?Tj`)
	escapes = regexp.MustCompile(`(?s)\\(.)`)
)

// contentsOf returns the uncompressed content streams of the pages.
func contentsOf(t *testing.T, file []byte) []string {
	t.Helper()
	var contents []string
	for _, stream := range streams.FindAllSubmatch(file, -1) {
		packed, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue
		}
		content, err := io.ReadAll(packed)
		if err != nil {
			t.Fatal(err)
		}
		if texts.Match(content) { // else it is a font
			contents = append(contents, string(content))
		}
	}
	return contents
}

// pagesOf returns the texts of each page, a line each, in drawing order.
func pagesOf(t *testing.T, file []byte) []string {
	t.Helper()
	var pages []string
	for _, content := range contentsOf(t, file) {
		var lines []string
		for _, text := range texts.FindAllStringSubmatch(content, -1) {
			lines = append(lines, decoded(t, escapes.ReplaceAllStringFunc(text[3], unescaped)))
		}
		pages = append(pages, strings.Join(lines, "\n"))
	}
	return pages
}

// decoded returns the text of a string: an embedded font uses UTF-16, whose letters begin with a 0 or 1.
func decoded(t *testing.T, text string) string {
	t.Helper()
	decoder := charmap.Windows1252.NewDecoder()
	if strings.ContainsAny(text, "\x00\x01") {
		decoder = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder()
	}
	line, err := decoder.String(text)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func unescaped(pair string) string {
	if pair[1] == 'r' {
		return "\r"
	}
	return pair[1:]
}

// placesOf returns the position of each text, in points from the lower left corner.
func placesOf(t *testing.T, file []byte) [][2]float64 {
	t.Helper()
	var places [][2]float64
	for _, content := range contentsOf(t, file) {
		for _, text := range texts.FindAllStringSubmatch(content, -1) {
			x, errX := strconv.ParseFloat(text[1], 64)
			y, errY := strconv.ParseFloat(text[2], 64)
			if errX != nil || errY != nil {
				t.Fatalf("a text stands at %s %s", text[1], text[2])
			}
			places = append(places, [2]float64{x, y})
		}
	}
	return places
}
