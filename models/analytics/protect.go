package analytics

import (
	"cmp"
	"context"
	"slices"

	"acolhe/models/platform/db"
)

// fewest is the number of persons from which on a group is shown on pages: smaller ones could name a person.
const fewest = 3

// Shown is a group on a page; one that IsHidden has fewer than three persons, or would tell the count of such a group.
type Shown struct {
	Key, Label string
	Count      int64
	IsHidden   bool
}

// Protect hides the groups of fewer than three persons. If only one would be hidden, its count would be the rest of the
// total, so the next smallest is hidden too. persons returns the number of persons of a group.
func Protect(groups []Shown, persons func(Shown) int64) []Shown {
	groups = slices.Clone(groups)
	hidden := 0
	for i := range groups {
		if groups[i].Count > 0 && persons(groups[i]) < fewest {
			groups[i].IsHidden = true
			hidden++
		}
	}
	if hidden != 1 {
		return groups
	}
	next := -1
	for i, group := range groups {
		if !group.IsHidden && group.Count > 0 && (next < 0 || cmp.Compare(group.Count, groups[next].Count) < 0) {
			next = i
		}
	}
	if next >= 0 {
		groups[next].IsHidden = true
	}
	return groups
}

// Choice is a value of a filter.
type Choice struct{ Code, Label string }

// Choices are the values of filters: the professionals by row id, the attendants by user_code, and the tags of a
// collection.
type Choices struct {
	Professionals, Attendants []Choice
	Tags                      []string
}

// maxChoices is the maximum number of values of a filter.
const maxChoices = 500

// FindChoices returns the values of filters, with the tags of a collection.
func FindChoices(ctx context.Context, tx *db.DB, collection string) (found Choices, err error) {
	tx = tx.WithContext(ctx)
	for _, list := range []struct {
		query *db.DB
		into  any
	}{
		{tx.Table("professionals").Select("id::text as code, name as label").Order("fold(name), id"), &found.Professionals},
		{tx.Table("system_users").Select("user_code::text as code, name || coalesce(' ' || last_name, '') as label").
			Where("not jsonb_exists(permissions, 'Profissional')").Order("fold(name), id"), &found.Attendants},
		{tx.Table("tags").Where("collection is null or collection = ?", collection).Order("fold(name), id").Select("name"), &found.Tags},
	} {
		if err := list.query.Limit(maxChoices).Scan(list.into).Error; err != nil {
			return found, err
		}
	}
	return found, nil
}
