package reception

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
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

// maxOpen is the maximum number of open items on the board; maxDone that of the items that ended today.
const (
	maxOpen = 500
	maxDone = 50
)

// BoardInput limits the open items of the board.
type BoardInput struct {
	Whose  Whose
	Search string
	// Label is the tag that items have; empty for any.
	Label string
}

// Lane is a status with its items: the open ones, the longest waiting first, or those that ended today, newest first.
type Lane struct {
	Status
	Items []Waiting
}

// Board is the queue in lanes, with the numbers of open items by attendant.
type Board struct {
	Lanes []Lane
	// All, Mine and Nobodys count the open items that match the search and the tag.
	All, Mine, Nobodys int
	// Warn and Late are the waiting times of Queue.
	Warn, Late time.Duration
}

// ReadBoard returns the items that the caller may see in the lanes of their statuses, at most 500 open ones. An item with
// a status that is no longer configured is in the lane of new items.
func ReadBoard(ctx context.Context, tx *db.DB, by auth.Caller, input BoardInput) (Board, error) {
	stored, err := settings.Read(ctx, tx, statusesKey, warnMinutes, lateMinutes, settings.TimeZone)
	if err != nil {
		return Board{}, err
	}
	zone, err := stored.Location()
	if err != nil {
		return Board{}, err
	}
	board := Board{Warn: minutesOf(stored, warnMinutes), Late: minutesOf(stored, lateMinutes)}
	matching := func() *db.DB { return input.matching(open(ctx, tx, by)) }
	counts := matching().Select("count(*), count(*) filter (where attendant = ?), count(*) filter (where attendant is null)", by.OperatorCode())
	err = db.ScanRow(counts, &board.All, &board.Mine, &board.Nobodys)
	if err != nil {
		return Board{}, err
	}
	waiting, err := withPeople(ctx, tx, by, limitTo(matching(), by, input.Whose).Order("date_created, id").Limit(maxOpen), "r.date_created, r.id")
	if err != nil {
		return Board{}, err
	}
	year, month, day := by.Now.In(zone).Date()
	today := visible(tx.WithContext(ctx).Model(&Item{}), by).Where("completed_at >= ?", time.Date(year, month, day, 0, 0, 0, 0, zone))
	ended, err := withPeople(ctx, tx, by, today.Order("completed_at desc, id desc").Limit(maxDone), "r.completed_at desc, r.id desc")
	board.Lanes = lanesOf(settings.Of(stored, statusesKey), waiting, ended)
	return board, err
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
			"case when u.id is not null then membership_status(u.status, u.associate_status, u.invalid_fields) end as membership").
		Order(order).Scan(&found).Error
	return found, err
}

// lanesOf puts items into the lanes of their statuses.
func lanesOf(statuses []Status, waiting, ended []Waiting) []Lane {
	lanes := make([]Lane, len(statuses))
	at := map[string]int{}
	for i, status := range statuses {
		lanes[i].Status, at[status.Value] = status, i
	}
	for _, items := range [][]Waiting{waiting, ended} {
		for _, item := range items {
			lane, known := at[item.Item.Status]
			if !known && item.CompletedAt == nil {
				lane = at[defaultEntry(statuses)]
			} else if !known {
				lane = at[done(statuses)]
			}
			lanes[lane].Items = append(lanes[lane].Items, item)
		}
	}
	return lanes
}

// FindWaiting returns the item with this id, its attendant and its associate, if the caller may see it, else 404
// NOT_FOUND.
func FindWaiting(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Waiting, error) {
	if _, err := FindFor(ctx, tx, by, id); err != nil {
		return Waiting{}, err
	}
	found, err := withPeople(ctx, tx, by, tx.WithContext(ctx).Model(&Item{}).Where("id = ?", id), "r.id")
	if err != nil || len(found) == 0 {
		return Waiting{}, err
	}
	return found[0], nil
}
