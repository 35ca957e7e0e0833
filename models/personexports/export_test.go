package personexports_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/files"
	"acolhe/models/personexports"
	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/storage"
	"acolhe/models/privacy"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func keyOf(t *testing.T, fill string) encryption.Key {
	t.Helper()
	key, err := encryption.NewKey([]byte(fill + "123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// association is a database with its storage and its office.
type association struct {
	personexports.Office
	conn *db.Connection
	now  time.Time
}

func newAssociation(t *testing.T) *association {
	t.Helper()
	conn := dbtest.New(t)
	a := &association{conn: conn, now: dbtest.Today}
	key := keyOf(t, "0")
	a.Office = areas.NewPersonExports(area.Env{DB: conn.DB, Pool: conn.Pool, Key: key, Storage: storage.New(t.TempDir(), key),
		Mail: mail.Outbox{Key: key, Configured: true}, Now: func() time.Time { return a.now }})
	return a
}

func (a *association) exec(t *testing.T, statement string, arguments ...any) {
	t.Helper()
	if _, err := a.conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (a *association) text(t *testing.T, query string) (text string) {
	t.Helper()
	if err := a.conn.Pool.QueryRow(t.Context(), query).Scan(&text); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return text
}

// upload stores a PDF as a document of a person.
func (a *association) upload(t *testing.T, user int64, name string) {
	t.Helper()
	library, by := files.Library{DB: a.conn.DB, Drivers: a.Storage}, dbtest.Camila.Caller()
	upload, err := library.Receive(by, name, bytes.NewReader(mediatest.PDF("Conteúdo de "+name)))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Discard()
	stored, err := library.Store(t.Context(), by, upload, nil)
	if err != nil {
		t.Fatal(err)
	}
	a.exec(t, "insert into users_files (file_id, user_id, kind, doc_kind) values ($1, $2, 'prescription', 'prescription')", stored.ID, user)
}

// signedIn returns an associate of the cast who signed in.
func signedIn(of dbtest.Associate) auth.Caller {
	return auth.Caller{Kind: auth.Associate, ID: of.ID, Email: of.Email, Name: of.Name}.At(dbtest.Today)
}

func joao() auth.Caller { return signedIn(dbtest.Joao) }

// ask records a request of the own page and writes the copy as its job does.
func (a *association) ask(t *testing.T, by auth.Caller) personexports.Export {
	t.Helper()
	input := personexports.AskInput{AskInput: privacy.AskInput{Kind: privacy.Access}, Proof: personexports.Proof{Password: dbtest.Password}}
	if err := a.Ask(t.Context(), by, input); err != nil {
		t.Fatal(err)
	}
	return a.write(t, by)
}

func (a *association) write(t *testing.T, by auth.Caller) personexports.Export {
	t.Helper()
	found, err := a.Latest(t.Context(), by, by.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Write(t.Context(), found.ID); err != nil {
		t.Fatal(err)
	}
	if found, err = a.Latest(t.Context(), by, by.ID); err != nil {
		t.Fatal(err)
	}
	return found
}

// download returns the contents of the ZIP by name.
func (a *association) download(t *testing.T, by auth.Caller, user int64) map[string]string {
	t.Helper()
	opened, err := a.Open(t.Context(), by, user)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if err := opened.Write(t.Context(), &packed); err != nil {
		t.Fatal(err)
	}
	if int64(packed.Len()) != opened.Size {
		t.Errorf("the size is %d, written are %d", opened.Size, packed.Len())
	}
	read, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	contents := map[string]string{}
	for _, entry := range read.File {
		stored, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(stored)
		if err != nil {
			t.Fatal(err)
		}
		contents[entry.Name] = string(content)
	}
	return contents
}

// seed gives João a patient, an order with a tracking code, a token that saw him, a webhook that got him, and secrets.
func (a *association) seed(t *testing.T) {
	t.Helper()
	a.exec(t, `update users set annotations = '[{"text": "Prefere contato à tarde"}]', health_condition = 'Epilepsia', 
		session_token = sha256('deadbeef'), session_expires = now() where id = $1`, dbtest.Joao.ID)
	a.exec(t, `insert into users (id, user_code, status, responsible_code, name, last_name, birth_date, allergies)
		values (8001, '8a000000-0000-4000-8000-000000000001', 'patient', (select user_code from users where id = $1), 'Téo', 'da Conceição', '2015-03-12', 'Dipirona')`, dbtest.Joao.ID)
	a.exec(t, `insert into orders (id, user_id, user_code, name_associate, address, items, total, delivery_price, status, tracking_code, date_created)
		values (8101, $1, (select user_code from users where id = $1), 'João da Conceição', '{"street": "Rua das Flores", "state": "SC"}',
			'[{"code": "OLEO-30", "name": "Óleo de copaíba", "amount": 290.00, "quantity": 2}]', 600, 20, 'Entregue', 'BR987654321BR', now())`, dbtest.Joao.ID)
	a.exec(t, `insert into webhook_endpoints (id, name, url, secret_encrypted, encryption_key_id, tables, actions)
		values (8201, 'ERP da sede', 'https://erp.example.org/in', '\x5ec4e7', '', '["users"]', '["update"]')`)
	a.exec(t, `with event as (insert into webhook_events (table_name, action, record_id, data) values ('users', 'update', $1, '{}') returning id)
		insert into webhook_deliveries (event_id, endpoint_id, status) select id, 8201, 'delivered' from event`, fmt.Sprint(dbtest.Joao.ID))
	a.exec(t, `create table reads_here partition of reads default`)
	a.exec(t, `insert into reads (block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key, people, part, channel, reason, person_id)
		values (1, 1, now(), 'operator', 2, 'x', 'Bruno Acioli', 'Acolhimento', 1, 'users', '3', 1, 'receita', 'page', '', $1),
			(1, 2, now(), 'api_key', 1, 'y', 'Loja do site', '', 0, 'users', '3', 1, '', 'api', '', $1)`, dbtest.Joao.ID)
}

// The copy has the person and the patients, orders, files, with whom they were shared and who saw them, and neither passwords, keys, the
// data of others nor what others wrote of others. Its page and its JSON say the same.
func TestWrite_Everything(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seed(t)
	a.upload(t, dbtest.Joao.ID, "receita.pdf")
	a.upload(t, 8001, "laudo do Téo.pdf")
	a.exec(t, "update files set storage_key = replace(storage_key, left(storage_key, 4), '0000') where file_name like 'laudo%'")
	made := a.ask(t, joao())
	if made.State != personexports.IsReady || made.Done != made.Total || made.RowCount < 5 || made.FileCount != 2 {
		t.Fatalf("the copy is %+v", made)
	}
	contents := a.download(t, joao(), dbtest.Joao.ID)
	page, data := contents["meus-dados.html"], contents["meus-dados.json"]
	for _, want := range []string{"João da Conceição", "Téo da Conceição", "12/03/2015", "Dipirona", "Epilepsia", "Prefere contato à tarde",
		"Pedido nº 8101", "Óleo de copaíba", "BR987654321BR", "Rua das Flores", "ERP da sede", "Bruno, do acolhimento", "Loja do site", "receita.pdf",
		"o conteúdo não está mais guardado"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, secret := range []string{a.text(t, "select account_password from users where id = 3"), "deadbeef", "account_password", "session_token",
		"5ec4e7", "Ana Beatriz", "Bruno Acioli"} {
		for name, content := range contents {
			if strings.Contains(content, secret) {
				t.Errorf("%s has %q", name, secret)
			}
		}
	}
	var read struct {
		Data map[string]struct {
			Rows []map[string]any `json:"registros"`
		} `json:"dados"`
		Files []struct {
			Path string `json:"caminho"`
		} `json:"arquivos"`
	}
	if err := json.Unmarshal([]byte(data), &read); err != nil {
		t.Fatal(err)
	}
	if len(read.Data["users"].Rows) != 3 || read.Data["orders"].Rows[0]["total"] == nil || len(read.Files) != 2 {
		t.Errorf("the JSON has %d people and %d files", len(read.Data["users"].Rows), len(read.Files))
	}
	if path := read.Files[0].Path; !strings.HasPrefix(contents[path], "%PDF") {
		t.Errorf("the file at %q is %.10q", path, contents[path])
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "http://") || strings.Contains(page, "src=") {
		t.Error("the page needs the internet")
	}
}

// A column that an area declares later is in the copy without another line.
func TestWrite_NewColumn(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.exec(t, "alter table users add column favourite_place text, add column door_code text")
	a.exec(t, "update users set favourite_place = 'Praia do Rosa', door_code = 'segredo 4711' where id = $1", dbtest.Joao.ID)
	for i, declared := range a.Register {
		if declared.Name == "users" {
			a.Register[i].Data = append(declared.Data, personal.Data{Columns: "favourite_place", Label: "Lugar preferido", Use: personal.Membership,
				End: personal.Null}, personal.Data{Columns: "door_code", Use: personal.Security, End: personal.Null, Withheld: true})
		}
	}
	a.ask(t, joao())
	page := a.download(t, joao(), dbtest.Joao.ID)["meus-dados.html"]
	if !strings.Contains(page, "Lugar preferido") || !strings.Contains(page, "Praia do Rosa") || strings.Contains(page, "4711") {
		t.Error("the new column is missing, or the withheld one is there")
	}
}

// The copy is encrypted in the database, opens with a new key after the key changed, is answered to nobody else, is notified by letter, and is removed
// after 72 hours.
func TestExport_Life(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seed(t)
	a.ask(t, joao())
	if found := a.text(t, "select count(*)::text from person_export_chunks where content_encrypted like '%meus-dados%' or content_encrypted like '%PK%meus%'"); found != "0" {
		t.Error("the copy is readable in the database")
	}
	if letter := a.text(t, "select string_agg(kind || ' ' || recipient, ', ') from mails where kind = 'person_export_ready'"); letter != "person_export_ready "+dbtest.Joao.Email {
		t.Errorf("the letter is %q", letter)
	}
	if state := a.text(t, "select state || ' ' || identity || ' ' || answer from privacy_requests"); state !=
		"answered entrou e digitou a própria senha A cópia dos dados está pronta para baixar por 72 horas." {
		t.Errorf("the request is %q", state)
	}
	for name, by := range map[string]auth.Caller{"another associate": signedIn(dbtest.Ana), "an operator": dbtest.Bruno.Caller(), "nobody": {}} {
		if _, err := a.Open(t.Context(), by.At(a.now), dbtest.Joao.ID); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s gets %v", name, err)
		}
	}
	if _, err := a.Open(t.Context(), dbtest.Camila.Caller(), dbtest.Joao.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("an administrator downloads what the person can: %v", err)
	}
	a.exec(t, "update users set email_account = null where id = $1", dbtest.Joao.ID)
	a.download(t, dbtest.Camila.Caller(), dbtest.Joao.ID)

	other := keyOf(t, "9")
	change := encryption.KeyChange{Old: a.Key, New: other}
	if count, err := personexports.RotateKey(t.Context(), a.conn.DB, change); err != nil || count == 0 {
		t.Fatalf("%d parts have the new key, %v", count, err)
	}
	a.Key = other
	a.download(t, joao(), dbtest.Joao.ID)
	if downloads := a.text(t, "select downloads::text from person_exports"); downloads != "2" {
		t.Errorf("counted are %s downloads", downloads)
	}
	a.now = a.now.Add(personexports.Kept)
	if _, err := a.Open(t.Context(), joao().At(a.now), dbtest.Joao.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a copy after its time opens: %v", err)
	}
	if err := a.RemoveExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := a.text(t, "select (select count(*) from person_export_chunks) || ' ' || state from person_exports"); left != "0 expired" {
		t.Errorf("left are %s", left)
	}
}

// A wrong password, no password and a used code give nothing; a killed process leaves a copy that the next attempt writes whole.
func TestAsk_Proof(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	for name, proof := range map[string]personexports.Proof{"no proof": {}, "a wrong password": {Password: "errada demais"}, "a wrong code": {Code: "000000"}} {
		err := a.Ask(t.Context(), joao(), personexports.AskInput{AskInput: privacy.AskInput{Kind: privacy.Portability}, Proof: proof})
		if !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if count := a.text(t, "select count(*)::text from privacy_requests"); count != "0" {
		t.Errorf("%s requests stand", count)
	}
	if err := a.Ask(t.Context(), joao(), personexports.AskInput{AskInput: privacy.AskInput{Kind: privacy.Sharing}}); err != nil {
		t.Errorf("a question needs a proof: %v", err)
	}
	a.ask(t, joao())
	a.exec(t, "update person_exports set state = 'running', date_ready = null, expires = null")
	if again := a.write(t, joao()); again.State != personexports.IsReady {
		t.Errorf("the copy is %s", again.State)
	}
	a.download(t, joao(), dbtest.Joao.ID)
}

// The time of a person with 200 rows and 50 files is printed.
func TestWrite_Time(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seed(t)
	a.exec(t, `insert into orders (user_id, user_code, name_associate, address, items, total, status, date_created)
		select $1, (select user_code from users where id = $1), 'João da Conceição', '{}', '[{"code": "OLEO-30", "name": "Óleo", "amount": 1, "quantity": 1}]', 1, 'Entregue', now() from generate_series(1, 200)`, dbtest.Joao.ID)
	for i := range 50 {
		a.upload(t, dbtest.Joao.ID, fmt.Sprintf("documento-%d.pdf", i))
	}
	began := time.Now()
	made := a.ask(t, joao())
	t.Logf("a copy of %d rows and %d files, %d bytes: %s", made.RowCount, made.FileCount, made.Size, time.Since(began).Round(time.Millisecond))
	if made.FileCount != 50 || made.RowCount < 200 {
		t.Errorf("the copy has %d rows and %d files", made.RowCount, made.FileCount)
	}
}
