package backups

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/storage"
	"acolhe/models/types/errs"
	"acolhe/models/types/version"
)

// State is the state of a copy or of a rehearsal.
type State string

// The states. A copy is done, a rehearsal has passed.
const (
	Running State = "running"
	Done    State = "done"
	Passed  State = "passed"
	Failed  State = "failed"
)

// Copy is a copy of everything, or the attempt to make one.
type Copy struct {
	ID int64 `gorm:"primaryKey"`
	// Name is that of the copy at its places; empty until it is written.
	Name  string
	State State
	// RequestedBy is the name of the person who requested it; empty for the schedule.
	RequestedBy string `gorm:"column:requested_by_name"`
	// Progress is the share that is done, from 0 to 1.
	Progress float64
	// Places are the names of the places that have it.
	Places []string `gorm:"serializer:json"`
	// Associates, Rows and Contents count what it holds, Missing the files without content.
	Associates, Rows, Contents, Missing int64
	// Bytes is its size at a place, Added what of it is new there.
	Bytes, Added int64
	Error        string
	DateStarted  time.Time
	DateEnded    *time.Time
}

// TableName returns the name of the table.
func (Copy) TableName() string { return "backups" }

// notKept are the tables that a copy does not hold: what belongs to the running process or to the schema, and sessions, so that
// a restored copy signs nobody in.
var notKept = []string{
	"goose_db_version", "derived_schema", "river_migration", "river_leader", "river_client", "river_client_queue", "river_queue",
	"river_notification", "job_runners",
	"sessions", "rate_limits", "idempotency_keys", "backup_drills",
	// Kept sums, which are computed again when the schema is completed.
	"counters", "associate_days", "associate_steps", "order_days", "order_product_days", "order_steps", "reception_days", "reception_steps",
	"service_days", "service_steps", "supply_days",
}

// noPlace is 409 CONFLICT for a copy without a place.
func noPlace() error { return conflict("Nenhum lugar guarda cópias ainda. Adicione um lugar.") }

// Make makes a copy at all places now and removes those that are no longer kept. It is the work of a job; one copy is made at a
// time. What failed stands in the copy, which is returned.
func (o Office) Make(ctx context.Context, requestedBy string) (made Copy, err error) {
	err = o.alone(ctx, func() error {
		made = Copy{State: Running, RequestedBy: requestedBy, Places: []string{}, DateStarted: o.Now()}
		if err := o.DB.WithContext(ctx).Create(&made).Error; err != nil {
			return err
		}
		failure := o.make(ctx, &made)
		ended := o.Now()
		made.DateEnded, made.State = &ended, Done
		if failure != nil {
			made.State, made.Error = Failed, sentence(failure)
		}
		// A cancelled copy is recorded too.
		return o.DB.WithContext(context.WithoutCancel(ctx)).Save(&made).Error
	})
	return made, err
}

// alone runs work while no other process makes or rehearses a copy, else not at all. Rows that a killed process left running are
// marked as failed.
func (o Office) alone(ctx context.Context, work func() error) error {
	lock, err := o.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer lock.Release()
	var isAlone bool
	if err := lock.QueryRow(ctx, "select pg_try_advisory_lock(hashtext('acolhe.backups'))").Scan(&isAlone); err != nil || !isAlone {
		return err
	}
	defer func() {
		_, _ = lock.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock(hashtext('acolhe.backups'))")
	}()
	for _, table := range []string{"backups", "backup_drills"} {
		const interrupted = "O servidor parou no meio."
		err := o.DB.WithContext(ctx).Table(table).Where("state = ?", Running).
			Updates(map[string]any{"state": Failed, "error": interrupted, "date_ended": o.Now()}).Error
		if err != nil {
			return err
		}
	}
	return work()
}

// make writes the copy to every place that can be opened; a place that fails is marked and does not stop the others.
func (o Office) make(ctx context.Context, made *Copy) error {
	rows, err := o.places(ctx)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return noPlace()
	}
	writer, written, failures, err := o.writer(ctx, rows)
	if err != nil {
		return err
	}
	for _, place := range writer.Places {
		defer place.Close()
	}
	if len(written) == 0 {
		return errors.Join(failures...)
	}
	writer.Progress = o.progress(ctx, made)
	manifest, err := writer.Write(ctx, o.Pool, o.Now())
	if err == nil {
		err = o.writeTombstones(ctx, writer)
	}
	for i, place := range writer.Places {
		if err == nil {
			err = o.prune(ctx, place, writer.Key)
		}
		if marked := o.mark(ctx, written[i], err); marked != nil {
			return marked
		}
		made.Places = append(made.Places, written[i].Name)
	}
	made.describe(manifest)
	return errors.Join(failures...)
}

// writer opens places. It returns those that can be opened, and what failed.
func (o Office) writer(ctx context.Context, rows []Place) (w backup.Writer, opened []Place, failures []error, err error) {
	w = backup.Writer{Spool: o.spool(), Without: notKept, Blobs: o.blobs, Program: version.Current(), Environment: o.environment()}
	if w.Key, w.Recipients, err = o.recipients(ctx); err != nil {
		return w, nil, nil, err
	}
	for _, row := range rows {
		place, err := o.open(ctx, row)
		if err != nil {
			failures = append(failures, o.mark(ctx, row, err))
			continue
		}
		w.Places, opened = append(w.Places, place), append(opened, row)
	}
	return w, opened, failures, nil
}

// OpenPlaces opens the places for what is kept between the copies. The caller closes those that could be opened. It also returns
// the time of the newest whole copy, zero before the first.
func (o Office) OpenPlaces(ctx context.Context) (w backup.Writer, copied time.Time, err error) {
	rows, err := o.places(ctx)
	if err != nil || len(rows) == 0 {
		return w, copied, err
	}
	last, err := o.lastDone(ctx, o.DB)
	if err != nil {
		return w, copied, err
	}
	if last != nil {
		copied = last.DateStarted
	}
	w, _, failures, err := o.writer(ctx, rows)
	if err == nil && len(w.Places) == 0 {
		err = errors.Join(failures...)
	}
	return w, copied, err
}

// SaveContents stores the contents of the files that were added since a time.
func (o Office) SaveContents(ctx context.Context, w backup.Writer, since time.Time) error {
	var blobs []backup.Blob
	err := pgx.BeginFunc(ctx, o.Pool, func(tx pgx.Tx) (err error) {
		blobs, err = o.blobsSince(ctx, tx, since)
		return err
	})
	for _, blob := range blobs {
		if err == nil {
			err = w.SaveContent(ctx, blob)
		}
	}
	return err
}

func (c *Copy) describe(m backup.Manifest) {
	c.Name, c.Rows, c.Bytes, c.Added = m.Name, m.Rows, m.Bytes, m.Added
	c.Contents, c.Missing = int64(len(m.Contents)), int64(len(m.Missing))
	for _, table := range m.Tables {
		if table.Name == "users" {
			c.Associates = table.Rows
		}
	}
}

// kept is how many copies each place keeps (issue 37).
var kept = backup.Keep{Days: 7, Weeks: 5, Months: 12}

func (o Office) prune(ctx context.Context, at backup.Place, key age.Identity) error {
	zone, err := settings.Location(ctx, o.DB)
	if err != nil {
		return err
	}
	_, err = kept.Prune(ctx, at, key, o.Now().In(zone))
	return err
}

// mark stores how the use of a place ended, and returns the error with the place's name.
func (o Office) mark(ctx context.Context, place Place, failure error) error {
	change := map[string]any{"last_ok_at": o.Now(), "last_error": nil, "last_error_at": nil}
	if failure != nil {
		change = map[string]any{"last_error": sentence(failure), "last_error_at": o.Now()}
		failure = errors.Join(errors.New(place.Name+": "+sentence(failure)), failure)
	}
	return errors.Join(failure, o.DB.WithContext(context.WithoutCancel(ctx)).Model(&place).Updates(change).Error)
}

// progress returns a function that stores the progress of a copy at most once a second.
func (o Office) progress(ctx context.Context, made *Copy) func(float64) {
	var stored time.Time
	return func(share float64) {
		now := o.Now()
		if now.Sub(stored) < time.Second {
			return
		}
		stored, made.Progress = now, share
		_ = o.DB.WithContext(ctx).Model(&Copy{}).Where("id = ?", made.ID).Update("progress", share).Error
	}
}

// recipients returns the server's key and who can open a copy: the server and the key on paper.
func (o Office) recipients(ctx context.Context) (age.Identity, []age.Recipient, error) {
	server, err := backup.ServerKey(o.DataDir)
	if err != nil {
		return nil, nil, err
	}
	recipients := []age.Recipient{server.Recipient()}
	paper, err := o.paperKey(ctx)
	if err != nil || paper == nil {
		return server, recipients, err
	}
	onPaper, err := age.ParseX25519Recipient(paper.Recipient)
	return server, append(recipients, onPaper), err
}

// environment returns the variables that a copy keeps.
func (o Office) environment() map[string]string {
	values := map[string]string{}
	if o.Environment == nil {
		return values
	}
	for _, name := range o.Variables {
		if value := o.Environment(name); value != "" {
			values[name] = value
		}
	}
	return values
}

// blobs returns the contents of the files of a snapshot, each hash once.
func (o Office) blobs(ctx context.Context, snapshot pgx.Tx) ([]backup.Blob, error) {
	return o.blobsSince(ctx, snapshot, time.Time{})
}

// blobsSince returns those of the files that were added since a time.
func (o Office) blobsSince(ctx context.Context, snapshot pgx.Tx, since time.Time) ([]backup.Blob, error) {
	rows, err := snapshot.Query(ctx,
		"select distinct on (sha256) sha256, size, driver, storage_key from files where date_created >= $1 order by sha256, id", since)
	if err != nil {
		return nil, err
	}
	stores := map[storage.Driver]storage.Store{}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (blob backup.Blob, err error) {
		var driver storage.Driver
		var key string
		if err := row.Scan(&blob.SHA256, &blob.Bytes, &driver, &key); err != nil {
			return blob, err
		}
		blob.Open = func(ctx context.Context) (io.ReadCloser, error) {
			if stores[driver] == nil {
				store, err := o.Storage.Of(ctx, o.DB, driver)
				if err != nil {
					return nil, err
				}
				stores[driver] = store
			}
			return stores[driver].Open(ctx, key, 0)
		}
		return blob, nil
	})
}

// sentence returns an error for people, without addresses that could hold a secret.
func sentence(err error) string {
	var answer *pgconn.PgError
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.As(err, &answer) && answer.Code == "53100" { // disk_full
		return "O disco do servidor está cheio: libere espaço na pasta de dados e tente de novo."
	}
	if refusal := errs.As(err); refusal != nil {
		return refusal.Message
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

// Last returns the last copies, newest first, at most limit.
func (o Office) last(ctx context.Context, limit int) (copies []Copy, err error) {
	return copies, o.DB.WithContext(ctx).Order("date_started desc, id desc").Limit(limit).Find(&copies).Error
}

// lastDone returns the newest copy that is whole, nil before the first.
func (o Office) lastDone(ctx context.Context, tx *db.DB) (*Copy, error) {
	var found []Copy
	err := tx.WithContext(ctx).Where("state = ?", Done).Order("date_started desc, id desc").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
