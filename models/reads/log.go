// Package reads keeps the log of who saw which person's data: operators, associates and API tokens, by page, JSON, file and
// export. It holds no data of a person but their id and code. Reads wait in the process for at most half a second and are
// written in blocks, which together with the security events form a chain: a missing or altered row is found. What a route shows
// is declared in the route table.
package reads

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/shown"
	"acolhe/models/types/auth"
)

const (
	// writeEvery is the longest time for which a read is in the memory of the process alone.
	writeEvery = 250 * time.Millisecond
	// chainEvery is how often security events are chained while nobody reads.
	chainEvery = 5 * time.Second
	// equalFor is the time in which equal reads are one.
	equalFor = 10 * time.Minute
	// maxWaiting is the number of reads that wait while the database does not answer; further ones are a gap in the log.
	maxWaiting = 50_000
	// maxRecent is the number of reads that are remembered to recognise equal ones.
	maxRecent = 200_000
	// stopTimeout is the time for writing the last reads of a process that stops.
	stopTimeout = 10 * time.Second
)

// Read is one view of data of people.
type Read struct {
	By auth.Caller
	At time.Time
	// Of is the kind of the record or list, Key the id or code of a record.
	Of, Key string
	// Part is the part of a record, Channel is "page", "api", "file" or "export", Reason why the viewer needed it.
	Part, Channel, Reason string
	// People is how many people a list showed.
	People int
	// Own is set for associates who saw data of their own.
	Own bool
}

// Log collects the reads of a process and writes them.
type Log struct {
	db  *db.Connection
	log *slog.Logger

	mu       sync.Mutex
	waiting  []row
	number   int64
	recent   map[equal]time.Time
	earlier  map[equal]time.Time
	rotated  time.Time
	writing  sync.Mutex
	writer   int64
	chained  time.Time
	prepared map[string]bool
}

// equal is what equal reads have in common.
type equal struct {
	kind                            auth.Kind
	viewer                          int64
	of, key, part, channel, reasons string
}

// New returns a log that writes nothing until Run or Flush.
func New(connection *db.Connection, log *slog.Logger) *Log {
	return &Log{db: connection, log: log, recent: map[equal]time.Time{}, prepared: map[string]bool{}}
}

// Add records a read unless an equal one is at most ten minutes old. It never waits for the database and cannot fail.
func (l *Log) Add(read Read) {
	key := equal{read.By.Kind, read.By.ID, read.Of, read.Key, read.Part, read.Channel, read.Reason}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isRecent(key, read.At) {
		return
	}
	l.recent[key] = read.At
	l.number++
	if len(l.waiting) < maxWaiting {
		l.waiting = append(l.waiting, rowOf(read, l.number))
	}
}

// aboutPeople are the collections whose records concern a person.
var aboutPeople = []string{"users", "orders", "services", "reception", "contracts", "files", "users_files", "orders_files", "services_files",
	"documents", "prescriptions"}

// AddList records the read of a list, and one for each of the records that it contained. Unlike Add it writes many of them at once.
func (l *Log) AddList(ctx context.Context, read Read, contained []shown.Record) {
	l.Add(read)
	read.People = 0
	for i, record := range contained {
		if !slices.Contains(aboutPeople, record.Of) {
			continue
		}
		read.Of, read.Key = listPrefix+record.Of, record.Key
		l.Add(read)
		if i%maxBatch == maxBatch-1 {
			l.warn(l.Flush(ctx))
		}
	}
}

// listPrefix begins the subject of a list, and of a record that a list contained.
const listPrefix = "lists."

// isRecent reports whether an equal read is at most ten minutes old, and forgets older ones.
func (l *Log) isRecent(key equal, now time.Time) bool {
	if now.Sub(l.rotated) > equalFor || len(l.recent) >= maxRecent {
		l.earlier, l.recent, l.rotated = l.recent, map[equal]time.Time{}, now
	}
	for _, known := range []map[equal]time.Time{l.recent, l.earlier} {
		if at, isKnown := known[key]; isKnown && now.Sub(at) < equalFor {
			return true
		}
	}
	return false
}

// Run writes the waiting reads until ctx is done, and then the last ones.
func (l *Log) Run(ctx context.Context) {
	ticker := time.NewTicker(writeEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if l.hasWork() {
				l.warn(l.Flush(ctx))
			}
		}
	}
}

// Stop writes the last reads and marks the process as stopped.
func (l *Log) Stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	err := l.Flush(ctx)
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.writer == 0 {
		return err
	}
	_, stopping := l.db.Pool.Exec(ctx, "update log_writers set stopped_at = now(), last_at = now() where id = $1", l.writer)
	return errors.Join(err, stopping)
}

func (l *Log) hasWork() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting) > 0 || time.Since(l.chained) > chainEvery
}

func (l *Log) warn(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		l.log.Warn("reads are not written yet", "error", err.Error())
	}
}

// row is a read to write.
type row struct {
	number  int64
	read    Read
	keyID   *int64
	keyCode *uuid.UUID
}

// Lengths of the columns.
const (
	maxName   = 250
	maxReason = 200
	maxWord   = 60
)

func rowOf(read Read, number int64) row {
	r := row{number: number, read: read}
	r.read.Of, r.read.Key = shorten(read.Of, maxWord), shorten(read.Key, maxWord)
	r.read.Part, r.read.Reason = shorten(read.Part, maxWord), shorten(read.Reason, maxReason)
	if id, err := strconv.ParseInt(read.Key, 10, 64); err == nil {
		r.keyID = &id
	}
	if code, err := uuid.Parse(read.Key); err == nil {
		r.keyCode = &code
	}
	return r
}

// viewerName returns the name of an operator or a token; that of an associate is not kept.
func (r row) viewerName() string {
	if r.read.By.Kind == auth.Associate {
		return ""
	}
	return shorten(r.read.By.FullName(), maxName)
}

func (r row) viewerRole() string {
	if len(r.read.By.Roles) == 0 {
		return ""
	}
	return string(r.read.By.Roles[0])
}

// shorten returns at most the given number of characters, without those that a column refuses.
func shorten(text string, most int) string {
	kept := make([]rune, 0, min(most, len(text)))
	for _, r := range text {
		if len(kept) == most {
			break
		}
		if r != 0 {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
