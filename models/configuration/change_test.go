package configuration_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/freight"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func value(raw string) patch.Field[json.RawMessage] { return patch.Of(json.RawMessage(raw)) }

func (f fixture) change(t *testing.T, input configuration.ChangeInput) (configuration.Setting, error) {
	t.Helper()
	return f.catalogue.Change(t.Context(), f.DB, camila.At(dbtest.Today), input)
}

// A value is validated against its key before it is stored; a refused one changes nothing.
func TestChange_Values(t *testing.T) {
	t.Parallel()
	fixture := open(t)
	long := strings.Repeat("x", 81)
	for _, c := range []struct{ key, value, says string }{
		{"store.freight.apply_to_total", `false`, ""},
		{"store.freight.apply_to_total", `"false"`, "true ou false"},
		{"store.freight.apply_to_total", `0`, "true ou false"},
		{"store.freight.default_option", `"carrier_b:1-2"`, ""},
		{"store.freight.default_option", `"correios:1"`, "carrier_b:1-2"},
		{"store.freight.content_declaration", `"Óleos"`, ""},
		{"store.freight.content_declaration", `" "`, "até 100"},
		{"store.ship_from", shipFromJSON, ""},
		{"store.ship_from", strings.Replace(shipFromJSON, "88010000", "88010-000", 1), "cep"},
		{"store.ship_from", strings.Replace(shipFromJSON, "12345678909", "12345678900", 1), "document"},
		{"store.ship_from", strings.Replace(shipFromJSON, `"SC"`, `"XX"`, 1), "state"},
		{"store.ship_from", strings.Replace(shipFromJSON, `"number"`, `"numero"`, 1), `"numero" não é um`},
		{"store.ship_from", `[]`, "objeto"},
		{"store.package.weight_g", `30000`, ""},
		{"store.package.weight_g", `30001`, "1 a 30000"},
		{"store.package.width_cm", `0`, "1 a 100"},
		{"store.package.width_cm", `10.5`, "número"},
		{"store.package.width_cm", `1e400000`, "número longo demais"},
		{"store.pix_key", `"pix@associacao.org.br"`, ""},
		{"store.pix_key", `"uma chave"`, "chave Pix"},
		{"store.pix_name", `"Associação Flor da Ilha"`, ""},
		{"store.pix_name", `"Associação Brasileira Flor"`, "máximo 25"},
		{"store.pix_city", `"Florianópolis SC"`, "máximo 15"},
		{"system.time_zone", `"Europe/Lisbon"`, ""},
		{"system.time_zone", `"Local"`, "fuso"},
		{"system.time_zone", `"../../etc/passwd"`, "fuso"},
		{"system.association_name", `"Flor da Ilha"`, ""},
		{"system.association_name", `"` + long + `"`, "máximo 80"},
		{"system.association_name", `"duas\nlinhas"`, "linha"},
		{"system.association_name", `"a\u0000b"`, "não pode ser salvo"},
		{"system.role_pages", `{"Produção":["services"]}`, ""},
		{"system.role_pages", `"services"`, "de cada papel"},
		{"triage.statuses", `[{"value":"fila","label":"Fila","color":"#112233","is_default_entry":true},{"value":"fim","label":"Fim","color":"#112233","is_done":true}]`, ""},
		{"triage.statuses", `[]`, "exatamente uma situação de entrada"},
		{"triage.statuses", `[{"value":"fila","label":"Fila","color":"#112233","is_default_entry":true}]`, "de quem foi atendido"},
		{"triage.statuses", `[{"value":"a","label":"A","color":"red","is_default_entry":true}]`, "[0].color"},
		{"triage.statuses", `[{"value":"a","label":"A","color":"#112233","is_default_entry":true},{"value":"a","label":"B","color":"#112233","is_done":true}]`, "já existe uma situação com este valor"},
		{"triage.statuses", `[{"value":"a","label":"A","color":"#112233","is_default_entry":true,"is_done":true},{"value":"b","label":"B","color":"#112233","is_default_entry":true}]`, "exatamente uma"},
		{"triage.statuses", `null`, "nulo"},
		{"triage.form.fields", `[]`, "pelo menos uma"},
		{"triage.form.fields", `[{"id":"a","label":"A","type":"select","enabled":true,"required":true}]`, "[0].options"},
		{"triage.form.fields", `[{"id":"custom_fields","label":"A","type":"text","enabled":true,"required":true}]`, "[0].id"},
		{"triage.form.custom_fields", `[{"id":"a","label":"A","type":"slider","enabled":true,"required":true}]`, "[0].type"},
		{"triage.form.custom_fields", `[{"id":"a","label":"A","type":"select","enabled":true,"required":true,"options":["sim","não"]}]`, ""},
		{"services.professional-types", `[{"id":"medic","association_fee":10.5,"default_consultation_price":null,"active":true}]`, ""},
		{"services.professional-types", `[{"id":"medic","association_fee":-1,"active":true}]`, "association_fee"},
		{"services.professional-types", `[{"id":"medic","association_fee":1.005,"active":true}]`, "lista"},
		{"services.professional-types", `[{"id":"a","association_fee":0,"active":true},{"id":"a","association_fee":0,"active":true}]`, "[1].id"},
	} {
		before := fixture.find(t, c.key)
		changing := value(c.value)
		if c.value == "null" {
			changing = patch.Field[json.RawMessage]{Sent: true, Null: true}
		}
		changed, err := fixture.change(t, configuration.ChangeInput{ID: before.ID, Value: changing})
		after := fixture.find(t, c.key)
		switch {
		case c.says == "" && (err != nil || changed.Source != settings.FromDatabase || string(after.Value) == "" ||
			!sameJSON(string(after.Value), string(changed.ResolvedValue))):
			t.Errorf("%s does not take %s: %v, %+v", c.key, c.value, err, changed)
		case c.says != "" && (!errs.HasCode(err, errs.CodeValidation) || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s takes %s: %v, want %q", c.key, c.value, err, c.says)
		case c.says != "" && string(after.Value) != string(before.Value):
			t.Errorf("%s was refused %s and holds %s", c.key, c.value, after.Value)
		}
	}
}

// The definition in the code applies to a declared key, not the fields of its row.
func TestChange_DeclaredKey(t *testing.T) {
	t.Parallel()
	fixture := open(t)
	id := fixture.find(t, "store.pix_city").ID
	for path, input := range map[string]configuration.ChangeInput{
		"description":       {ID: id, Description: patch.Of("outra")},
		"is_required":       {ID: id, IsRequired: patch.Of(true)},
		"allow_hardcoded":   {ID: id, AllowHardcoded: patch.Of(false)},
		"hardcoded_default": {ID: id, HardcodedDefault: value(`"Palhoça"`)},
	} {
		if _, err := fixture.change(t, input); errs.For(errs.FieldsOf(err), path) == "" {
			t.Errorf("%s is changed: %v", path, err)
		}
	}
	fixture.exec(t, "update system_configs set value_type = 'number', is_required = true, allow_hardcoded = false, hardcoded_default = '5' where id = $1", id)
	if got := fixture.find(t, "store.pix_city"); got.ValueType != settings.Text || got.IsRequired || !got.AllowHardcoded ||
		string(got.ResolvedValue) != `"Brasil"` {
		t.Errorf("the row redefines the key: %+v", got)
	}
	if err := fixture.catalogue.Remove(t.Context(), fixture.DB, camila.At(dbtest.Today), id); err != nil {
		t.Fatal(err)
	}
	if got := fixture.find(t, "store.pix_city"); got.ID != id || got.Source != settings.FromDefault {
		t.Errorf("after the removal the key is %+v", got)
	}
}

// A later version may declare a key that an administrator created as sensitive.
func TestSeed_NameOfSecret(t *testing.T) {
	t.Parallel()
	fixture := open(t)
	fixture.exec(t, `update system_configs set is_sensitive = true, value = null, value_encrypted = 'x', encryption_key_id = 'y'
		where key in ('pix_city', 'freight.default_option')`)
	city := fixture.find(t, "store.pix_city")
	if city.IsSensitive || city.Source != settings.FromDefault {
		t.Errorf("the key is %+v", city)
	}
	if changed, err := fixture.change(t, configuration.ChangeInput{ID: city.ID, Value: value(`"Palhoça"`)}); err != nil ||
		string(changed.Value) != `"Palhoça"` {
		t.Errorf("changed to %+v, %v", changed, err)
	}
	desk := freight.Quoter{DB: fixture.DB}
	if _, err := desk.ChooseDefaultOption(t.Context(), camila.At(dbtest.Today),
		freight.DefaultOptionInput{OptionKey: "carrier_b:1-2"}); err != nil {
		t.Error(err)
	}
	if got := fixture.find(t, "store.freight.default_option"); string(got.Value) != `"carrier_b:1-2"` {
		t.Errorf("the favourite is %+v", got)
	}
}

// Seeding again adds no rows and keeps the stored values.
func TestSeed_KeepsRows(t *testing.T) {
	t.Parallel()
	fixture := open(t)
	fixture.store(t, "store.pix_city", `"Palhoça"`)
	before := fixture.find(t, "store.pix_city")
	var starting sync.WaitGroup
	for range 4 {
		starting.Go(func() {
			if err := configuration.Seed(t.Context(), fixture.DB, areas.Keys(), dbtest.Today); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	if after := fixture.find(t, "store.pix_city"); after.ID != before.ID || string(after.Value) != `"Palhoça"` {
		t.Errorf("the key is now %+v", after)
	}
	found, err := configuration.Systems(t.Context(), fixture.DB, dbtest.Camila.Caller())
	keys := 0
	for _, system := range found {
		keys += system.Keys
	}
	if err != nil || keys != len(areas.Keys()) {
		t.Errorf("%d rows of %d keys, %v", keys, len(areas.Keys()), err)
	}
}

// A sensitive value is in the database only encrypted, bound to its own key.
func TestChange_SensitiveEncrypted(t *testing.T) {
	t.Parallel()
	fixture := open(t)
	const secret = "segredo-da-loja"
	made, err := fixture.catalogue.Create(t.Context(), fixture.DB, camila.At(dbtest.Today),
		configuration.CreateInput{System: "shop", Key: "token", IsSensitive: true, Value: value(`"` + secret + `"`)})
	if err != nil || !made.HasValue || made.Source != settings.FromDatabase || made.Value != nil || made.ResolvedValue != nil {
		t.Fatalf("made %+v, %v", made, err)
	}
	var box []byte
	var keyID string
	read := func() string {
		t.Helper()
		err := fixture.Pool.QueryRow(t.Context(), "select value_encrypted, encryption_key_id from system_configs where id = $1", made.ID).
			Scan(&box, &keyID)
		plain, opened := fixture.key.Decrypt(box, "system_configs.value shop token")
		if err != nil || opened != nil || keyID != fixture.key.ID() {
			t.Fatalf("%v, %v, sealed by %q", err, opened, keyID)
		}
		return string(plain)
	}
	if read() != secret {
		t.Error("another value is sealed")
	}
	if _, err := fixture.key.Decrypt(box, "system_configs.value shop other"); err == nil {
		t.Error("it serves for another key too")
	}
	if _, err := fixture.change(t, configuration.ChangeInput{ID: made.ID, Value: value(`"outro-segredo"`)}); err != nil ||
		read() != "outro-segredo" {
		t.Errorf("changed to %q, %v", read(), err)
	}
	for _, wrong := range []string{`5`, `""`, `{}`} {
		if _, err := fixture.change(t, configuration.ChangeInput{ID: made.ID, Value: value(wrong)}); !errs.HasCode(err, errs.CodeValidation) ||
			read() != "outro-segredo" {
			t.Errorf("%s is taken: %v", wrong, err)
		}
	}
	for _, table := range []string{"system_configs", "security_events"} {
		var told int
		if err := fixture.Pool.QueryRow(t.Context(), "select count(*) from "+table+" kept where to_jsonb(kept)::text like '%segredo%'").
			Scan(&told); err != nil || told > 0 {
			t.Errorf("%s tells of the secret %d times, %v", table, told, err)
		}
	}
	cleared, err := fixture.catalogue.Clear(t.Context(), fixture.DB, camila.At(dbtest.Today), made.ID)
	if err != nil || cleared.HasValue {
		t.Errorf("cleared %+v, %v", cleared, err)
	}
}

func TestRotateKey_AllOrNone(t *testing.T) {
	t.Parallel()
	fixture := open(t)
	for _, key := range []string{"one", "two"} {
		input := configuration.CreateInput{System: "shop", Key: key, IsSensitive: true, Value: value(`"segredo"`)}
		if _, err := fixture.catalogue.Create(t.Context(), fixture.DB, camila.At(dbtest.Today), input); err != nil {
			t.Fatal(err)
		}
	}
	next, other := keyOf(t, "another key of these tests here!"), keyOf(t, "a third key of these tests here!")
	if _, err := configuration.RotateKey(t.Context(), fixture.DB, encryption.KeyChange{Old: other, New: next}); err == nil {
		t.Error("a wrong key opens")
	}
	for _, want := range []int{2, 0} {
		if got, err := configuration.RotateKey(t.Context(), fixture.DB, encryption.KeyChange{Old: fixture.key, New: next}); err != nil ||
			got != want {
			t.Errorf("%d sealed anew, want %d, %v", got, want, err)
		}
	}
	var box []byte
	if err := fixture.Pool.QueryRow(t.Context(), "select value_encrypted from system_configs where key = 'two'").Scan(&box); err != nil {
		t.Fatal(err)
	}
	if plain, err := next.Decrypt(box, "system_configs.value shop two"); err != nil || string(plain) != "segredo" {
		t.Errorf("opened %q, %v", plain, err)
	}
}
