package triage_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception/triage"
)

func TestReadFormSchema_EnabledAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	const questions = `insert into system_configs (system, key, value, value_type) values
		('triage', 'form.fields', '[{"id": "name", "label": "Nome", "type": "text", "enabled": true, "required": true},
			{"id": "phone", "label": "Telefone", "type": "phone", "enabled": false, "required": true}]', 'array'),
		('triage', 'form.custom_fields', '[{"id": "desde", "label": "Desde", "type": "date", "enabled": true, "required": false}]', 'array')`
	if _, err := connection.Pool.Exec(t.Context(), questions); err != nil {
		t.Fatal(err)
	}
	form, err := triage.ReadFormSchema(t.Context(), connection.DB)
	if err != nil || len(form.Fields) != 1 || len(form.CustomFields) != 1 || form.Title == "" || form.Privacy == "" {
		t.Errorf("%+v (%v)", form, err)
	}
}
