package consents

import (
	"slices"
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// What an associate does not allow stands in the row of the associate and of each patient: the pages that show them know it.
// A person who withdrew the statistics is counted, and not described.
func TestWithdraw_Effects(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	ana := auth.Caller{Kind: auth.Associate, ID: dbtest.Ana.ID, Now: dbtest.Today}
	find := func(id int64) associates.Associate {
		row, err := db.First[associates.Associate](tx.Where("id = ?", id), errs.NotFound(""))
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
	give := func(purposes ...Purpose) {
		list, err := ListOwn(t.Context(), tx, ana)
		if err != nil {
			t.Fatal(err)
		}
		hashes := map[Purpose]string{}
		for _, consent := range list {
			hashes[consent.Text.Purpose] = consent.Text.Hash
		}
		if err := Answer(t.Context(), tx, ana, AnswerInput{Given: purposes, Hashes: hashes}); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Exec("update users set gender = 'female' where id = ?", ana.ID).Error; err != nil {
		t.Fatal(err)
	}
	all := count(t, tx, "associate_figures")
	give(Purposes()...)
	if refused := find(ana.ID).Refused; len(refused) != 0 {
		t.Errorf("with every permission %v are refused", refused)
	}
	if n := sum(t, tx); n != 1 {
		t.Errorf("%d women of SC are described", n)
	}
	for _, purpose := range Purposes() {
		if err := Withdraw(t.Context(), tx, ana, outbox(t), purpose); err != nil {
			t.Fatal(err)
		}
	}
	row := find(ana.ID)
	if !row.RefusesWhatsApp() || row.ChatPhone() != "" || !slices.Equal(row.Refused, []string{"image", "statistics", "treatment", "whatsapp"}) {
		t.Errorf("%v are refused", row.Refused)
	}
	if sum(t, tx) != 0 || count(t, tx, "associate_figures") != all {
		t.Error("a person who does not allow statistics is described, or not counted")
	}
	if err := tx.Exec(`insert into users (user_code, name, status, responsible_code, date_created) values (gen_random_uuid(), 'Bia', 'patient', ?, now())`,
		dbtest.Ana.UserCode).Error; err != nil {
		t.Fatal(err)
	}
	if n := count(t, tx, "users where responsible_code = ? and refused = (select refused from users where id = ?)", dbtest.Ana.UserCode, ana.ID); n < 1 ||
		n != count(t, tx, "users where responsible_code = ?", dbtest.Ana.UserCode) {
		t.Errorf("%d patients have the answers of the associate", n)
	}
	if n := count(t, tx, "rollup_differences"); n != 0 {
		t.Errorf("%d sums differ from their rows", n)
	}
	// Who was never asked refuses nothing.
	if err := tx.Exec("delete from consents where user_id = ?", ana.ID).Error; err != nil {
		t.Fatal(err)
	}
	if refused := find(ana.ID).Refused; len(refused) != 0 {
		t.Errorf("without answers %v are refused", refused)
	}
	give(Treatment)
	if row := find(ana.ID); !slices.Equal(row.Refused, []string{"statistics", "whatsapp"}) {
		t.Errorf("with boxes left empty %v are refused", row.Refused)
	}
}

// sum returns how many women of SC the sums describe.
func sum(t *testing.T, tx *db.DB) int {
	t.Helper()
	var n int
	if err := tx.Raw("select coalesce(sum(count), 0) from associate_sums where gender = 'female' and state = 'SC' and age <> ''").Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}
