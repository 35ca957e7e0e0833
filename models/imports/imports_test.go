package imports_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"acolhe/models/imports"
	"acolhe/models/imports/staging"
	"acolhe/models/imports/upload"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
)

// bench is a database with a worker of imports.
type bench struct {
	*db.Connection
	worker imports.Worker
	by     auth.Caller
}

func newBench(t *testing.T) bench {
	t.Helper()
	conn := dbtest.New(t)
	return bench{conn, imports.Worker{DB: conn.DB, Pool: conn.Pool, Now: func() time.Time { return dbtest.Today }},
		dbtest.Camila.Caller().At(dbtest.Today)}
}

// work runs the job of an import until nothing is left.
func (b bench) work(t *testing.T, id int64) imports.Import {
	t.Helper()
	for range 100 {
		hasMore, err := b.worker.Work(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if !hasMore {
			break
		}
	}
	return b.find(t, id)
}

func (b bench) find(t *testing.T, id int64) imports.Import {
	t.Helper()
	row, err := imports.FindFor(t.Context(), b.DB, b.by, id)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// upload stages a file up to its columns.
func (b bench) upload(t *testing.T, kind imports.Kind, name string, content []byte) imports.Import {
	t.Helper()
	row, err := b.start(t, kind, name, content)
	if err != nil {
		t.Fatal(err)
	}
	return b.work(t, row.ID)
}

// start sends a file.
func (b bench) start(t *testing.T, kind imports.Kind, name string, content []byte) (imports.Import, error) {
	t.Helper()
	var received upload.Receiver
	defer received.Discard()
	if err := received.Take(name, bytes.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	file, err := received.File()
	if err != nil {
		t.Fatal(err)
	}
	return imports.Start(t.Context(), b.DB, b.by, kind, file)
}

// check sends the columns as guessed, with corrections by title, and returns the number of corrections.
func (b bench) check(t *testing.T, row imports.Import, corrections map[string]string) imports.Import {
	t.Helper()
	columns := row.Columns
	for title, field := range corrections {
		found := false
		for at := range columns {
			if row.Title(at) == title {
				columns[at].Field, columns[at].Note, found = field, "", true
			}
		}
		if !found {
			t.Fatalf("there is no column %q among %q", title, row.Headers)
		}
	}
	if _, err := imports.SetColumns(t.Context(), b.DB, b.by, imports.ColumnsInput{ID: row.ID, Columns: columns, Remember: true}); err != nil {
		t.Fatalf("%+v: %v", columns, err)
	}
	return b.work(t, row.ID)
}

func (b bench) run(t *testing.T, id int64) imports.Import {
	t.Helper()
	if _, err := imports.Run(t.Context(), b.DB, b.by, id, false); err != nil {
		t.Fatal(err)
	}
	return b.work(t, id)
}

func (b bench) counts(t *testing.T, id int64) staging.Counts {
	t.Helper()
	counts, err := staging.Count(t.Context(), b.DB, id)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

func (b bench) number(t *testing.T, query string, args ...any) (number int) {
	t.Helper()
	if err := b.Pool.QueryRow(t.Context(), query, args...).Scan(&number); err != nil {
		t.Fatal(err)
	}
	return number
}

func (b bench) text(t *testing.T, query string, args ...any) (text string) {
	t.Helper()
	if err := b.Pool.QueryRow(t.Context(), query, args...).Scan(&text); err != nil {
		t.Fatal(query, err)
	}
	return text
}

// cpf returns the valid CPF of a number.
func cpf(n int) string {
	nine := fmt.Sprintf("%09d", 100_000_000+n*7)
	return nine + brdoc.CPFCheckDigits(nine)
}

// workbook returns an XLSX file with sheets of rows.
func workbook(t *testing.T, sheets ...[][]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, rows := range sheets {
		name := fmt.Sprintf("Planilha%d", i+1)
		if i == 0 {
			if err := book.SetSheetName("Sheet1", name); err != nil {
				t.Fatal(err)
			}
		} else if _, err := book.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for at, row := range rows {
			if err := book.SetSheetRow(name, fmt.Sprintf("A%d", at+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	var written bytes.Buffer
	if err := book.Write(&written); err != nil {
		t.Fatal(err)
	}
	return written.Bytes()
}

// A file goes in, its people have what its cells say, and undoing it leaves nothing.
func TestImport_FromFileToUndo(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	before := b.number(t, "select count(*) from users")
	content := "Associação Exemplo;;;;;;;\n;;;;;;;\nNome completo;CPF;Nasc.;fone / whats;E-MAIL;End.;Cidade/UF;Paciente;OBS\n" +
		"MARIA DAS DORES LIMA;" + cpf(1) + ";04/11/1971;(48) 99912-0034 / 3222-1010 (filha);dores@exemplo.org.br;Rua das Flores, 120 ap 32;Florianópolis/SC;Theo (neto);ligar à tarde\n" +
		"joão p. santos;" + cpf(2) + ";25876;48 99912-0035;não tem;R. XV, s/n;São José - SC;o próprio;\n" +
		"Total: 2;;;;;;;;\n"
	row := b.upload(t, imports.Associates, "associados.csv", []byte(content))
	if row.State != imports.Columns || row.HeaderLine != 3 || row.Total != 3 {
		t.Fatalf("read is %+v (%v)", row, row.Failure)
	}
	row = b.check(t, row, nil)
	if counts := b.counts(t, row.ID); counts[staging.Create] != 2 || counts[staging.Total] != 1 || counts.Open() != 0 {
		problems, _ := staging.ListProblems(t.Context(), b.DB, row.ID)
		t.Fatalf("the rows are %v, the problems %+v, the columns %+v", counts, problems, row.Columns)
	}
	row = b.run(t, row.ID)
	if row.State != imports.Done || row.Created != 2 || row.Patients != 1 || row.Refused != 0 {
		t.Fatalf("the result is %+v", row)
	}
	for query, want := range map[string]string{
		"select associate_name from users where associate_cpf = $1":                                                                                             "Maria das Dores Lima",
		"select phone || ' ' || phone_secondary from users where associate_cpf = $1":                                                                            "48999120034 4832221010",
		"select street || '|' || number || '|' || complement from users where associate_cpf = $1":                                                               "Rua das Flores|120|ap 32",
		"select city || '/' || state from users where associate_cpf = $1":                                                                                       "Florianópolis/SC",
		"select annotations ->> 0 from users where associate_cpf = $1":                                                                                          "",
		"select p.name || ' ' || p.last_name || ' ' || p.relationship from users p join users u on p.responsible_code = u.user_code where u.associate_cpf = $1": "Theo Lima neto",
	} {
		if got := b.text(t, query, cpf(1)); want != "" && got != want {
			t.Errorf("%s is %q, want %q", query, got, want)
		}
	}
	if got := b.text(t, "select birth_date::text || responsible_type || number from users where associate_cpf = $1",
		cpf(2)); got != "1970-11-04selfs/n" {
		t.Errorf("João is %q", got)
	}
	// Nobody gets a letter, and no webhook is called.
	if b.number(t, "select count(*) from mails") != 0 || b.number(t, "select count(*) from webhook_outbox") != 0 {
		t.Error("the import wrote to someone")
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	row = b.work(t, row.ID)
	if after := b.number(t, "select count(*) from users"); row.State != imports.Undone || row.Undone != 2 || after != before {
		t.Errorf("undone is %+v with %d people, want %d", row, after, before)
	}
}

// A row with two problems is listed under the one for which it was left out.
func TestListOut_Reason(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	row := b.upload(t, imports.Associates, "a.csv",
		[]byte("Nome;CPF;E-mail;Nascimento\nAna Lima;"+cpf(1)+";lima@exemplo.org.br;\nBia Lima;"+cpf(2)+";bia@exemplo;31/02/1980\n"))
	row = b.run(t, b.check(t, row, nil).ID)
	out, err := staging.ListOut(t.Context(), b.DB, row.ID)
	if err != nil || len(out) != 1 || out[0].Kind != "email_wrong:email" || out[0].Rows != 1 || out[0].FirstLine != 3 {
		t.Errorf("left out are %+v (%v)", out, err)
	}
	if reason := staging.ReasonOut(row.Kind.Fields(), out[0]); reason != "O e-mail está incompleto" {
		t.Errorf("the reason is %q", reason)
	}
}

// Whom others have worked with stays, and is named.
func TestUndo_KeepsWhatWasBuiltOn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	row := b.upload(t, imports.Associates, "a.csv", []byte("Nome;CPF\nAna Lima;"+cpf(1)+"\nBia Lima;"+cpf(2)+"\n"))
	row = b.run(t, b.check(t, row, nil).ID)
	if _, err := b.Pool.Exec(t.Context(), "update reception set associate_code = (select user_code from users where associate_cpf = $1) where id = (select min(id) from reception)", cpf(1)); err != nil {
		t.Fatal(err)
	}
	built, count, err := imports.ListBuilt(t.Context(), b.DB, row)
	if err != nil || count != 1 || built[0].Name != "Ana Lima" {
		t.Errorf("built on are %+v, %d (%v)", built, count, err)
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	row = b.work(t, row.ID)
	if row.Undone != 1 || row.Kept != 1 || b.number(t, "select count(*) from users where associate_cpf = $1", cpf(1)) != 1 {
		t.Errorf("undone is %+v", row)
	}
	if note := b.text(t, "select note from import_rows where import_id = $1 and outcome = 'kept'",
		row.ID); note != "já tem 1\u00a0atendimento" {
		t.Errorf("it stays because %q", note)
	}
	// After 30 days nothing can be undone.
	again := b.upload(t, imports.Associates, "b.csv", []byte("Nome;CPF\nCaio Lima;"+cpf(3)+"\n"))
	again = b.run(t, b.check(t, again, nil).ID)
	if _, err := imports.Undo(t.Context(), b.DB, b.by.At(dbtest.Today.Add(31*24*time.Hour)), again.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("after 31 days it gave %v", err)
	}
}

// killDuring works on an import until this many people more than the fixtures are there, and cuts the job while it inserts.
func (b bench) killDuring(t *testing.T, id int64, people int) {
	t.Helper()
	b.killAt(t, id, cut{"users", "status <> 'patient' and id > 100", "insert", people})
}

// cut is where a job is cut: in the insert or delete with which a table has more, or fewer, rows than a number.
type cut struct {
	table, where, operation string
	rows                    int
}

// killAt works on an import until it is cut.
func (b bench) killAt(t *testing.T, id int64, at cut) {
	t.Helper()
	sign := map[string]string{"insert": ">", "delete": "<"}[at.operation]
	statement := fmt.Sprintf(`create or replace function wait_for_kill() returns trigger language plpgsql as $$ begin
		if (select count(*) from %[1]s where %[5]s) %[3]s %[4]d then perform pg_sleep(30); end if; return null; end $$;
		create trigger wait_for_kill after %[2]s on %[1]s for each statement execute function wait_for_kill()`, at.table, at.operation, sign, at.rows, at.where)
	if _, err := b.Pool.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		for {
			if hasMore, err := b.worker.Work(ctx, id); err != nil || !hasMore {
				ended <- err
				return
			}
		}
	}()
	for b.number(t, "select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'") == 0 {
		select {
		case err := <-ended:
			t.Fatalf("it ended before the kill: %v", err)
		default:
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the killed job gave %v", err)
	}
	if _, err := b.Pool.Exec(t.Context(), "drop trigger wait_for_kill on "+at.table); err != nil {
		t.Fatal(err)
	}
}

// A job that is killed in the middle goes on without a double row, and so does its undo.
func TestKill_Import(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const people = 900
	var file strings.Builder
	file.WriteString("Nome;CPF;E-mail;Paciente\n")
	for n := range people {
		fmt.Fprintf(&file, "Pessoa %s Lima;%s;p%d@exemplo.org.br;Filho de Lima\n", strings.Repeat("a", n%7+1), cpf(n), n)
	}
	row := b.upload(t, imports.Associates, "muitos.csv", []byte(file.String()))
	row = b.check(t, row, nil)
	if counts := b.counts(t, row.ID); counts[staging.Create] != people {
		t.Fatalf("the rows are %v", counts)
	}
	if _, err := imports.Run(t.Context(), b.DB, b.by, row.ID, false); err != nil {
		t.Fatal(err)
	}
	for kill := range 3 {
		b.killDuring(t, row.ID, 200*(kill+1))
	}
	row = b.work(t, row.ID)
	if row.State != imports.Done || row.Created != people || row.Patients != people {
		t.Errorf("after three kills it is %+v", row)
	}
	if rows, distinct := b.number(t, "select count(*) from users where email like 'p%@exemplo.org.br'"),
		b.number(t, "select count(distinct associate_cpf) from users where email like 'p%@exemplo.org.br'"); rows != people ||
		distinct != people {
		t.Errorf("there are %d people with %d CPFs, want %d", rows, distinct, people)
	}
	if patients := b.number(t, "select count(*) from users where name = 'Filho'"); patients != people {
		t.Errorf("there are %d patients, want %d", patients, people)
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	for kill := range 3 {
		b.killAt(t, row.ID, cut{"users", "status <> 'patient' and id > 100", "delete", people - 200*(kill+1)})
	}
	row = b.work(t, row.ID)
	if left := b.number(t, "select count(*) from users where email like 'p%@exemplo.org.br' or name = 'Filho'"); row.State != imports.Undone ||
		row.Undone != people || left != 0 {
		t.Errorf("after three kills of the undo it is %+v, and %d people are left", row, left)
	}
}

// A person without CPF, e-mail and phone is found again by name and birth date.
func TestCheck_NameAndBirth(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	row := b.upload(t, imports.Associates, "a.csv", []byte("Nome;CPF;Nascimento\nAna Álvares Lima;"+cpf(1)+";04/11/1971\n"))
	b.run(t, b.check(t, row, nil).ID)
	row = b.upload(t, imports.Associates, "b.csv", []byte("Nome;Nascimento\nANA ALVARES LIMA;04/11/1971\nAna Álvares Lima;05/11/1971\n"))
	row = b.check(t, row, nil)
	if counts := b.counts(t, row.ID); counts[staging.Duplicate] != 1 || counts[staging.Create] != 1 {
		t.Errorf("the rows are %v", counts)
	}
}
