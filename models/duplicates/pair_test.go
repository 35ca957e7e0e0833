package duplicates_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/duplicates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func system(at time.Time) auth.Caller { return auth.Caller{Kind: auth.System, Now: at} }

// pairs returns the pairs as one reads them: "1-90 email,similar_name".
func pairs(t *testing.T, tx *db.DB, input duplicates.ListInput) (found []string) {
	t.Helper()
	list, err := duplicates.List(t.Context(), tx, dbtest.Bruno.Caller(), input)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range list.Items {
		var reasons []string
		for _, reason := range pair.Reasons {
			reasons = append(reasons, string(reason))
		}
		found = append(found, fmt.Sprintf("%d-%d %s", pair.First.ID, pair.Second.ID, strings.Join(reasons, ",")))
	}
	return found
}

// Each reason, strongest first; what one value alone does not prove is no pair. The changed records are compared with all
// others as a comparison of all does.
func TestRefresh_Reasons(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	if err := duplicates.Refresh(t.Context(), tx, system(dbtest.Today)); err != nil {
		t.Fatal(err)
	}
	if found := pairs(t, tx, duplicates.ListInput{}); len(found) != 0 {
		t.Fatalf("the fixtures have %v", found)
	}
	for _, insert := range []string{
		"(90, 'active', 'Ana B. Souza', null, null, 'ana@exemplo.org.br', null, null, null)",
		"(91, 'active', 'JOAO DA CONCEICAO', '1985-03-14', null, null, null, null, null)",
		"(92, 'active', 'Outra Pessoa', '1990-01-01', null, null, '71999990005', null, null)",
		"(93, 'active', 'Luzia Prado', null, null, null, null, '04001000', '12')",
		"(94, 'active', 'Luiza Prado', null, null, null, null, '04001000', '12')",
		"(95, 'active', 'Wagner Teixeira', null, null, null, null, '04001000', '12')",
		"(96, 'active', 'Ana de Souza', '1985-03-14', '52998224725', null, '48999990001', null, null)",
	} {
		if err := tx.Exec("insert into users (id, status, associate_name, birth_date, cpf, email, phone, cep, number, date_updated) values " + strings.Replace(insert, ")", ", '2026-11-23')", 1)).Error; err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Exec("update users set date_updated = ? where id >= 90", dbtest.Today.Add(time.Minute)).Error; err != nil {
		t.Fatal(err)
	}
	want := []string{"1-96 cpf,phone,birth,similar_name", "3-91 name", "1-90 email,similar_name", "93-94 address,similar_name",
		"5-92 phone,other_birth"}
	for _, at := range []time.Time{dbtest.Today.Add(2 * time.Minute), dbtest.Today.Add(30 * time.Hour)} {
		if err := duplicates.Refresh(t.Context(), tx, system(at)); err != nil {
			t.Fatal(err)
		}
		if found := pairs(t, tx, duplicates.ListInput{}); !slices.Equal(found, want) {
			t.Errorf("at %s found %v, want %v", at, found, want)
		}
	}
	for _, c := range []struct {
		input duplicates.ListInput
		want  []string
	}{
		{duplicates.ListInput{Q: "luzia"}, want[3:4]}, {duplicates.ListInput{Q: "91"}, want[1:2]},
		{duplicates.ListInput{Reason: duplicates.SameEmail}, want[2:3]},
		{duplicates.ListInput{Q: "529.982.247-25"}, want[:1]},
	} {
		if found := pairs(t, tx, c.input); !slices.Contains(found, c.want[0]) {
			t.Errorf("%+v finds %v, want %v", c.input, found, c.want)
		}
	}
	// A changed record leaves its pair.
	if err := tx.Exec("update users set phone = null, date_updated = ? where id = 92", dbtest.Today.Add(31*time.Hour)).Error; err != nil {
		t.Fatal(err)
	}
	if err := duplicates.Refresh(t.Context(), tx, system(dbtest.Today.Add(32*time.Hour))); err != nil {
		t.Fatal(err)
	}
	if found := pairs(t, tx, duplicates.ListInput{}); slices.Contains(found, want[4]) {
		t.Errorf("%v still has the pair", found)
	}
}

// A value of many is that of no person.
func TestRefresh_SharedByMany(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	if err := tx.Exec("insert into users (status, associate_name, phone) select 'active', 'Pessoa ' || n, '4832221010' from generate_series(1, 9) n").Error; err != nil {
		t.Fatal(err)
	}
	if err := duplicates.Refresh(t.Context(), tx, system(dbtest.Today)); err != nil {
		t.Fatal(err)
	}
	if found := pairs(t, tx, duplicates.ListInput{}); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// "Não é a mesma" is for good, and can be taken back for a moment; other roles see and decide nothing.
func TestNotSame(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	by := dbtest.Bruno.Caller()
	if err := tx.Exec("update users set phone = '11999990003' where id = 5").Error; err != nil {
		t.Fatal(err)
	}
	refreshed := func() []string {
		if err := duplicates.Refresh(t.Context(), tx, system(dbtest.Today)); err != nil {
			t.Fatal(err)
		}
		return pairs(t, tx, duplicates.ListInput{})
	}
	if len(refreshed()) != 1 {
		t.Fatal("no pair")
	}
	if _, err := duplicates.NotSame(t.Context(), tx, dbtest.Fernando.Caller(), duplicates.Two{First: 3, Second: 5}); !errs.HasCode(err,
		errs.CodeForbidden) {
		t.Errorf("Financeiro decides: %v", err)
	}
	if list, err := duplicates.List(t.Context(), tx, dbtest.Fernando.Caller(), duplicates.ListInput{}); err != nil || len(list.Items) != 0 {
		t.Errorf("Financeiro sees %v, %v", list.Items, err)
	}
	id, err := duplicates.NotSame(t.Context(), tx, by, duplicates.Two{First: 5, Second: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := tx.Exec("update associate_pair_state set compared_at = null").Error; err != nil {
		t.Fatal(err)
	}
	if found := refreshed(); len(found) != 0 {
		t.Errorf("%v is shown again", found)
	}
	record, err := undo.Take(t.Context(), tx, by, id)
	if err != nil {
		t.Fatal(err)
	}
	if err := undo.With(duplicates.UndoNotSame)(t.Context(), tx, by, record.Payload); err != nil {
		t.Fatal(err)
	}
	if found := pairs(t, tx, duplicates.ListInput{}); len(found) != 1 {
		t.Errorf("after the undo: %v", found)
	}
}
