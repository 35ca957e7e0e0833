package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/handlers"
	"acolhe/models/analytics"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/outbound"
	"acolhe/models/samples"
	"acolhe/models/signing"
)

// sampleSeed is the seed of the same association in every run.
const sampleSeed = 2026

const operatorEmail = "medidas@acolhe.local"

// testbed is a database with the real server and the baseline program, each a process with a pool of the same size.
type testbed struct {
	acolhe, bare string
	// session is the token of an administrator's session in Acolhe.
	session    string
	connection *db.Connection
	// pool is that of this process, which prepares rows.
	pool *pgxpool.Pool
	// serverLog is the path of PostgreSQL's log.
	serverLog string
	operator  operators.Operator
	// busiest is the user_code of the associate with the most orders, and cpf their CPF.
	busiest, cpf string
	// folder has the files of Acolhe. contracts are signed in the measurement of signatures.
	folder    string
	contracts signing.Contracts
	facts     facts
	closers   []func() error
}

// facts describe the conditions of the measurement.
type facts struct {
	postgres string
	// orders and services are numbers of rows.
	orders, services int
	// loaded is the time of loading the sample data.
	loaded time.Duration
	// at is the time of the measurement.
	at    time.Time
	conns int32
	// load is the load of the machine before the measurement.
	load string
}

func prepareTestbed(ctx context.Context, o options) (*testbed, error) {
	g := &testbed{facts: facts{load: loadOfMachine(), at: time.Now()}}
	if err := g.prepare(ctx, o); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

func (g *testbed) prepare(ctx context.Context, o options) error {
	server, err := private.StartThrowaway(ctx, archive.FS)
	if err != nil {
		return err
	}
	g.closers = append(g.closers, server.End)
	g.serverLog = server.Log()
	connection, err := db.Open(ctx, server.URL())
	if err != nil {
		return err
	}
	g.onClose(connection.Close)
	g.connection, g.pool = connection, connection.Pool
	if o.plans {
		if _, err := g.pool.Exec(ctx, loadExplain); err != nil {
			return err
		}
	}
	if err := g.fill(ctx, connection, o.associates); err != nil {
		return err
	}
	input := operators.AdministratorInput{Name: "Medidas", Email: operatorEmail, Password: "Medir!" + rand.Text()}
	if g.operator, err = operators.CreateAdministrator(ctx, connection.DB, input, time.Now()); err != nil {
		return err
	}
	if err := g.prepareContracts(connection); err != nil {
		return err
	}
	if g.acolhe, err = g.startProgram(ctx, programSetup{Kind: acolheProgram, Folder: g.folder, Profile: o.profile}); err != nil {
		return err
	}
	if g.session, err = signIn(ctx, g.acolhe, input.Email, input.Password); err != nil {
		return err
	}
	g.bare, err = g.startProgram(ctx, programSetup{Kind: bareProgram, Operator: g.operator, Token: hashOf(g.session), Orders: g.facts.orders, At: g.facts.at})
	return err
}

// fewOpenItems completes all but 20 items of the reception on their day, so that the board of a large association has as
// many open ones as that of a small one, with many old ones beside them.
const fewOpenItems = `update reception set status = 'done', completed_at = date_created - interval '2 days', date_created = date_created - interval '3 days'
	where completed_at is null and id not in (select id from reception where completed_at is null order by id limit 20)`

// settle leaves the tables as the automatic vacuum would, which is off so that it does not run during a slice. Vacuum and analyze are two
// commands: after one VACUUM (ANALYZE) of the whole database PostgreSQL 18.4 leaves no page marked as all-visible, and without the mark
// every count reads the table instead of an index. The checkpoint comes first for the same reason: this server commits without waiting
// for its log.
func (g *testbed) settle(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, withoutTimeout(g.connection))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range []string{"checkpoint", "vacuum", "analyze"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// fill loads the sample data.
func (g *testbed) fill(ctx context.Context, connection *db.Connection, associates int) error {
	conn, err := pgx.ConnectConfig(ctx, withoutTimeout(connection))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range []string{"alter system set autovacuum = off", "select pg_reload_conf()"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if err := schema.Migrate(ctx, connection); err != nil {
		return err
	}
	plan := samples.Plan{Associates: associates, Seed: sampleSeed, Now: time.Now()}
	if _, err := samples.Load(ctx, connection.Pool, plan); err != nil {
		return err
	}
	g.facts.loaded = time.Since(plan.Now)
	// What jobs of the first minutes do.
	for _, statement := range []string{fewOpenItems, "select settle_counters()"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if err := analytics.Compact(ctx, connection.DB, g.facts.at); err != nil {
		return err
	}
	if err := g.settle(ctx); err != nil {
		return err
	}
	g.facts.conns = connection.Pool.Config().MaxConns
	return conn.QueryRow(ctx, `
		select current_setting('server_version'), (select count(*) from orders), (select count(*) from services), user_code::text, associate_cpf
		from users where user_code = (select user_code from orders group by user_code order by count(*) desc, user_code limit 1)`).
		Scan(&g.facts.postgres, &g.facts.orders, &g.facts.services, &g.busiest, &g.cpf)
}

// withoutTimeout returns the configuration of the pool's connections without a statement timeout.
func withoutTimeout(connection *db.Connection) *pgx.ConnConfig {
	config := connection.Pool.Config().ConnConfig.Copy()
	config.RuntimeParams["statement_timeout"], config.RuntimeParams["lock_timeout"] = "0", "0"
	return config
}

// configOf is the configuration of production, with the log discarded.
func configOf(contracts signing.Contracts) handlers.Config {
	return handlers.Config{
		Production: true, BaseURL: &url.URL{Scheme: "http", Host: "127.0.0.1"}, TrustedProxies: []string{"127.0.0.1/32"},
		Log: slog.New(slog.NewJSONHandler(io.Discard, nil)), Now: time.Now, Key: contracts.Key, Storage: contracts.Files.Drivers,
		Outbound: outbound.Guard{AllowPrivate: true},
	}
}

// The timeouts of the real server.
const (
	headerLimit = 10 * time.Second
	readLimit   = 60 * time.Second
	idleLimit   = 120 * time.Second
)

// newServer returns a server with the timeouts of the real one.
func newServer(handler http.Handler) *http.Server {
	return &http.Server{Handler: handler, ReadHeaderTimeout: headerLimit, ReadTimeout: readLimit, IdleTimeout: idleLimit}
}

// serve listens on a free loopback port in this process until the testbed is closed.
func (g *testbed) serve(handler http.Handler) (addr string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := newServer(handler)
	g.closers = append(g.closers, server.Close)
	go func() { _ = server.Serve(listener) }() // until the testbed is closed
	return listener.Addr().String(), nil
}

func (g *testbed) onClose(end func()) {
	g.closers = append(g.closers, func() error {
		end()
		return nil
	})
}

// close closes everything in the reverse order of its start.
func (g *testbed) close() error {
	var err error
	for i := len(g.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, g.closers[i]())
	}
	return err
}

func (g *testbed) describe(o options) string {
	return "Acolhe beside a bare net/http + pgx program, each a process of its own, over loopback HTTP.\n" + g.conditions(o)
}

// conditions describes the machine, the data and the load.
func (g *testbed) conditions(o options) string {
	return fmt.Sprintf(`%s, %d CPUs; PostgreSQL %s, a throwaway server that waits for no disk (fsync off);
%d associates, %d orders, %d services, loaded in %.1f s; %d connections, %d database connections on each side;
%d slices of %v each, taken in turns. Other work on the machine blurs the ratios: its load was %s.`,
		runtime.Version(), runtime.NumCPU(), g.facts.postgres, o.associates, g.facts.orders, g.facts.services, g.facts.loaded.Seconds(),
		o.connections, g.facts.conns,
		o.rounds, o.slice, g.facts.load)
}

// loadOfMachine returns the load average of the last minute, as Linux reports it.
func loadOfMachine() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	lastMinute, _, _ := strings.Cut(string(text), " ")
	return lastMinute
}
