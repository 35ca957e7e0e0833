package db

import "context"

// ServerVersion returns the name and the version of the database server, such as "PostgreSQL 18.1".
func ServerVersion(ctx context.Context, tx *DB) (string, error) {
	var version string
	err := ScanRow(tx.WithContext(ctx).Raw("select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)"), &version)
	return version, err
}
