package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
)

// The primary is killed under load and its standby promoted. Acolhe goes on with the standby without a restart. With
// synchronous replication nothing that was answered is lost.
func TestKill_Failover(t *testing.T) {
	t.Parallel()
	for mode, names := range map[string]string{"synchronous": "*", "asynchronous": ""} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			primary, standby := newReplicated(t, names)
			address := fmt.Sprintf("postgres://%s:%s@127.0.0.1:%s,127.0.0.1:%s/acolhe?target_session_attrs=read-write&sslmode=disable",
				superuser, primary.password, primary.port(), standby.port())
			dataDir := t.TempDir()
			p := serveOn(t, "DATABASE_URL="+address, "DATA_DIR="+dataDir)
			by := signIn(t, p)
			load := by.placeOrders(oneLike(by.orders(t)[0], ""), writers)
			p.eventually("orders", func() bool { return load.answered() >= 300 })
			killed := time.Now()
			killAll(t, primary.dir)
			p.eventually("a refusal", func() bool { return load.refusals() > 0 })
			promoted := time.Now()
			standby.exec(t, "select pg_promote()")
			before := load.answered()
			p.eventually("orders on the standby", func() bool { return load.answered() > before+writers })
			t.Logf("orders go on %s after the kill, %s after pg_promote", time.Since(killed).Round(time.Millisecond),
				time.Since(promoted).Round(time.Millisecond))
			load.stop(t)
			lost := missing(byPrescriber(by.orders(t)), load.placed())
			t.Logf("lost of the answered orders: %d", len(lost))
			if names != "" && len(lost) > 0 {
				t.Errorf("lost: %v", lost)
			}
			requireJobsRun(t, p, by, dataDir)
		})
	}
}

// superuser is the role that creates a private cluster.
const superuser = "acolhe"

// replica is a server of a replicated pair, in a data directory of its own.
type replica struct {
	dir, password string
	server        *private.Server
}

// newReplicated starts a primary, and a standby that replicates it. The names are those of synchronous_standby_names.
func newReplicated(t *testing.T, names string) (primary, standby replica) {
	t.Helper()
	primary = replica{dir: filepath.Join(t.TempDir(), "primary")}
	primary.start(t)
	primary.stop(t)
	standby = replica{dir: filepath.Join(t.TempDir(), "standby"), password: primary.password}
	copied := filepath.Join(standby.dir, "postgres")
	if err := os.MkdirAll(copied, 0o711); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cluster", "password"} {
		if said, err := exec.Command("cp", "-a", filepath.Join(primary.dir, "postgres", name), copied).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	primary.start(t)
	standby.follow(t, primary)
	standby.start(t)
	if names == "" {
		return primary, standby
	}
	primary.exec(t, "alter system set synchronous_standby_names = '"+names+"'")
	primary.exec(t, "select pg_reload_conf()")
	eventually(t, "the synchronous standby", func() bool {
		return primary.exec(t, "select coalesce(max(sync_state), '') from pg_stat_replication") == "sync"
	})
	return primary, standby
}

func (r *replica) start(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	var err error
	if r.server, err = private.Start(ctx, archive.FS, r.dir); err != nil {
		t.Fatal(err)
	}
	password, err := os.ReadFile(filepath.Join(r.dir, "postgres", "password"))
	if err != nil {
		t.Fatal(err)
	}
	r.password = strings.TrimSpace(string(password))
	dir := r.dir
	t.Cleanup(func() { killAll(t, dir) })
}

func (r *replica) stop(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	if err := r.server.Stop(ctx); err != nil {
		t.Fatal(err)
	}
}

// follow makes a stopped server the standby of another one.
func (r *replica) follow(t *testing.T, primary replica) {
	t.Helper()
	cluster := filepath.Join(r.dir, "postgres", "cluster")
	settings, err := os.OpenFile(filepath.Join(cluster, "postgresql.auto.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer settings.Close()
	_, err = fmt.Fprintf(settings, "primary_conninfo = 'host=127.0.0.1 port=%s user=%s password=%s'\n", primary.port(), superuser,
		primary.password)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cluster, "standby.signal"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// port returns the TCP port, which a URL with a socket has as a parameter.
func (r *replica) port() string {
	parsed, err := url.Parse(r.server.URL())
	if err != nil {
		return ""
	}
	if port := parsed.Query().Get("port"); port != "" {
		return port
	}
	return parsed.Port()
}

// exec runs a statement as the superuser, and returns its value as text.
func (r *replica) exec(t *testing.T, statement string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), fmt.Sprintf("postgres://%s:%s@127.0.0.1:%s/acolhe?sslmode=disable", superuser, r.password, r.port()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(t.Context(), statement, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[any])
	if err != nil || len(values) == 0 {
		return ""
	}
	return fmt.Sprint(values[0])
}

// missing returns the marks of the answered orders that are not stored as answered.
func missing(found map[string][]order, answered map[string]order) []string {
	var lost []string
	for mark, placed := range answered {
		if there := found[mark]; len(there) != 1 || there[0].ID != placed.ID || there[0].Total != placed.Total {
			lost = append(lost, mark)
		}
	}
	return lost
}
