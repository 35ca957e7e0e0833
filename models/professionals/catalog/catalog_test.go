package catalog_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

func paths(err error) string {
	var paths []string
	for _, field := range errs.FieldsOf(err) {
		paths = append(paths, field.Path)
	}
	slices.Sort(paths)
	return strings.Join(paths, " ")
}

func TestSave(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := dbtest.Camila.Caller()
	price, negative := money.MustParse("220"), money.MustParse("-1")
	wrong := []catalog.TypeInput{{ID: "medic", AssociationFee: negative}, {ID: "medic"}, {ID: " "},
		{ID: "x", DefaultConsultationPrice: &negative}}
	if _, err := catalog.Save(t.Context(), connection.DB, by,
		wrong); paths(err) != "[0].association_fee [1].id [2].id [3].default_consultation_price" {
		t.Errorf("wrong types: %v", paths(err))
	}
	if _, err := catalog.Save(t.Context(), connection.DB, by, nil); paths(err) != "body" {
		t.Errorf("no types: %v", err)
	}
	if _, err := catalog.Save(t.Context(), connection.DB, by,
		[]catalog.TypeInput{{ID: " medic ", DefaultConsultationPrice: &price}}); err != nil {
		t.Fatal(err)
	}
	types, err := catalog.Types(t.Context(), connection.DB)
	if err != nil || len(types) != 1 || types[0].ID != "medic" || !types[0].Active || types[0].DefaultConsultationPrice.String() != "220.00" {
		t.Errorf("stored %+v, %v", types, err)
	}
	var events int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from security_events where subject = 'services.professional-types'").
		Scan(&events); err != nil || events != 1 {
		t.Errorf("%d events, %v", events, err)
	}
}

func TestChange(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	by := dbtest.Camila.Caller()
	fee := func(amount string) catalog.Fields {
		return catalog.Fields{AssociationFee: patch.Of(money.MustParse(amount))}
	}
	for name, c := range map[string]struct{ name, paths string }{"taken": {"medic", "name"}, "empty": {" ", "name"}} {
		if _, err := catalog.Add(t.Context(), tx, by, catalog.AddInput{Name: c.name}); paths(err) != c.paths {
			t.Errorf("%s: %v", name, err)
		}
	}
	added, err := catalog.Add(t.Context(), tx, by, catalog.AddInput{Name: " nutritionist ", Fields: fee("20")})
	if err != nil || added.ID != 7 || added.Name != "nutritionist" || !added.Active {
		t.Fatalf("%+v, %v", added, err)
	}
	version := db.VersionOf(tx, &added)
	change := func(version, amount string) error {
		_, err := catalog.Change(t.Context(), tx, by,
			catalog.ChangeInput{ID: added.ID, Version: version, Fields: fee(amount)})
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
	if _, err := catalog.Change(t.Context(), tx, by, catalog.ChangeInput{ID: 99}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown type: %v", err)
	}
	listed, err := catalog.ListEntries(t.Context(), tx, dbtest.Camila.Caller(), catalog.ListInput{})
	if entries := listed.Items; err != nil || len(entries) != 7 || entries[6].AssociationFee.String() != "25.50" ||
		entries[0].Name != "medic" {
		t.Errorf("%+v, %v", listed, err)
	}
}

// Two people change two types at once, and both changes are kept.
func TestChange_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var off []catalog.TypeInput
	for id := range strings.SplitSeq("abcdef", "") {
		off = append(off, catalog.TypeInput{ID: id, Active: patch.Of(false)})
	}
	if _, err := catalog.Save(t.Context(), connection.DB, dbtest.Camila.Caller(), off); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for id := range int64(6) {
		running.Go(func() {
			input := catalog.ChangeInput{ID: id + 1, Fields: catalog.Fields{Active: patch.Of(true)}}
			if _, err := catalog.Change(t.Context(), connection.DB, dbtest.Camila.Caller(), input); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	types, err := catalog.Types(t.Context(), connection.DB)
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
	if _, err := catalog.SaveReportSettings(t.Context(), tx, dbtest.Camila.Caller(),
		catalog.ReportSettingsInput{}); paths(err) != "deduct_donation_from_payable" {
		t.Errorf("nothing sent: %v", err)
	}
	if _, err := catalog.SaveReportSettings(t.Context(), tx, dbtest.Camila.Caller(),
		catalog.ReportSettingsInput{DeductDonationFromPayable: patch.Of(true)}); err != nil {
		t.Fatal(err)
	}
	if stored, err := catalog.FindReportSettings(t.Context(), tx); err != nil || !stored.DeductDonationFromPayable {
		t.Errorf("stored %+v, %v", stored, err)
	}
}
