package imports_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"acolhe/models/files"
	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/imports/upload"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/media"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/storage"
)

// scanned is a file of a ZIP.
type scanned struct {
	name    string
	content []byte
}

func zipped(t *testing.T, files ...scanned) []byte {
	t.Helper()
	var written bytes.Buffer
	out := zip.NewWriter(&written)
	for _, file := range files {
		entry, err := out.CreateHeader(&zip.FileHeader{Name: file.name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write(file.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return written.Bytes()
}

// pdf returns a PDF of its own.
func pdf(n int) []byte {
	return append(mediatest.SizedPDF(2000), fmt.Sprintf("\n%%%%EOF %d\n%%%%EOF\n", n)...)
}

func newScanBench(t *testing.T) bench {
	t.Helper()
	b := newBench(t)
	b.worker.Storage = storage.New(t.TempDir(), encryption.Key{})
	return b
}

// The files of a ZIP become documents of the people whom their names say; what only a name or a number says waits for a person,
// and undoing leaves nothing.
func TestScans(t *testing.T) {
	t.Parallel()
	b := newScanBench(t)
	b.buyers(t, 3)
	if _, err := b.Pool.Exec(t.Context(), `update users set associate_name = 'Nome Igual' where email_account in ('b1@exemplo.org.br', 'b2@exemplo.org.br')`); err != nil {
		t.Fatal(err)
	}
	before, files := b.number(t, "select count(*) from users_files"), b.number(t, "select count(*) from files")
	content := zipped(t, scanned{cpf(0) + " receita.pdf", pdf(1)}, scanned{"de novo/" + cpf(0) + " receita.pdf", pdf(1)}, scanned{"RG " + cpf(1) + " verso.jpg", mediatest.JPEG(t, 40, 30)},
		scanned{"laudo compradora a serra.pdf", pdf(3)}, scanned{"Nome Igual exame.pdf", pdf(4)}, scanned{"IMG_1.pdf", pdf(5)},
		scanned{fmt.Sprintf("%d comprovante.pdf", dbtest.Ana.ID), pdf(6)}, scanned{cpf(0) + " programa.exe.pdf", []byte("MZ\x90\x00 no document")},
		scanned{cpf(0) + " longo.pdf", mediatest.SizedPDF(21 << 20)}, scanned{"Miguel de Souza/" + "exame.pdf", pdf(7)}, scanned{"receita joao conceicao.pdf", pdf(8)})
	row := b.upload(t, imports.Scans, "scans.zip", content)
	if row.State != imports.Review {
		t.Fatalf("it is %s: %v", row.State, row.Failure)
	}
	problems, err := staging.ListProblems(t.Context(), b.DB, row.ID)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, problem := range problems {
		got[problem.Kind] = problem.Rows
	}
	want := map[string]int{"scan_name": 2, "scan_alike": 1, "scan_several": 1, "scan_unknown": 1, "scan_number": 1, "scan_refused": 2, "twice": 1}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the problems are %v, want %v", got, want)
	}
	// What only a name or a number says goes in when a person confirmed it, not before.
	if counts := b.counts(t, row.ID); counts.Open() != 4 || counts[staging.Create] != 2 {
		t.Errorf("before any decision the rows are %v", counts)
	}
	// A person says whose a file without a clue is.
	unknown := b.number(t, "select line from import_rows where import_id = $1 and cells ->> 0 = 'IMG_1.pdf'", row.ID)
	if err := imports.Edit(t.Context(), b.DB, b.by, imports.EditInput{ID: row.ID, Line: unknown, Cells: map[int]string{1: "Compradora A Serra", 2: "Laudo"}}); err != nil {
		t.Fatal(err)
	}
	// Of several people one is chosen.
	several := b.number(t, "select line from import_rows where import_id = $1 and jsonb_exists(kinds, 'scan_several')", row.ID)
	chosen, _, _ := strings.Cut(b.text(t, "select data ->> 'candidates' from import_rows where import_id = $1 and line = $2", row.ID, several), " ")
	if err := imports.Edit(t.Context(), b.DB, b.by, imports.EditInput{ID: row.ID, Line: several, Cells: map[int]string{1: chosen}}); err != nil {
		t.Fatal(err)
	}
	counts := b.decide(t, row, map[string]cells.Action{"scan_name": cells.Keep, "scan_number": cells.Keep, "scan_alike": cells.Keep})
	if counts[staging.Create] != 8 || counts[staging.Skip] != 1 || counts[staging.LeftOut] != 2 {
		t.Errorf("the rehearsal says %v", counts)
	}
	row = b.run(t, row.ID)
	if row.State != imports.Done || row.Created != 8 || row.Skipped != 1 || row.Refused != 0 {
		t.Errorf("it made %+v: %s", row, b.text(t, "select coalesce(string_agg(note, '; '), '') from import_rows where import_id = $1 and outcome = 'refused'", row.ID))
	}
	for of, count := range map[string]int{
		"u.email_account = 'b0@exemplo.org.br' and a.doc_kind = 'prescription'":                                 1,
		"u.email_account = 'b0@exemplo.org.br' and a.doc_kind = 'report'":                                       2,
		"u.associate_name = 'Nome Igual' and a.doc_kind = 'exam'":                                               1,
		"u.id = 3 and a.doc_kind = 'prescription' and f.file_name = 'receita joao conceicao.pdf'":               1,
		"u.email_account = 'b1@exemplo.org.br' and a.doc_type = 'rg' and a.side = 'back'":                       1,
		"u.status = 'patient' and u.name = 'Miguel' and a.doc_kind = 'exam'":                                    1,
		fmt.Sprintf("u.id = %d and a.doc_kind is null and f.file_name like '%%comprovante.pdf'", dbtest.Ana.ID): 1,
	} {
		if is := b.number(t, "select count(*) from users_files a join users u on u.id = a.user_id join files f on f.id = a.file_id where a.id > $1 and "+of, 0); is < count {
			t.Errorf("%d are %s, want %d", is, of, count)
		}
	}
	if chunks := b.number(t, "select count(*) from import_chunks where import_id = $1", row.ID); chunks != 0 {
		t.Errorf("%d parts of the ZIP stay", chunks)
	}
	// The same ZIP again has nothing new for those people.
	again := b.upload(t, imports.Scans, "scans.zip", content)
	if same := b.number(t, "select count(*) from import_rows where import_id = $1 and jsonb_exists(kinds, 'scan_same')", again.ID); same < 5 {
		t.Errorf("%d files are the same", same)
	}
	// A file that was attached elsewhere too stays.
	if _, err := b.Pool.Exec(t.Context(), `insert into users_files (file_id, user_id) select record_id, $2 from import_rows where import_id = $1 and line = $3`,
		row.ID, dbtest.Joao.ID, unknown); err != nil {
		t.Fatal(err)
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	row = b.work(t, row.ID)
	if row.State != imports.Undone || row.Undone != 7 || row.Kept != 1 {
		t.Errorf("undone is %+v", row)
	}
	if links, left := b.number(t, "select count(*) from users_files")-before, b.number(t, "select count(*) from files")-files; links != 2 || left != 1 {
		t.Errorf("%d attachments of %d files are left", links, left)
	}
}

// What a person has named goes in, and the rest waits for seven days: it can be looked at, named and go in too, and all is undone as one.
func TestScans_RestWaits(t *testing.T) {
	t.Parallel()
	b := newScanBench(t)
	b.buyers(t, 1)
	files := b.number(t, "select count(*) from files")
	row := b.upload(t, imports.Scans, "scans.zip", zipped(t, scanned{cpf(0) + " receita.pdf", pdf(1)}, scanned{"IMG_1.pdf", pdf(2)}, scanned{"IMG_2.pdf", pdf(3)}))
	if row = b.run(t, row.ID); row.State != imports.Done || row.Created != 1 {
		t.Fatalf("it made %+v", row)
	}
	row, err := imports.Reopen(t.Context(), b.DB, b.by, row.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := imports.Delete(t.Context(), b.DB, b.by, row.ID); err == nil {
		t.Error("an import that has stored files is deleted")
	}
	scan, err := imports.OpenScan(t.Context(), library(b), b.by, row.ID, 2)
	if err != nil {
		t.Fatal(err)
	}
	if seen, err := io.ReadAll(scan); err != nil || !bytes.Equal(seen, pdf(2)) || scan.Kind != media.PDF {
		t.Errorf("%d bytes of %s are seen: %v", len(seen), scan.Kind, err)
	}
	_ = scan.Close()
	if err := imports.Edit(t.Context(), b.DB, b.by, imports.EditInput{ID: row.ID, Line: 2, Cells: map[int]string{1: cpf(0)}}); err != nil {
		t.Fatal(err)
	}
	counts, err := staging.CountScans(t.Context(), b.DB, row.ID)
	if err != nil || counts[staging.ScansSure] != 1 || counts[staging.ScansUnknown] != 1 || counts[staging.ScansIn] != 1 {
		t.Errorf("the files are %v: %v", counts, err)
	}
	if row = b.run(t, row.ID); row.Created != 2 || b.number(t, "select count(*) from files")-files != 2 {
		t.Errorf("it made %+v", row)
	}
	late := b.by.At(row.WaitsUntil())
	if _, err := imports.Reopen(t.Context(), b.DB, late, row.ID); err == nil {
		t.Error("it is reopened after seven days")
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	if row = b.work(t, row.ID); row.Undone != 2 || b.number(t, "select count(*) from files") != files {
		t.Errorf("undone is %+v", row)
	}
	b.worker.Now = func() time.Time { return late.Now.Add(time.Second) }
	if err := b.worker.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	if chunks := b.number(t, "select count(*) from import_chunks where import_id = $1", row.ID); chunks != 0 {
		t.Errorf("%d parts of the ZIP stay", chunks)
	}
}

func library(b bench) files.Library { return files.Library{DB: b.DB, Drivers: b.worker.Storage} }

// The files of a folder become a ZIP in which they have their paths; a family name alone leaves several to choose from.
func TestScans_Folder(t *testing.T) {
	t.Parallel()
	b := newScanBench(t)
	b.buyers(t, 1)
	var received upload.Receiver
	defer received.Discard()
	for n, name := range []string{"", "scans/" + cpf(0) + "/receita.pdf", "scans/termo-souza.pdf", "scans/.DS_Store"} {
		if err := received.Take(name, bytes.NewReader(pdf(n))); err != nil {
			t.Fatal(err)
		}
	}
	if err := received.Take("outro.pdf", bytes.NewReader(pdf(9))); err == nil {
		t.Error("a file beside the folder is accepted")
	}
	file, err := received.File()
	if err != nil {
		t.Fatal(err)
	}
	row, err := imports.Start(t.Context(), b.DB, b.by, imports.Scans, file)
	if err != nil {
		t.Fatal(err)
	}
	row = b.work(t, row.ID)
	counts, err := staging.CountScans(t.Context(), b.DB, row.ID)
	if err != nil || row.FileName != "scans" || counts[staging.ScansSure] != 1 || counts[staging.ScansToChoose] != 1 {
		t.Errorf("%s has %v: %v", row.FileName, counts, err)
	}
	chosen, err := staging.ListScans(t.Context(), b.DB, row.ID, staging.ScansToChoose, 0)
	if err != nil || len(chosen) != 1 || chosen[0].Kinds[0] != "scan_several" {
		t.Errorf("to choose are %+v: %v", chosen, err)
	}
}

// A ZIP is no sheet, and a sheet no ZIP.
func TestScans_Kind(t *testing.T) {
	t.Parallel()
	b := newScanBench(t)
	for name, c := range map[string]struct {
		kind    imports.Kind
		content []byte
	}{"a ZIP as a sheet": {imports.Associates, zipped(t, scanned{"a.pdf", pdf(1)})}, "a sheet as a ZIP": {imports.Scans, []byte("Nome;CPF\nAna;\n")}} {
		if _, err := b.start(t, c.kind, "x", c.content); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// A job that is killed while it stores a file goes on without a file twice, and so does its undo.
func TestKill_Scans(t *testing.T) {
	t.Parallel()
	b := newScanBench(t)
	b.buyers(t, 5)
	const count = 40
	before, files := b.number(t, "select count(*) from users_files"), b.number(t, "select count(*) from files")
	var list []scanned
	for n := range count {
		list = append(list, scanned{fmt.Sprintf("%s receita %d.pdf", cpf(n%5), n), pdf(n)})
	}
	row := b.upload(t, imports.Scans, "scans.zip", zipped(t, list...))
	if counts := b.decide(t, row, nil); counts[staging.Create] != count {
		t.Fatalf("the rows are %v", counts)
	}
	if _, err := imports.Run(t.Context(), b.DB, b.by, row.ID, false); err != nil {
		t.Fatal(err)
	}
	for kill := range 3 {
		b.killAt(t, row.ID, cut{"users_files", "true", "insert", before + 10*(kill+1)})
	}
	row = b.work(t, row.ID)
	if row.State != imports.Done || row.Created != count || b.number(t, "select count(*) from users_files")-before != count ||
		b.number(t, "select count(*) from files")-files != count {
		t.Errorf("after three kills it is %+v", row)
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	b.killAt(t, row.ID, cut{"users_files", "true", "delete", before + 20})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.worker.Work(ctx, row.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("a job that is over gave %v", err)
	}
	row = b.work(t, row.ID)
	if row.State != imports.Undone || row.Undone != count || b.number(t, "select count(*) from files") != files {
		t.Errorf("undone it is %+v", row)
	}
}
