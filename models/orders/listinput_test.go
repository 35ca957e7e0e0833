package orders

import (
	"reflect"
	"slices"
	"testing"
)

// The counters of the database know the status alone, so every other filter, one that is added later too, must be
// counted from rows.
func TestListInput_IsByStatus(t *testing.T) {
	t.Parallel()
	if !(ListInput{Status: Paid, Sort: "-total", Columns: []string{"id"}, Q: " "}).isByStatus() {
		t.Error("a status with an order and columns is not counted by the counters")
	}
	var input ListInput
	for _, field := range reflect.VisibleFields(reflect.TypeOf(input)) {
		if slices.Contains([]string{"Status", "Sort", "Columns", "Window", "Limit", "Offset", "Count"}, field.Name) {
			continue
		}
		input = ListInput{}
		setAny(t, reflect.ValueOf(&input).Elem().FieldByIndex(field.Index))
		if input.isByStatus() {
			t.Errorf("a list filtered by %s counts by status alone", field.Name)
		}
	}
}

// setAny gives a field a value other than its zero value.
func setAny(t *testing.T, field reflect.Value) {
	t.Helper()
	switch field.Kind() {
	case reflect.String:
		field.SetString("x")
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Slice:
		field.Set(reflect.MakeSlice(field.Type(), 0, 0))
	default:
		t.Fatalf("set a filter of type %s", field.Type())
	}
}
