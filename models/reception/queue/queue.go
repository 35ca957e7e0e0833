package queue

import (
	"context"
	"maps"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/counters"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Waiting is an open item with its attendant and its associate; an unknown person has neither AssociateID nor
// Membership.
type Waiting struct {
	reception.Item
	AttendantName *string                      `gorm:"column:attendant_name"`
	AssociateID   *int64                       `gorm:"column:associate_id"`
	Membership    *associates.MembershipStatus `gorm:"column:membership"`
	City          *string                      `gorm:"column:city"`
	State         *string                      `gorm:"column:state"`
	// Writers are the first names of the colleagues who are writing its notes.
	Writers []string `gorm:"column:writers;serializer:json"`
	// NoteCount is the number of its notes.
	NoteCount int `gorm:"column:note_count"`
	// Similar is the number of associates who may be the one of an open item that is not linked.
	Similar int `gorm:"column:similar"`
}

// Queue holds the items that wait longest, the number of all, and the number of those that have waited longer than
// Late.
type Queue struct {
	Items     []Waiting
	Count     int
	LateCount int
	// Mean is how long those who were completed today waited for an attendant; 0 without any.
	Mean time.Duration
	// Warn and Late are the configured waiting times after which an item needs attention, and is late.
	Warn, Late time.Duration
}

// Read returns the open items that the caller may see, at most limit, the longest waiting first. Today begins at midnight.
func Read(ctx context.Context, tx *db.DB, by auth.Caller, midnight time.Time, limit int) (Queue, error) {
	stored, err := settings.Read(ctx, tx, triage.WarnMinutes, triage.LateMinutes)
	if err != nil {
		return Queue{}, err
	}
	queue := Queue{Warn: minutesOf(stored, triage.WarnMinutes), Late: minutesOf(stored, triage.LateMinutes)}
	var seconds float64
	mean := reception.Visible(tx.Model(&reception.Item{}), by).Where("completed_at >= ?", midnight).
		Select(`avg(coalesce((select min(c.date_created) from reception_changes c
		where c.item_id = reception.id and c.action = 'assign'), completed_at) - date_created)`)
	err = db.ScanRow(open(ctx, tx, by).Select("count(*), count(*) filter (where date_created <= ?), coalesce(extract(epoch from (?)), 0)::float8",
		by.Now.Add(-queue.Late), mean), &queue.Count, &queue.LateCount, &seconds)
	queue.Mean = time.Duration(seconds * float64(time.Second))
	if err != nil || queue.Count == 0 {
		return queue, err
	}
	oldest := open(ctx, tx, by).Order("date_created, id").Limit(limit)
	queue.Items, err = withPeople(ctx, tx, by, oldest, "r.date_created, r.id")
	return queue, err
}

// open selects the open items that the caller may see.
func open(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return reception.Visible(tx.WithContext(ctx).Model(&reception.Item{}), by).Where("completed_at is null")
}

// SelectUnattended selects the open items without an attendant that the caller may see, for use in other statements.
func SelectUnattended(tx *db.DB, by auth.Caller) *db.DB {
	return open(tx.Statement.Context, tx, by).Where("attendant is null")
}

// CountByStatus counts the open items of each status that the caller may see.
func CountByStatus(ctx context.Context, tx *db.DB, by auth.Caller) (map[string]int, error) {
	return db.CountBy[string](open(ctx, tx, by), "status")
}

// CountAllByStatus counts all items by status, including completed ones, if the caller may see the queue: each configured
// status, and each that items still have though it is no longer configured.
func CountAllByStatus(ctx context.Context, tx *db.DB, by auth.Caller) (map[string]int, error) {
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil || !access.Can(by, "reception", access.Read) {
		return map[string]int{}, err
	}
	counts, err := counters.Of(ctx, tx, counters.Reception)
	maps.DeleteFunc(counts, func(_ string, count int) bool { return count == 0 })
	for _, status := range statuses {
		counts[status.Value] += 0
	}
	return counts, err
}
