package associates

import "testing"

func TestList_ColumnsHaveFileValues(t *testing.T) {
	t.Parallel()
	for _, column := range List().Columns {
		if column.Tags != nil || column.Badge != nil || column.Amount != nil || column.Time != nil {
			continue
		}
		if column.Text == nil && column.Value == nil {
			t.Errorf("%s has no value in files", column.Name)
		}
		if column.Text == nil && column.Cell == nil {
			t.Errorf("%s has no cell", column.Name)
		}
	}
}
