package reads

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
)

// FaultKind is how the log differs from its chain.
type FaultKind string

// The kinds of faults. Cut is no fault: a process was killed, so that reads of its last half second may be missing.
const (
	Missing FaultKind = "missing"
	Added   FaultKind = "added"
	Altered FaultKind = "altered"
	Broken  FaultKind = "broken"
	Lost    FaultKind = "lost"
	Cut     FaultKind = "cut"
)

// Fault is a place at which the log differs from its chain, within From and To. Rows is how many rows are missing or were added.
type Fault struct {
	Kind FaultKind `json:"kind"`
	Rows int       `json:"rows"`
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Report is the result of a check of the whole chain.
type Report struct {
	// Rows is how many reads and events were checked, Blocks how many blocks.
	Rows   int64
	Blocks int
	// Head is the hash of the last block, in hexadecimal digits.
	Head   string
	Faults []Fault
	// Cuts are the processes that were killed.
	Cuts []Fault
	// HasExpected reports whether a block has the hash that the caller expects.
	HasExpected bool
}

const (
	// checkedAtOnce is the number of blocks whose rows one statement reads.
	checkedAtOnce = 500
	// maxFaults is the number of faults that a report holds.
	maxFaults = 100
	// silentFor is the time after which a writer without a stop counts as killed.
	silentFor = 2 * time.Minute
)

// Verify checks the whole chain and the rows that it covers, as of one moment. The expected hash may be empty.
func Verify(ctx context.Context, connection *db.Connection, now time.Time, expected string) (Report, error) {
	v := verification{report: Report{HasExpected: expected == ""}, expected: expected, numbers: map[int64]int64{}}
	err := pgx.BeginTxFunc(ctx, connection.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := v.since(ctx, tx, connection.DB, now); err != nil {
			return err
		}
		for {
			blocks, err := blocksAfter(ctx, tx, v.last.ID)
			if err != nil {
				return err
			}
			if len(blocks) == 0 {
				return v.checkWriters(ctx, tx, now)
			}
			if err := v.check(ctx, tx, blocks); err != nil {
				return err
			}
		}
	})
	v.report.Head = hex.EncodeToString(v.last.Hash)
	return v.report, db.Translate(err)
}

// verification is a check in progress.
type verification struct {
	report                  Report
	expected                string
	last                    block
	readsSince, eventsSince time.Time
	// numbers are the last numbers of the writers.
	numbers map[int64]int64
}

// since reads from when rows are kept: the later of what was noted when rows were removed and of the current configuration.
func (v *verification) since(ctx context.Context, tx pgx.Tx, of *db.DB, now time.Time) error {
	stored, err := settings.Read(ctx, of, Years, settings.RecordsYears)
	if err != nil {
		return err
	}
	reads, events := firstOfMonth(now.AddDate(-settings.Of(stored, Years), 0, 0)),
		now.AddDate(-settings.Of(stored, settings.RecordsYears), 0, 0)
	return tx.QueryRow(ctx, "select greatest(reads_since, $1), greatest(events_since, $2) from log_checks", reads, events).
		Scan(&v.readsSince, &v.eventsSince)
}

func blocksAfter(ctx context.Context, tx pgx.Tx, id int64) ([]block, error) {
	rows, err := tx.Query(ctx, `select id, writer_id, first_number, last_number, date_created, reads, reads_from, reads_to, reads_digest, events, events_from, events_digest, hash
		from log_blocks where id > $1 order by id limit $2`, id, checkedAtOnce)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (b block, err error) {
		err = row.Scan(&b.ID, &b.Writer, &b.First, &b.Last, &b.Created, &b.Reads, &b.ReadsFrom, &b.ReadsTo, &b.ReadsDigest, &b.Events,
			&b.EventsFrom, &b.EventsDigest, &b.Hash)
		return b, err
	})
}

// stored are the rows of a block as they are in the database.
type stored struct {
	count  int
	digest []byte
}

// check compares a part of the chain with its rows.
func (v *verification) check(ctx context.Context, tx pgx.Tx, blocks []block) error {
	first, last := blocks[0].ID, blocks[len(blocks)-1].ID
	reads, err := rowsOf(ctx, tx, "select block, count(*), "+readsDigest+" from reads where block between $1 and $2 group by block", first,
		last)
	if err != nil {
		return err
	}
	events, err := rowsOf(ctx, tx, "select block, count(*), "+eventsDigest+" from security_events where block between $1 and $2 group by block", first, last)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		v.checkLink(b)
		if b.ReadsFrom == nil || !b.ReadsFrom.Before(v.readsSince) {
			v.compare(b, reads[b.ID], stored{b.Reads, b.ReadsDigest})
		}
		if b.EventsFrom == nil || !b.EventsFrom.Before(v.eventsSince) {
			v.compare(b, events[b.ID], stored{b.Events, b.EventsDigest})
		}
		v.checkNumbers(b)
		v.last = b
		v.report.Blocks++
	}
	return nil
}

func rowsOf(ctx context.Context, tx pgx.Tx, statement string, first, last int64) (map[int64]stored, error) {
	rows, err := tx.Query(ctx, statement, first, last)
	if err != nil {
		return nil, err
	}
	found := map[int64]stored{}
	var id int64
	var of stored
	_, err = pgx.ForEachRow(rows, []any{&id, &of.count, &of.digest}, func() error {
		found[id] = of
		return nil
	})
	return found, err
}

// checkLink checks that the block follows the one before it.
func (v *verification) checkLink(b block) {
	if b.ID != v.last.ID+1 {
		v.add(Fault{Kind: Broken, Rows: int(b.ID - v.last.ID - 1), From: v.last.Created, To: b.Created})
	}
	if !bytes.Equal(b.Hash, b.hashAfter(v.last.Hash)) {
		v.add(Fault{Kind: Broken, From: b.Created, To: b.Created})
	}
	v.report.HasExpected = v.report.HasExpected || hex.EncodeToString(b.Hash) == v.expected
}

// compare compares the rows of a block with those that it covers.
func (v *verification) compare(b block, is, was stored) {
	v.report.Rows += int64(is.count)
	from, to := v.last.Created, b.Created
	switch {
	case is.count < was.count:
		v.add(Fault{Kind: Missing, Rows: was.count - is.count, From: from, To: to})
	case is.count > was.count:
		v.add(Fault{Kind: Added, Rows: is.count - was.count, From: from, To: to})
	case is.count > 0 && !bytes.Equal(is.digest, was.digest):
		v.add(Fault{Kind: Altered, From: from, To: to})
	}
}

// checkNumbers checks that the numbers of a writer's reads follow each other, which they do not if more reads waited than the
// process keeps.
func (v *verification) checkNumbers(b block) {
	if b.Reads == 0 {
		return
	}
	lost := b.First - v.numbers[b.Writer] - 1 + b.Last - b.First + 1 - int64(b.Reads)
	if lost != 0 {
		v.add(Fault{Kind: Lost, Rows: int(lost), From: v.last.Created, To: b.Created})
	}
	v.numbers[b.Writer] = b.Last
}

// checkWriters checks that the chain ends with the last read of each writer, and lists the writers that were killed.
func (v *verification) checkWriters(ctx context.Context, tx pgx.Tx, now time.Time) error {
	rows, err := tx.Query(ctx, "select id, last_number, last_at, stopped_at is null from log_writers order by id")
	if err != nil {
		return err
	}
	var id, last int64
	var at time.Time
	var runs bool
	_, err = pgx.ForEachRow(rows, []any{&id, &last, &at, &runs}, func() error {
		if missing := last - v.numbers[id]; missing > 0 {
			v.add(Fault{Kind: Missing, Rows: int(missing), From: v.last.Created, To: at})
		}
		if runs && now.Sub(at) > silentFor {
			v.report.Cuts = append(v.report.Cuts, Fault{Kind: Cut, From: at, To: at.Add(time.Second)})
		}
		return nil
	})
	return err
}

func (v *verification) add(fault Fault) {
	if len(v.report.Faults) < maxFaults {
		v.report.Faults = append(v.report.Faults, fault)
	}
}

// Check is the result of the last nightly check.
type Check struct {
	At     *time.Time
	Rows   int64
	Faults []Fault
}

// LastCheck returns the result of the last nightly check.
func LastCheck(ctx context.Context, tx *db.DB) (Check, error) {
	var found struct {
		CheckedAt   *time.Time
		CheckedRows int64
		Faults      []byte
	}
	err := tx.WithContext(ctx).Raw("select checked_at, checked_rows, faults from log_checks").Scan(&found).Error
	check := Check{At: found.CheckedAt, Rows: found.CheckedRows}
	if err == nil && len(found.Faults) > 0 {
		err = json.Unmarshal(found.Faults, &check.Faults)
	}
	return check, err
}

// storeCheck keeps the result of a check for pages.
func storeCheck(ctx context.Context, connection *db.Connection, now time.Time, report Report) error {
	faults := report.Faults
	if faults == nil {
		faults = []Fault{}
	}
	encoded, err := json.Marshal(faults)
	if err != nil {
		return fmt.Errorf("faults: %w", err)
	}
	_, err = connection.Pool.Exec(ctx, "update log_checks set checked_at = $1, checked_rows = $2, faults = $3", now, report.Rows,
		string(encoded))
	return db.Translate(err)
}
