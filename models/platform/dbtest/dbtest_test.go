package dbtest_test

import (
	"fmt"
	"testing"

	"acolhe/models/platform/dbtest"
)

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		dbtest.New(b)
	}
}

// A test sees only its own writes, with the same schema.
func TestNew_SeparateDatabases(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			conn := dbtest.New(t)
			if _, err := conn.Pool.Exec(t.Context(), "INSERT INTO tags (name, color) VALUES ($1, '#000000')", fmt.Sprint("tag ", i)); err != nil {
				t.Fatal(err)
			}
			var names []string
			if err := conn.DB.Table("tags").Where("name LIKE 'tag %'").Pluck("name", &names).Error; err != nil {
				t.Fatal(err)
			}
			if len(names) != 1 || names[0] != fmt.Sprint("tag ", i) {
				t.Errorf("found %v, want its own tag alone", names)
			}
		})
	}
}
