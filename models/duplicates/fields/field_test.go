package fields_test

import (
	"slices"
	"testing"

	"acolhe/models/duplicates/fields"
	"acolhe/models/platform/dbtest"
)

// What becomes of each column of a person is known.
func TestAll_EveryColumn(t *testing.T) {
	t.Parallel()
	var columns []string
	err := dbtest.New(t).DB.Raw("select column_name from information_schema.columns where table_schema = 'public' and table_name = 'users'").
		Scan(&columns).Error
	if err != nil || len(columns) == 0 {
		t.Fatal(err)
	}
	for _, name := range columns {
		if !slices.Contains(fields.Known(), name) {
			t.Errorf("joining does not know what becomes of users.%s: add it to models/duplicates/fields/field.go", name)
		}
	}
}
