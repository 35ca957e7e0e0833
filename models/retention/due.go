package retention

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/erasure/rows"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

var errNoPass = errs.NotFound("Esta passagem não existe mais.")

// due is a row whose period is over, or will be within the days of a notice.
type due struct {
	ID    int64
	Day   civil.Date
	Since time.Time
	// Email and Name are those of an associate who is to be notified.
	Email, Name string
}

func (r *run) unfinished(term personal.Term) string {
	if term.Set == personal.WholePerson {
		return "true"
	}
	return rows.Unfinished(r.tables[term.Table])
}

func (r *run) names() map[string]any { return rows.Values() }

// eraseDue erases the rows of a page whose period is over; persons only after a notice.
func (r *run) eraseDue(ctx context.Context, term personal.Term, current Pass, upper int64) error {
	if !r.state.Removes(r.Now()) && (term.NoticeDays == 0 || !r.notifies(term)) {
		return nil
	}
	rows, err := r.dueRows(ctx, term, current.Cursor, upper)
	if err != nil || len(rows) == 0 {
		return err
	}
	if term.Set == personal.WholePerson {
		return r.erasePeople(ctx, term, current, rows)
	}
	for len(rows) > 0 {
		count := min(r.rows, len(rows))
		if err := r.eraseChunk(ctx, term, current, rows[:count]); err != nil {
			return err
		}
		rows = rows[count:]
	}
	return nil
}

// notifies reports whether persons are notified: so many days before the first ones leave.
func (r *run) notifies(term personal.Term) bool {
	return r.state.IsOn() && r.state.DateNoticed != nil && r.state.DatePaused == nil &&
		!r.Now().Before(r.state.Begins().AddDate(0, 0, -term.NoticeDays))
}

// dueRows returns the rows of a page that leave today, or within the days of the notice.
func (r *run) dueRows(ctx context.Context, term personal.Term, after, upper int64) (leaving []due, err error) {
	columns := fmt.Sprintf("id, (%[1]s at time zone @zone)::date as day, %[1]s as since", term.Since)
	if term.Set == personal.WholePerson {
		columns += ", coalesce(email_account, '') as email, coalesce(name, '') as name"
	}
	var rows []due
	query := fmt.Sprintf("select %s from %s where %s order by id", columns, term.Table, r.condition(term))
	if err := r.DB.WithContext(ctx).Raw(query, r.values(after, upper)).Scan(&rows).Error; err != nil {
		return nil, err
	}
	for _, row := range rows {
		if !r.today.Add(0, 0, term.NoticeDays).Before(term.LeavesOn(row.Day, r.periods[term.Name])) {
			leaving = append(leaving, row)
		}
	}
	return leaving, nil
}

// eraseChunk erases rows in one transaction, those that were not held or changed since.
func (r *run) eraseChunk(ctx context.Context, term personal.Term, current Pass, chunk []due) error {
	ids := make([]int64, len(chunk))
	for i, row := range chunk {
		ids[i] = row.ID
	}
	started := time.Now()
	err := r.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if isStopped, err := stopped(ctx, tx, r.Now()); err != nil || isStopped {
			return err
		}
		by := auth.Caller{Kind: auth.System}.At(r.Now())
		if err := db.ActAs(ctx, tx, by); err != nil {
			return err
		}
		values := r.values(ids[0]-1, ids[len(ids)-1])
		values["rows"] = ids
		var left []int64
		query := fmt.Sprintf("select id from %[1]s where id in @rows and %[2]s order by id for update of %[1]s", term.Table, r.condition(term))
		if err := tx.Raw(query, values).Scan(&left).Error; err != nil {
			return err
		}
		if err := (rows.Kind{Register: r.Desk.Register, Term: term}).Erase(ctx, tx, by, left); err != nil {
			return err
		}
		return tx.Exec("update retention_passes set removed = removed + ? where id = ?", len(left), current.ID).Error
	})
	r.resize(time.Since(started))
	return err
}

// stopped reports whether nothing may leave any more, and keeps a pause and a hold from beginning until the transaction ends.
func stopped(ctx context.Context, tx *db.DB, now time.Time) (bool, error) {
	if err := tx.WithContext(ctx).Exec("lock table retention_holds in share mode").Error; err != nil {
		return true, err
	}
	var state State
	err := tx.WithContext(ctx).Raw("select * from retention_state for share").Scan(&state).Error
	return !state.Removes(now), err
}

// resize follows the time of the last chunk.
func (r *run) resize(took time.Duration) {
	switch {
	case took > longTime:
		r.rows = max(fewestRows, r.rows/2)
	case took < shortTime:
		r.rows = min(mostRows, r.rows*2)
	}
}

// erasePeople notifies the associates who are due and erases those whose notice is over.
func (r *run) erasePeople(ctx context.Context, term personal.Term, current Pass, rows []due) error {
	for _, row := range rows {
		leaves, err := r.notify(ctx, term, row)
		if err != nil {
			return err
		}
		if r.today.Before(leaves) || r.today.Before(term.LeavesOn(row.Day, r.periods[term.Name])) || !r.state.Removes(r.Now()) {
			continue
		}
		isLeft, err := r.isLeft(ctx, term, row)
		if err != nil {
			return err
		}
		if isLeft {
			continue
		}
		if err := r.Desk.EraseAged(ctx, row.ID, term.Label, row.Since); err != nil {
			return err
		}
		if err := r.DB.WithContext(ctx).Exec("update retention_passes set removed = removed + 1 where id = ?", current.ID).Error; err != nil {
			return err
		}
	}
	return nil
}

// isLeft reports whether an associate was held since the page was read, or retention was paused.
func (r *run) isLeft(ctx context.Context, term personal.Term, row due) (isLeft bool, err error) {
	err = r.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if isLeft, err = stopped(ctx, tx, r.Now()); err != nil || isLeft {
			return err
		}
		var count int64
		query := "select count(*) from " + term.Table + " where " + r.condition(term)
		err := tx.Raw(query, r.values(row.ID-1, row.ID)).Scan(&count).Error
		isLeft = count == 0
		return err
	})
	return isLeft, err
}

// notify writes once to an associate who leaves, and returns the first day when the notice is over. A notice of before the last
// change of the registration does not count.
func (r *run) notify(ctx context.Context, term personal.Term, row due) (leaves civil.Date, err error) {
	if term.NoticeDays == 0 {
		return r.today, nil
	}
	leaves = term.LeavesOn(row.Day, r.periods[term.Name])
	for _, day := range []civil.Date{civil.Of(r.state.Begins().In(r.zone)), r.today.Add(0, 0, term.NoticeDays)} {
		if leaves.Before(day) {
			leaves = day
		}
	}
	if row.Email != "" && !r.Mail.Configured {
		return r.today.Add(0, 0, term.NoticeDays), nil
	}
	err = r.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		stored := tx.Exec(`insert into retention_warnings as w (user_id, leaves_on, date_created) values (?, ?, ?)
			on conflict (user_id) do update set leaves_on = excluded.leaves_on, date_created = excluded.date_created where w.date_created < ?`,
			row.ID, leaves, r.Now(), row.Since)
		if stored.Error != nil {
			return stored.Error
		}
		if stored.RowsAffected == 0 {
			return tx.Raw("select leaves_on from retention_warnings where user_id = ?", row.ID).Row().Scan(&leaves)
		}
		if row.Email == "" {
			return nil
		}
		message := Leaving.With(Farewell{Day: leaves.Shown()}, mail.Message{To: row.Email, Name: fmtbr.FirstName(row.Name), Path: "/cadastro"})
		_, err := r.Mail.Send(ctx, tx, auth.Caller{Kind: auth.System}.At(r.Now()), message)
		return err
	})
	return leaves, err
}
