package erasure

import (
	"context"
	"time"

	"acolhe/models/types/publiccode"

	"github.com/google/uuid"

	"acolhe/models/lifeevents"
	"acolhe/models/platform/mail"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Stone names an erased person.
type Stone struct {
	UserID   int64     `json:"user_id"`
	UserCode uuid.UUID `json:"user_code"`
	Erased   time.Time `json:"erased_at"`
}

// Repeat first finds the patients who came of age, whom the erasure of who answered for them does not cover, and erases persons again who were erased after the copy of a restored database was made, and returns their number. A person
// whom the database does not have, or has as erased, is skipped, so that it can be called again after a kill.
func (d Desk) Repeat(ctx context.Context, stones []Stone) (count int, err error) {
	finder := lifeevents.Finder{DB: d.DB, Mail: mail.Outbox{}, Now: d.Now}
	if _, err := finder.Find(ctx); err != nil {
		return 0, err
	}
	for _, stone := range stones {
		isNeeded, err := d.needs(ctx, stone)
		if err != nil {
			return count, err
		}
		if !isNeeded {
			continue
		}
		id, err := d.resume(ctx, stone)
		if err != nil {
			return count, err
		}
		if err := d.Work(ctx, id); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// needs reports whether the database has the person of a stone not erased, or with contents that are still to be removed.
func (d Desk) needs(ctx context.Context, stone Stone) (isNeeded bool, err error) {
	const query = `select exists (select from users where id = @id and user_code = @code)
		and not exists (select from tombstones t where t.user_id = @id and not exists (select from erasures e where e.user_id = @id and e.state = 'erased'))`
	err = d.DB.WithContext(ctx).Raw(query, map[string]any{"id": stone.UserID, "code": stone.UserCode}).Scan(&isNeeded).Error
	return isNeeded, err
}

// resume returns the erasure of a stone that the database has, confirmed; else a new one by the restore.
func (d Desk) resume(ctx context.Context, stone Stone) (int64, error) {
	before, err := d.latest(ctx, stone.UserID)
	if err == nil {
		return before.ID, d.DB.WithContext(ctx).
			Exec(`update erasures set state = ?, confirmed_by_name = coalesce(confirmed_by_name, 'acolhe restore'),
			date_confirmed = coalesce(date_confirmed, ?) where id = ? and state = ?`, Confirmed, stone.Erased, before.ID, Proposed).Error
	}
	if !errs.HasCode(err, errs.CodeNotFound) {
		return 0, err
	}
	var id int64
	err = d.DB.WithContext(ctx).Raw(`insert into erasures (user_id, user_code, state, preview, proposed_by, proposed_by_name, date_proposed, confirmed_by_name, date_confirmed,
			identity, received_on, public_code, encryption_key_id)
		values (?, ?, ?, '[]', 0, 'acolhe restore', ?, 'acolhe restore', ?, 'na eliminação', ?, ?, ?) returning id`,
		stone.UserID, stone.UserCode, Confirmed, stone.Erased, stone.Erased, civil.Of(stone.Erased), publiccode.New(), d.Key.ID()).Scan(&id).Error
	return id, err
}
