package lawtexts_test

import (
	"strings"
	"testing"

	"acolhe/models/lawtexts"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/personal"
	"acolhe/models/types/errs"
)

// A changed text counts from then on, with who changed it and when, and goes back to that of the program; the register and the terms show
// the current one, and keep their periods.
func TestSave(t *testing.T) {
	t.Parallel()
	ctx, conn, camila := t.Context(), dbtest.New(t), dbtest.Camila.Caller()
	find := func() lawtexts.Found {
		t.Helper()
		found, err := lawtexts.Find(ctx, conn.DB, camila, personal.TaxLaw.Name)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if before := find(); before.Current.IsStored() || !before.Current.IsProgram || before.Current.Article != personal.TaxLaw.Article {
		t.Fatalf("before a change it is %+v", before.Current)
	}
	input := lawtexts.SaveInput{Name: personal.TaxLaw.Name, Article: " Lei nova,\n art. 1º ", Reason: "Comprovar"}
	if err := lawtexts.Save(ctx, conn.DB, camila, input); err != nil {
		t.Fatal(err)
	}
	found := find()
	if current := found.Current; current.Article != "Lei nova, art. 1º" || current.Reason != "Comprovar" || current.IsProgram ||
		current.AuthorName != "Camila Torres" || !current.DateCreated.Equal(dbtest.Today) {
		t.Errorf("the changed text is %+v", current)
	}
	if found.Law.Article != personal.TaxLaw.Article {
		t.Errorf("the text of the program is %q", found.Law.Article)
	}
	texts, err := lawtexts.Read(ctx, conn.DB)
	if err != nil {
		t.Fatal(err)
	}
	register := []personal.Table{
		{Name: "receipts", Law: personal.TaxLaw.Keeping("Recibos", "true", "file_id")},
		{Name: "security_events", Data: []personal.Data{{Columns: "ip", End: personal.LogStays}}},
	}
	if law := texts.Apply(register)[0].Law; law.Article != "Lei nova, art. 1º" || law.Label != "Recibos" || law.Years != 5 || law.Files != "file_id" {
		t.Errorf("the register says %+v", law)
	}
	if register[0].Law.Article != personal.TaxLaw.Article {
		t.Error("the declaration itself changed")
	}
	term := texts.ApplyTo(personal.Term{Least: personal.TaxLaw.Least()})
	if term.Least.Law.Article != "Lei nova, art. 1º" || term.Least.Period != (personal.Period{Count: 5, Unit: personal.Years}) {
		t.Errorf("the term says %+v", term.Least)
	}
	if err := lawtexts.Reset(ctx, conn.DB, camila, lawtexts.SaveInput{Name: personal.TaxLaw.Name, Seen: found.Current.ID}); err != nil {
		t.Fatal(err)
	}
	if found := find(); found.Current.Article != personal.TaxLaw.Article || !found.Current.IsProgram || len(found.Changes) != 2 {
		t.Errorf("back again it is %+v after %d changes", found.Current, len(found.Changes))
	}
}

// An empty text, one over another's change, and one by who does not administer are refused; nothing is stored twice.
func TestSave_Refused(t *testing.T) {
	t.Parallel()
	ctx, conn, camila := t.Context(), dbtest.New(t), dbtest.Camila.Caller()
	good := lawtexts.SaveInput{Name: personal.CareLaw.Name, Article: "Lei 1", Reason: "Porque sim"}
	if err := lawtexts.Save(ctx, conn.DB, dbtest.Bruno.Caller(), good); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("by an operator: %v", err)
	}
	if err := lawtexts.Reset(ctx, conn.DB, dbtest.Bruno.Caller(), good); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("reset by an operator: %v", err)
	}
	if _, err := lawtexts.List(ctx, conn.DB, dbtest.Bruno.Caller()); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("listed for an operator: %v", err)
	}
	unknown := good
	unknown.Name = "other"
	if err := lawtexts.Save(ctx, conn.DB, camila, unknown); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("of an unknown law: %v", err)
	}
	empty := lawtexts.SaveInput{Name: good.Name, Article: " ", Reason: strings.Repeat("a", 201)}
	err := lawtexts.Save(ctx, conn.DB, camila, empty)
	if fields := errs.FieldsOf(err); errs.For(fields, "article") == "" || errs.For(fields, "law_reason") == "" {
		t.Errorf("an empty and a long text: %v", err)
	}
	for range 2 {
		if err := lawtexts.Save(ctx, conn.DB, camila, good); err != nil {
			t.Fatal(err)
		}
		found, err := lawtexts.Find(ctx, conn.DB, camila, good.Name)
		if err != nil || len(found.Changes) != 1 {
			t.Fatalf("%d changes are stored, %v", len(found.Changes), err)
		}
		good.Seen = found.Current.ID
	}
	stale := lawtexts.SaveInput{Name: good.Name, Article: "Lei 2", Reason: "Outra"}
	if err := lawtexts.Save(ctx, conn.DB, camila, stale); !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(err.Error(), "Lei 1") {
		t.Errorf("over another's change: %v", err)
	}
}
