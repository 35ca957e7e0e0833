package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

var (
	directusURL        = flag.String("directus-url", "http://127.0.0.1:8055", "address of the Directus of TestScale_RealDirectus")
	directusToken      = flag.String("directus-token", "", "token of an administrator of that Directus")
	directusDatabase   = flag.String("directus-database", "", "address of the PostgreSQL of that Directus")
	directusAssociates = flag.Int("directus-associates", 50_000, "associates of TestScale_RealDirectus")
	directusFilled     = flag.Bool("directus-filled", false, "keep what an earlier run of TestScale_RealDirectus filled")
	directusAnswers    = flag.Int("directus-answers", 1000, "random answers that TestScale_RealDirectus compares")
)

// A real Directus with associates, their orders, services, files and operators moves by its interface, again, and again after changes
// there. Then it moves by its database, with a kill in the middle, to the same rows, and people sign in with their old passwords. A
// thousand random requests of the public client are answered alike by both, or as the rules of the contract say.
func TestScale_RealDirectus(t *testing.T) {
	d := openRealDirectus(t)
	if !*directusFilled {
		origin, environment := emptyDatabase(t)
		finished(t, launch(t, []string{"sample-data", "load", "--associates", strconv.Itoa(*directusAssociates)}, environment,
			"DATA_DIR="+t.TempDir()))
		d.fill(origin)
	}
	address := []string{"--url", *directusURL, "--token", *directusToken}
	byREST := newMoved(t)
	byREST.run("by the interface", address...)
	if written := byREST.run("again", address...); written != 0 {
		t.Errorf("%d rows were written although nothing had changed", written)
	}
	changed := d.change()
	if written := byREST.run("after changes", address...); written != changed {
		t.Errorf("%d rows were written after %d changes", written, changed)
	}
	byREST.compareFiles(d)

	byDatabase := newMoved(t)
	byDatabase.killed("Pedidos: ", append(address, "--database", *directusDatabase)...)
	byDatabase.run("by the database, after the kill", append(address, "--database", *directusDatabase)...)
	others := byDatabase.fingerprints()
	for table, rows := range byREST.fingerprints() {
		if other := others[table]; other != rows {
			t.Errorf("%s is %s by the interface and %s by the database", table, rows, other)
		}
	}
	byDatabase.serve()
	byDatabase.signIn()
	byREST.serve()
	byREST.compareAnswers(d)
}

func openRealDirectus(t *testing.T) realDirectus {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), *directusDatabase)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return realDirectus{caller{address: *directusURL, token: *directusToken}, t, pool}
}

// change changes rows by the interface, which dates them, and returns their number.
func (d realDirectus) change() (changed int) {
	d.t.Helper()
	for name, data := range map[string]map[string]any{
		"users": {"neighborhood": "Bairro da mudança"}, "orders": {"info": "mudado no Directus"}, "services": {"observations": "mudado"},
	} {
		var found []struct{ ID int }
		d.do("GET", "/items/"+name+"?limit=100&sort=-id&fields=id", nil, &found)
		keys := make([]int, len(found))
		for i, one := range found {
			keys[i] = one.ID
		}
		d.do("PATCH", "/items/"+name, map[string]any{"keys": keys, "data": data}, nil)
		changed += len(keys)
	}
	return changed
}

// moved is a database into which the Directus moves.
type moved struct {
	t           *testing.T
	conn        *db.Connection
	environment []string
	server      *process
}

func newMoved(t *testing.T) *moved {
	t.Helper()
	conn, environment := emptyDatabase(t)
	return &moved{t: t, conn: conn, environment: []string{environment, "DATA_DIR=" + t.TempDir(), "LOG_LEVEL=error"}}
}

func (m *moved) launch(flags ...string) *process {
	m.t.Helper()
	return launch(m.t, append([]string{"import", "directus"}, flags...), m.environment...)
}

var writtenLine = regexp.MustCompile(`(?m)^Linhas escritas: ([0-9.]+)$`)

// run runs the command to its end, logs what it took, and returns the number of rows that it wrote. Both sides are equal afterwards.
func (m *moved) run(what string, flags ...string) (written int) {
	m.t.Helper()
	begun := time.Now()
	p := m.launch(flags...)
	<-p.exited
	said := p.screen.String()
	line := writtenLine.FindStringSubmatch(said)
	if line == nil {
		m.t.Fatalf("%s: %s%s", what, said, p.log.String())
	}
	written, err := strconv.Atoi(strings.ReplaceAll(line[1], ".", ""))
	if err != nil {
		m.t.Fatal(err)
	}
	took := time.Since(begun)
	usage, _ := p.command.ProcessState.SysUsage().(*syscall.Rusage)
	m.t.Logf("%s: %d rows in %s, %.0f rows/s, at most %d MB%s", what, written, took.Round(100*time.Millisecond),
		float64(written)/took.Seconds(), usage.Maxrss>>10, said[strings.Index(said, line[0]):])
	if p.status() != 0 || !strings.Contains(said, "Os dois lados são iguais") {
		m.t.Errorf("%s ended with %d: %s", what, p.status(), p.log.String())
	}
	return written
}

// killed runs the command until it says something, and kills it.
func (m *moved) killed(says string, flags ...string) {
	m.t.Helper()
	p := m.launch(flags...)
	for !strings.Contains(p.screen.String(), says) {
		select {
		case <-p.exited:
			m.t.Fatalf("ended before the kill: %s%s", p.screen.String(), p.log.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	p.signal(syscall.SIGKILL)
	<-p.exited
	awaitQuiet(m.t, m.conn)
	m.t.Logf("killed with %d of the orders", scan[int](m.t, m.conn, "select count(*) from orders"))
}

// fingerprints are the number of rows of each table and a hash of them, without passwords and the ids of files, which come as they come.
// The people who sign in to Directus have no ids and dates there.
func (m *moved) fingerprints() map[string]string {
	m.t.Helper()
	all := map[string]string{}
	for _, one := range fillings {
		left := "'file_id', 'password', 'account_password'"
		if one.name == "system_users" {
			left += ", 'id', 'date_created', 'date_updated'"
		}
		all[one.name] = scan[string](m.t, m.conn, fmt.Sprintf(`select concat_ws(' ', count(*), count(distinct id), sum(jsonb_hash_extended(row, 1)))
			from (select id, to_jsonb(t) - array[%s] as row from %s t) r`, left, one.name))
	}
	return all
}

// compareFiles compares the bytes of all files; photos lose their metadata here.
func (m *moved) compareFiles(d realDirectus) {
	m.t.Helper()
	var there int
	if err := d.rows.QueryRow(m.t.Context(), "select count(*) from directus_files").Scan(&there); err != nil {
		m.t.Fatal(err)
	}
	stripped, err := os.Create(filepath.Join(m.t.TempDir(), "photo.jpg"))
	if err != nil {
		m.t.Fatal(err)
	}
	defer stripped.Close()
	if _, err := media.Copy(stripped, bytes.NewReader(filledPhoto(m.t)), media.Documents()); err != nil {
		m.t.Fatal(err)
	}
	photo, err := os.ReadFile(stripped.Name())
	if err != nil {
		m.t.Fatal(err)
	}
	here := scan[int](m.t, m.conn, fmt.Sprintf(`select count(*) from files f join directus_files d on d.file_id = f.id
		and f.sha256 = case f.content_type when 'image/jpeg' then '%x' else d.sha256 end`, sha256.Sum256(photo)))
	if there != here {
		m.t.Errorf("%d files are there, %d here with the same bytes", there, here)
	}
}

func (m *moved) serve() {
	m.t.Helper()
	m.server = serveOn(m.t, m.environment...)
}

// compareAnswers sends random requests with the public client to both. Those that are answered otherwise are sent again once the texts of
// Directus have the spelling of here: conditions on them, their order and their numbers are others before.
func (m *moved) compareAnswers(d realDirectus) {
	m.t.Helper()
	issued, err := tokens.Issue(m.t.Context(), m.conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "mudança", Scopes: []string{"*"}})
	if err != nil {
		m.t.Fatal(err)
	}
	pending := filepath.Join(m.t.TempDir(), "pending.json")
	for _, again := range []string{"", "1"} {
		if again != "" {
			d.respell()
		}
		node := exec.CommandContext(m.t.Context(), "node", "testdata/directus/answers.mjs")
		node.Env = append(os.Environ(), "ACOLHE_URL="+m.server.screenValue("Endereço"), "ACOLHE_TOKEN="+issued.Token, "DIRECTUS_URL="+d.address,
			"DIRECTUS_TOKEN="+d.token, "ANSWERS="+strconv.Itoa(*directusAnswers), "PENDING="+pending, "AGAIN="+again)
		said, err := node.CombinedOutput()
		m.t.Logf("%s", said)
		if err != nil {
			m.t.Errorf("the answers differ: %v", err)
		}
	}
}

// respell gives the texts of the filled people the spelling of here, until the end of the test.
func (d realDirectus) respell() {
	d.t.Helper()
	of := fillings[slices.IndexFunc(fillings, func(one filling) bool { return one.name == "users" })]
	var filled []string
	for column, value := range of.values {
		filled = append(filled, column+" = "+value)
	}
	d.t.Cleanup(func() {
		if _, err := d.rows.Exec(context.Background(), "update users set "+strings.Join(filled, ", ")); err != nil {
			d.t.Error(err)
		}
	})
	d.exec(`update users set associate_cpf = regexp_replace(associate_cpf, '\D', '', 'g'), cep = regexp_replace(cep, '\D', '', 'g'),
		email_account = lower(email_account), complement = nullif(complement, '')`)
}

// signIn signs an operator and an associate in with their old passwords. The hashes become those of this program.
func (m *moved) signIn() {
	m.t.Helper()
	by := caller{address: m.server.screenValue("Endereço")}
	email := scan[string](m.t, m.conn, "select email_account from users where account_password like '$argon2%' order by id limit 1")
	for _, one := range []struct{ path, email, hash string }{
		{"/api/v1/auth/login", "operadora0@mudanca.org.br", "select password from system_users where email = $1"},
		{"/api/v1/auth/associate/login", email, "select account_password from users where email_account = $1"},
	} {
		before := scan[string](m.t, m.conn, one.hash, one.email)
		response, said, err := by.send(http.MethodPost, one.path, map[string]string{"email": one.email, "password": oldPassword})
		if err != nil || response.StatusCode != http.StatusOK {
			m.t.Errorf("%s: %v %s", one.path, err, said)
			continue
		}
		if after := scan[string](m.t, m.conn, one.hash, one.email); !strings.HasPrefix(before, "$argon2") || !strings.HasPrefix(after, "$2") {
			m.t.Errorf("%s: the hash is %.8s after %.8s", one.path, after, before)
		}
	}
}

func finished(t *testing.T, p *process) {
	t.Helper()
	<-p.exited
	if p.status() != 0 {
		t.Fatal(p.screen.String(), p.log.String())
	}
}
