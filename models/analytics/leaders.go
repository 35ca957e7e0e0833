package analytics

import (
	"context"
	"time"

	"acolhe/models/analytics/periods"
	"acolhe/models/platform/db"
	"acolhe/models/types/civil"
)

// mostLeaders is the number of persons of a stored ranking: more than an answer shows, so that it stays valid while
// counts change.
const mostLeaders = 50

// pending selects the persons of the steps of a query with their numbers and sums, added up with a sign.
func (q query) pending(tx *db.DB, sign string) *db.DB {
	of := q.domain.ranked
	return q.from(tx, of.pending).Select(of.code + " as code, sum(" + sign + "step)::bigint as count, sum(" + sign + "step * " + of.sum + ")::bigint as sum").Group(of.code)
}

// leaders returns the first persons of a query by the stored ranking of its period and the steps since (migrations/derived/analytics.sql).
// known is false if the query has other filters or another period than the rankings, or if so much has changed that
// another person may be among the first.
func (q query) leaders(ctx context.Context, tx *db.DB) (first []person, known bool, err error) {
	if !q.isPlain {
		return nil, false, nil
	}
	tx = tx.WithContext(ctx)
	of := q.domain.ranked
	stored := []any{of.name, q.period.Start, q.period.End}
	// Persons outside of the leaders are counted, because the steps add to what they had: by lateral each person's rows are
	// found by an index, however many steps PostgreSQL expects.
	rows := q.limited(q.inSpan(tx.Table(of.table))).Select("count(*) as count").Where(of.code + " = pending.code")
	sum := q.from(tx, q.domain.figures).Select("coalesce(sum(" + of.sum + "), 0)").Where(of.code + " = first.code")
	label := tx.Table(of.table).Select(of.label).Where(of.code + " = first.code").Order(of.moment + " desc").Limit(1)
	err = tx.Raw(`with pending as materialized (?), leaders as materialized (select code, count, sum from ranking_leaders where (area, starts, ends) = (?, ?, ?))
		select code::text, count, coalesce(sum, (?))::bigint as sum, (?) as label, (select bound from rankings where (area, starts, ends) = (?, ?, ?)) as bound from (
			select code, count, sum from (
				select code, leaders.count + coalesce(pending.count, 0) as count, leaders.sum + coalesce(pending.sum, 0) as sum from leaders left join pending using (code)
				union all select pending.code, own.count, null from pending cross join lateral (?) own where pending.count > 0 and pending.code not in (select code from leaders)) persons
			where count > 0 order by count desc, code limit ?) first
		order by count desc, sum desc, code`,
		q.pending(tx, ""), stored[0], stored[1], stored[2], sum, label, stored[0], stored[1], stored[2], rows, topRows).Scan(&first).Error
	if err != nil || len(first) == 0 || first[0].Bound == nil {
		return nil, false, err
	}
	bound := *first[0].Bound
	return first, bound == 0 || len(first) == topRows && first[topRows-1].Count > bound, nil
}

// rank stores the rankings of the usual periods that are not stored. compact_rollups has deleted those of a domain with
// steps, and holds the lock of the rollups.
func rank(ctx context.Context, tx *db.DB, today civil.Date, zone *time.Location) error {
	if err := tx.Exec("delete from rankings where ends <> ?", today).Error; err != nil {
		return err
	}
	for _, of := range []domain{orderDomain, serviceDomain} {
		for _, period := range periods.Usual(today) {
			if err := (query{domain: of, period: period, zone: zone, where: of.ranked.counted}).rank(tx.WithContext(ctx)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rank stores the ranking of a query as it is without the steps: the rows less the steps that they contain.
func (q query) rank(tx *db.DB) error {
	of := q.domain.ranked
	var stored bool
	err := tx.Raw("select exists (select from rankings where (area, starts, ends) = (?, ?, ?))", of.name, q.period.Start, q.period.End).
		Scan(&stored).Error
	if err != nil || stored {
		return err
	}
	sum := q.from(tx, q.domain.figures).Select("coalesce(sum(" + of.sum + "), 0)").Where(of.code + " = found.code")
	pending := q.from(tx, of.pending).Select("coalesce(sum(step * " + of.sum + "), 0)").Where(of.code + " = found.code")
	return tx.Exec(`with found as materialized (
			select code, sum(count)::bigint as count from (select code, count from (?) live union all select code, count from (?) steps) persons
			group by code having sum(count) > 0 order by count desc, code limit ?),
		stored as (insert into rankings select ?, ?::date, ?::date, case when count(*) = ? then min(count) else 0 end from found)
		insert into ranking_leaders select ?, ?::date, ?::date, code, count, (?) - (?) from found`,
		q.counts(tx), q.pending(tx, "-"), mostLeaders, of.name, q.period.Start, q.period.End, mostLeaders,
		of.name, q.period.Start, q.period.End, sum, pending).Error
}
