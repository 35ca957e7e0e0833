package db

import (
	"context"
	"database/sql"
	"log/slog"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"acolhe/models/platform/db/lag"
	"acolhe/models/types/auth"
)

const (
	// maxReplicaLag is the age of the data up to which the replica is read.
	maxReplicaLag = 5 * time.Second
	// measuringStep is the time between two measurements of the replica.
	measuringStep = 500 * time.Millisecond
	// primaryAway is the time without an answer of the primary after which requests that only read go to the replica alone.
	primaryAway = 1500 * time.Millisecond
)

// Replica is a standby of the primary (DATABASE_REPLICA_URL). It is read only while it is at most maxReplicaLag behind,
// and for a caller only once it has applied what the caller changed last. A nil Replica reads from the primary.
type Replica struct {
	primary *Pool
	pool    *Pool
	reads   *sql.DB
	// applied is the position of the write-ahead log that the replica has applied; 0 while it may not be read.
	applied atomic.Int64
	// alone is given while the primary has not answered for primaryAway and the replica may be read.
	alone *lag.Signal
}

// openReplica returns the replica at a connection string, which need not respond yet.
func openReplica(ctx context.Context, url string, primary *Pool) (*Replica, error) {
	config, err := configFor(url)
	if err != nil {
		return nil, err
	}
	config.MinConns = 0
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &Replica{primary: primary, pool: pool, reads: stdlib.OpenDBFromPool(pool), alone: lag.NewSignal()}, nil
}

// replicaKey marks a context whose reads go to the replica.
type replicaKey struct{}

// FromReplica returns a context in which reads outside transactions that write go to the replica. Only a caller whom the
// replica Allows may use it.
func FromReplica(ctx context.Context) context.Context {
	return context.WithValue(ctx, replicaKey{}, true)
}

// IsFromReplica reports whether a context is one of FromReplica.
func IsFromReplica(ctx context.Context) bool { return ctx.Value(replicaKey{}) != nil }

// ReplicaOf returns the replica of a database, nil without one.
func ReplicaOf(tx *DB) *Replica {
	pool, _ := tx.ConnPool.(routedPool)
	return pool.replica
}

// Allows reports whether the replica has everything that the caller changed and that is older than maxReplicaLag.
func (r *Replica) Allows(ctx context.Context, by auth.Caller) bool {
	if r == nil {
		return false
	}
	applied := r.applied.Load()
	if applied == 0 {
		return false
	}
	var written int64
	err := r.primary.QueryRow(ctx, "select coalesce(max(position), 0) from caller_writes where kind = $1 and caller_id = $2", by.Kind, by.ID).
		Scan(&written)
	return err == nil && written <= applied
}

// IsAlone reports whether the primary is away and the replica may be read: it then has everything that was older than
// maxReplicaLag when the primary went away, and with synchronous replication all that was answered.
func (r *Replica) IsAlone() bool { return r != nil && r.alone.IsGiven() }

// UntilAlone returns a context that is cancelled once the replica IsAlone, for a read that waits for the primary. The caller calls release
// when the read is done.
func (r *Replica) UntilAlone(ctx context.Context) (until context.Context, release func()) {
	return r.alone.Until(ctx)
}

// RecordWrite stores that the caller has changed something, so that the replica is not read for the caller before it has
// applied the change. The change must be committed.
func (r *Replica) RecordWrite(ctx context.Context, by auth.Caller) error {
	if r == nil || !by.IsKnown() {
		return nil
	}
	_, err := r.primary.Exec(ctx, `insert into caller_writes values ($1, $2, (pg_current_wal_insert_lsn() - '0/0')::bigint)
		on conflict (kind, caller_id) do update set position = excluded.position`, by.Kind, by.ID)
	return Translate(err)
}

// Measure compares the replica with the primary until ctx is done, and logs when reading from it begins and ends.
func (r *Replica) Measure(ctx context.Context, log *slog.Logger) {
	if r == nil {
		return
	}
	var passed lag.Positions
	answered, wasAway := time.Now(), false
	steps := time.NewTicker(measuringStep)
	defer steps.Stop()
	for {
		due := passed.Due(time.Now(), maxReplicaLag)
		applied := r.appliedSince(ctx, due)
		if before := r.applied.Swap(applied); (before == 0) != (applied == 0) {
			log.Info("replica", "read", applied != 0)
		}
		if current := lag.Position(ctx, r.primary, "select (pg_current_wal_lsn() - '0/0')::bigint"); current > 0 {
			answered = time.Now()
			passed = append(passed, lag.Measured{At: answered, Bytes: current})
		}
		isAway := time.Since(answered) > primaryAway
		if isAway != wasAway {
			log.Warn("primary", "answers", !isAway)
		}
		wasAway = isAway
		r.alone.Set(isAway && applied != 0)
		select {
		case <-ctx.Done():
			return
		case <-steps.C:
		}
	}
}

// appliedSince returns the position that the replica has applied, or 0 if that is before due or the server is no
// replica.
func (r *Replica) appliedSince(ctx context.Context, due int64) int64 {
	applied := lag.Position(ctx, r.pool, "select (pg_last_wal_replay_lsn() - '0/0')::bigint where pg_is_in_recovery()")
	if due == 0 || applied < due {
		return 0
	}
	return applied
}

func (r *Replica) close() {
	_ = r.reads.Close() // returns its connections to the pool
	r.pool.Close()
}

// routedPool sends the reads of contexts of FromReplica to the replica, and everything else to the primary.
type routedPool struct {
	*sql.DB
	replica *Replica
}

// QueryContext implements gorm.ConnPool. GORM also runs statements that write and return rows by it.
func (p routedPool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.poolFor(ctx, query).QueryContext(ctx, query, args...)
}

// QueryRowContext implements gorm.ConnPool.
func (p routedPool) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return p.poolFor(ctx, query).QueryRowContext(ctx, query, args...)
}

func (p routedPool) poolFor(ctx context.Context, query string) *sql.DB {
	if IsFromReplica(ctx) && isRead(query) {
		return p.replica.reads
	}
	return p.DB
}

// reading matches the start of a statement that may only read, writing what a statement with a part before its select may do.
var (
	reading = regexp.MustCompile(`(?i)^\s*(select|with)\b`)
	writing = regexp.MustCompile(`(?i)\b(insert into|update|delete from|merge into)\b`)
)

func isRead(query string) bool {
	begins := reading.FindStringSubmatch(query)
	return begins != nil && (strings.EqualFold(begins[1], "select") || !writing.MatchString(query))
}

// BeginTx implements gorm.TxBeginner.
func (p routedPool) BeginTx(ctx context.Context, options *sql.TxOptions) (*sql.Tx, error) {
	if IsFromReplica(ctx) && options != nil && options.ReadOnly {
		if tx, err := p.replica.reads.BeginTx(ctx, options); err == nil {
			return tx, nil
		}
	}
	return p.DB.BeginTx(ctx, options)
}
