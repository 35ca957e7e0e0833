package analytics

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/civil"
)

// mostLeaders is the number of persons of a stored ranking: more than an answer shows, so that it stays valid while
// counts change.
const mostLeaders = 50

// person is a person with a number of rows. Bound is a count that nobody else has exceeded, null if it is not known.
type person struct {
	Code  string
	Count int64
	Bound *int64
}

// counts selects the persons of a query with the numbers of their rows, the largest first.
func (q query) counts(tx *db.DB) *db.DB {
	of := q.area.ranked
	return q.limited(q.inSpan(tx.Table(of.table))).Select(of.code + " as code, count(*) as count").Group(of.code).Order("count desc, code")
}

// leaders returns the first persons of a query by the stored ranking of its area (migration 00069). It counts the rows of
// those whose rows have changed since. known is false if the query has other filters or another span than the ranking, or
// if so much has changed that somebody else may be among the first.
func (q query) leaders(ctx context.Context, tx *db.DB) (first []person, known bool, err error) {
	if !q.isPlain {
		return nil, false, nil
	}
	tx = tx.WithContext(ctx)
	span, area := q.period.Span(q.zone), q.area.ranked.name
	of := q.area.ranked
	counts := q.limited(q.inSpan(tx.Table(of.table))).Select("count(*) as count").Where(of.code + " = changed.code")
	// By lateral each person's rows are found by an index, however many changes PostgreSQL expects.
	err = tx.Raw(`with changed as materialized (select distinct code from ranking_changes where area = ?)
		select code::text, count, (select bound from rankings where area = ? and starts = ? and ends = ?) as bound from (
			select code, count from ranking_leaders where area = ? and code not in (select code from changed)
			union all select changed.code, own.count from changed cross join lateral (?) own where own.count > 0) persons
		order by count desc, code limit ?`, area, area, span.From, span.To, area, counts, topRows).Scan(&first).Error
	if err != nil || len(first) == 0 || first[0].Bound == nil {
		return nil, false, err
	}
	bound := *first[0].Bound
	return first, bound == 0 || len(first) == topRows && first[topRows-1].Count > bound, nil
}

// rank stores the rankings of the last 12 months. The changes of a ranking are forgotten by the statement that counts its
// rows, so that it has seen exactly these.
func rank(ctx context.Context, tx *db.DB, zone *time.Location, now time.Time) error {
	period := DefaultPeriod(civil.Of(now.In(zone)))
	for _, area := range []area{orderArea, serviceArea} {
		if err := (query{area: area, period: period, zone: zone, where: area.ranked.counted}).rank(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

func (q query) rank(ctx context.Context, tx *db.DB) error {
	span, area := q.period.Span(q.zone), q.area.ranked.name
	return tx.WithContext(db.WithWork(ctx, db.Job)).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("select pg_advisory_xact_lock(hashtext('rankings'))").Error; err != nil {
			return err
		}
		var current bool
		err := tx.Raw(`select exists (select from rankings where area = ? and starts = ? and ends = ?) and not exists (select from ranking_changes where area = ?)`,
			area, span.From, span.To, area).Scan(&current).Error
		if err != nil || current {
			return err
		}
		return tx.Exec(`with forgotten as (delete from ranking_changes where area = ?), replaced as (delete from ranking_leaders where area = ?),
			found as (?), stored as (insert into ranking_leaders select ?, code, count from found)
			insert into rankings select ?, ?, ?, case when count(*) = ? then min(count) else 0 end from found
			on conflict (area) do update set starts = excluded.starts, ends = excluded.ends, bound = excluded.bound`,
			area, area, q.counts(tx).Limit(mostLeaders), area, area, span.From, span.To, mostLeaders).Error
	})
}
