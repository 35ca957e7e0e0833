package professionals_test

import (
	"sync"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

func TestSaveTypes(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := dbtest.Camila.Caller()
	price, negative := money.MustParse("220"), money.MustParse("-1")
	wrong := []professionals.Type{{ID: "medic", AssociationFee: negative}, {ID: "medic"}, {ID: " "},
		{ID: "x", DefaultConsultationPrice: &negative}}
	if _, err := professionals.SaveTypes(t.Context(), connection.DB, by,
		wrong); paths(err) != "[0].association_fee [1].id [2].id [3].default_consultation_price" {
		t.Errorf("wrong types: %v", paths(err))
	}
	if _, err := professionals.SaveTypes(t.Context(), connection.DB, by, nil); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("no types: %v", err)
	}
	if _, err := professionals.SaveTypes(t.Context(), connection.DB, by,
		[]professionals.Type{{ID: " medic ", DefaultConsultationPrice: &price, Active: true}}); err != nil {
		t.Fatal(err)
	}
	types, err := professionals.Types(t.Context(), connection.DB)
	if err != nil || len(types) != 1 || types[0].ID != "medic" || types[0].DefaultConsultationPrice.String() != "220.00" {
		t.Errorf("stored %+v, %v", types, err)
	}
	var events int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from security_events where subject = 'services.professional-types'").
		Scan(&events); err != nil || events != 1 {
		t.Errorf("%d events, %v", events, err)
	}
}

func TestChangeType(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	by := dbtest.Camila.Caller()
	fee := func(amount string) professionals.TypeFields {
		return professionals.TypeFields{AssociationFee: patch.Of(money.MustParse(amount))}
	}
	for name, c := range map[string]struct{ name, paths string }{"taken": {"medic", "name"}, "empty": {" ", "name"}} {
		if _, err := professionals.AddType(t.Context(), tx, by, professionals.AddTypeInput{Name: c.name}); paths(err) != c.paths {
			t.Errorf("%s: %v", name, err)
		}
	}
	added, err := professionals.AddType(t.Context(), tx, by, professionals.AddTypeInput{Name: " nutritionist ", TypeFields: fee("20")})
	if err != nil || added.ID != 7 || added.Name != "nutritionist" || !added.Active {
		t.Fatalf("%+v, %v", added, err)
	}
	version := db.VersionOf(tx, &added)
	change := func(version, amount string) error {
		_, err := professionals.ChangeType(t.Context(), tx, by,
			professionals.ChangeTypeInput{ID: added.ID, Version: version, TypeFields: fee(amount)})
		return err
	}
	if err := change(version, "25.50"); err != nil {
		t.Fatal(err)
	}
	if err := change(version, "30"); !errs.IsStale(err) {
		t.Errorf("a stale change is answered %v", err)
	}
	if err := change("", "-1"); paths(err) != "association_fee" {
		t.Errorf("a negative fee: %v", err)
	}
	if _, err := professionals.ChangeType(t.Context(), tx, by, professionals.ChangeTypeInput{ID: 99}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown type: %v", err)
	}
	listed, err := professionals.ListEntries(t.Context(), tx, dbtest.Camila.Caller(), professionals.ListEntriesInput{})
	if entries := listed.Items; err != nil || len(entries) != 7 || entries[6].AssociationFee.String() != "25.50" ||
		entries[0].Name != "medic" {
		t.Errorf("%+v, %v", listed, err)
	}
}

// Two people change two types at once, and both changes are kept.
func TestChangeType_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := professionals.SaveTypes(t.Context(), connection.DB, dbtest.Camila.Caller(),
		[]professionals.Type{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}, {ID: "e"}, {ID: "f"}}); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for id := range int64(6) {
		running.Go(func() {
			input := professionals.ChangeTypeInput{ID: id + 1, TypeFields: professionals.TypeFields{Active: patch.Of(true)}}
			if _, err := professionals.ChangeType(t.Context(), connection.DB, dbtest.Camila.Caller(), input); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	types, err := professionals.Types(t.Context(), connection.DB)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range types {
		if !kind.Active {
			t.Errorf("the change of %s is lost", kind.ID)
		}
	}
}

func TestSaveReportSettings(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	if _, err := professionals.SaveReportSettings(t.Context(), tx, dbtest.Camila.Caller(),
		professionals.ReportSettingsInput{}); paths(err) != "deduct_donation_from_payable" {
		t.Errorf("nothing sent: %v", err)
	}
	if _, err := professionals.SaveReportSettings(t.Context(), tx, dbtest.Camila.Caller(),
		professionals.ReportSettingsInput{DeductDonationFromPayable: patch.Of(true)}); err != nil {
		t.Fatal(err)
	}
	if stored, err := professionals.FindReportSettings(t.Context(), tx); err != nil || !stored.DeductDonationFromPayable {
		t.Errorf("stored %+v, %v", stored, err)
	}
}
