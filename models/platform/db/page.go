package db

import "acolhe/models/types/page"

// ReadPage reads a window of the filtered rows in a total order, and the requested counts:
// total_count of scope, filter_count of filtered.
func ReadPage[T any](scope, filtered *DB, window page.Range, order string) (page.Of[T], error) {
	scope, filtered = Unprepared(scope), Unprepared(filtered)
	found := page.Of[T]{Meta: page.Meta{Limit: window.Limit, Offset: window.Offset}}
	if window.Wants(page.TotalCount) {
		count, err := count(scope)
		if err != nil {
			return found, err
		}
		found.Meta.TotalCount = &count
	}
	if window.Wants(page.FilterCount) {
		count, err := count(filtered.Session(&Session{}))
		if err != nil {
			return found, err
		}
		found.Meta.FilterCount = &count
	}
	items, err := Collect[T](InWindow(filtered.Model(new(T)).Order(order), window))
	found.Items = items
	return found, err
}

// CountUpTo counts the rows of a query up to most; list pages count up to page.CountLimit.
func CountUpTo(query *DB, most int) (page.Counted, error) {
	var rows int
	err := ScanRow(CountOf(Unprepared(query), most+1), &rows)
	return page.CountedUpTo(rows, most), err
}

// CountOf selects the number of rows of a query, at most most.
func CountOf(query *DB, most int) *DB {
	some := query.Select("1").Limit(most)
	return query.Session(&Session{NewDB: true}).Table("(?) as counted", some).Select("count(*)")
}

func count(query *DB) (int, error) {
	var count int64
	err := query.Count(&count).Error
	return int(count), err
}

// SQL returns the statement that selects columns of a query, with its arguments, for a read on the pool.
func SQL(query *DB, columns string) (sql string, args []any, err error) {
	var rows []map[string]any
	built := query.Session(&Session{DryRun: true}).Select(columns).Find(&rows)
	return built.Statement.SQL.String(), built.Statement.Vars, built.Error
}
