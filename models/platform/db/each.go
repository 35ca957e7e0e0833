package db

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
