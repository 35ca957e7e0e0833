package db

import (
	"database/sql"
	"encoding/json"
	"fmt"
)

// AsJSON selects the rows of a query as one JSON array, in their order and with the names of their columns, for use in
// other statements. JSON reads it.
func AsJSON(query *DB) *DB {
	return query.Session(&Session{NewDB: true}).Table("(?) as listed", query).Select("json_agg(listed)")
}

// JSON returns a destination of ScanRow that decodes a JSON value into a pointer; null leaves its value as it is.
func JSON(into any) sql.Scanner { return decoded{into} }

type decoded struct{ into any }

// Scan implements sql.Scanner.
func (d decoded) Scan(source any) error {
	switch raw := source.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(raw), d.into)
	case []byte:
		return json.Unmarshal(raw, d.into)
	}
	return fmt.Errorf("%T is not JSON", source)
}
