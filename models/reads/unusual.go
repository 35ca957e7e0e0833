package reads

import (
	"context"
	"strconv"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// ManyRecords is the number of people whose data an operator sees in an hour from which that is unusual.
var ManyRecords = settings.Key[int]{System: "access", Name: "many_records", Type: settings.Number, Default: 60,
	Check: checkBetween(5, 10_000), Required: true,
	Description: "Quantos cadastros uma pessoa da equipe abre em uma hora até isso contar como fora do comum."}

// UnusualKind is why reads are unusual.
type UnusualKind string

// The kinds of unusual reads.
const (
	Many      UnusualKind = "many"
	Night     UnusualKind = "night"
	Colleague UnusualKind = "colleague"
	Protected UnusualKind = "protected"
)

// unusualDays is the number of days of which unusual reads are listed.
const unusualDays = 7

// The hours of the night, in the association's time zone.
const (
	nightFrom = 22
	nightTo   = 6
)

// Unusual are the reads of an operator on a day that an administrator should look at.
type Unusual struct {
	Kind       UnusualKind `gorm:"column:kind"`
	ViewerID   int64       `gorm:"column:viewer_id"`
	ViewerName string      `gorm:"column:viewer_name"`
	// Day is the day in the association's time zone (2026-11-20).
	Day string `gorm:"column:day"`
	// People is the number of people who were seen between First and Last.
	People int       `gorm:"column:people"`
	First  time.Time `gorm:"column:first"`
	Last   time.Time `gorm:"column:last"`
}

const unusualStatement = `
with seen as (
	select r.*, (r.seen_at at time zone @zone) as local from reads r
	where r.viewer_kind = 'operator' and r.person_id is not null and not starts_with(r.subject, '` + listPrefix + `') and r.seen_at >= @since
), many as (
	select distinct on (viewer_id, day) 'many' as kind, * from (
		select viewer_id, max(viewer_name) as viewer_name, local::date as day, count(distinct person_id) as people, min(seen_at) as first, max(seen_at) as last
		from seen group by viewer_id, local::date, date_trunc('hour', local) having count(distinct person_id) >= @many) busy
	order by viewer_id, day, people desc
), night as (
	select 'night' as kind, viewer_id, max(viewer_name) as viewer_name, local::date as day, count(distinct person_id) as people, min(seen_at) as first, max(seen_at) as last
	from seen where extract(hour from local) >= @night_from or extract(hour from local) < @night_to group by viewer_id, local::date
), colleague as (
	select 'colleague' as kind, viewer_id, max(viewer_name) as viewer_name, local::date as day, count(distinct person_id) as people, min(seen_at) as first, max(seen_at) as last
	from seen join users person on person.id = seen.person_id
	join system_users colleague on lower(colleague.email) in (lower(person.email_account), lower(person.email)) and colleague.id <> seen.viewer_id
	group by viewer_id, local::date
), protected as (
	select 'protected' as kind, viewer_id, max(viewer_name) as viewer_name, local::date as day, count(distinct person_id) as people, min(seen_at) as first, max(seen_at) as last
	from seen join protected_people p on p.user_id = seen.person_id group by viewer_id, local::date
)
select kind, viewer_id, viewer_name, day::text, people, first, last
from (select * from many union all select * from night union all select * from colleague union all select * from protected) found
where not exists (select from read_reviews v where v.kind = found.kind and v.viewer_id = found.viewer_id and v.day = found.day)
order by last desc, kind, viewer_id limit 50`

// ListUnusual returns the unusual reads of the last days that nobody reviewed, newest first. A caller who is not an administrator
// sees none.
func ListUnusual(ctx context.Context, tx *db.DB, by auth.Caller) ([]Unusual, error) {
	if !access.IsAdministrator(by) {
		return nil, nil
	}
	stored, err := settings.Read(ctx, tx, ManyRecords, settings.TimeZone)
	if err != nil {
		return nil, err
	}
	var found []Unusual
	err = tx.WithContext(ctx).Raw(unusualStatement,
		map[string]any{"zone": settings.Of(stored, settings.TimeZone), "since": by.Now.AddDate(0, 0, -unusualDays),
			"many": settings.Of(stored, ManyRecords), "night_from": nightFrom, "night_to": nightTo}).Scan(&found).Error
	return found, err
}

// ReviewInput names unusual reads and why they are in order.
type ReviewInput struct {
	Kind     UnusualKind `json:"kind" form:"kind"`
	ViewerID int64       `json:"viewer_id" form:"viewer_id"`
	Day      string      `json:"day" form:"day"`
	Reason   string      `json:"reason" form:"reason"`
}

const maxReviewReason = 500

// Review keeps why unusual reads are in order; they are listed no longer. It returns 400 VALIDATION_ERROR without a reason, and
// 404 NOT_FOUND for reads that are not listed.
func Review(ctx context.Context, tx *db.DB, by auth.Caller, input ReviewInput) error {
	if err := requireAdministrator(by); err != nil {
		return err
	}
	if input.Reason == "" || !texts.Fits(input.Reason, maxReviewReason) {
		return errs.Invalid("reason", "escreva o motivo, em até "+strconv.Itoa(maxReviewReason)+" caracteres")
	}
	found, err := findUnusual(ctx, tx, by, input)
	if err != nil {
		return err
	}
	return storeReview(ctx, tx, by, input, found)
}

// findUnusual returns listed unusual reads, else 404 NOT_FOUND.
func findUnusual(ctx context.Context, tx *db.DB, by auth.Caller, input ReviewInput) (Unusual, error) {
	listed, err := ListUnusual(ctx, tx, by)
	if err != nil {
		return Unusual{}, err
	}
	for _, found := range listed {
		if found.Kind == input.Kind && found.ViewerID == input.ViewerID && found.Day == input.Day {
			return found, nil
		}
	}
	return Unusual{}, errs.NotFound("Estas leituras já foram conferidas.")
}

func storeReview(ctx context.Context, tx *db.DB, by auth.Caller, input ReviewInput, found Unusual) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		err := tx.Exec("insert into read_reviews (kind, viewer_id, day, reason, reviewed_by, date_created) values (?, ?, ?, ?, ?, ?) on conflict do nothing",
			input.Kind, input.ViewerID, input.Day, input.Reason, by.OperatorCode(), by.Now).Error
		if err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.ReadsReviewed, Subject: found.ViewerName,
			Details: map[string]any{"kind": input.Kind, "day": input.Day, "reason": input.Reason}})
	})
}
