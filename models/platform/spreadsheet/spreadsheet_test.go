package spreadsheet_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"acolhe/models/platform/spreadsheet"
	"acolhe/models/types/errs"
)

func store(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// rowsOf returns the format and the rows of the first sheet, each with its line.
func rowsOf(t testing.TB, content []byte) (format string, rows []string, err error) {
	t.Helper()
	file, err := spreadsheet.Open(store(t, content))
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	err = file.Each(0, func(line int, cells []string) error {
		rows = append(rows, fmt.Sprintf("%d: %s", line, strings.Join(cells, "|")))
		return nil
	})
	return file.Format(), rows, err
}

// The same rows are read from every encoding and with every separator.
func TestCSV_EncodingsAndSeparators(t *testing.T) {
	t.Parallel()
	const text = "Nome;Ação;Valor\r\n\"Ana; \"\"Bia\"\"\";não — é;\"1.234,50\"\r\n\r\nÉlton;\u00a0 x \u200b;\r\n"
	want := []string{`1: Nome|Ação|Valor`, `2: Ana; "Bia"|não — é|1.234,50`, `4: Élton|x`}
	latin, err := charmap.Windows1252.NewEncoder().Bytes([]byte(strings.ReplaceAll(text, "\u200b", "")))
	if err != nil {
		t.Fatal(err)
	}
	little, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))
	big, _ := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(text))
	for name, content := range map[string][]byte{
		"UTF-8": []byte(text), "mark": []byte("\ufeff" + text), "Windows-1252": latin, "UTF-16": little, "UTF-16 without a mark": big,
		"old Mac": []byte(strings.ReplaceAll(text, "\r\n", "\r")), "NUL": []byte(strings.ReplaceAll(text, "x", "x\x00")),
		"hint": []byte("sep=;\r\n" + text),
	} {
		format, rows, err := rowsOf(t, content)
		if name == "hint" {
			for i := range rows {
				_, rest, _ := strings.Cut(rows[i], ": ")
				rows[i] = want[i][:3] + rest
			}
		}
		if err != nil || !slices.Equal(rows, want) || !strings.Contains(format, "ponto e vírgula") {
			t.Errorf("%s is %s: %q (%v)", name, format, rows, err)
		}
	}
	for sign, name := range map[string]string{"\t": "tabulação", ",": "vírgula", "|": "barra"} {
		format, rows, err := rowsOf(t, []byte(strings.ReplaceAll("a;b;c\n1;2;3\n", ";", sign)))
		if err != nil || len(rows) != 2 || rows[1] != "2: 1|2|3" || !strings.Contains(format, name) {
			t.Errorf("%q is %s: %q (%v)", sign, format, rows, err)
		}
	}
}

// What cannot be read is refused in a sentence, never by an unexpected error.
func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	packed := func(parts map[string]string) []byte {
		var written bytes.Buffer
		archive := zip.NewWriter(&written)
		for name, content := range parts {
			part, _ := archive.Create(name)
			_, _ = part.Write([]byte(content))
		}
		_ = archive.Close()
		return written.Bytes()
	}
	bomb := packed(map[string]string{"xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": strings.Repeat("0", 64<<20)})
	images := packed(map[string]string{"xl/workbook.xml": "<workbook/>", "xl/media/image1.png": strings.Repeat("01234567", 5<<20)})
	for name, c := range map[string]struct {
		content []byte
		message string
	}{
		"empty": {nil, "O arquivo está vazio."}, "picture": {[]byte("\x89PNG\r\n\x1a\n"), "Envie CSV ou XLSX."},
		"PDF":      {[]byte("%PDF-1.7"), "Envie CSV ou XLSX."},
		"document": {packed(map[string]string{"word/document.xml": "x"}), "Envie CSV ou XLSX."},
		"damaged":  {[]byte("PK\x03\x04 no"), "danificada"},
		"bomb":     {bomb, "se expande"}, "images": {images, "se expande"},
		"no workbook": {packed(map[string]string{"xl/workbook.xml": "x"}), "danificada"},
		"binary":      {bytes.Repeat([]byte{0, 1, 2, 0, 0, 7, 0}, 900), ""},
		"wide":        {[]byte(strings.Repeat("a;", 201) + "b\n"), "200 colunas"},
		"long cell":   {[]byte("a;b\n" + strings.Repeat("x", 40_000) + ";1\n"), "32.767 letras"},
		"open quote":  {[]byte("a;b\n\"" + strings.Repeat("texto sem fim\n", 500_000)), "aspas"},
	} {
		_, _, err := rowsOf(t, c.content)
		if refusal := errs.As(err); refusal == nil || !strings.Contains(refusal.Message, c.message) {
			t.Errorf("%s gave %v", name, err)
		}
	}
}

// Numbers are read as people see them, formulas by their value, merged cells at their first, hidden gaps by their line.
func TestXLSX(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	for cell, value := range map[string]any{"A1": "Nome", "B1": "CPF", "C1": "Valor", "A3": "Ana", "B3": 52998224725, "C3": 389.9, "A5": "Bia",
		"B5": 5.2998224725e10, "C5": 0.1 + 0.2} {
		if err := book.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.MergeCell("Sheet1", "A3", "A4"); err != nil {
		t.Fatal(err)
	}
	if err := book.SetCellFormula("Sheet1", "D5", "=SUM(C3:C5)"); err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := book.Write(&written); err != nil {
		t.Fatal(err)
	}
	_, rows, err := rowsOf(t, written.Bytes())
	if want := []string{"1: Nome|CPF|Valor", "3: Ana|52998224725|389.9", "5: Bia|52998224725|0.3"}; err != nil || !slices.Equal(rows, want) {
		t.Errorf("the rows are %q (%v)", rows, err)
	}
}

// A cell that is merged over several rows belongs to each of them that holds something.
func TestXLSX_MergedCells(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	for at, row := range [][]any{{"Família", "Paciente"}, {"Ana", "Bia"}, {"", "Caio"}, {}, {"", "Davi"}} {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", at+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.MergeCell("Sheet1", "A2", "A4"); err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := book.Write(&written); err != nil {
		t.Fatal(err)
	}
	_, rows, err := rowsOf(t, written.Bytes())
	if want := []string{"1: Família|Paciente", "2: Ana|Bia", "3: Ana|Caio", "5: |Davi"}; err != nil || !slices.Equal(rows, want) {
		t.Errorf("the rows are %q (%v)", rows, err)
	}
}

// A million rows are read with little memory; one more is refused.
func TestTool_MillionRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	out, err := os.Create(path) //nolint:gosec // a file of the test
	if err != nil {
		t.Fatal(err)
	}
	for n := range spreadsheet.MaxRows {
		fmt.Fprintf(out, "Pessoa %d;529.982.247-25;04/11/1971\n", n)
	}
	read := func() (rows int, most uint64, err error) {
		file, err := spreadsheet.Open(path)
		if err != nil {
			return 0, 0, err
		}
		defer file.Close()
		err = file.Each(0, func(int, []string) error {
			if rows++; rows%100_000 == 0 {
				var memory runtime.MemStats
				runtime.ReadMemStats(&memory)
				most = max(most, memory.HeapInuse)
			}
			return nil
		})
		return rows, most, err
	}
	if rows, most, err := read(); err != nil || rows != spreadsheet.MaxRows || most > 100<<20 {
		t.Errorf("%d rows were read with %d MB (%v)", rows, most>>20, err)
	}
	fmt.Fprintln(out, "uma;linha;a mais")
	_ = out.Close()
	if _, _, err := read(); errs.As(err) == nil || !strings.Contains(err.Error(), "1.000.000") {
		t.Errorf("one row more gave %v", err)
	}
}

// Any bytes give rows of valid texts or a sentence.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a;b\n1;2", "\"a\";\"b", "\xff\xfea\x00;\x00", "sep=,\na,b", "a\rb\rc", "\x00\x00", "é;ç", "\xe9;\xe7",
		strings.Repeat(";", 300)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		_, rows, err := rowsOf(t, content)
		if err != nil && errs.As(err) == nil {
			t.Errorf("%q gave %v", content, err)
		}
		for _, row := range rows {
			if !utf8.ValidString(row) || strings.ContainsRune(row, 0) {
				t.Errorf("%q is read as %q", content, row)
			}
		}
	})
}
