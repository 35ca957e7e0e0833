package evidence_test

import (
	"testing"

	"acolhe/models/evidence"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
)

// What was supplied is by month of the payment: an order with a product on two lines counts once, one under an earlier name
// counts with the product, and one that was not sent does not count.
func TestRead_Supplied(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	err := connection.DB.Exec(`update orders set status = case when id = 3 then 'Pago' else 'Enviado' end,
		paid_at = case when id = 1 then '2026-10-31T23:30:00-03' else '2026-11-01T00:30:00-03' end::timestamptz,
		items = case id when 1 then '[{"code": "OLEO-30", "name": "Antes", "amount": 1, "quantity": 2}, {"code": "OLEO-30", "name": "Óleo", "amount": 1, "quantity": 3}, {"code": "GONE", "name": "Fora de linha", "amount": 1, "quantity": 1}]'
			else '[{"code": "OLEO-30", "name": "Óleo", "amount": 1, "quantity": 4}]' end::jsonb where id <= 3`).Error
	if err != nil {
		t.Fatal(err)
	}
	first, _ := civil.ParseMonth("2026-10")
	report, err := evidence.Read(t.Context(), connection.DB, dbtest.Camila.Caller(), evidence.Period{First: first, Last: first.Add(1)})
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		month, code, name string
		units, orders     int
	}
	got := map[row]bool{}
	for _, one := range report.Supplied {
		got[row{one.Month.Format("2006-01"), one.Code, one.Name, one.Units, one.Orders}] = true
	}
	for _, want := range []row{{"2026-10", "OLEO-30", dbtest.Oil.Name, 5, 1}, {"2026-10", "GONE", "Fora de linha", 1, 1}, {"2026-11", "OLEO-30", dbtest.Oil.Name, 4, 1}} {
		if !got[want] {
			t.Errorf("%v is missing in %v", want, got)
		}
	}
}
