package analytics

import (
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

// ranking counts rows of a table by a code; the sum is a column in cents. names selects the names of codes. If the sums
// are costly, counted is the table of the rows, in which the codes are chosen by their counts first.
type ranking struct {
	counted                 string
	table, code, label, sum string
	names                   func(tx *db.DB, codes []string) *db.DB
}

// top returns the codes with the largest counts, with their current names; none for sums only.
func (q query) top(ctx context.Context, tx *db.DB, by ranking) ([]Ranked, error) {
	if q.sumsOnly {
		return []Ranked{}, nil
	}
	var rows []struct {
		Code, Label string
		Count, Sum  int64
	}
	query := q.from(tx.WithContext(ctx), by.table)
	if by.counted != "" {
		var chosen []string
		counts := q.limited(q.inSpan(tx.WithContext(ctx).Table(by.counted))).Select(by.code + "::text")
		if err := counts.Group(by.code).Order("count(*) desc, " + by.code).Limit(topRows).Scan(&chosen).Error; err != nil {
			return nil, err
		}
		query = query.Where(by.code+" in ?", chosen)
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
	current, err := names(by.names(tx.WithContext(ctx), codes))
	ranked := make([]Ranked, len(rows))
	for i, row := range rows {
		ranked[i] = Ranked{Code: row.Code, Label: row.Label, Count: row.Count, Sum: money.FromCents(row.Sum)}
		if name := current[row.Code]; name != "" {
			ranked[i].Label = name
		}
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
