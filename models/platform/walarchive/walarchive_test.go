package walarchive_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/backup/backuptest"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/walarchive"
)

// cluster is a private PostgreSQL whose log is kept at a place.
type cluster struct {
	t      *testing.T
	server *private.Server
	walarchive.Archiver
	at   string
	key  *age.X25519Identity
	conn *pgx.Conn
}

func newCluster(t *testing.T) *cluster { return newClusterAt(t, t.TempDir()) }

func newClusterAt(t *testing.T, at string) *cluster {
	t.Helper()
	server, err := private.Start(t.Context(), archive.FS, filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Stop(context.Background()) })
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, server: server, at: at, key: key}
	source := server.Source()
	c.Archiver = walarchive.Archiver{URL: source.URL, Cluster: source.Cluster, Password: source.Password, Now: time.Now, Every: time.Millisecond,
		Writer: backup.Writer{Places: []backup.Place{c.place()}, Recipients: []age.Recipient{key.Recipient()}, Key: key, Spool: t.TempDir()}}
	if c.conn, err = pgx.Connect(t.Context(), server.URL()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.conn.Close(context.Background()) })
	c.exec("create table kept (n int, padding text)")
	return c
}

func (c *cluster) place() backup.Place {
	c.t.Helper()
	place, err := backup.Open(c.t.Context(), c.at, outbound.Guard{AllowPrivate: true})
	if err != nil {
		c.t.Fatal(err)
	}
	return place
}

func (c *cluster) exec(statement string) {
	c.t.Helper()
	if _, err := c.conn.Exec(c.t.Context(), statement); err != nil {
		c.t.Fatal(err)
	}
}

// moment returns the time of the database, between what was and what will be changed.
func (c *cluster) moment() (now time.Time) {
	c.t.Helper()
	if err := c.conn.QueryRow(c.t.Context(), "select clock_timestamp()").Scan(&now); err != nil {
		c.t.Fatal(err)
	}
	return now
}

func (c *cluster) mustTakeBase() walarchive.Base {
	c.t.Helper()
	base, err := c.TakeBase(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return base
}

// stream stores the log while change runs, and what came until its end.
func (c *cluster) stream(change func()) {
	c.t.Helper()
	on, err := c.Resume(c.t.Context())
	if err != nil || len(on.Places) != 1 {
		c.t.Fatalf("there is no base to go on with: %v", err)
	}
	ctx, stop := context.WithCancel(c.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Stream(ctx, on.Base, on.From, func(context.Context) error { return nil }) }()
	change()
	c.awaitStored()
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		c.t.Fatalf("the stream ended with %v", err)
	}
}

// awaitStored waits until all of the log was stored.
func (c *cluster) awaitStored() {
	c.t.Helper()
	var lsn string
	if err := c.conn.QueryRow(c.t.Context(), "select pg_current_wal_lsn()::text").Scan(&lsn); err != nil {
		c.t.Fatal(err)
	}
	super, err := pgx.Connect(c.t.Context(), c.URL)
	if err != nil {
		c.t.Fatal(err)
	}
	defer super.Close(context.Background())
	for {
		var isStored bool
		err := super.QueryRow(c.t.Context(), "select coalesce(max(flush_lsn) >= $1::pg_lsn, false) from pg_stat_replication", lsn).Scan(&isStored)
		if err != nil {
			c.t.Fatal(err)
		}
		if isStored {
			return
		}
		if err := c.t.Context().Err(); err != nil {
			c.t.Fatal(err)
		}
	}
}

// recover recovers to a moment with a key and returns the sum of what was kept.
func (c *cluster) recover(key age.Identity, to time.Time) (sum int, err error) {
	c.t.Helper()
	reader := walarchive.Reader{Place: c.place(), Key: key}
	base, err := reader.Find(c.t.Context(), to)
	if err != nil {
		return 0, err
	}
	dataDir := filepath.Join(c.t.TempDir(), "data")
	err = private.Recover(c.t.Context(), archive.FS, dataDir, private.Recovery{To: to,
		Fill: func(ctx context.Context, folder string) (string, error) {
			_, err := reader.Fetch(ctx, base, folder, to)
			return base.Password, err
		},
		Finish: func(context.Context, string) error { return nil },
	})
	if err != nil {
		if _, statErr := os.Stat(filepath.Join(dataDir, "postgres", "cluster")); !errors.Is(statErr, os.ErrNotExist) {
			c.t.Errorf("a failed recovery leaves a cluster: %v", statErr)
		}
		return 0, err
	}
	server, err := private.Start(c.t.Context(), archive.FS, dataDir)
	if err != nil {
		return 0, err
	}
	defer server.Stop(context.Background())
	conn, err := pgx.Connect(c.t.Context(), server.URL())
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.Background())
	// The restored cluster does not go on with the log of the one before: it begins with a base of its own.
	source, next := server.Source(), c.Archiver
	next.URL, next.Cluster, next.Password = source.URL, source.Cluster, source.Password
	if on, err := next.Resume(c.t.Context()); len(on.Places) > 0 || err != nil {
		c.t.Errorf("the restored cluster goes on with the log of the earlier one: %v", err)
	}
	if _, err := conn.Exec(c.t.Context(), "create table after_recovery (n int)"); err != nil {
		return 0, err
	}
	return sum, conn.QueryRow(c.t.Context(), "select coalesce(sum(n), 0) from kept").Scan(&sum)
}

func (c *cluster) requireRecovered(to time.Time, want int) {
	c.t.Helper()
	if sum, err := c.recover(c.key, to); err != nil || sum != want {
		c.t.Errorf("recovered to %s are %d, want %d: %v", to.Format(time.StampMicro), sum, want, err)
	}
}

// What was committed before a moment is there, what was committed after it is not: within the stored log, at its end, after it,
// over several files of the log, and after the archiver was interrupted.
func TestRecover_ToMoment(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	c.exec("insert into kept values (1)")
	c.mustTakeBase()
	var first, second time.Time
	c.stream(func() {
		c.exec("insert into kept values (10)")
		first = c.moment()
		c.exec("insert into kept values (100)")
		// More than two files of the log.
		c.exec("insert into kept select 0, repeat(md5(n::text), 60) from generate_series(1, 25000) n")
		second = c.moment()
		c.exec("insert into kept values (1000)")
	})
	c.exec("insert into kept values (10000)") // while nobody listens
	c.stream(func() { c.exec("insert into kept values (100000)") })
	last := c.moment()

	c.requireRecovered(first, 11)
	c.requireRecovered(second, 111)
	c.requireRecovered(last, 111111)
	if _, err := c.recover(c.key, first.Add(-time.Hour)); !errors.Is(err, backup.ErrMissing) {
		t.Errorf("before the base: %v", err)
	}
}

// A bucket and a server hold the log as a folder does.
func TestRecover_Remote(t *testing.T) {
	t.Parallel()
	for kind, at := range map[string]string{"bucket": backuptest.Bucket(t), "sftp": backuptest.SFTP(t)} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			c := newClusterAt(t, at)
			c.mustTakeBase()
			var moment time.Time
			c.stream(func() {
				c.exec("insert into kept values (10)")
				moment = c.moment()
				c.exec("insert into kept values (100)")
			})
			c.requireRecovered(moment, 10)
		})
	}
}

// What came while nobody listened is stored at once and not after the time of a part: a process that is killed again and again would
// else never store it.
func TestStream_CatchesUp(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	c.Every = time.Hour
	base := c.mustTakeBase()
	c.exec("insert into kept values (1)")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	err := c.Stream(ctx, base, base.Begin(), func(context.Context) error {
		stop()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("nothing is stored: %v", err)
	}
}

// Bases of earlier days go with their log, and what interrupted ones left, but never the newest one, and not what a base in progress
// has written.
func TestPrune(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{
		"20261101T020000Z/base", "20261101T020000Z/description", "20261101T020000Z/chunk-0000000002000000-0000000003000000-20261101T030000Z",
		"20261108T020000Z/base", "20261108T020000Z/description", "20261109T020000Z/base",
		"20261110T020000Z/base", "20261110T020000Z/description", "20261111T020000Z/base",
	} {
		path := filepath.Join(folder, "log", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	place, err := backup.Open(t.Context(), folder, outbound.Guard{})
	if err != nil {
		t.Fatal(err)
	}
	if err := walarchive.Prune(t.Context(), place, time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "log/*/*"))
	if err != nil || len(left) != 5 || !strings.Contains(left[0], "20261108") || !strings.Contains(left[2], "20261110") {
		t.Errorf("left are %q, %v", left, err)
	}
}

// A base is begun again after a kill before its end. The log goes on at the places that have all of it.
func TestResume_Interrupted(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	if on, err := c.Resume(t.Context()); len(on.Places) > 0 || err != nil {
		t.Errorf("before the first base: %v", err)
	}
	base := c.mustTakeBase()
	description := filepath.Join(c.at, "log", base.Name, "description")
	text, err := os.ReadFile(description)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(description); err != nil {
		t.Fatal(err)
	}
	if on, err := c.Resume(t.Context()); len(on.Places) > 0 || err != nil {
		t.Errorf("with half a base: %v", err)
	}
	if err := os.WriteFile(description, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if on, err := c.Resume(t.Context()); len(on.Places) != 1 || err != nil {
		t.Errorf("with a whole base: %v", err)
	}
	if err := walarchive.Forget(t.Context(), c.URL); err != nil {
		t.Fatal(err)
	}
	if on, err := c.Resume(t.Context()); len(on.Places) > 0 || err != nil {
		t.Errorf("with a log that the cluster does not keep: %v", err)
	}
	c.mustTakeBase()
	other, err := backup.Open(t.Context(), t.TempDir(), outbound.Guard{})
	if err != nil {
		t.Fatal(err)
	}
	c.Writer.Places = append(c.Writer.Places, other)
	if on, err := c.Resume(t.Context()); len(on.Places) != 1 || on.Places[0] == other || err != nil {
		t.Errorf("with a place that has nothing: %+v, %v", on, err)
	}
}

// A wrong key, a file that was cut, a bit that was flipped and a part that is missing are found and said; nothing is left.
func TestRecover_Damaged(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	c.mustTakeBase()
	for range 3 {
		c.stream(func() { c.exec("insert into kept values (1)") })
	}
	to := c.moment()
	other, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.recover(other, to); !errors.Is(err, backup.ErrOtherKey) {
		t.Errorf("with another key: %v", err)
	}
	for _, pattern := range []string{"log/*/base", "log/*/description", "log/*/chunk-*"} {
		found, err := filepath.Glob(filepath.Join(c.at, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %q, %v", pattern, found, err)
		}
		path := found[len(found)-1]
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		flipped := append([]byte{}, whole...)
		flipped[len(flipped)-20] ^= 1
		for damage, content := range map[string][]byte{"cut": whole[:len(whole)-10], "flipped": flipped} {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := c.recover(c.key, to); !errors.Is(err, backup.ErrDamaged) {
				t.Errorf("%s, %s: %v", pattern, damage, err)
			}
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parts, err := filepath.Glob(filepath.Join(c.at, "log/*/chunk-*"))
	if err != nil || len(parts) < 3 {
		t.Fatalf("the parts are %q, %v", parts, err)
	}
	if err := os.Remove(parts[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := c.recover(c.key, to); !errors.Is(err, walarchive.ErrGap) {
		t.Errorf("with a part missing: %v", err)
	}
	if on, err := c.Resume(t.Context()); len(on.Places) > 0 || err != nil {
		t.Errorf("the log goes on after a gap: %v", err)
	}
}
