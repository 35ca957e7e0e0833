package erasure

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/bookings"
	"acolhe/models/erasure/subject"
	"acolhe/models/lawtexts"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/security"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/webhooks"
)

// erase is the job that erases a person.
type erase struct {
	Erasure int64 `json:"erasure"`
}

// Kind returns the name of the job in the queue.
func (erase) Kind() string { return "erase_person" }

// eraseTimeout is the time limit of one run.
const eraseTimeout = 2 * time.Minute

// Job declares the job that erases a person.
func (d Desk) Job() jobs.Job {
	work := func(ctx context.Context, job *river.Job[erase]) error { return d.Work(ctx, job.Args.Erasure) }
	return jobs.Of(work, jobs.About{Label: "Apagar os dados de uma pessoa", Timeout: eraseTimeout})
}

// Work does what is left of a confirmed erasure. A killed process leaves the database as it was before or after, and the rest is
// done by the next call.
func (d Desk) Work(ctx context.Context, id int64) error {
	row, err := db.First[Erasure](d.DB.WithContext(ctx).Where("id = ?", id), errNotFound())
	if err == nil && row.State == Confirmed {
		err = d.eraseRows(ctx, &row)
	}
	if err == nil && row.State == Erased {
		err = d.removeContents(ctx, &row)
	}
	if err != nil {
		const stopped = "O trabalho parou por um erro e é tentado de novo."
		return errors.Join(err, d.DB.WithContext(context.WithoutCancel(ctx)).Exec("update erasures set failure = ? where id = ?", stopped, id).
			Error)
	}
	return nil
}

// withTexts returns the desk with the current texts of the laws.
func (d Desk) withTexts(ctx context.Context, tx *db.DB) (_ Desk, err error) {
	d.texts, err = lawtexts.Read(ctx, tx)
	d.Register = d.texts.Apply(d.Register)
	return d, err
}

// eraseRows erases what is in the database, in one transaction. The state is then Erased.
func (d Desk) eraseRows(ctx context.Context, row *Erasure) error {
	of, err := subject.Find(ctx, d.DB, row.UserID, false)
	if err != nil {
		return err
	}
	before, err := collect(ctx, d.DB, of)
	if err != nil {
		return err
	}
	if d, err = d.withTexts(ctx, d.DB); err != nil {
		return err
	}
	if err := d.storeFiles(ctx, before, row.ID); err != nil {
		return err
	}
	return d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		by := auth.Caller{Kind: auth.System}.At(d.Now())
		if err := db.ActAs(ctx, tx, by); err != nil {
			return err
		}
		return d.eraseIn(ctx, tx, row)
	})
}

func (d Desk) eraseIn(ctx context.Context, tx *db.DB, row *Erasure) error {
	of, err := subject.Find(ctx, tx, row.UserID, true)
	if err != nil {
		return err
	}
	found, err := collect(ctx, tx, of)
	if err != nil {
		return err
	}
	if row.Report, err = found.preview(ctx, tx, d); err != nil {
		return err
	}
	if err := d.storeRows(ctx, tx, found, row.ID); err != nil {
		return err
	}
	if err := tx.Table("files").Where("id in @files", found.Sets).Select("driver, storage_key as key").Order("id").Scan(&row.Blobs).
		Error; err != nil {
		return err
	}
	if _, err := bookings.RemoveEvents(ctx, tx, found.Sets["services"].([]int64)); err != nil {
		return err
	}
	now := d.Now()
	row.State, row.DateErased = Erased, &now
	if err := d.certify(ctx, tx, row, found); err != nil {
		return err
	}
	erased := security.Event{Kind: security.PersonErased, Subject: row.Pseudonym(),
		Details: map[string]any{"erasure": row.Number(), "confirmed_by": *row.ConfirmedByName}}
	if err := security.Record(ctx, tx, auth.Caller{Kind: auth.System}.At(now), erased); err != nil {
		return err
	}
	if err := found.erase(ctx, tx, d.Register); err != nil {
		return err
	}
	if _, err := webhooks.AnnounceErased(ctx, tx, of.ID, of.UserCode, now); err != nil {
		return err
	}
	if err := tx.Exec(bury, found.Sets, map[string]any{"at": now}).Error; err != nil {
		return err
	}
	return tx.Exec(`update erasures set state = ?, date_erased = ?, report = ?::jsonb, blobs = ?::jsonb, certificate_encrypted = ?, certificate_sha256 = ?, encryption_key_id = ?, failure = null where id = ?`,
		row.State, row.DateErased, encoded(row.Report), encoded(row.Blobs), row.CertificateEncrypted, row.CertificateSHA256, row.EncryptionKeyID,
		row.ID).Error
}

// bury lists the person, the patients who are erased too, and the records that were joined into theirs: an older copy has each of them.
const bury = `insert into tombstones (user_id, user_code, date_erased)
	select id, user_code, cast(@at as timestamptz) from users where id in @ids
	union all select gone_id, gone_code, cast(@at as timestamptz) from associate_aliases where kept_id in @ids
	on conflict (user_id) do nothing`

// removeContents removes the contents of the files at every storage: one that moved may still be at the other.
func (d Desk) removeContents(ctx context.Context, row *Erasure) error {
	for _, driver := range []storage.Driver{storage.Local, storage.S3} {
		store, err := d.Storage.Of(ctx, d.DB, driver)
		if errors.Is(err, storage.ErrNotConfigured) {
			continue
		}
		if err != nil {
			return err
		}
		for _, blob := range row.Blobs {
			if err := store.Remove(ctx, blob.Key); err != nil && !errors.Is(err, storage.ErrMissing) {
				return err
			}
		}
	}
	if d.Bury != nil {
		_ = d.Bury(ctx) // a place that does not answer gets the list with the next copy
	}
	return d.DB.WithContext(ctx).Exec("update erasures set state = ?, blobs = '[]', failure = null where id = ? and state = ?", Done, row.ID,
		Erased).Error
}
