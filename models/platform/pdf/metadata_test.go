package pdf_test

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/pdf"
)

// The dates of a document have their zone, in its dictionary and in XMP, and every position in its table of references is right.
func TestWrite_Dates(t *testing.T) {
	zone := time.FixedZone("Brasília", -3*60*60)
	document := pdf.New("Recibo <nº 1>", time.Date(2026, 11, 23, 11, 17, 33, 0, zone))
	document.Begin(pdf.Head{Title: "Recibo", Now: time.Date(2026, 11, 23, 11, 17, 33, 0, zone)})
	document.Paragraph("Olá")
	document.End()
	var file bytes.Buffer
	if err := document.Write(&file); err != nil {
		t.Fatal(err)
	}
	content := file.String()
	for _, want := range []string{"/CreationDate (D:20261123111733-03'00')", "/ModDate (D:20261123111733-03'00')",
		"<xmp:CreateDate>2026-11-23T11:17:33-03:00</xmp:CreateDate>", "Recibo &lt;nº 1&gt;"} {
		if !strings.Contains(content, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	reference := regexp.MustCompile(`/Type /Catalog\n/Metadata (\d+) 0 R`).FindStringSubmatch(content)
	if reference == nil || !strings.Contains(content, "\n"+reference[1]+" 0 obj\n<< /Type /Metadata") {
		t.Errorf("the catalog does not lead to the metadata: %q", reference)
	}
	table, err := strconv.Atoi(strings.TrimSpace(regexp.MustCompile(`startxref\n(\d+)`).FindStringSubmatch(content)[1]))
	if err != nil || !strings.HasPrefix(content[table:], "xref\n") {
		t.Fatalf("the table is not at %d: %v", table, err)
	}
	for i, found := range regexp.MustCompile(`(\d{10}) 00000 n`).FindAllStringSubmatch(content[table:], -1) {
		at, _ := strconv.Atoi(found[1])
		if !strings.HasPrefix(content[at:], strconv.Itoa(i+1)+" 0 obj") {
			t.Errorf("object %d is not at %d: %.20q", i+1, at, content[at:])
		}
	}
}

// The text of a document is its structure: each part has a role, its places on the pages are in the tree of the parents, and a
// paragraph over two pages is one part. What repeats on every page is no part.
func TestWrite_Structure(t *testing.T) {
	now := time.Date(2026, 11, 23, 11, 17, 33, 0, time.UTC)
	document := pdf.New("Termo", now)
	document.Begin(pdf.Head{Title: "Termo", Now: now})
	document.WriteFlow(pdf.Flow{X: pdf.Margin, Width: pdf.Width, Size: 16, Leading: 7, Role: "H1"}, pdf.Run{Text: "Termo"})
	document.Heading("Um")
	document.WriteFlow(pdf.Flow{X: pdf.Margin, Width: pdf.Width, Size: 10, Leading: 5}, pdf.Run{Text: strings.Repeat("palavra ", 900)})
	document.Table([]pdf.Column{{Label: "A", Width: 50}}, [][]string{{"b"}})
	document.End()
	var file bytes.Buffer
	if err := document.Write(&file); err != nil {
		t.Fatal(err)
	}
	content := file.String()
	for want, times := range map[string]int{
		"/S /H1": 1, "/S /H2": 1, "/S /P": 3, "/MarkInfo <</Marked true>>": 1, "/StructParents 0\n": 1, "/StructParents 1\n": 1, "/StructTreeRoot": 2,
	} {
		if got := strings.Count(content, want); got != times {
			t.Errorf("%s stands there %d times, want %d", want, got, times)
		}
	}
	long := regexp.MustCompile(`/S /P /P \d+ 0 R /K \[<</Type /MCR /Pg 3 0 R /MCID 2>> <</Type /MCR /Pg 5 0 R /MCID 0>>`)
	if !long.MatchString(content) {
		t.Error("the long paragraph is not one part of two pages")
	}
}
