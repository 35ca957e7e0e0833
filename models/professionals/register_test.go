package professionals_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

var now = dbtest.Today.Add(time.Hour)

func paths(err error) string {
	var paths []string
	for _, field := range errs.FieldsOf(err) {
		paths = append(paths, field.Path)
	}
	slices.Sort(paths)
	return strings.Join(paths, " ")
}

func TestRegister_Defaults(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	_, err := connection.Pool.Exec(t.Context(), `insert into system_configs (system, key, value) values ('services', 'professional-types',
		'[{"id": "medic", "association_fee": 30, "default_consultation_price": 220, "active": true}]')`)
	if err != nil {
		t.Fatal(err)
	}
	null := patch.Field[money.Amount]{Sent: true, Null: true}
	for want, price := range map[string]patch.Field[money.Amount]{"220.00": null, "0.00": patch.Of(money.Zero),
		"150.00": patch.Of(money.MustParse("150"))} {
		fields := professionals.Fields{Name: patch.Of(" Nova "), Type: patch.Of("medic"), Phone: patch.Of("(48) 99999-1234"),
			ConsultationPrice: price}
		made, err := professionals.Register(t.Context(), connection.DB, camila.At(now), professionals.RegisterInput{Fields: fields})
		if err != nil || made.ConsultationPrice == nil || made.ConsultationPrice.String() != want || made.Name != "Nova" ||
			*made.Phone != "48999991234" || !made.Active || !strings.HasPrefix(made.Code, "P-") {
			t.Errorf("%s: %+v, %v", want, made, err)
		}
	}
}

// A new professional and a change are refused with every error, including binding errors.
func TestFields_AllProblems(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	fields := professionals.Fields{Name: patch.Of(" "), Type: patch.Of("wizard"), Email: patch.Of("nada"), CouncilState: patch.Of("XX")}
	fields.AddBindError("consultation_price", "não é um valor")
	const want = "consultation_price council_state email name type"
	if _, err := professionals.Register(t.Context(), tx, camila.At(now), professionals.RegisterInput{Fields: fields}); paths(err) != want {
		t.Errorf("a new one: %v", err)
	}
	if _, err := professionals.Change(t.Context(), tx, camila.At(now),
		professionals.ChangeInput{ID: dbtest.DrOtavio.ID, Fields: fields}); paths(err) != want {
		t.Errorf("a change: %v", err)
	}
	if _, err := professionals.Register(t.Context(), tx, camila.At(now), professionals.RegisterInput{}); paths(err) != "name type" {
		t.Errorf("an empty one: %v", err)
	}
}

func TestChange_InactiveType(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	_, err := connection.Pool.Exec(t.Context(), `insert into system_configs (system, key, value) values ('services', 'professional-types',
		'[{"id": "medic", "association_fee": 0, "active": false}, {"id": "veterinarian", "association_fee": 0, "active": true}]')`)
	if err != nil {
		t.Fatal(err)
	}
	change := func(id int64) error {
		fields := professionals.Fields{Type: patch.Of("medic"), PaymentDetails: patch.Of("Pix")}
		_, err := professionals.Change(t.Context(), connection.DB, camila.At(now), professionals.ChangeInput{ID: id, Fields: fields})
		return err
	}
	if err := change(dbtest.DraRenata.ID); err != nil {
		t.Errorf("the stored type is refused: %v", err)
	}
	if err := change(dbtest.DrOtavio.ID); paths(err) != "type" {
		t.Errorf("another's inactive type: %v", err)
	}
}

func TestChange_Stale(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	opened, err := professionals.FindByCode(t.Context(), tx, camila, dbtest.DrOtavio.Code)
	if err != nil {
		t.Fatal(err)
	}
	change := func(version, details string) error {
		input := professionals.ChangeInput{ID: opened.ID, Version: version, Fields: professionals.Fields{PaymentDetails: patch.Of(details)}}
		_, err := professionals.Change(t.Context(), tx, camila.At(now), input)
		return err
	}
	version := db.VersionOf(tx, &opened)
	if err := change(version, "Pix"); err != nil {
		t.Fatal(err)
	}
	if err := change(version, "Boleto"); !errs.IsStale(err) {
		t.Errorf("a stale change is answered %v", err)
	}
}
