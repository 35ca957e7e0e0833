package queue

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// laneReader reads the items of a board by lane.
type laneReader struct {
	tx       *db.DB
	by       auth.Caller
	input    BoardInput
	news     []int64
	statuses []triage.Status
}

// read returns the lanes of the statuses with their first items.
func (l laneReader) read(ctx context.Context, waiting, ended *db.DB) ([]Lane, error) {
	lanes := make([]Lane, len(l.statuses))
	at := map[string]int{}
	for i, status := range l.statuses {
		lanes[i].Status, at[status.Value] = status, i
	}
	entry, end := triage.DefaultEntry(l.statuses), triage.Done(l.statuses)
	open := lanePart{items: waiting, fallback: entry, order: "date_created, id"}
	if len(l.input.First) > 0 {
		open.order, open.first = "id in ? desc, date_created, id", []any{l.input.First}
	}
	for _, part := range []lanePart{open, {items: ended, fallback: end, order: "completed_at desc, id desc"}} {
		if err := l.fill(ctx, lanes, at, part); err != nil {
			return nil, err
		}
	}
	return lanes, nil
}

// lanePart is the open items or those that ended, with their order in a lane and the lane of unknown statuses.
type lanePart struct {
	items    *db.DB
	fallback string
	order    string
	first    []any // the parameters of the order
}

// fill adds the first items of a part to their lanes, and their number.
func (l laneReader) fill(ctx context.Context, lanes []Lane, at map[string]int, part lanePart) error {
	values := make([]string, len(l.statuses))
	for i, status := range l.statuses {
		values[i] = status.Value
	}
	lane := "case when status in ? then status else ? end"
	var counted []struct {
		Lane  string
		Items int
	}
	err := part.items.Session(&db.Session{}).Select(lane+" as lane, count(*) as items", values, part.fallback).Group("lane").
		Limit(page.MaxLimit).Scan(&counted).Error
	if err != nil {
		return err
	}
	for _, counts := range counted {
		lanes[at[counts.Lane]].Count += counts.Items
	}
	shown := part.items.Session(&db.Session{})
	if len(l.news) > 0 && lanes[at[part.fallback]].Count > len(l.news) {
		shown = shown.Where("id not in ?", l.news)
	}
	numbered := shown.Select("id, "+lane+" as lane, row_number() over (partition by "+lane+" order by "+part.order+") as place",
		slices.Concat([]any{values, part.fallback, values, part.fallback}, part.first)...)
	first := l.tx.Table("(?) as n", numbered).Joins("join reception using (id)").Where("place <= ?", LaneStep)
	for value, most := range l.input.Shown {
		first = first.Or("lane = ? and place <= ?", value, min(most, MaxLane))
	}
	items, err := withPeople(ctx, l.tx, l.by, first, "r.place")
	for _, item := range items {
		value := item.Item.Status
		if !slices.Contains(values, value) {
			value = part.fallback
		}
		lanes[at[value]].Items = append(lanes[at[value]].Items, item)
	}
	return err
}

// Place is the position of an open item in its lane, from 1, with the ids of its neighbours there, 0 for none.
type Place struct {
	Position, Count int
	Previous, Next  int64
}

// PlaceOf returns the position of an open item among those of its status that match the input.
func PlaceOf(ctx context.Context, tx *db.DB, by auth.Caller, item reception.Item, input BoardInput) (place Place, err error) {
	lane := func() *db.DB {
		return limitTo(input.matching(open(ctx, tx, by)), by, input.Whose).Where("status = ?", item.Status)
	}
	before := "(date_created, id) < (?, ?)"
	after := "(date_created, id) > (?, ?)"
	row := tx.WithContext(ctx).Raw("select (?), (?), coalesce((?), 0), coalesce((?), 0)",
		lane().Select("count(*)"), lane().Where(before, item.DateCreated, item.ID).Select("count(*) + 1"),
		lane().Where(before, item.DateCreated, item.ID).Order("date_created desc, id desc").Limit(1).Select("id"),
		lane().Where(after, item.DateCreated, item.ID).Order("date_created, id").Limit(1).Select("id"))
	err = db.ScanRow(row, &place.Count, &place.Position, &place.Previous, &place.Next)
	return place, err
}
