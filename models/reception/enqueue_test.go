package reception_test

import (
	"encoding/json"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
)

// customForm asks one question of each type.
const customForm = `insert into system_configs (system, key, value, value_type) values
	('triage', 'form.fields', '[{"id": "name", "label": "Nome", "type": "text", "enabled": true, "required": true},
		{"id": "email", "label": "E-mail", "type": "email", "enabled": true, "required": false},
		{"id": "phone", "label": "Telefone", "type": "phone", "enabled": false, "required": true},
		{"id": "bairro", "label": "Bairro", "type": "text", "enabled": true, "required": false}]', 'array'),
	('triage', 'form.custom_fields', '[{"id": "uso", "label": "Para quê", "type": "select", "enabled": true, "required": true, "options": ["Dor", "Sono"]},
		{"id": "desde", "label": "Desde", "type": "date", "enabled": true, "required": false},
		{"id": "aceite", "label": "Aceito", "type": "checkbox", "enabled": true, "required": true}]', 'array')`

func publicInput(t *testing.T, members string) reception.PublicInput {
	t.Helper()
	var all map[string]json.RawMessage
	var input reception.PublicInput
	if err := json.Unmarshal([]byte(members), &all); err != nil {
		t.Fatal(err)
	}
	for id, raw := range all {
		if id == "custom_fields" {
			if err := json.Unmarshal(raw, &input.CustomFields); err != nil {
				t.Fatal(err)
			}
			continue
		}
		input.Keep(id, raw)
	}
	return input
}

func TestEnqueuePublic(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, customForm)
	input := publicInput(t, `{"name": " Ana ", "email": "ANA@exemplo.org.br", "bairro": "Centro", "custom_fields": {"uso": "Dor", "desde": "2026-01-31", "aceite": true}}`)
	item, err := reception.EnqueuePublic(t.Context(), connection.DB, auth.Caller{Now: now}, input)
	if err != nil {
		t.Fatal(err)
	}
	own, _ := json.Marshal(item.Tags)
	if item.Status != "waiting" || item.Source != reception.FromPublic || *item.Name != "Ana" || *item.Email != dbtest.Ana.Email ||
		item.AssociateCode.String() != dbtest.Ana.UserCode ||
		string(own) != `{"custom_fields":{"aceite":true,"bairro":"Centro","desde":"2026-01-31","uso":"Dor"}}` {
		t.Errorf("queued %+v with %s", item, own)
	}
	events, err := reception.History(t.Context(), connection.DB, item.ID)
	if err != nil || len(events) != 1 || events[0].Action != reception.Entered || events[0].ActorName != nil {
		t.Errorf("history %+v (%v)", events, err)
	}
	// With one id in both lists no own answer is lost, and a column takes none of the own answers.
	execute(t, connection, `update system_configs set value = value || '[{"id": "bairro", "label": "Onde", "type": "text", "enabled": true},
		{"id": "name", "label": "De quem", "type": "text", "enabled": true}]' where key = 'form.custom_fields'`)
	input = publicInput(t, `{"name": "Ana", "bairro": "Centro", "custom_fields": {"uso": "Dor", "aceite": true, "bairro": "Sul", "name": "Eva"}}`)
	if item, err = reception.EnqueuePublic(t.Context(), connection.DB, auth.Caller{Now: now}, input); err != nil {
		t.Fatal(err)
	}
	if own, _ = json.Marshal(item.Tags); *item.Name != "Ana" || string(own) !=
		`{"custom_fields":{"aceite":true,"bairro":"Sul","name":"Eva","uso":"Dor"}}` {
		t.Errorf("queued %s with %s", *item.Name, own)
	}
}

func TestEnqueuePublic_AllProblems(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, customForm)
	for name, c := range map[string]struct{ sent, wrong string }{
		"nothing":          {`{}`, "custom_fields.aceite custom_fields.uso name"},
		"a disabled field": {`{"name": "Ana", "phone": "48999991234", "custom_fields": {"uso": "Dor", "aceite": true}}`, "phone"},
		"an unknown member": {`{"name": "Ana", "status": "done", "custom_fields": {"uso": "Dor", "aceite": true, "outra": 1}}`,
			"custom_fields.outra status"},
		"an unticked box": {`{"name": "Ana", "custom_fields": {"uso": "Dor", "aceite": false}}`, "custom_fields.aceite"},
		"wrong values": {`{"name": 1, "email": "x", "custom_fields": {"uso": "Outro", "desde": "31/02/2026", "aceite": "sim"}}`,
			"custom_fields.aceite custom_fields.desde custom_fields.uso email name"},
		"blank answers": {`{"name": " ", "email": null, "custom_fields": {"uso": "", "aceite": null}}`,
			"custom_fields.aceite custom_fields.uso name"},
	} {
		_, err := reception.EnqueuePublic(t.Context(), connection.DB, auth.Caller{Now: now}, publicInput(t, c.sent))
		if paths(err) != c.wrong {
			t.Errorf("%s: wrong are %q, not %q", name, paths(err), c.wrong)
		}
	}
	var items int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from reception").Scan(&items); err != nil || items != 3 {
		t.Errorf("%d items (%v)", items, err)
	}
}
