package errors

import (
	"context"
	"time"

	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/systemerrors"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	view "acolhe/views/admin/errors"
)

// groups returns the list of groups with their trends; without a status it shows the open ones.
func groups(now time.Time) list.List[view.Row, systemerrors.GroupsInput] {
	return list.List[view.Row, systemerrors.GroupsInput]{Definition: view.List(now),
		Find: func(ctx context.Context, tx *db.DB, by auth.Caller, input systemerrors.GroupsInput) (page.Of[view.Row], error) {
			found, err := systemerrors.ListGroups(ctx, tx, by, openByDefault(input))
			if err != nil {
				return page.Of[view.Row]{}, err
			}
			return withTrends(ctx, tx, by, found, now)
		},
		Count: func(ctx context.Context, tx *db.DB, by auth.Caller, input systemerrors.GroupsInput, limit int) (page.Counted, error) {
			return systemerrors.CountGroups(ctx, tx, by, openByDefault(input), limit)
		}}
}

func openByDefault(input systemerrors.GroupsInput) systemerrors.GroupsInput {
	if input.Status == "" {
		input.Status = systemerrors.Open
	}
	return input
}

func withTrends(ctx context.Context, tx *db.DB, by auth.Caller, found page.Of[systemerrors.Group], now time.Time) (page.Of[view.Row],
	error) {
	hashes := make([]string, len(found.Items))
	for i, group := range found.Items {
		hashes[i] = group.ErrorHash
	}
	trends, err := systemerrors.ReadTrends(ctx, tx, by, systemerrors.Span{Now: now, Days: view.Days}, hashes)
	rows := page.Of[view.Row]{Meta: found.Meta}
	for _, group := range found.Items {
		rows.Items = append(rows.Items, view.Row{Group: group, Trend: trends[group.ErrorHash]})
	}
	return rows, err
}
