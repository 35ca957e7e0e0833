package analytics

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Earlier are the numbers of orders of an earlier period, for the groups and rankings of a later one. A key that is missing had
// none; that of a hidden state is Unknown.
type Earlier struct{ States, Products, Associates map[string]int64 }

// Unknown is the number of a group that may not be shown.
const Unknown = -1

// FindEarlier counts the orders of the input's period, whose sums are before, for what now shows. It returns the errors of
// FindOrders.
func FindEarlier(ctx context.Context, tx *db.DB, by auth.Caller, input OrdersInput, now, before Orders) (of Earlier, err error) {
	query, err := begin(ctx, tx, by, orderDomain, input.PeriodInput)
	if err != nil {
		return of, err
	}
	query.in("status", input.Status)
	query.tags, query.sumsOnly = input.Tags, false
	persons, err := query.persons(ctx, tx, before.Found.Groups["state"])
	if err != nil {
		return of, err
	}
	var states []Shown
	for _, group := range before.Series.ByState {
		states = append(states, Shown{Key: group.Key, Count: group.Count})
	}
	of.States = map[string]int64{}
	for _, state := range Protect(states, func(group Shown) int64 { return persons[group.Key] }) {
		of.States[state.Key] = state.Count
		if state.IsHidden {
			of.States[state.Key] = Unknown
		}
	}
	tx = tx.WithContext(ctx)
	of.Products, err = counted(query.from(tx, query.summed("order_product_sums")).Where("code in ?", rankedCodes(now.Rankings.TopProducts)).
		Select("code, sum(count)::bigint as count").Group("code"))
	if err != nil {
		return of, err
	}
	code := query.domain.ranked.code
	of.Associates, err = counted(query.counts(tx).Where(code+" in ?", rankedCodes(now.Rankings.TopAssociates)))
	return of, err
}

func rankedCodes(rows []Ranked) []string {
	codes := make([]string, len(rows))
	for i, row := range rows {
		codes[i] = row.Code
	}
	return codes
}

// counted returns the counts of a query by code.
func counted(query *db.DB) (map[string]int64, error) {
	var rows []person
	err := query.Scan(&rows).Error
	counts := make(map[string]int64, len(rows))
	for _, row := range rows {
		counts[row.Code] = row.Count
	}
	return counts, err
}
