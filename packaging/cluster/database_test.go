package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// databases are the machines with PostgreSQL.
type databases []*machine

// startDatabases starts etcd, Patroni and PostgreSQL on three machines, and waits for the synchronous standbys.
func startDatabases(t *testing.T) databases {
	t.Helper()
	var all databases
	for _, name := range []string{"db1", "db2", "db3"} {
		all = append(all, newMachine(t, name))
	}
	for _, m := range all {
		path := m.configure(t, "etcd.env", "/var/lib/etcd", filepath.Join(m.folder, "etcd"))
		m.start(t, variables(t, path), "etcd")
	}
	for _, m := range all {
		startPatroni(t, m)
	}
	all.awaitSteady(t)
	text, err := os.ReadFile("database.sql")
	if err != nil {
		t.Fatal(err)
	}
	leader := all.leader()
	for statement := range strings.SplitSeq(strings.TrimSpace(string(text)), ";\n") {
		query[int](t, leader, "postgres", statement)
	}
	return all
}

// startPatroni starts Patroni, which starts PostgreSQL.
func startPatroni(t *testing.T, m *machine) {
	t.Helper()
	folder := filepath.Join(m.folder, "postgresql")
	m.asPostgres(t, folder, "patroni", m.configure(t, "patroni.yml", "/var/lib/postgresql/15", folder, "/var/run/postgresql", folder))
}

// member is a machine in the words of Patroni.
type member struct {
	Name, Role, State string
	Timeline          int
}

// members returns what Patroni says of the cluster on the first machine that answers.
func (d databases) members() []member {
	client := http.Client{Timeout: time.Second}
	for _, m := range d {
		response, err := client.Get("http://" + m.address() + ":8008/cluster")
		if err != nil {
			continue
		}
		defer response.Body.Close()
		var cluster struct{ Members []member }
		if json.NewDecoder(response.Body).Decode(&cluster) == nil {
			return cluster.Members
		}
	}
	return nil
}

// leader returns the machine of the primary, nil without one.
func (d databases) leader() *machine {
	for _, found := range d.members() {
		for _, m := range d {
			if found.Role == "leader" && found.Name == m.name {
				return m
			}
		}
	}
	return nil
}

// awaitSteady waits until there are a primary and two synchronous standbys, both of which receive.
func (d databases) awaitSteady(t *testing.T) {
	t.Helper()
	eventually(t, "three machines with PostgreSQL", func() bool {
		roles := map[string]int{}
		for _, found := range d.members() {
			if found.State == "running" || found.State == "streaming" {
				roles[found.Role]++
			}
		}
		leader := d.leader()
		if roles["leader"] != 1 || roles["sync_standby"] != 2 || leader == nil {
			return false
		}
		received, err := tryQuery[int](leader, "postgres", "select count(*)::int from pg_stat_replication where state = 'streaming'")
		return err == nil && len(received) == 1 && received[0] == 2
	})
}

// query returns the rows of a statement on a machine.
func query[T any](t *testing.T, m *machine, database, statement string) []T {
	t.Helper()
	rows, err := tryQuery[T](m, database, statement)
	if err != nil {
		t.Fatalf("%s: %s: %v", m.name, statement, err)
	}
	return rows
}

func tryQuery[T any](m *machine, database, statement string) ([]T, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://postgres:PASSWORD-OF-POSTGRES@%s/%s?sslmode=disable&connect_timeout=2", m.address(), database))
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx) //nolint:errcheck // the rows are read
	rows, err := conn.Query(ctx, statement, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[T])
}

// awaitEqual waits until the standbys have applied what the primary has written.
func (d databases) awaitEqual(t *testing.T) {
	t.Helper()
	d.awaitSteady(t)
	leader := d.leader()
	written := query[string](t, leader, "postgres", "select pg_current_wal_lsn()::text")[0]
	eventually(t, "standbys that have applied everything", func() bool {
		applied, err := tryQuery[bool](leader, "postgres", "select coalesce(bool_and(replay_lsn >= '"+written+"'), false) from pg_stat_replication")
		return err == nil && len(applied) == 1 && applied[0]
	})
}
