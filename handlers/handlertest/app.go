// Package handlertest supports tests of the surfaces: the real server over real HTTP and a database of the
// test's own, clients signed in as the cast, and a check of every JSON answer against the OpenAPI document.
package handlertest

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/cep"
	"acolhe/models/cep/cepsim"
	"acolhe/models/externalservices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/live"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/storage"
	"acolhe/models/reads"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/web"
)

// App is a running server with the cast in its database.
type App struct {
	*db.Connection
	URL    string
	Routes []web.Route
	Log    *Log
	// Mail holds mails until Deliver; Letters reads those that wait.
	Mail mail.Outbox
	// ViaCEP simulates the look-up of postal codes.
	ViaCEP *cepsim.ViaCEP

	// Storage keeps the contents of files below a folder of the test.
	Storage storage.Drivers

	// Calendar makes events with the environment of the configuration.
	Calendar calendar.Module

	// Reads keeps who saw data of people until FlushReads writes it.
	Reads *reads.Log

	// CutConnections closes the connections of all clients, in the middle of their requests.
	CutConnections func()
	// Stop refuses all further connections and cuts those that are open, as a server that is gone.
	Stop func()

	contract *contract
	secrets  *secrets
	config   handlers.Config
	live     *live.Hub
	// unplugged is whether every request is cut.
	unplugged atomic.Bool
}

// Unplug cuts every request until Plug, so that also the worker of a page finds no server.
func (a *App) Unplug() { a.unplugged.Store(true) }

// Plug ends Unplug.
func (a *App) Plug() { a.unplugged.Store(false) }

func (a *App) plugged(server http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.unplugged.Load() {
			panic(http.ErrAbortHandler)
		}
		server.ServeHTTP(w, r)
	})
}

// Listen wakes open pages when a table changes, as the program does.
func (a *App) Listen(t testing.TB) {
	go a.live.Listen(t.Context(), a.Pool.Config().ConnConfig, slog.New(slog.DiscardHandler))
}

// New starts a server for one test, with changes of its configuration; it stops when the test ends.
func New(t testing.TB, changes ...func(*handlers.Config)) *App {
	t.Helper()
	app := &App{Connection: dbtest.New(t), Log: &Log{}, Mail: newOutbox(t), ViaCEP: cepsim.New(t), secrets: newSecrets()}
	app.Storage = storage.New(t.TempDir(), app.Mail.Key).Through(outbound.Guard{AllowPrivate: true})
	listening := httptest.NewUnstartedServer(nil)
	base, err := url.Parse("http://" + listening.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	config := handlers.Config{
		BaseURL: base, Log: slog.New(slog.NewJSONHandler(app.Log, &slog.HandlerOptions{Level: slog.LevelDebug})), Now: time.Now,
		Mail: app.Mail, Key: app.Mail.Key, CEP: cep.Directory{URL: app.ViaCEP.URL}, Storage: app.Storage, DataDir: t.TempDir(),
		Live: live.NewHub(), Exports: exports.NewSemaphore(),
		Outbound: outbound.Guard{AllowPrivate: true},
	}
	config.Reads = reads.New(app.Connection, config.Log)
	app.Reads = config.Reads
	for _, change := range changes {
		change(&config)
	}
	store := externalservices.New(app.DB, config.Key, config.Environment)
	store.Outbound = config.Outbound
	app.Calendar = calendar.Module{Store: store, Provider: google.New(store, config.Now, calendar.Timeout)}
	server, err := handlers.New(app.Connection, config)
	if err != nil {
		t.Fatal(err)
	}
	listening.Config.Handler = app.plugged(server)
	listening.Start()
	app.live, app.config = config.Live, config
	t.Cleanup(func() {
		app.live.Close()
		listening.Close()
		app.secrets.mustNotBeIn(t, app.Log.String())
	})
	app.URL, app.Routes, app.CutConnections = listening.URL, server.Routes(), listening.CloseClientConnections
	app.Stop = func() { listening.Listener.Close(); listening.CloseClientConnections() }
	if app.contract, err = sharedContract(); err != nil {
		t.Fatalf("the OpenAPI document: %v", err)
	}
	return app
}

// FlushReads writes who saw data of people until now.
func (a *App) FlushReads(t testing.TB) {
	t.Helper()
	if err := a.Reads.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// OnLocalhost makes a server's public address one by the name of this machine, which browsers keep passkeys for.
func OnLocalhost(config *handlers.Config) {
	config.BaseURL = &url.URL{Scheme: "http", Host: strings.Replace(config.BaseURL.Host, "127.0.0.1", "localhost", 1)}
}

// Origin returns the public address of the server.
func (a *App) Origin() string { return a.config.BaseURL.String() }

// OnToday stops a server's clock at dbtest.Today, which the dates of the fixtures are relative to: a change for New.
func OnToday(config *handlers.Config) { config.Now = func() time.Time { return dbtest.Today } }

// AtNoon stops a server's clock at noon of today in São Paulo, so that midnight does not affect a test of dates. It
// returns that time, and the change for New.
func AtNoon(t testing.TB) (time.Time, func(*handlers.Config)) {
	t.Helper()
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	year, month, day := time.Now().In(saoPaulo).Date()
	noon := time.Date(year, month, day, 12, 0, 0, 0, saoPaulo)
	return noon, func(config *handlers.Config) { config.Now = func() time.Time { return noon } }
}

// Nobody returns a client without any credentials.
func (a *App) Nobody(t testing.TB) *Client { return &Client{t: t, app: a} }

// As returns a client signed in as an operator of the cast.
func (a *App) As(t testing.TB, operator dbtest.Operator) *Client {
	t.Helper()
	return a.signIn(t, "/api/v1/auth/login", operator.Email)
}

// AsAssociate returns a client signed in as an associate of the cast.
func (a *App) AsAssociate(t testing.TB, associate dbtest.Associate) *Client {
	t.Helper()
	return a.signIn(t, "/api/v1/auth/associate/login", associate.Email)
}

func (a *App) signIn(t testing.TB, path, email string) *Client {
	t.Helper()
	client := a.Nobody(t)
	answer := client.POST(path, map[string]string{"email": email, "password": dbtest.Password}).Want(200)
	client.cookies = answer.Cookies()
	return client
}

// WithToken returns a client with a new API token of these scopes.
func (a *App) WithToken(t testing.TB, scopes ...string) *Client {
	t.Helper()
	return a.WithTokenOf(t, tokens.IssueInput{Name: "teste", Scopes: scopes})
}

// WithTokenOf returns a client with a new API token, such as one bound to a partner.
func (a *App) WithTokenOf(t testing.TB, input tokens.IssueInput) *Client {
	t.Helper()
	issued, err := tokens.Issue(t.Context(), a.DB, auth.Caller{Kind: auth.System}.At(time.Now()), input)
	if err != nil {
		t.Fatal(err)
	}
	return a.Nobody(t).With("Authorization", "Bearer "+issued.Token)
}

// Exec runs a statement on the database, with current_date in the association's zone.
func (a *App) Exec(t testing.TB, statement string, arguments ...any) {
	t.Helper()
	if _, err := a.Pool.Exec(t.Context(), dbtest.OnLocalDay(statement), arguments...); err != nil {
		t.Fatal(err)
	}
}

// Count counts the matching rows of a table; the condition is SQL of the test itself, with current_date in the association's zone.
func (a *App) Count(t testing.TB, table, where string, arguments ...any) int {
	t.Helper()
	var count int
	err := a.Pool.QueryRow(t.Context(), "select count(*) from "+table+" where "+dbtest.OnLocalDay(where), arguments...).Scan(&count)
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// Log stores the server's log; it may be read while the server runs.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer for the logger.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String returns the whole log.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
