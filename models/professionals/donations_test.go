package professionals_test

import (
	"strings"
	"sync"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

func movement(amount, reason string) professionals.MoveInput {
	return professionals.MoveInput{ID: dbtest.DraRenata.ID, Amount: money.MustParse(amount), Reason: reason}
}

func TestMoveDonations_Ledger(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	by := dbtest.Bruno.Caller()
	if moved, err := professionals.MoveDonations(t.Context(), tx, by, movement("150.10", " Doação de novembro ")); err != nil ||
		moved.DonationBalance.String() != "150.10" {
		t.Fatalf("%+v, %v", moved, err)
	}
	moved, err := professionals.MoveDonations(t.Context(), tx, by, movement("-50.05", "Consulta social"))
	if err != nil || moved.DonationBalance.String() != "100.05" || moved.Movement.BalanceAfter.String() != "100.05" {
		t.Fatalf("%+v, %v", moved, err)
	}
	for name, c := range map[string]struct {
		input professionals.MoveInput
		code  string
	}{
		"below zero":   {movement("-100.06", "Consulta"), errs.CodeConflict},
		"too much":     {movement("9999999.99", "Doação"), errs.CodeConflict},
		"no amount":    {movement("0", "Doação"), errs.CodeValidation},
		"no reason":    {movement("1", "  "), errs.CodeValidation},
		"long reason":  {movement("1", strings.Repeat("a", 501)), errs.CodeValidation},
		"unknown":      {professionals.MoveInput{ID: 999, Amount: money.MustParse("1"), Reason: "Doação"}, errs.CodeNotFound},
		"out of range": {movement("-10000000", "Doação"), errs.CodeValidation},
	} {
		if _, err := professionals.MoveDonations(t.Context(), tx, by, c.input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := professionals.MoveDonations(t.Context(), tx, dbtest.Renata.Caller(), movement("1", "Para mim")); !errs.HasCode(err,
		errs.CodeForbidden) {
		t.Errorf("the professional moves the own balance: %v", err)
	}
	ledger, err := professionals.ListMovements(t.Context(), tx, by, dbtest.DraRenata.ID, page.Window{})
	if err != nil || len(ledger.Items) != 2 || ledger.Items[1].Reason != "Doação de novembro" || *ledger.Items[0].ActorName != "Bruno Acioli" {
		t.Errorf("the ledger is %+v, %v", ledger.Items, err)
	}
	if hidden, err := professionals.ListMovements(t.Context(), tx, dbtest.Renata.Caller(), dbtest.DraRenata.ID, page.Window{}); err != nil ||
		len(hidden.Items) != 0 {
		t.Errorf("the professional reads the ledger: %+v, %v", hidden.Items, err)
	}
}

// No movement is lost: 100 people add a real at once, and the balance of each row of the ledger follows from the one before.
func TestMoveDonations_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	const movements = 100
	var running sync.WaitGroup
	for range movements {
		running.Go(func() {
			if _, err := professionals.MoveDonations(t.Context(), connection.DB, dbtest.Bruno.Caller(), movement("1.01", "Doação")); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	var balance, sum string
	var rows, distinct int
	err := connection.Pool.QueryRow(t.Context(),
		`select (select donation_balance::text from professionals where id = $1), sum(amount)::text, count(*), count(distinct balance_after)
		from donation_movements where professional_id = $1`, dbtest.DraRenata.ID).Scan(&balance, &sum, &rows, &distinct)
	if err != nil || balance != "101.00" || sum != "101.00" || rows != movements || distinct != movements {
		t.Errorf("balance %s, sum %s, %d movements with %d balances, %v", balance, sum, rows, distinct, err)
	}
}
