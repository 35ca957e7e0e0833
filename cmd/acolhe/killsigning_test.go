package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/storage"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

// The load of signatures: associates who sign at the same time, and answers before the kill.
const (
	signers          = 24
	enoughSignatures = 6
)

// The process is killed while a contract is completed: before its documents are made, when they are stored and the signature
// is not, and when all is written and not committed. Each time nothing is signed, and the same link can be signed again.
func TestKill_DuringSignature(t *testing.T) {
	t.Parallel()
	s := newSigned(t)
	for _, table := range []string{"sign_events", "term_signatures", "mails"} {
		link := s.createContract(t, s.associates[0])
		locked := hold(t, s.conn, "lock table "+table+" in access exclusive mode")
		waiting := make(chan int)
		go func() { waiting <- s.sign(t, link) }()
		awaitWaiting(t, s.conn, table)
		s.kill(t)
		if status := <-waiting; status != 0 {
			t.Errorf("%s: answered %d", table, status)
		}
		release(t, locked)
		awaitQuiet(t, s.conn)
		if done := s.checkContracts(t); done != 0 {
			t.Errorf("%s: %d contracts are completed", table, done)
		}
		s.serve(t)
	}
	if status := s.sign(t, s.createContract(t, s.associates[0])); status != http.StatusOK {
		t.Errorf("signed again: %d", status)
	}
	s.checkEnd(t, 1)
}

// Associates sign at the same time and the process is killed meanwhile. Each confirmed contract is completed with its files,
// no other one is in part, and those that were not confirmed can be signed again.
func TestKill_DuringSignatures(t *testing.T) {
	t.Parallel()
	s := newSigned(t)
	links := make([]string, signers)
	for i := range links {
		links[i] = s.createContract(t, s.associates[i])
	}
	var confirmed atomic.Int64
	var signing sync.WaitGroup
	for _, link := range links {
		signing.Go(func() {
			if status := s.sign(t, link); status == http.StatusOK {
				confirmed.Add(1)
			} else if status != 0 {
				t.Errorf("refused: %d", status)
			}
		})
	}
	s.process.eventually("enough signatures", func() bool { return confirmed.Load() >= enoughSignatures })
	s.kill(t)
	signing.Wait()
	awaitQuiet(t, s.conn)
	done := s.checkContracts(t)
	if int64(done) < confirmed.Load() {
		t.Errorf("%d contracts are completed, %d were confirmed", done, confirmed.Load())
	}
	t.Logf("%d of %d signatures confirmed, %d completed; %d contents on the disk", confirmed.Load(), signers, done, countFiles(t, s.data))
	s.serve(t)
	for _, link := range links {
		if status := s.sign(t, link); status != http.StatusOK {
			t.Errorf("signed again: %d", status)
		}
	}
	s.checkEnd(t, signers)
}

// signed is a program with published terms, whose associates sign.
type signed struct {
	conn        *db.Connection
	data        string
	environment []string
	process     *process
	token       string
	associates  []string
	// requests counts the requests; each has an address of its own, because signatures of one address are limited.
	requests atomic.Int64
}

func newSigned(t *testing.T, environment ...string) *signed {
	t.Helper()
	conn, database := emptyDatabase(t)
	s := &signed{conn: conn, data: t.TempDir()}
	s.environment = []string{database, "DATA_DIR=" + s.data, "LOG_LEVEL=warn", "TRUSTED_PROXIES=127.0.0.1/32"}
	s.environment = append(s.environment, environment...)
	s.serve(t)
	issued, err := tokens.Issue(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "queda", Scopes: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	s.token = issued.Token
	for _, kind := range []string{"self", "with_patient"} {
		if status, said := s.post(t, "/doc-sign/templates/"+kind+"/publish", map[string]any{}); status != http.StatusCreated &&
			status != http.StatusOK {
			t.Fatalf("%d %s", status, said)
		}
	}
	s.associates = stringsOf(t, conn, "select user_code::text from users where status <> 'patient' and coalesce(responsible_type, 'self') = 'self' and adhesion_term is null order by id")
	return s
}

// serve starts the program again.
func (s *signed) serve(t *testing.T) {
	t.Helper()
	s.process = serveOn(t, s.environment...)
	s.process.secrets = append(s.process.secrets, s.token)
}

func (s *signed) kill(t *testing.T) {
	t.Helper()
	s.process.signal(syscall.SIGKILL)
	s.process.status()
}

// post sends a request of the JSON API and returns its answer; 0 without one.
func (s *signed) post(t *testing.T, path string, body map[string]any) (status int, said []byte) {
	raw, err := json.Marshal(body)
	if err != nil {
		t.Error(err)
		return 0, nil
	}
	request, err := http.NewRequest(http.MethodPost, s.process.screenValue("Endereço")+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		t.Error(err)
		return 0, nil
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", s.requests.Add(1)))
	request.Header.Set("Authorization", "Bearer "+s.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	if said, err = io.ReadAll(response.Body); err != nil {
		return 0, nil
	}
	return response.StatusCode, said
}

// createContract creates the contract of an associate, or finds the pending one, and returns the token of its link.
func (s *signed) createContract(t *testing.T, associate string) string {
	t.Helper()
	status, said := s.post(t, "/doc-sign/contracts", map[string]any{"user_code": associate})
	var created struct {
		Data struct {
			SigningURL string `json:"signing_url"`
		}
	}
	if err := json.Unmarshal(said, &created); err != nil || created.Data.SigningURL == "" {
		t.Fatalf("%d %s: %v", status, said, err)
	}
	return filepath.Base(created.Data.SigningURL)
}

// sign completes a contract by typing, and returns the status of the answer; 0 without one.
func (s *signed) sign(t *testing.T, token string) int {
	status, _ := s.post(t, "/doc-sign/sign/"+token+"/complete",
		map[string]any{"method": "type", "typed_name": "Ana Beatriz", "timezone": "UTC", "consent": true})
	return status
}

// checkContracts checks that each contract is completed with its signature and its files, or has neither, and returns the
// number of completed ones.
func (s *signed) checkContracts(t *testing.T) (completed int) {
	t.Helper()
	for what, sql := range map[string]string{
		"completed contracts without a signature, a file or the associate's term": `select count(*) from contracts c where status = 'completed' and
			(not exists (select from term_signatures s where s.contract_id = c.id) or signed_pdf_file_id is null or audit_pdf_file_id is null
			or not exists (select from users u where u.user_code = c.user_code and u.adhesion_term = c.id))`,
		"pending contracts with a signature, a file or an event of it": `select count(*) from contracts c where status <> 'completed' and
			(exists (select from term_signatures s where s.contract_id = c.id) or signed_pdf_file_id is not null or audit_pdf_file_id is not null
			or exists (select from sign_events e where e.contract_id = c.id and kind like 'submission.%')
			or exists (select from users u where u.adhesion_term = c.id))`,
		"associates with two contracts": "select count(*) from (select from contracts group by user_code having count(*) > 1) twice",
	} {
		if wrong := scan[int](t, s.conn, sql); wrong != 0 {
			t.Errorf("%d %s", wrong, what)
		}
	}
	for _, row := range s.storedFiles(t) {
		content, err := os.ReadFile(filepath.Join(s.data, "files", row.StorageKey[:2], row.StorageKey))
		if sum := sha256.Sum256(content); err != nil || hex.EncodeToString(sum[:]) != row.SHA256 {
			t.Errorf("the file %s is not as its row says: %v", row.StorageKey, err)
		}
	}
	return scan[int](t, s.conn, "select count(*) from contracts where status = 'completed'")
}

// storedFile is a row of files.
type storedFile struct {
	StorageKey string
	SHA256     string
}

func (s *signed) storedFiles(t *testing.T) []storedFile {
	t.Helper()
	return rowsOf[storedFile](t, s.conn, "select storage_key, sha256 from files")
}

// checkEnd checks that so many contracts are completed and valid, and that the clean-up leaves their files alone.
func (s *signed) checkEnd(t *testing.T, completed int) {
	t.Helper()
	if done := s.checkContracts(t); done != completed {
		t.Errorf("%d contracts are completed, want %d", done, completed)
	}
	for _, id := range stringsOf(t, s.conn, "select id::text from contracts") {
		if !s.isValid(t, id) {
			t.Errorf("%s is not valid", id)
		}
	}
	library := files.Library{DB: s.conn.DB, Drivers: storage.New(filepath.Join(s.data, "files"), encryption.Key{})}
	before := countFiles(t, s.data)
	if err := library.Clean(t.Context(), time.Now().Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if rows, after := len(s.storedFiles(t)), countFiles(t, s.data); after != rows {
		t.Errorf("%d contents are left of %d, want those of %d rows", after, before, rows)
	}
	s.process.stop()
}

// isValid asks the program to verify a contract.
func (s *signed) isValid(t *testing.T, id string) bool {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, s.process.screenValue("Endereço")+"/api/v1/doc-sign/contracts/"+id+"/verify", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	said, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(said), `"valid":true`)
}

func stringsOf(t *testing.T, conn *db.Connection, sql string) []string {
	t.Helper()
	rows, err := conn.Pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// awaitWaiting waits until a statement waits for a table.
func awaitWaiting(t *testing.T, conn *db.Connection, table string) {
	t.Helper()
	eventually(t, "a statement that waits for "+table, func() bool {
		return scan[int](t, conn, `select count(*) from pg_locks l join pg_class c on c.oid = l.relation
			where l.database = (select oid from pg_database where datname = current_database()) and not l.granted and c.relname = $1`, table) > 0
	})
}
