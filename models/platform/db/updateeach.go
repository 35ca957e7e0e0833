package db

import "gorm.io/gorm/clause"

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
