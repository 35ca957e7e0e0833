package db

import "gorm.io/gorm/clause"

// Each calls take with the rows of a query one at a time, in bounded memory, and stops at its first
// error.
func Each[Row any](query *DB, take func(Row) error) error {
	query = Unprepared(query)
	rows, err := query.Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var row Row
		if err := query.ScanRows(rows, &row); err != nil {
			return err
		}
		if err := take(row); err != nil {
			return err
		}
	}
	return Translate(rows.Err())
}

// UpdateEach locks the rows of a query in the order of their ids, changes each and writes the given columns. It returns
// the number of rows. It is for columns outside the version of a row, such as encrypted ones; see Change for others.
func UpdateEach[Row any](query *DB, columns []string, change func(row *Row) error) (int, error) {
	var rows []Row
	if err := query.Clauses(clause.Locking{Strength: "UPDATE"}).Order("id").Find(&rows).Error; err != nil {
		return 0, err
	}
	for i := range rows {
		if err := change(&rows[i]); err != nil {
			return 0, err
		}
		if err := query.Session(&Session{NewDB: true}).Select(columns).UpdateColumns(&rows[i]).Error; err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}
