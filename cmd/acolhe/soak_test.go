package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/mail/smtpsim"
	"acolhe/simulators/loggi"
)

var (
	soakFor  = flag.Duration("soak", 10*time.Minute, "how long TestScale_Soak lasts")
	soakSeed = flag.Uint64("soak-seed", 0, "what the faults of TestScale_Soak are drawn from; 0 draws one")
)

const (
	// shareOfFaults is the part of the time in which things break; in the rest the same load shows whether anything grows.
	shareOfFaults = 0.6
	// answeredAgain is the longest time after a fault until every kind of request is answered.
	answeredAgain = 2 * time.Minute
)

// People of all roles, scripts, an associate and a stranger work all the time, while the program, its PostgreSQL and the store of files
// are killed, the disk fills, mail and carriers are slow, and copies are made, rehearsed and killed. Then nothing breaks for a while.
// At the end every answered write is there once, stock equals its movements, statements equal their lines, each webhook event was
// delivered or says why not, a restored copy has what was answered before it, and neither memory, files, connections nor tables grow.
func TestScale_Soak(t *testing.T) {
	s := newSoak(t)
	ends := time.Now().Add(*soakFor)
	s.load.start()
	s.breakUntil(time.Now().Add(time.Duration(shareOfFaults * float64(*soakFor))))
	s.watchUntil(ends)
	s.load.stop()
	s.account()
}

// soak is a program with what it works with, on a disk of its own that can be full.
type soak struct {
	t                     *testing.T
	disk, dataDir, folder string
	address               string
	environment           []string
	random                *rand.Rand
	p                     *process
	load                  *soakLoad
	store                 *fileStore
	mail                  *smtpsim.Server
	carrierDelay          *atomic.Int64
	receivers             *receivers
	// longest is the longest time from the end of a fault of a kind until everything was answered.
	longest map[string]time.Duration
	count   map[string]int
}

func newSoak(t *testing.T) *soak {
	t.Helper()
	seed := *soakSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-soak-seed %d", seed)
	s := &soak{t: t, disk: t.TempDir(), folder: t.TempDir(), random: rand.New(rand.NewPCG(seed, seed)), address: freeAddress(t),
		store: newFileStore(t), mail: smtpsim.New(smtpsim.Behavior{}), carrierDelay: new(atomic.Int64), receivers: newReceivers(t),
		longest: map[string]time.Duration{}, count: map[string]int{}}
	mountSmall(t, s.disk, "8g")
	s.dataDir = filepath.Join(s.disk, "data")
	t.Cleanup(func() { killAll(t, s.dataDir) })
	s.environment = append(s.carrierEnvironment(), "DATA_DIR="+s.dataDir, "ADDR="+s.address, "LOG_LEVEL=error",
		"WEBHOOK_ALLOW_PRIVATE=true", "OUTBOUND_ALLOW=127.0.0.1", "SMTP_URL=smtp://"+s.mail.Start(t, "127.0.0.1").String(),
		"MAIL_FROM=nao-responda@associacao.test")
	first := serveOn(t, s.environment...)
	email, password := first.screenValue("E-mail"), first.screenValue("Senha")
	first.stop()
	addFolder(t, s.dataDir, s.folder)
	s.load = s.newLoad(email, password)
	s.serve()
	s.load.signIn(t, s.p, email, password)
	s.useStore()
	s.listen()
	return s
}

// freeAddress returns an address that keeps its port over the restarts of the program.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// carrierEnvironment starts a carrier that is as slow as carrierDelay says, and returns what leads to it.
func (s *soak) carrierEnvironment() []string {
	carrier := loggi.New(loggi.Default)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(time.Duration(s.carrierDelay.Load())):
		case <-r.Context().Done():
			return
		}
		carrier.ServeHTTP(w, r)
	}))
	s.t.Cleanup(server.Close)
	return append([]string{"CARRIER_A_BASE_URL=" + server.URL, "CARRIER_A_ENABLED=true", "CARRIER_A_USE_FOR_QUOTE=true"}, quoteVariables...)
}

// fileStore is an S3 store that can be away.
type fileStore struct {
	address string
	files   http.Handler
	backend gofakes3.Backend
	server  *http.Server
}

const storeBucket = "acolhe"

func newFileStore(t *testing.T) *fileStore {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(storeBucket); err != nil {
		t.Fatal(err)
	}
	store := &fileStore{address: freeAddress(t), backend: backend, files: gofakes3.New(backend).Server()}
	store.start(t)
	t.Cleanup(store.stop)
	return store
}

func (f *fileStore) start(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("tcp", f.address)
	if err != nil {
		t.Fatal(err)
	}
	f.server = &http.Server{Handler: f.files}
	go func() { _ = f.server.Serve(listener) }() // it is closed
}

func (f *fileStore) stop() { _ = f.server.Close() } // it may be closed

// useStore keeps new files in the store.
func (s *soak) useStore() {
	const storage = "/api/v1/admin/storage"
	s.must(http.MethodPut, storage, map[string]any{"driver": "s3", "endpoint": "http://" + s.store.address, "bucket": storeBucket,
		"access_key": "AKIA", "secret_key": "segredo", "path_style": true})
	for _, step := range []string{"/test", "/activate"} {
		s.must(http.MethodPost, storage+step, map[string]any{"driver": "s3"})
	}
}

// listen registers the receivers of webhooks, and counts the changes beside the program.
func (s *soak) listen() {
	s.receivers.register(s.t, s.load.camila)
	s.withDatabase(func(conn *db.Connection) {
		if _, err := conn.Pool.Exec(s.t.Context(), auditChanges); err != nil {
			s.t.Fatal(err)
		}
	})
}

// must sends a request of the administrator that succeeds.
func (s *soak) must(method, path string, body any) {
	s.t.Helper()
	response, said, err := s.load.camila.send(method, path, body)
	if err != nil || response.StatusCode >= http.StatusBadRequest {
		s.t.Fatalf("%s %s: %v %s", method, path, err, said)
	}
}

// withDatabase calls work with the database of the running program.
func (s *soak) withDatabase(work func(*db.Connection)) {
	s.t.Helper()
	address, err := private.URLOfRunning(s.dataDir)
	if err != nil {
		s.t.Fatal(err)
	}
	conn, err := db.Open(s.t.Context(), address)
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	work(conn)
}

func (s *soak) serve() {
	s.t.Helper()
	s.p = serveOn(s.t, s.environment...)
	s.p.secrets = append(s.p.secrets, s.load.secrets()...)
}

// breakUntil breaks one thing after the other, and requires that everything is answered after each.
func (s *soak) breakUntil(end time.Time) {
	s.t.Helper()
	faults := []struct {
		name  string
		fault func()
	}{
		{"program killed", s.killProgram}, {"PostgreSQL killed", s.killPostgres}, {"program and PostgreSQL killed", s.killBoth},
		{"program restarted", s.restart}, {"store away", s.loseStore}, {"disk full", s.fillDisk}, {"mail slow", s.slowMail},
		{"carrier slow", s.slowCarrier}, {"copy made", s.copy}, {"copy killed", s.killCopy}, {"copy rehearsed", s.rehearse},
		{"webhook receiver down", s.loseReceiver},
	}
	s.load.await(s.t, time.Now())
	for n := 0; time.Now().Before(end); n++ {
		if n%len(faults) == 0 {
			s.random.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
		}
		s.pass(3*time.Second, 12*time.Second)
		broken := faults[n%len(faults)]
		broken.fault()
		took := s.load.await(s.t, time.Now())
		s.longest[broken.name], s.count[broken.name] = max(s.longest[broken.name], took), s.count[broken.name]+1
		s.t.Logf("%s: everything is answered %.1f s later", broken.name, took.Seconds())
	}
}

// pass lets the load go on for a random time.
func (s *soak) pass(least, most time.Duration) {
	select {
	case <-s.t.Context().Done():
	case <-time.After(least + time.Duration(s.random.Int64N(int64(most-least)))):
	}
}

func (s *soak) killProgram() {
	s.p.signal(syscall.SIGKILL)
	s.p.status()
	s.serve()
}

func (s *soak) killPostgres() { killAll(s.t, s.dataDir) }

func (s *soak) killBoth() {
	s.p.signal(syscall.SIGKILL)
	killAll(s.t, s.dataDir)
	s.p.status()
	s.serve()
}

func (s *soak) restart() {
	s.p.signal(syscall.SIGTERM)
	if status := s.p.status(); status != 0 {
		s.t.Errorf("stopped with status %d: %s", status, s.p.log.String())
	}
	s.serve()
}

func (s *soak) loseStore() {
	s.store.stop()
	s.pass(3*time.Second, 15*time.Second)
	s.store.start(s.t)
}

// fillDisk takes all room of the disk for a while. A program that gave up is started again, as its supervisor does.
func (s *soak) fillDisk() {
	ballast := filepath.Join(s.disk, "ballast")
	file, err := os.Create(ballast)
	if err != nil {
		s.t.Fatal(err)
	}
	written, err := io.Copy(file, zeroes{})
	if closed := file.Close(); closed != nil {
		s.t.Error(closed)
	}
	s.t.Logf("the disk is full after %d MB: %v", written>>20, err)
	s.pass(3*time.Second, 10*time.Second)
	if err := os.Remove(ballast); err != nil {
		s.t.Fatal(err)
	}
	s.pass(time.Second, 2*time.Second)
	if !s.p.running() {
		s.t.Logf("gave up: %s", lastLine(s.p.log.String()))
		s.serve()
	}
}

// zeroes has no end.
type zeroes struct{}

// Read implements io.Reader.
func (zeroes) Read(into []byte) (int, error) {
	clear(into)
	return len(into), nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func (s *soak) slowMail() {
	s.mail.Behave([]smtpsim.Behavior{
		{DropsAfterData: true},
		{Recipient: &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "later"}},
		{Hangs: true},
	}[s.random.IntN(3)])
	s.pass(5*time.Second, 20*time.Second)
	s.mail.Behave(smtpsim.Behavior{})
}

func (s *soak) slowCarrier() {
	s.carrierDelay.Store(int64(time.Duration(2+s.random.IntN(20)) * time.Second))
	s.pass(5*time.Second, 20*time.Second)
	s.carrierDelay.Store(0)
}

func (s *soak) loseReceiver() {
	s.receivers.down.Store(true)
	s.pass(3*time.Second, 15*time.Second)
	s.receivers.down.Store(false)
}

// copy makes a copy while the load goes on. A killed one may count as running for a moment.
func (s *soak) copy() {
	eventually(s.t, "a copy", func() bool {
		made := launch(s.t, []string{"backup"}, s.environment...)
		<-made.exited // for as long as it takes
		if made.status() != 0 && !strings.Contains(made.log.String(), "outra cópia está em andamento") {
			s.t.Fatalf("the copy says %s", made.log.String())
		}
		return made.status() == 0
	})
}

func (s *soak) killCopy() {
	killed := launch(s.t, []string{"backup"}, s.environment...)
	s.pass(100*time.Millisecond, 3*time.Second)
	killed.signal(syscall.SIGKILL)
	killed.status()
}

// rehearse asks for a rehearsal of the newest copy, which runs beside the load.
func (s *soak) rehearse() {
	if len(globbed(s.t, s.folder, "copies/*/manifest")) == 0 {
		s.copy()
	}
	if status, said := s.load.postForm(s.load.camila, "/admin/copias/ensaiar", nil); status >= http.StatusBadRequest {
		s.t.Errorf("the rehearsal answers %d %.300s", status, said)
	}
}

// restoreCopy restores a copy that is made after the last write, as after the loss of the machine, and calls check with its database.
func (s *soak) restoreCopy(check func(*db.Connection)) {
	s.t.Helper()
	s.copy()
	restored := filepath.Join(s.t.TempDir(), "data")
	begun := time.Now()
	p := launch(s.t, []string{"restore", "--from", s.folder, "--key", backup.ServerKeyPath(s.dataDir)}, "DATA_DIR="+restored)
	<-p.exited
	if p.status() != 0 {
		s.t.Fatalf("the restore says %s%s", p.screen.String(), p.log.String())
	}
	s.t.Logf("restored in %s", time.Since(begun).Round(time.Second))
	withStopped(s.t, restored, func(opened *database) error { check(opened.Connection); return nil })
}

// summary is what broke, how often, and the longest time until everything was answered.
func (s *soak) summary() string {
	var parts []string
	for _, name := range sortedKeys(s.count) {
		parts = append(parts, fmt.Sprintf("%s %d times, at most %.1f s", name, s.count[name], s.longest[name].Seconds()))
	}
	return strings.Join(parts, "; ")
}
