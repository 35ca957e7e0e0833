// Package queue reads those who wait in the reception: the board with its lanes and its preferences, and the items that
// wait longest.
package queue

import (
	"context"
	"time"

	"acolhe/models/candidates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
)

// Whose limits the board by attendant.
type Whose string

// The choices; Everybody is the default.
const (
	Everybody Whose = ""
	Mine      Whose = "minhas"
	Nobody    Whose = "sem-atendente"
)

// The numbers of items that the board shows: of a lane at first, and each time more are requested; of a lane at most; and
// those of new contacts.
const (
	LaneStep = 30
	MaxLane  = 600
	maxNew   = 50
)

// BoardInput limits the open items of the board.
type BoardInput struct {
	Whose  Whose
	Search string
	// Label is the tag that items have; empty for any.
	Label string
	// Shown is the number of items by status, LaneStep if it is missing or lower.
	Shown map[string]int
	// First are the ids of new items that stand before the others of their lane.
	First []int64
	// Known is the highest id of the contacts that an open board has shown, 0 for none: later ones are Board.News.
	Known int64
}

// Lane is a status with its first items: the open ones, the longest waiting first, or those that ended today, newest first.
type Lane struct {
	triage.Status
	Items []Waiting
	// Count is the number of all its items.
	Count int
}

// Board is the queue in lanes, with the numbers of open items by attendant.
type Board struct {
	Lanes []Lane
	// All, Mine and Nobodys count the open items that match the search and the tag; Unattended counts all without an
	// attendant.
	All, Mine, Nobodys, Unattended int
	// Latest is the highest id of an item, open or not, so that one that is opened again is not taken for a new one.
	Latest int64
	// News are the ids of new items that the lanes leave out, because the open board does not show them yet.
	News []int64
	// Warn and Late are the waiting times of Queue.
	Warn, Late time.Duration
}

// ReadBoard returns the items that the caller may see in the lanes of their statuses, of each lane the first ones. An item
// with a status that is no longer configured is in the lane of new items.
func ReadBoard(ctx context.Context, tx *db.DB, by auth.Caller, input BoardInput) (Board, error) {
	stored, err := settings.Read(ctx, tx, triage.StatusesKey, triage.WarnMinutes, triage.LateMinutes, settings.TimeZone)
	if err != nil {
		return Board{}, err
	}
	zone, err := stored.Location()
	if err != nil {
		return Board{}, err
	}
	statuses := settings.Of(stored, triage.StatusesKey)
	board := Board{Warn: minutesOf(stored, triage.WarnMinutes), Late: minutesOf(stored, triage.LateMinutes)}
	if err := board.count(ctx, tx, by, input); err != nil {
		return Board{}, err
	}
	if board.News, err = input.news(ctx, tx, by, triage.DefaultEntry(statuses)); err != nil {
		return Board{}, err
	}
	lanes := laneReader{tx: tx.WithContext(ctx), by: by, input: input, news: board.News, statuses: statuses}
	waiting := limitTo(input.matching(open(ctx, tx, by)), by, input.Whose)
	year, month, day := by.Now.In(zone).Date()
	today := reception.Visible(tx.WithContext(ctx).Model(&reception.Item{}), by).
		Where("completed_at >= ?", time.Date(year, month, day, 0, 0, 0, 0, zone))
	board.Lanes, err = lanes.read(ctx, waiting, today)
	return board, err
}

// count counts the open items by attendant.
func (b *Board) count(ctx context.Context, tx *db.DB, by auth.Caller, input BoardInput) error {
	counts := input.matching(open(ctx, tx, by)).
		Select("count(*), count(*) filter (where attendant = ?), count(*) filter (where attendant is null)", by.OperatorCode())
	if err := db.ScanRow(counts, &b.All, &b.Mine, &b.Nobodys); err != nil {
		return err
	}
	return db.ScanRow(open(ctx, tx, by).Select("count(*) filter (where attendant is null), (select coalesce(max(id), 0) from reception)"),
		&b.Unattended, &b.Latest)
}

// news returns the ids of the contacts that arrived since the board was opened, and that nobody attends to.
func (in BoardInput) news(ctx context.Context, tx *db.DB, by auth.Caller, entry string) (ids []int64, err error) {
	if in.Known == 0 {
		return nil, nil
	}
	arrived := limitTo(in.matching(open(ctx, tx, by)), by, in.Whose).Where("id > ? and status = ? and attendant is null", in.Known, entry)
	if len(in.First) > 0 {
		arrived = arrived.Where("id not in ?", in.First)
	}
	err = arrived.Order("id").Limit(maxNew).Pluck("id", &ids).Error
	return ids, err
}

// Next returns the open item to work on after another one, among those that match the input: the one that waits longest
// without an attendant, else the caller's own that waits longest; 0 if there is none.
func Next(ctx context.Context, tx *db.DB, by auth.Caller, after int64, input BoardInput) (id int64, err error) {
	waiting := limitTo(input.matching(open(ctx, tx, by)), by, input.Whose)
	err = waiting.Where("id <> ? and (attendant is null or attendant = ?)", after, by.OperatorCode()).Select("id").
		Order("attendant is not null, date_created, id").Limit(1).Scan(&id).Error
	return id, err
}

// matching limits the query to the items with the searched text and the tag.
func (in BoardInput) matching(query *db.DB) *db.DB {
	query = db.Matching(query, "search_text", in.Search)
	if in.Label == "" {
		return query
	}
	return query.Where("labels @> jsonb_build_array(?::text)", in.Label)
}

func minutesOf(stored settings.Stored, key settings.Key[int]) time.Duration {
	return time.Duration(settings.Of(stored, key)) * time.Minute
}

func limitTo(query *db.DB, by auth.Caller, whose Whose) *db.DB {
	switch whose {
	case Mine:
		return query.Where("attendant = ?", by.OperatorCode())
	case Nobody:
		return query.Where("attendant is null")
	}
	return query
}

// withPeople reads items with their attendants, their associates, and the colleagues who are writing.
func withPeople(ctx context.Context, tx *db.DB, by auth.Caller, items *db.DB, order string) ([]Waiting, error) {
	var found []Waiting
	err := tx.WithContext(ctx).Table("(?) as r", items).
		Joins(`left join (select w.item_id, jsonb_agg(split_part(c.name, ' ', 1) order by c.name, c.id) as names
			from reception_writers w join system_users c using (user_code) where w.until > ? and w.user_code is distinct from ? group by w.item_id) w on w.item_id = r.id`,
			by.Now, by.OperatorCode()).
		Joins("left join system_users s on s.user_code = r.attendant").Joins("left join users u on u.user_code = r.associate_code").
		Select("r.*, s.name as attendant_name, w.names as writers, u.id as associate_id, u.city, u.state, " +
			"(select count(*) from reception_notes n where n.item_id = r.id) as note_count, " +
			"case when u.id is not null then membership_status(u.status, u.associate_status, u.invalid_fields) end as membership, " +
			"case when r.associate_code is null and r.completed_at is null then (" + candidates.CountSQL + ") else 0 end as similar").
		Order(order).Scan(&found).Error
	return found, err
}

// Find returns the item with this id, its attendant and its associate, if the caller may see it, else 404
// NOT_FOUND.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Waiting, error) {
	if _, err := reception.FindFor(ctx, tx, by, id); err != nil {
		return Waiting{}, err
	}
	found, err := withPeople(ctx, tx, by, tx.WithContext(ctx).Model(&reception.Item{}).Where("id = ?", id), "r.id")
	if err != nil || len(found) == 0 {
		return Waiting{}, err
	}
	return found[0], nil
}
