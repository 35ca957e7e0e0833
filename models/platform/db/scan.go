package db

// ScanRow reads the only row of a query. Its errors are those of Translate, which GORM does not call for a row that is
// scanned.
func ScanRow(query *DB, into ...any) error { return Translate(query.Row().Scan(into...)) }
