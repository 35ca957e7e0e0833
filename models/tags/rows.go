package tags

import (
	"fmt"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

const (
	// MaxUndone is the maximum number of rows for which a change of a tag can be undone.
	MaxUndone = 2_000
	// rowsPerUpdate is the number of rows of one statement, low enough for the statement timeout.
	rowsPerUpdate = 2_000
)

// Progress is called with the number of changed rows and of all rows during a change of a tag. Its error ends the
// change.
type Progress func(rows, of int) error

// unreported is the progress of a change without a listener.
func unreported(int, int) error { return nil }

// rowChange is a change of a tag in all its rows.
type rowChange struct {
	tag Tag
	// set is the SQL of the new tags with %s for their column, and its arguments.
	set       string
	arguments []any
	progress  Progress
}

func rename(tag Tag, name string, progress Progress) rowChange {
	return rowChange{tag: tag, set: "replace_tag(%s, ?, ?)", arguments: []any{tag.Name, name}, progress: progress}
}

func removal(tag Tag, progress Progress) rowChange {
	return rowChange{tag: tag, set: "%s - ?::text", arguments: []any{tag.Name}, progress: progress}
}

// apply changes the rows of the tag and returns their ids by collection. It locks the rows of a collection in the order of
// their ids, so that two changes cannot deadlock. Readers see all changes at once, when the transaction ends.
func (c rowChange) apply(tx *db.DB, by auth.Caller) (map[string][]int64, error) {
	changed, count := map[string][]int64{}, 0
	total, err := c.count(tx)
	if err != nil {
		return nil, err
	}
	for _, collection := range c.tag.Collections() {
		for last, isMore := int64(0), true; isMore; {
			ids, err := c.update(tx, by, collection, last)
			if err != nil {
				return nil, err
			}
			changed[collection] = append(changed[collection], ids...)
			count += len(ids)
			if err := c.progress(count, max(count, total)); err != nil {
				return nil, err
			}
			if isMore = len(ids) == rowsPerUpdate; isMore {
				last = ids[len(ids)-1]
			}
		}
	}
	return changed, nil
}

// count counts the rows of the tag.
func (c rowChange) count(tx *db.DB) (total int, err error) {
	for _, collection := range c.tag.Collections() {
		var rows int64
		if err := tx.Table(collection).Where(columnOf(collection)+" @> jsonb_build_array(?::text)", c.tag.Name).Count(&rows).Error; err != nil {
			return 0, err
		}
		total += int(rows)
	}
	return total, nil
}

// update changes the next rows of a collection after an id and returns their ids, ascending.
func (c rowChange) update(tx *db.DB, by auth.Caller, collection string, after int64) (ids []int64, err error) {
	column := columnOf(collection)
	// The name of the table is one of Tagged, never input.
	err = tx.Raw(`with changed as (
			update `+collection+` set `+column+` = `+fmt.Sprintf(c.set, column)+`, date_updated = ?
			where id in (select id from `+collection+` where `+column+` @> jsonb_build_array(?::text) and id > ? order by id limit ? for no key update) returning id)
		select id from changed order by id`,
		append(c.arguments, by.Now, c.tag.Name, after, rowsPerUpdate)...).Scan(&ids).Error
	return ids, err
}

func countRows(rows map[string][]int64) int {
	total := 0
	for _, ids := range rows {
		total += len(ids)
	}
	return total
}
