// Package analytics sums up associates, services, orders and the reception by civil day. The database maintains the
// sums (migrations/derived/analytics.sql): triggers store the changes of every row in the same transaction. The package reads
// them, by the days of package periods; package rollups keeps them right. What a service pays is the rule of models/reports.
package analytics

import (
	"context"
	"strings"
	"time"

	"acolhe/models/analytics/periods"
	"acolhe/models/analytics/rollups"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// Figures are the sums of a group, amounts in cents. Each domain has some of them.
type Figures struct {
	Count int64
	// Of orders and services: donations. Of orders: discounts and freight.
	Donation, Discount, Freight int64
	// Of services: the resolved prices, and what the association really keeps of them.
	Received, Fee, Kept int64
	// Of the reception: contacts that became an order or a service.
	Orders, Services int64
}

// Add returns the sums of two groups.
func (f Figures) Add(other Figures) Figures {
	return Figures{f.Count + other.Count, f.Donation + other.Donation, f.Discount + other.Discount, f.Freight + other.Freight,
		f.Received + other.Received, f.Fee + other.Fee, f.Kept + other.Kept, f.Orders + other.Orders, f.Services + other.Services}
}

// Payable is what the professionals get, in cents.
func (f Figures) Payable() int64 { return f.Received - f.Fee - f.Kept }

// Average returns an amount divided by the count, rounded to cents; 0 without rows.
func (f Figures) Average(cents int64) money.Amount {
	if f.Count == 0 {
		return money.Zero
	}
	return money.FromCents((2*cents + f.Count) / (2 * f.Count))
}

// domain describes the rollup of a domain of the analytics: the view of its sums and that of the figures of its rows.
type domain struct {
	rollup, figures string
	// sums are the columns of Figures beside the count.
	sums string
	// groups are the columns of the series beside the date.
	groups []string
	// span limits the figures to a time; it exists for the indexes, as the day limits them too.
	span   string
	ranked persons
}

// moments is the span of figures with one moment.
const moments = "moment >= @from and moment < @to"

// Found are the sums of a period: of all, by the first day of a bucket, by the key of a group for each column, and by
// bucket and status.
type Found struct {
	Total  Figures
	Dates  map[civil.Date]Figures
	Groups map[string]map[string]Figures
	Stacks map[civil.Date]map[string]Figures
}

// query selects the rows of a domain.
type query struct {
	domain domain
	period periods.Period
	zone   *time.Location
	where  []condition
	tags   []string
	// sumsOnly leaves the rankings empty.
	sumsOnly bool
	// isPlain reports that the query has no filter but those of its domain's ranking.
	isPlain bool
}

// condition limits a query by an SQL condition with one value.
type condition struct {
	sql   string
	value any
}

// in adds a condition on the values of a column unless there are none.
func (q *query) in(column string, values []string) {
	if len(values) > 0 {
		q.where = append(q.where, condition{column + " in ?", values})
	}
}

// begin checks that the caller may read reports, and returns the query of the domain with current rollups.
func begin(ctx context.Context, tx *db.DB, by auth.Caller, of domain, input periods.Input) (query, error) {
	if err := access.Require(by, "reports", access.Read); err != nil {
		return query{}, err
	}
	if err := access.RequireUnbound(by); err != nil {
		return query{}, err
	}
	zone, err := rollups.Refresh(ctx, tx, db.Read)
	if err != nil {
		return query{}, err
	}
	period, err := input.Period(civil.Of(by.Now.In(zone)))
	return query{domain: of, period: period, zone: zone, sumsOnly: input.SumsOnly}, err
}

// from selects from the rollup, or from the figures of the rows if tags are asked for or all rows are needed.
func (q query) from(tx *db.DB, table string) *db.DB {
	query := tx.Session(&db.Session{NewDB: true}).Table(table).Where("day between ? and ?", q.period.Start, q.period.End)
	if strings.HasSuffix(table, "_figures") {
		query = q.inSpan(query)
	}
	return q.limited(query)
}

// inSpan limits a query to the time of the period.
func (q query) inSpan(query *db.DB) *db.DB {
	span := q.period.Span(q.zone)
	return query.Where(q.domain.span, map[string]any{"from": span.From, "to": span.To})
}

// limited adds the filters to a query.
func (q query) limited(query *db.DB) *db.DB {
	if len(q.tags) > 0 {
		query = query.Where("exists (select from jsonb_array_elements_text(tags) tag where tag in ?)", q.tags)
	}
	for _, condition := range q.where {
		query = query.Where(condition.sql, condition.value)
	}
	return query
}

// summed is the name of the rollup, or of the figures if tags are asked for: rollups do not have them.
func (q query) summed(rollup string) string {
	if len(q.tags) > 0 {
		return strings.Replace(rollup, "_sums", "_figures", 1)
	}
	return rollup
}

// separator is between the keys of a row; no key has it.
const separator = "\x1f"

// find sums up the rows by bucket and groups, from which gather adds up each series: PostgreSQL takes twice the time for
// the series of a row.
func (q query) find(ctx context.Context, tx *db.DB) (Found, error) {
	buckets := q.period.Buckets()
	names := strings.Join(q.domain.groups, ", ")
	sums := "sum(count)::bigint as count"
	if q.domain.sums != "" {
		sums += ", " + q.domain.sums
	}
	var rows []summed
	err := q.from(tx.WithContext(ctx), q.summed(q.domain.rollup)).
		Select("width_bucket(day, ?::date[]) as bucket, concat_ws('"+separator+"', "+names+") as keys, "+sums, arrayOf(buckets)).
		Group("bucket, " + names).Scan(&rows).Error
	return q.gather(buckets, rows), err
}

// arrayOf returns the days as an array of PostgreSQL.
func arrayOf(days []civil.Date) string {
	text := make([]string, len(days))
	for i, day := range days {
		text[i] = day.String()
	}
	return "{" + strings.Join(text, ",") + "}"
}

// summed is a row of a query: the number of its bucket, from 1, and its keys in the order of the domain's groups.
type summed struct {
	Bucket int
	Keys   string
	Figures
}

// gather adds up the rows by bucket and by each group.
func (q query) gather(buckets []civil.Date, rows []summed) Found {
	found := Found{Dates: map[civil.Date]Figures{}, Groups: map[string]map[string]Figures{}, Stacks: map[civil.Date]map[string]Figures{}}
	for _, column := range q.domain.groups {
		found.Groups[column] = map[string]Figures{}
	}
	for _, row := range rows {
		first := buckets[row.Bucket-1]
		found.Total = found.Total.Add(row.Figures)
		found.Dates[first] = found.Dates[first].Add(row.Figures)
		for i, key := range strings.SplitN(row.Keys, separator, len(q.domain.groups)) {
			column := q.domain.groups[i]
			found.Groups[column][key] = found.Groups[column][key].Add(row.Figures)
			if column == "status" {
				found.stack(first, key, row.Figures)
			}
		}
	}
	return found
}

// stack adds the sums of a status in a bucket.
func (f Found) stack(first civil.Date, status string, figures Figures) {
	if f.Stacks[first] == nil {
		f.Stacks[first] = map[string]Figures{}
	}
	f.Stacks[first][status] = f.Stacks[first][status].Add(figures)
}
