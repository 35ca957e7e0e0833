package db

// Each reads the rows of a query one at a time, however many there are, and ends with the first
// error of take.
func Each[Row any](query *DB, take func(Row) error) error {
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
