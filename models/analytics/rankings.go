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

// NoRankings are those of an area without rankings.
type NoRankings struct{}

// persons describe the ranking of an area's persons: its name, the table of the counted rows with the person's code,
// which rows count without a filter, and the columns of the figures with the person's name and the sum in cents.
type persons struct {
	name, table, code, label, sum string
	counted                       []condition
}

// topPersons returns the associates with the most rows, those with the same number by their code; none for sums only.
func (q query) topPersons(ctx context.Context, tx *db.DB) ([]Ranked, error) {
	if q.sumsOnly {
		return []Ranked{}, nil
	}
	codes, known, err := q.leaders(ctx, tx)
	if err == nil && !known {
		err = q.counts(tx.WithContext(ctx)).Limit(topRows).Scan(&codes).Error
	}
	if err != nil || len(codes) == 0 {
		return []Ranked{}, err
	}
	chosen := make([]string, len(codes))
	for i, person := range codes {
		chosen[i] = person.Code
	}
	of := q.area.ranked
	tx = tx.WithContext(ctx)
	return ranked(tx, q.from(tx, q.area.figures).Where(of.code+" in ?", chosen), ranking{of.code, of.label, of.sum, associateNames})
}

// ranking describes the rows of a table that are ranked by a code; the sum is a column in cents. names selects the
// current names of codes.
type ranking struct {
	code, label, sum string
	names            func(tx *db.DB, codes []string) *db.DB
}

// ranked returns the codes of a query with the largest counts, with their current names.
func ranked(tx, query *db.DB, by ranking) ([]Ranked, error) {
	var rows []struct {
		Code, Label string
		Count, Sum  int64
	}
	err := query.Select(by.code + "::text as code, max(" + by.label + ") as label, sum(count)::bigint as count, sum(" + by.sum + ")::bigint as sum").
		Group(by.code).Having("sum(count) > 0").Order("count desc, sum desc, code").Limit(topRows).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	codes := make([]string, len(rows))
	for i, row := range rows {
		codes[i] = row.Code
	}
	current, err := names(by.names(tx, codes))
	ranked := make([]Ranked, len(rows))
	for i, row := range rows {
		ranked[i] = Ranked{Code: row.Code, Label: cmp.Or(current[row.Code], row.Label), Count: row.Count, Sum: money.FromCents(row.Sum)}
	}
	return ranked, err
}

func associateNames(tx *db.DB, codes []string) *db.DB {
	return tx.Table("users").Select("user_code::text as code, coalesce(social_name, associate_name, '') as label").Where("user_code in ?", codes)
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
