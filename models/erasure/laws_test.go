package erasure_test

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"acolhe/models/erasure"
	"acolhe/models/lawtexts"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/personal"
)

// The preview, what is kept and the certificate name the laws as they are written on the day; a certificate that was issued keeps them.
func TestErase_LawTexts(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.writeLaw(t, personal.TaxLaw.Name, "Lei dos recibos, art. 9", "Para conferir")
	a.writeLaw(t, personal.EraseLaw.Name, "a Lei de hoje, art. 18", "Nada obriga a guardar")
	a.writeLaw(t, personal.AccessLaw.Name, "Lei das entradas, art. 3", "Sai com a idade")
	id := a.confirmed(t).ID
	preview, err := a.ReadPreview(t.Context(), second, associateID)
	if err != nil {
		t.Fatal(err)
	}
	checkLaws(t, preview.Lines)
	if err := a.Work(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	issued := a.certificateOf(t, id)
	a.writeLaw(t, personal.TaxLaw.Name, "Lei de depois, art. 1", "Outro motivo")
	a.writeLaw(t, personal.EraseLaw.Name, "a Lei de depois, art. 2", "Outro motivo")
	done, err := a.Find(t.Context(), dbtest.Camila.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	checkLaws(t, done.Report)
	for _, want := range []string{"Lei dos recibos, art. 9", "conforme a Lei de hoje, art. 18."} {
		if !strings.Contains(wordsOf(t, issued), want) {
			t.Errorf("the certificate does not say %q", want)
		}
	}
	if later := a.certificateOf(t, id); !bytes.Equal(later, issued) {
		t.Error("the certificate changed after it was issued")
	}
	records, err := a.Records(t.Context(), dbtest.Camila.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records {
		if isTax := slices.Contains([]string{"receipts", "orders_files", "services_files"}, record.TableName); isTax && record.Article != "Lei dos recibos, art. 9" {
			t.Errorf("%s is kept by %q", record.Label, record.Article)
		}
	}
}

// checkLaws checks that the lines name the laws as they were written before the erasure.
func checkLaws(t *testing.T, lines []erasure.Line) {
	t.Helper()
	for table, want := range map[string]string{
		"receipts":        "Para conferir Lei dos recibos, art. 9",
		"mails":           "Nada obriga a guardar ",
		"security_events": "Sai com a idade Lei das entradas, art. 3",
	} {
		if !slices.ContainsFunc(lines, func(line erasure.Line) bool {
			return line.Table == table && line.Fate != erasure.Nameless && line.Reason+" "+line.Article == want
		}) {
			t.Errorf("no line of %s says %q", table, want)
		}
	}
}

func (a *association) writeLaw(t *testing.T, name personal.LawName, article, reason string) {
	t.Helper()
	camila := dbtest.Camila.Caller()
	found, err := lawtexts.Find(t.Context(), a.conn.DB, camila, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := lawtexts.Save(t.Context(), a.conn.DB, camila,
		lawtexts.SaveInput{Name: name, Article: article, Reason: reason, Seen: found.Current.ID}); err != nil {
		t.Fatal(err)
	}
}

// certificateOf returns the PDF of an erasure.
func (a *association) certificateOf(t *testing.T, id int64) []byte {
	t.Helper()
	content, err := a.Certificate(t.Context(), dbtest.Camila.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// wordsOf returns the text of a PDF, with single spaces.
func wordsOf(t *testing.T, content []byte) string {
	t.Helper()
	reader := exec.Command("pdftotext", "-raw", "-", "-")
	reader.Stdin = bytes.NewReader(content)
	text, err := reader.Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}
