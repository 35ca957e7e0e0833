package sheet_test

import (
	"bytes"
	"strings"
	"testing"

	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
)

// Spreadsheets read typed text as text, also with invisible characters before a formula; text that
// only resembles a formula is not changed.
func TestCSV_NoFormula(t *testing.T) {
	t.Parallel()
	for text, harmless := range map[string]bool{
		"=1+1": false, "+1": false, "-1": false, "@SUM(A1)": false, "\t=1": false, "\r=1": false, "\ta": false, "\ra": false, "\n=1": false,
		" =1": false, "\u00a0=1": false,
		"\ufeff=1": false, "\u200b=1": false, "\x01=1": false, "\r\n\t @x": false, "＝1+1": false, "＋1": false, "－1": false, " ＠x": false,
		"": true, " ": true, "a=1": true, "1-1": true, " a": true, "(=1)": true, "–1": true, "\x00": true,
	} {
		for _, k := range []kind.Kind{kind.Text, kind.JSON} {
			line := lineOf(t, k, text)
			if kept := !strings.Contains(line[:min(2, len(line))], "'"); kept != harmless {
				t.Errorf("%q is written as %q", text, line)
			}
		}
	}
}

// No character of a text is lost, and all line breaks are the same.
func TestCSV_LinesOfAText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\rb": "\"a\r\nb\"", "a\nb": "\"a\r\nb\"", "a\r\nb\r\n": "\"a\r\nb\r\n\"", "a\n\rb": "\"a\r\n\r\nb\"", `a"b,c`: `"a""b,c"`,
		"a;b\t": "a;b\t", `\.`: `"\."`,
	} {
		if line := lineOf(t, kind.Text, text); line != want+"\r\n" {
			t.Errorf("%q is written as %q, want %q", text, line, want)
		}
	}
}

// lineOf writes a text as the second cell of a CSV file and returns the line after the first cell.
func lineOf(t *testing.T, k kind.Kind, text string) string {
	t.Helper()
	var file bytes.Buffer
	writer, err := sheet.Formats(sheet.Plain())["csv"].Open(&file, []sheet.Column{{Name: "a", Kind: kind.Text}, {Name: "b", Kind: k}})
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Row([][]byte{nil, []byte(text)}); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(file.String(), "a,b\r\n,")
}
