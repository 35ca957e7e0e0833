package firstrun_test

import (
	"strings"
	"testing"

	"acolhe/models/firstrun"
	"acolhe/models/platform/dbtest"
)

// Each step depends on its part of the state, and the list is nil when all steps are done.
func TestRead_FollowsState(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	camila := dbtest.Camila.Caller().At(dbtest.Today)
	exec := func(statement string) {
		t.Helper()
		if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	exec("delete from products; delete from system_configs; update system_users set is_sample = id <> 1; update users set is_sample = id = 1")
	for _, step := range []struct {
		statement string
		want      firstrun.Checklist
	}{
		{"select 1", firstrun.Checklist{}},
		{`insert into system_configs (system, key, value) values ('system', 'association_name', '"Flor"')`, firstrun.Checklist{Name: true}},
		{`insert into system_configs (system, key, value) values ('store', 'pix_key', '"financeiro@exemplo.org.br"')`,
			firstrun.Checklist{Name: true, Pix: true}},
		{"update system_users set is_sample = id > 2", firstrun.Checklist{Name: true, Pix: true, Operators: true}},
		{"insert into products (code, name) values ('A', 'A')", firstrun.Checklist{Name: true, Pix: true, Operators: true, Products: true}},
		{publish("self"), firstrun.Checklist{Name: true, Pix: true, Operators: true, Products: true}},
		{publish("with_patient"), firstrun.Checklist{Name: true, Pix: true, Operators: true, Products: true, Terms: true}},
		{"update users set is_sample = false",
			firstrun.Checklist{Name: true, Pix: true, Operators: true, Products: true, Terms: true, Samples: true}},
	} {
		exec(step.statement)
		if list, err := firstrun.Read(t.Context(), connection.DB, camila, false); err != nil || list == nil || *list != step.want {
			t.Errorf("%s: %+v (%v), want %+v", step.statement, list, err, step.want)
		}
	}
	if list, err := firstrun.Read(t.Context(), connection.DB, camila, true); err != nil || list != nil {
		t.Errorf("with nothing missing: %+v (%v)", list, err)
	}
}

// publish returns a statement that publishes the term of a kind.
func publish(kind string) string {
	return strings.ReplaceAll(`insert into files (file_name, content_type, size, sha256, storage_key) values ('termo.pdf', 'application/pdf', 1, repeat('a', 64), 'KIND');
		insert into sign_templates (kind) values ('KIND') on conflict do nothing;
		insert into sign_template_versions (template_id, version_number, content_json, content_sha256, pdf_file_id, pdf_sha256)
			select template.id, 1, '{"type": "doc"}', file.sha256, file.id, file.sha256 from sign_templates template, files file where kind = 'KIND' and storage_key = 'KIND';
		update sign_templates set current_version_id = (select id from sign_template_versions where template_id = sign_templates.id) where kind = 'KIND'`, "KIND", kind)
}

func TestDismiss_OwnListOnly(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	camila, bruno := dbtest.Camila.Caller().At(dbtest.Today), dbtest.Bruno.Caller().At(dbtest.Today)
	if list, err := firstrun.Read(t.Context(), connection.DB, bruno, false); err != nil || list != nil {
		t.Errorf("Acolhimento reads %+v (%v)", list, err)
	}
	if err := firstrun.Dismiss(t.Context(), connection.DB, bruno); err != nil {
		t.Fatal(err)
	}
	if list, err := firstrun.Read(t.Context(), connection.DB, camila, false); err != nil || list == nil {
		t.Errorf("dismissed by somebody else: %+v (%v)", list, err)
	}
	if err := firstrun.Dismiss(t.Context(), connection.DB, camila); err != nil {
		t.Fatal(err)
	}
	if list, err := firstrun.Read(t.Context(), connection.DB, camila, false); err != nil || list != nil {
		t.Errorf("after dismissing: %+v (%v)", list, err)
	}
}
