package reads

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// The digests of the rows of a block, in the order of their ids. A row is a JSON array, in which no two rows look alike.
const (
	readsDigest = `coalesce(sha256(string_agg(sha256(convert_to(jsonb_build_array(id, block, number, extract(epoch from seen_at), viewer_kind, viewer_id, viewer_code, viewer_name,
	viewer_role, session_id, subject, subject_key, people, part, channel, reason, host(ip), person_id, person_code)::text, 'UTF8')), ''::bytea order by id)), sha256(''))`
	eventsDigest = `coalesce(sha256(string_agg(sha256(convert_to(jsonb_build_array(id, kind, actor_kind, actor_code, actor_name, subject, host(ip), user_agent, details,
	extract(epoch from date_created))::text, 'UTF8')), ''::bytea order by id)), sha256(''))`
)

// noRows is the digest of no rows.
var noRows = digest(nil)

func digest(of []byte) []byte {
	sum := sha256.Sum256(of)
	return sum[:]
}

// chainLock is the key of the advisory lock under which blocks are appended.
const chainLock = 4_033_001

// maxEvents is the number of security events that one block takes.
const maxEvents = 5_000

// block is a link of the chain: what it covers, and the hash over that and over the block before it.
type block struct {
	ID, Writer, First, Last int64
	Created                 time.Time
	Reads                   int
	ReadsFrom, ReadsTo      *time.Time
	ReadsDigest             []byte
	Events                  int
	EventsFrom              *time.Time
	EventsDigest            []byte
	Hash                    []byte
}

// hashAfter returns the hash of the block after one with the given hash.
func (b block) hashAfter(previous []byte) []byte {
	covered, err := json.Marshal([]any{previous, b.ID, b.Writer, b.First, b.Last, micros(&b.Created), b.Reads, micros(b.ReadsFrom),
		micros(b.ReadsTo), b.ReadsDigest,
		b.Events, micros(b.EventsFrom), b.EventsDigest})
	if err != nil {
		panic(err) // numbers and bytes alone
	}
	return digest(covered)
}

func micros(at *time.Time) *int64 {
	if at == nil {
		return nil
	}
	value := at.UnixMicro()
	return &value
}

// lockChain returns the last block, after which the caller alone may append one until the transaction ends.
func lockChain(ctx context.Context, tx pgx.Tx) (block, error) {
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", chainLock); err != nil {
		return block{}, err
	}
	var head block
	err := tx.QueryRow(ctx, "select id, hash from log_blocks order by id desc limit 1").Scan(&head.ID, &head.Hash)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return head, err
}

// chainEvents takes the security events that belong to no block yet.
func (b *block) chainEvents(ctx context.Context, tx pgx.Tx) error {
	return tx.QueryRow(ctx, `with chained as (
			update security_events set block = $1 where id in (select id from security_events where block is null order by id limit $2) returning *
		) select count(*), min(date_created), `+eventsDigest+` from chained`, b.ID, maxEvents).Scan(&b.Events, &b.EventsFrom, &b.EventsDigest)
}

func (b block) store(ctx context.Context, tx pgx.Tx, previous []byte) error {
	_, err := tx.Exec(ctx, `insert into log_blocks (id, writer_id, first_number, last_number, date_created, reads, reads_from, reads_to, reads_digest,
		events, events_from, events_digest, hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		b.ID, b.Writer, b.First, b.Last, b.Created, b.Reads, b.ReadsFrom, b.ReadsTo, b.ReadsDigest, b.Events, b.EventsFrom, b.EventsDigest,
		b.hashAfter(previous))
	return err
}
