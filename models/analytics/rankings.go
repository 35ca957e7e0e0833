package analytics

import (
	"cmp"
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/money"
)

// topRows is the number of rows of a ranking (decisions.md).
const topRows = 10

// Ranked is a row of a ranking; Sum is in reais.
type Ranked struct {
	Code  string       `json:"code"`
	Label string       `json:"label"`
	Count int64        `json:"count"`
	Sum   money.Amount `json:"sum"`
}

// NoRankings are those of a domain without rankings.
type NoRankings struct{}

// persons describe the ranking of a domain's persons: its name, the table of the counted rows with the person's code and the
// time of the row, the view of the figures of the steps, the columns of the figures with the person's name and the sum in
// cents, and which rows count without a filter.
type persons struct {
	name, table, moment, pending, code, label, sum string
	counted                                        []condition
}

// person is a person with the number of their rows, and the sum in cents. Bound is a count that no person outside of the stored
// leaders has exceeded, null if it is not known.
type person struct {
	Code, Label string
	Count, Sum  int64
	Bound       *int64
}

// topPersons returns the associates with the most rows, those with the same number by their code; none for sums only.
func (q query) topPersons(ctx context.Context, tx *db.DB) ([]Ranked, error) {
	if q.sumsOnly {
		return []Ranked{}, nil
	}
	tx = tx.WithContext(ctx)
	of := q.domain.ranked
	first, known, err := q.leaders(ctx, tx)
	if err != nil {
		return nil, err
	}
	if known {
		return named(tx, first, associateNames)
	}
	var counted []person
	if err := q.counts(tx).Order("count desc, code").Limit(topRows).Scan(&counted).Error; err != nil || len(counted) == 0 {
		return []Ranked{}, err
	}
	return ranked(tx, q.from(tx, q.domain.figures).Where(of.code+" in ?", codes(counted)), ranking{of.code, of.label, of.sum, associateNames})
}

// counts selects the persons of a query with the numbers of their rows.
func (q query) counts(tx *db.DB) *db.DB {
	of := q.domain.ranked
	return q.limited(q.inSpan(tx.Table(of.table))).Select(of.code + " as code, count(*) as count").Group(of.code)
}

func codes(of []person) []string {
	codes := make([]string, len(of))
	for i, person := range of {
		codes[i] = person.Code
	}
	return codes
}

// ranking describes the rows of a table that are ranked by a code; the sum is a column in cents. names selects the
// current names of codes.
type ranking struct {
	code, label, sum string
	names            func(tx *db.DB, codes []string) *db.DB
}

// ranked returns the codes of a query with the largest counts, with their current names.
func ranked(tx, query *db.DB, by ranking) ([]Ranked, error) {
	var rows []person
	err := query.Select(by.code + "::text as code, max(" + by.label + ") as label, sum(count)::bigint as count, sum(" + by.sum + ")::bigint as sum").
		Group(by.code).Having("sum(count) > 0").Order("count desc, sum desc, code").Limit(topRows).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	return named(tx, rows, by.names)
}

// named returns the rows of a ranking with the current names of their codes.
func named(tx *db.DB, rows []person, find func(tx *db.DB, codes []string) *db.DB) ([]Ranked, error) {
	current, err := names(find(tx, codes(rows)))
	ranked := make([]Ranked, len(rows))
	for i, row := range rows {
		ranked[i] = Ranked{Code: row.Code, Label: cmp.Or(current[row.Code], row.Label), Count: row.Count, Sum: money.FromCents(row.Sum)}
	}
	return ranked, err
}

// counted returns the counts of a query by code, of the ranked codes alone.
func counted(query *db.DB, column string, of []Ranked) (map[string]int64, error) {
	counts, codes := map[string]int64{}, []string{}
	for _, row := range of {
		codes = append(codes, row.Code)
	}
	var rows []person
	err := query.Where(column+" in ?", codes).Scan(&rows).Error
	for _, row := range rows {
		counts[row.Code] = row.Count
	}
	return counts, err
}

func associateNames(tx *db.DB, codes []string) *db.DB {
	return tx.Table("users").Select("user_code::text as code, coalesce(social_name, associate_name, '') as label").
		Where("user_code in ?", codes)
}

func productNames(tx *db.DB, codes []string) *db.DB {
	return tx.Table("products").Select("code, name as label").Where("code in ?", codes)
}

// names returns the labels of a query by their code.
func names(query *db.DB) (map[string]string, error) {
	var rows []struct{ Code, Label string }
	err := query.Scan(&rows).Error
	found := make(map[string]string, len(rows))
	for _, row := range rows {
		found[row.Code] = row.Label
	}
	return found, err
}
