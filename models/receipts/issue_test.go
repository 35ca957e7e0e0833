package receipts_test

import (
	"testing"
	"time"

	"acolhe/models/payments"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/receipts"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func run(t *testing.T, connection *db.Connection, sql string) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// The receipt of a payment has a number without gaps, keeps what it says, and the associate has the same one as the staff.
func TestReceipts_Numbered(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	at := dbtest.Today.Add(time.Hour)
	bruno, ana := dbtest.Bruno.Caller().At(at), auth.Caller{Kind: auth.Associate, ID: dbtest.Ana.ID, Code: dbtest.Ana.UserCode}.At(at)
	first, err := receipts.OfService(t.Context(), connection.DB, bruno, dbtest.AnasService.ID)
	if err != nil || first.Number() != "2026/0001" || first.Payer != dbtest.Ana.FullName() || first.PayerCPF == nil || first.Amount.IsZero() {
		t.Fatalf("the receipt is %+v: %v", first, err)
	}
	run(t, connection, "update users set associate_name = 'Outra', associate_cpf = null where id = 1")
	run(t, connection, "insert into system_configs (system, key, value) values ('system', 'association_name', '\"Outra casa\"')")
	again, err := receipts.OfService(t.Context(), connection.DB, ana, dbtest.AnasService.ID)
	if err != nil || again.ID != first.ID || again.Payer != first.Payer || again.Issuer != first.Issuer ||
		!again.DateCreated.Equal(first.DateCreated) {
		t.Errorf("the receipt changed to %+v: %v", again, err)
	}
	// A stranger and what is not paid have none.
	joao := auth.Caller{Kind: auth.Associate, ID: dbtest.Joao.ID, Code: dbtest.Joao.UserCode}.At(at)
	if _, err := receipts.OfService(t.Context(), connection.DB, joao, dbtest.AnasService.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger gets %v", err)
	}
	if _, err := receipts.OfService(t.Context(), connection.DB, bruno, dbtest.JoaosService.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("an unpaid service gives %v", err)
	}
	if _, err := receipts.OfOrder(t.Context(), connection.DB, bruno, 2); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("an unpaid order gives %v", err)
	}
	run(t, connection, "update orders set status = 'Pago', paid_at = now(), payment_method = 'pix', paid_on = '2026-11-02', amount_received = 280 where id = 2")
	order, err := receipts.OfOrder(t.Context(), connection.DB, bruno, 2)
	if err != nil || order.Number() != "2026/0002" || *order.Method != "Pix" || order.PaidOn.Shown() != "02/11/2026" {
		t.Errorf("the receipt of the order is %+v: %v", order, err)
	}
	// Taken back and paid again, it is another receipt.
	if _, err := payments.Revert(t.Context(), connection.DB, bruno,
		payments.RevertInput{ServiceID: dbtest.AnasService.ID, Reason: "Engano"}); err != nil {
		t.Fatal(err)
	}
	run(t, connection, "update services set status = 'Pagamento Concluído', paid_at = now() where id = 1")
	if other, err := receipts.OfService(t.Context(), connection.DB, bruno, dbtest.AnasService.ID); err != nil ||
		other.Number() != "2026/0003" {
		t.Errorf("another payment has %+v: %v", other, err)
	}
}
