package erasure_test

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/backups"
	"acolhe/models/erasure"
	"acolhe/models/files"
	"acolhe/models/platform/area"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/webhooks"
)

// associateID is that of Valdirene, who has two patients and something in every corner; her data appear nowhere else.
const associateID = 7001

// needles are what is searched after the erasure: her names and those of her patients, earlier names and addresses, numbers with
// and without points.
var needles = []string{
	"valdirene", "quaresma", "nhanderu", "teobaldo", "benvinda", "genoveva", "sebastiana quirino",
	"71428793860", "714.287.938-60", "46217345005", "462.173.450-05", "99881234567", "(99) 88123-4567", "mg-14.777.321",
	"v.q@exemplo.org.br", "valdirene.antiga@exemplo.org.br",
}

// association is a database with its storage, its copies and its desk.
type association struct {
	erasure.Desk
	conn   *db.Connection
	env    area.Env
	files  string
	copies string
}

var testKey = func() encryption.Key {
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		panic(err)
	}
	return key
}()

// second is the administrator who confirms.
var second = func() auth.Caller {
	by := dbtest.Bruno.Caller()
	by.Roles = []auth.Role{auth.Administrador}
	return by
}()

// pgDump is that of the server on which the tests run.
var pgDump = flag.String("pg-dump", "", "search the dump of this pg_dump too")

func newAssociation(t *testing.T) *association {
	t.Helper()
	a := openAssociation(dbtest.New(t), t.TempDir())
	a.seed(t)
	return a
}

func openAssociation(conn *db.Connection, folder string) *association {
	a := &association{conn: conn, files: filepath.Join(folder, "files"), copies: filepath.Join(folder, "copies")}
	a.env = area.Env{
		DB: conn.DB, Pool: conn.Pool, Key: testKey, DataDir: folder, Storage: storage.New(a.files, testKey),
		Outbound:    outbound.Guard{AllowPrivate: true},
		Environment: func(string) string { return "" }, Now: func() time.Time { return dbtest.Today },
	}
	a.Desk = areas.NewErasures(a.env)
	return a
}

// upload stores a PDF that names her and returns its id.
func (a *association) upload(t *testing.T, name string) int64 {
	t.Helper()
	library, by := files.Library{DB: a.conn.DB, Drivers: a.env.Storage}, dbtest.Camila.Caller()
	upload, err := library.Receive(by, name, bytes.NewReader(mediatest.PDF("Valdirene Quaresma Nhanderu "+name)))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Discard()
	stored, err := library.Store(t.Context(), by, upload, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stored.ID
}

// seed writes her data. A webhook listens while the rows are written, and its events are fanned out.
func (a *association) seed(t *testing.T) {
	t.Helper()
	a.exec(t, `insert into webhook_endpoints (name, url, secret_encrypted, encryption_key_id, tables, actions)
		values ('ERP', 'https://erp.example.org/in', '\x00', '', '["users", "orders", "services", "reception", "users_files"]', '["create", "update", "delete"]')`)
	var ids []any
	for _, name := range []string{"documento-valdirene.pdf", "receita.pdf", "comprovante.pdf", "laudo-teobaldo.pdf", "termo.pdf", "prova.pdf",
		"nf-quaresma.pdf", "desfeito.pdf"} {
		ids = append(ids, a.upload(t, name))
	}
	for _, statement := range strings.Split(seedRows+seedAreas, ";\n") {
		if strings.TrimSpace(statement) != "" {
			a.exec(t, statement)
		}
	}
	for i, statement := range []string{
		"insert into users_files (file_id, user_id, doc_kind, subject, doc_type, side) values ($1, 7001, 'document', 'responsible', 'rg', 'front')",
		"insert into users_files (file_id, user_id, doc_kind) values ($1, 7002, 'prescription')",
		"insert into orders_files (file_id, order_id, kind) values ($1, 7101, 'proof')",
		"insert into users_files (file_id, user_id, doc_kind) values ($1, 7003, 'report')",
		"update contracts set signed_pdf_file_id = $1 where public_code = 'VQN2TERM'",
		"update contracts set audit_pdf_file_id = $1 where public_code = 'VQN2TERM'",
		"insert into services_files (file_id, service_id, kind) values ($1, 7201, 'proof')",
		`insert into undos (operator_id, kind, payload, date_created) values (1, 'files.detachment', jsonb_build_object('user', jsonb_build_object('file_id', $1::bigint, 'user_id', 7001)), now())`,
	} {
		a.exec(t, statement, ids[i])
	}
	sender := webhooks.Sender{DB: a.conn.DB, Collections: areas.Described(), Now: a.env.Now}
	if err := sender.FanOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	// One that waits in the outbox.
	a.exec(t, "update users set occupation = 'Costureira' where id = 7001")
}

func (a *association) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := a.conn.Pool.Exec(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (a *association) scan(t *testing.T, into any, query string, args ...any) {
	t.Helper()
	if err := a.conn.Pool.QueryRow(t.Context(), query, args...).Scan(into); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// confirmed returns a proposal that another administrator confirmed.
func (a *association) confirmed(t *testing.T) erasure.Erasure {
	t.Helper()
	proposed, err := a.Propose(t.Context(), dbtest.Camila.Caller(), proposal)
	if err != nil {
		t.Fatal(err)
	}
	preview, err := a.ReadPreview(t.Context(), second, associateID)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Confirm(t.Context(), second, erasure.ConfirmInput{ID: proposed.ID, Seen: preview.Seen()}); err != nil {
		t.Fatal(err)
	}
	return proposed
}

var proposal = erasure.ProposeInput{UserID: associateID, Identity: "documento com foto", ReceivedOn: civil.MustParse("2026-11-18")}

// found lists where something of her is: table and needle, or file.
func (a *association) found(t *testing.T) (places []string) {
	t.Helper()
	// A dump has the tables of every schema, the rows of materialized views, large objects and comments.
	var others int
	a.scan(t, &others, `select (select count(*) from pg_largeobject_metadata) + (select count(*) from pg_matviews)
		+ (select count(*) from information_schema.tables where table_schema not in ('public', 'pg_catalog', 'information_schema') and table_type = 'BASE TABLE')`)
	if others > 0 {
		t.Errorf("a dump has %d things that are not searched", others)
	}
	rows, err := a.conn.Pool.Query(t.Context(),
		"select table_name::text from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1")
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	rows.Close()
	for _, table := range tables {
		places = append(places, a.foundIn(t, table)...)
	}
	if *pgDump != "" {
		places = append(places, a.foundInDump(t)...)
	}
	return append(places, foundInFiles(t, a.files)...)
}

// foundInDump searches the dump of the database, each line under the table to which it belongs.
func (a *association) foundInDump(t *testing.T) (places []string) {
	t.Helper()
	server := a.conn.Pool.Config().ConnConfig
	command := exec.CommandContext(t.Context(), *pgDump, "--host="+server.Host, fmt.Sprintf("--port=%d", server.Port), "--username="+server.User, server.Database)
	command.Env = append(os.Environ(), "PGPASSWORD="+server.Password)
	dump, err := command.Output()
	if err != nil || !bytes.Contains(dump, []byte("COPY public.users ")) {
		t.Fatalf("pg_dump wrote %d bytes: %v", len(dump), err)
	}
	table := "schema"
	for line := range strings.Lines(strings.ToLower(string(dump))) {
		if copied, isCopy := strings.CutPrefix(line, "copy public."); isCopy {
			table, _, _ = strings.Cut(copied, " ")
		}
		for _, needle := range needles {
			if strings.Contains(line, needle) || strings.Contains(line, hex.EncodeToString([]byte(needle))) {
				places = append(places, table+": "+needle)
			}
		}
		if line == "\\.\n" {
			table = "schema"
		}
	}
	slices.Sort(places)
	t.Logf("a dump of %d bytes has %d lines that name her", len(dump), len(places))
	return slices.Compact(places)
}

func (a *association) foundIn(t *testing.T, table string) (places []string) {
	t.Helper()
	rows, err := a.conn.Pool.Query(t.Context(), fmt.Sprintf("select t::text from %q t", table))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	seen := map[string]bool{}
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatal(err)
		}
		row = strings.ToLower(row)
		for _, needle := range needles {
			if strings.Contains(row, needle) || strings.Contains(row, hex.EncodeToString([]byte(needle))) {
				seen[needle] = true
			}
		}
	}
	for _, needle := range needles {
		if seen[needle] {
			places = append(places, table+": "+needle)
		}
	}
	return places
}

var pdfStream = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)

// decompressed returns the content of a PDF followed by its streams as plain text; any other content is returned as it is.
func decompressed(content []byte) []byte {
	text := bytes.Clone(content)
	for _, stream := range pdfStream.FindAllSubmatch(content, -1) {
		if inflated, err := zlib.NewReader(bytes.NewReader(stream[1])); err == nil {
			plain, _ := io.ReadAll(inflated)
			text = append(text, plain...)
		}
	}
	return text
}

// foundInFiles searches the contents of all files below a folder, streams of PDFs decompressed.
func foundInFiles(t *testing.T, folder string) (places []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		text := decompressed(content)
		for _, needle := range needles {
			if bytes.Contains(bytes.ToLower(text), []byte(needle)) {
				places = append(places, "file: "+needle)
			}
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return places
}

// makeCopy makes a copy of everything at a folder.
func (a *association) makeCopy(t *testing.T) {
	t.Helper()
	office := areas.NewBackups(a.env)
	if _, err := office.AddPlace(t.Context(), dbtest.Camila.Caller(),
		backups.PlaceInput{Name: "disco", Kind: backup.Folder, Path: a.copies}); err != nil {
		t.Fatal(err)
	}
	if made, err := office.Make(t.Context(), ""); err != nil || made.State != backups.Done {
		t.Fatalf("the copy is %+v, %v", made, err)
	}
}
