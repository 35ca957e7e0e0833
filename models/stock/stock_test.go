package stock_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"acolhe/models/evidence"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/settings"
	"acolhe/models/stock"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// The rows of the products dbtest.Oil and dbtest.Cream.
const oilID, creamID = 1, 2

func receive(t testing.TB, tx *db.DB, number, expires string, quantity int) stock.Lot {
	t.Helper()
	lot, err := stock.Receive(t.Context(), tx, dbtest.Camila.Caller(),
		stock.ReceiveInput{ProductID: oilID, Number: number, ExpiresOn: patch.Of(civil.MustParse(expires)), Quantity: quantity, Reason: "nota 3.611"})
	if err != nil {
		t.Fatal(err)
	}
	return lot
}

// placePaid stores paid orders of one unit of oil, and returns the id of the first.
func placePaid(t testing.TB, tx *db.DB, count, quantity int) int64 {
	t.Helper()
	var first int64
	items := fmt.Sprintf(`[{"code": "OLEO-30", "amount": 290, "quantity": %d}]`, quantity)
	err := tx.WithContext(t.Context()).Raw(`with placed as (insert into orders (user_id, user_code, name_associate, items, total, status, date_created, date_updated)
		select 1, ?, 'Ana Beatriz de Souza', ?::jsonb, 290, 'Pago', ?, ? from generate_series(1, ?) returning id) select min(id) from placed`,
		dbtest.Ana.UserCode, items, dbtest.Today, dbtest.Today, count).Row().Scan(&first)
	if err != nil {
		t.Fatal(err)
	}
	return first
}

func separate(t testing.TB, tx *db.DB, order int64, code, reason string) (stock.Lot, error) {
	t.Helper()
	return stock.Separate(t.Context(), tx, dbtest.Priscila.Caller(), stock.SeparateInput{OrderID: order, Code: code, Reason: reason})
}

func quantityOf(t testing.TB, tx *db.DB, lot int64) int {
	t.Helper()
	found, err := stock.FindLot(t.Context(), tx, dbtest.Camila.Caller(), lot)
	if err != nil {
		t.Fatal(err)
	}
	return found.Quantity
}

// The lot that expires first leaves first; another one needs a reason, unless the order has it already. Codes of other
// products, expired, recalled and empty lots are refused, and so is more than the order has.
func TestSeparate(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	late, early := receive(t, tx, "lt-b", "2027-08-30", 10), receive(t, tx, "LT-A", "2027-01-31", 2)
	receive(t, tx, "LT-OLD", "2026-11-19", 5)
	recalled := receive(t, tx, "LT-R", "2026-12-01", 5)
	if _, err := stock.Block(t.Context(), tx, by,
		stock.BlockInput{ID: recalled.ID, Typed: "LT-X", Reason: "teor"}); errs.For(errs.FieldsOf(err), "typed") == "" {
		t.Error("blocked without its number", err)
	}
	if _, err := stock.Block(t.Context(), tx, by, stock.BlockInput{ID: recalled.ID, Typed: "lt-r", Reason: "teor"}); err != nil {
		t.Fatal(err)
	}
	if _, err := stock.Receive(t.Context(), tx, by,
		stock.ReceiveInput{ProductID: creamID, Number: "LT-C", ExpiresOn: patch.Of(civil.MustParse("2027-01-01")), Quantity: 1}); err != nil {
		t.Fatal(err)
	}
	order := placePaid(t, tx, 1, 4)
	for _, code := range []string{"", "NADA", "LT-OLD", "LT-R", "LT-C", dbtest.Cream.Code} {
		if _, err := separate(t, tx, order, code, "motivo"); errs.For(errs.FieldsOf(err), "codigo") == "" {
			t.Errorf("%q: %v", code, err)
		}
	}
	if _, err := separate(t, tx, order, "LT-B", ""); !errs.HasCode(err, stock.CodeOtherLot) {
		t.Error("another lot without a reason", err)
	}
	if lot, err := separate(t, tx, order, "oleo-30", ""); err != nil || lot.ID != early.ID {
		t.Error(lot, err)
	}
	if lot, err := separate(t, tx, order, "LT-B", "caixa aberta"); err != nil || lot.ID != late.ID {
		t.Error(lot, err)
	}
	if _, err := separate(t, tx, order, "lt-b", ""); err != nil {
		t.Error("the same lot asks for a reason again", err)
	}
	if _, err := separate(t, tx, order, "LT-A", ""); err != nil {
		t.Error(err)
	}
	if _, err := separate(t, tx, order, "LT-B", ""); errs.For(errs.FieldsOf(err), "codigo") == "" {
		t.Error("a fifth unit of four", err)
	}
	if quantityOf(t, tx, early.ID) != 0 || quantityOf(t, tx, late.ID) != 8 {
		t.Error("the lots have", quantityOf(t, tx, early.ID), quantityOf(t, tx, late.ID))
	}
	if err := stock.PutBack(t.Context(), tx, by, order, late.ID); err != nil || quantityOf(t, tx, late.ID) != 9 {
		t.Error(err)
	}
	if err := stock.PutBack(t.Context(), tx, by, order, recalled.ID); errs.For(errs.FieldsOf(err), "lote") == "" {
		t.Error("what the order never had comes back", err)
	}
	taken, err := stock.TakenBy(t.Context(), tx, order)
	if err != nil || len(taken) != 2 || taken[0].Quantity != 2 || taken[1].Quantity != 1 {
		t.Error(taken, err)
	}
	went, err := stock.WhereDidItGo(t.Context(), tx, by, early.ID)
	if err != nil || len(went) != 1 || went[0].OrderID != order || went[0].Quantity != 2 || went[0].Email == nil ||
		went[0].Name != dbtest.Ana.FullName() {
		t.Error(went, err)
	}
	if lots, err := stock.LotsOf(t.Context(), tx, by, dbtest.Ana.ID, 10); err != nil || len(lots) != 2 {
		t.Error(lots, err)
	}
	if went, err := stock.WhereDidItGo(t.Context(), tx, dbtest.Renata.Caller(), early.ID); err != nil || len(went) != 0 {
		t.Error("a professional sees who has the lot", err)
	}
}

// An order that is not paid, or whose label is bought, is not separated.
func TestSeparate_Closed(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	order := placePaid(t, tx, 1, 2)
	if _, err := separate(t, tx, order, "LT-A", ""); err != nil {
		t.Fatal(err)
	}
	for _, status := range []string{"Aguardando pagamento", "Enviado", "Entregue"} {
		if err := tx.Exec("update orders set status = ? where id = ?", status, order).Error; err != nil {
			t.Fatal(err)
		}
		if _, err := separate(t, tx, order, "LT-A", ""); !errs.HasCode(err, errs.CodeConflict) {
			t.Errorf("%s: %v", status, err)
		}
		if err := stock.PutBack(t.Context(), tx, by, order, lot.ID); !errs.HasCode(err, errs.CodeConflict) {
			t.Errorf("%s: %v", status, err)
		}
	}
	if _, err := separate(t, tx, 999, "LT-A", ""); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error(err)
	}
}

// The units of a cancelled order are put back, and no more leave.
func TestPutBack_Cancelled(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	order := placePaid(t, tx, 1, 2)
	if _, err := separate(t, tx, order, "LT-A", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := orders.Cancel(t.Context(), tx, by, orders.ReasonInput{ID: order, Reason: "desistiu"}); err != nil {
		t.Fatal(err)
	}
	if flow, err := stock.FlowOf(t.Context(), tx, by, lot.ID); err != nil || flow.Cancelled != 1 || flow.Separated != 0 {
		t.Errorf("%+v %v", flow, err)
	}
	if _, err := separate(t, tx, order, "LT-A", ""); !errs.HasCode(err, errs.CodeConflict) {
		t.Error("units leave for a cancelled order", err)
	}
	if err := stock.PutBack(t.Context(), tx, by, order, lot.ID); err != nil || quantityOf(t, tx, lot.ID) != 5 {
		t.Error(err, quantityOf(t, tx, lot.ID))
	}
}

// An order is not sent, alone or with others, while it has units of a recalled or an expired lot; with other units it is. What a carrier
// has already is recorded, and while the stock is switched off nothing is asked.
func TestSend_WithdrawnUnits(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	order := placePaid(t, tx, 3, 1)
	for id := order; id < order+3; id++ {
		if _, err := separate(t, tx, id, "LT-A", ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Exec("update orders set status = 'Em separação' where id >= ?", order).Error; err != nil {
		t.Fatal(err)
	}
	send := func(by auth.Caller, id int64) error {
		_, err := orders.Send(t.Context(), tx, by, orders.SendInput{ID: id, IsPickup: true})
		return err
	}
	block := stock.BlockInput{ID: lot.ID, Typed: "LT-A", Reason: "teor"}
	if _, err := stock.Block(t.Context(), tx, by, block); err != nil {
		t.Fatal(err)
	}
	if err := send(by, order); err != nil {
		t.Error("the stock is off", err)
	}
	if err := tx.Exec(`insert into system_configs (system, key, value_type, value) values ('stock', 'enabled', 'boolean', 'true')`).Error; err != nil {
		t.Fatal(err)
	}
	if err := send(by, order+1); !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(errs.As(err).Message, "LT-A foi recolhido") {
		t.Error(err)
	}
	many := orders.SendManyInput{IDs: []int64{order + 1}, Orders: []orders.Tracked{{ID: order + 1}}, IsPickup: true}
	if _, err := orders.SendMany(t.Context(), tx, by, many); !errs.HasCode(err, errs.CodeConflict) {
		t.Error(err)
	}
	if err := send(auth.Caller{Kind: auth.System}.At(by.Now), order+2); err != nil {
		t.Error("what the carrier has is not recorded", err)
	}
	if err := stock.PutBack(t.Context(), tx, by, order+1, lot.ID); err != nil {
		t.Fatal(err)
	}
	receive(t, tx, "LT-B", "2027-01-31", 5)
	if _, err := separate(t, tx, order+1, "LT-B", ""); err != nil {
		t.Fatal(err)
	}
	if err := tx.Exec("update lots set expires_on = '2026-11-19' where number = 'LT-B'").Error; err != nil {
		t.Fatal(err)
	}
	if err := send(by, order+1); !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(errs.As(err).Message, "LT-B venceu") {
		t.Error(err)
	}
	if err := tx.Exec("update lots set expires_on = '2026-11-20' where number = 'LT-B'").Error; err != nil {
		t.Fatal(err)
	}
	if err := send(by, order+1); err != nil {
		t.Error(err)
	}
}

// 200 parallel separations of the last 50 units: exactly 50 succeed, and the lot is empty, never below 0.
func TestSeparate_Parallel(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 50)
	first := placePaid(t, tx, 200, 1)
	var separated atomic.Int32
	var group sync.WaitGroup
	for i := range int64(200) {
		group.Go(func() {
			_, err := stock.Separate(t.Context(), tx, by, stock.SeparateInput{OrderID: first + i, Code: "LT-A"})
			switch {
			case err == nil:
				separated.Add(1)
			case errs.For(errs.FieldsOf(err), "codigo") == "":
				t.Errorf("order %d: %v", i, err)
			}
		})
	}
	group.Wait()
	if separated.Load() != 50 || quantityOf(t, tx, lot.ID) != 0 {
		t.Errorf("%d separated, %d left", separated.Load(), quantityOf(t, tx, lot.ID))
	}
}

// Parallel separations of one order never take more than it has.
func TestSeparate_SameOrder(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 50)
	order := placePaid(t, tx, 1, 3)
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			_, _ = stock.Separate(t.Context(), tx, by, stock.SeparateInput{OrderID: order, Code: "LT-A"})
		})
	}
	group.Wait()
	if left := quantityOf(t, tx, lot.ID); left != 47 {
		t.Errorf("%d left", left)
	}
}

// Random movements agree with a plain sum, at the end, at each past day, and at the end of each month of the evidence report; what
// would go below 0 is refused.
func TestMovements_Random(t *testing.T) {
	t.Parallel()
	moveAtRandom(t, 150)
}

// The same in 10,000 steps over most of a year.
func TestWalk_MovementsAtRandom(t *testing.T) {
	t.Parallel()
	moveAtRandom(t, 10_000)
}

func moveAtRandom(t *testing.T, steps int) {
	t.Helper()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	zone := zoneOf(t, tx)
	random := rand.New(rand.NewPCG(35, 20))
	lot := receive(t, tx, "LT-A", "2028-01-31", 5)
	order := placePaid(t, tx, 1, 1_000_000)
	want, taken, perDay := 5, 0, map[civil.Date]int{civil.Of(by.Now.In(zone)): 5}
	for step := range steps {
		if step%10 == 9 {
			by.Now = by.Now.Add(7 * time.Hour)
		}
		quantity := 1 + random.IntN(8)
		var err error
		isRefused := false
		switch random.IntN(5) {
		case 0:
			_, err = stock.Receive(t.Context(), tx, by, stock.ReceiveInput{ProductID: oilID, Number: "LT-A", Quantity: quantity})
			want += quantity
		case 1:
			_, err = stock.Adjust(t.Context(), tx, by, stock.AdjustInput{LotID: lot.ID, Kind: stock.Loss, Quantity: quantity, Reason: "quebra"})
			if isRefused = quantity > want; !isRefused {
				want -= quantity
			}
		case 2:
			_, err = stock.Separate(t.Context(), tx, by, stock.SeparateInput{OrderID: order, Code: "LT-A"})
			if isRefused = want == 0; !isRefused {
				want, taken = want-1, taken+1
			}
		case 3:
			err = stock.PutBack(t.Context(), tx, by, order, lot.ID)
			if isRefused = taken == 0; !isRefused {
				want, taken = want+1, taken-1
			}
		default:
			_, err = stock.Adjust(t.Context(), tx, by, stock.AdjustInput{LotID: lot.ID, Kind: stock.Counted, Quantity: quantity, Reason: "contagem"})
			want = quantity
		}
		if isRefused != (err != nil) {
			t.Fatalf("step %d: %v", step, err)
		}
		perDay[civil.Of(by.Now.In(zone))] = want
	}
	if got := quantityOf(t, tx, lot.ID); got != want {
		t.Errorf("the lot has %d, want %d", got, want)
	}
	for day, quantity := range perDay {
		if got, err := stock.QuantityOn(t.Context(), tx, lot.ID, day, zone); err != nil || got != quantity {
			t.Errorf("%s: %d, want %d: %v", day, got, quantity, err)
		}
	}
	checkMonths(t, tx, perDay, civil.MonthOf(by.Now.In(zone)))
	first := civil.Of(dbtest.Today.In(zone))
	days, err := stock.ReadDays(t.Context(), tx, by, oilID, first.DaysUntil(civil.Of(by.Now.In(zone)))+1)
	if err != nil || days[0].Day != first {
		t.Fatalf("%d days from %v: %v", len(days), days[0].Day, err)
	}
	left, out := 0, 0
	for _, day := range days {
		if quantity, isKnown := perDay[day.Day]; isKnown {
			left = quantity
		}
		if out += day.Out; day.Quantity != left {
			t.Errorf("%s: %d by days, want %d", day.Day, day.Quantity, left)
		}
	}
	if out != taken {
		t.Errorf("%d went out by days, want %d", out, taken)
	}
}

// zoneOf returns the association's time zone.
func zoneOf(t *testing.T, tx *db.DB) *time.Location {
	t.Helper()
	zone, err := settings.Location(t.Context(), tx)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// The days of a product count all its lots, and those without a movement; what came back is not out. Others see none.
func TestReadDays(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	zone := zoneOf(t, tx)
	by := dbtest.Camila.Caller()
	lot, other := receive(t, tx, "LT-A", "2027-01-31", 5), receive(t, tx, "LT-B", "2027-02-28", 3)
	for _, moved := range []struct {
		lot      int64
		kind     stock.Kind
		quantity int
		days     int
	}{{lot.ID, stock.Separation, -2, 1}, {other.ID, stock.Loss, -1, 2}, {lot.ID, stock.Return, 1, 2}} {
		var order *int64
		if moved.kind != stock.Loss {
			order = new(int64)
			*order = 1
		}
		if err := tx.Exec("insert into stock_movements (lot_id, kind, quantity, order_id, reason, actor_name, date_created) values (?, ?, ?, ?, 'x', 'x', ?)",
			moved.lot, moved.kind, moved.quantity, order, dbtest.Today.AddDate(0, 0, moved.days)).Error; err != nil {
			t.Fatal(err)
		}
	}
	by.Now = dbtest.Today.AddDate(0, 0, 4)
	days, err := stock.ReadDays(t.Context(), tx, by, oilID, 5)
	want := []stock.Day{{Quantity: 8}, {Quantity: 6, Out: 2}, {Quantity: 6, Out: -1}, {Quantity: 6}, {Quantity: 6}}
	if err != nil || len(days) != len(want) {
		t.Fatalf("%d days, %v", len(days), err)
	}
	for i, day := range days {
		if want[i].Day = civil.Of(dbtest.Today.In(zone)).Add(0, 0, i); day != want[i] {
			t.Errorf("day %d is %+v, want %+v", i, day, want[i])
		}
	}
	if none, err := stock.ReadDays(t.Context(), tx, dbtest.Renata.Caller(), oilID, 5); err != nil || len(none) > 0 {
		t.Errorf("a professional reads %v, %v", none, err)
	}
}

// checkMonths compares what the evidence report says of each month with the plain sum of its last day and with its movements.
func checkMonths(t *testing.T, tx *db.DB, perDay map[civil.Date]int, last civil.Month) {
	t.Helper()
	zone, before := zoneOf(t, tx), 0
	for month := civil.MonthOf(dbtest.Today.In(zone)); !month.In(zone).From.After(last.In(zone).From); month = month.Add(1) {
		report, err := evidence.Read(t.Context(), tx, dbtest.Camila.Caller(), evidence.Period{First: month, Last: month})
		if err != nil || len(report.Lots) != 1 {
			t.Fatalf("%s: %+v, %v", month, report.Lots, err)
		}
		end := civil.Of(month.Add(1).In(zone).From.AddDate(0, 0, -1))
		_, isKnown := perDay[end]
		for ; !isKnown; _, isKnown = perDay[end] {
			end = end.Add(0, 0, -1)
		}
		lot := report.Lots[0]
		if moved := lot.Received - lot.Separated - lot.Lost + lot.Corrected; lot.Left != perDay[end] || before+moved != lot.Left {
			t.Errorf("%s ends with %d, want %d; %d before and %d moved", month, lot.Left, perDay[end], before, moved)
		}
		before = lot.Left
	}
}

// The database itself refuses a movement that takes more than the lot has, and a change of a movement.
func TestMovements_Database(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	if err := tx.Exec("insert into stock_movements (lot_id, kind, quantity, actor_name, date_created) values (?, 'loss', -6, 'x', now())",
		lot.ID).Error; err == nil {
		t.Error("a lot goes below 0")
	}
	if err := tx.Exec("update stock_movements set quantity = 9 where lot_id = ?", lot.ID).Error; err == nil {
		t.Error("a movement changes")
	}
	if got := quantityOf(t, tx, lot.ID); got != 5 {
		t.Error(got)
	}
}

// A difference needs a reason; a count that agrees stores nothing.
func TestAdjust(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	for field, wrong := range map[string]stock.AdjustInput{
		"reason":   {LotID: lot.ID, Kind: stock.Counted, Quantity: 4},
		"quantity": {LotID: lot.ID, Kind: stock.Loss, Quantity: 6, Reason: "x"},
		"kind":     {LotID: lot.ID, Kind: stock.Separation, Quantity: 1, Reason: "x"},
	} {
		if _, err := stock.Adjust(t.Context(), tx, by, wrong); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := stock.Adjust(t.Context(), tx, by, stock.AdjustInput{LotID: lot.ID, Kind: stock.Counted, Quantity: 5}); err != nil {
		t.Error(err)
	}
	if moved, err := stock.ListMovements(t.Context(), tx, by, stock.MovementsInput{Product: oilID, Limit: 10}); err != nil || len(moved) != 1 {
		t.Error("an agreeing count is a movement", moved, err)
	}
}

// Open orders reserve what they have not taken; an unpaid one only for some days.
func TestList_Reserved(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	if err := tx.Exec("update orders set status = 'Entregue'").Error; err != nil {
		t.Fatal(err)
	}
	receive(t, tx, "LT-A", "2027-01-31", 10)
	receive(t, tx, "LT-OLD", "2026-11-01", 3)
	order := placePaid(t, tx, 1, 4)
	unpaid := placePaid(t, tx, 1, 2)
	if err := tx.Exec("update orders set status = 'Aguardando pagamento' where id = ?", unpaid).Error; err != nil {
		t.Fatal(err)
	}
	if _, err := separate(t, tx, order, "LT-A", ""); err != nil {
		t.Fatal(err)
	}
	check := func(onHand, reserved, setAside int) {
		t.Helper()
		if got, err := stock.FindStocked(t.Context(), tx, by, oilID); err != nil || got.OnHand != onHand || got.Reserved != reserved ||
			got.Set != setAside {
			t.Errorf("%+v: %v", got, err)
		}
	}
	check(9, 5, 3)
	if err := tx.Exec("update orders set date_created = ? where id = ?", by.Now.AddDate(0, 0, -6), unpaid).Error; err != nil {
		t.Fatal(err)
	}
	check(9, 3, 3)
	if none, err := stock.List(t.Context(), tx, by, stock.ListInput{Filter: stock.Low}); err != nil || len(none.Items) != 0 {
		t.Error(none.Items, err)
	}
	if err := stock.SetMinimum(t.Context(), tx, by, oilID, 7); err != nil {
		t.Fatal(err)
	}
	if low, err := stock.List(t.Context(), tx, by, stock.ListInput{Filter: stock.Low}); err != nil || len(low.Items) != 1 ||
		low.Items[0].ID != oilID {
		t.Error(low.Items, err)
	}
	if found, err := stock.List(t.Context(), tx, by, stock.ListInput{Filter: stock.Expiring, Q: "óleo"}); err != nil || len(found.Items) != 1 {
		t.Error(found.Items, err)
	}
}

// Units of open orders that are missing are low without a minimum.
func TestList_MissingUnits(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	receive(t, tx, "LT-A", "2027-01-31", 1)
	placePaid(t, tx, 1, 4)
	low, err := stock.List(t.Context(), tx, by, stock.ListInput{Filter: stock.Low})
	if err != nil || !slices.ContainsFunc(low.Items, func(one stock.Stocked) bool { return one.ID == oilID && one.IsLow() && one.Minimum == nil }) {
		t.Error(low.Items, err)
	}
}

// Further units of a lot need no dates; other ones than the stored ones are refused, and nothing comes in.
func TestReceive_KnownLot(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	receive(t, tx, "lt-a", "2027-01-31", 2)
	again := stock.ReceiveInput{ProductID: oilID, Number: "LT-A", Quantity: 3}
	if _, err := stock.Receive(t.Context(), tx, by, again); err != nil {
		t.Error(err)
	}
	again.ExpiresOn, again.MadeOn = patch.Of(civil.MustParse("2027-03-01")), patch.Of(civil.MustParse("2026-03-01"))
	again.THCContent = patch.Of(stock.Content{Decimal: decimal.NewFromInt(12)})
	_, err := stock.Receive(t.Context(), tx, by, again)
	for _, field := range []string{"expires_on", "made_on", "thc_content"} {
		if errs.For(errs.FieldsOf(err), field) == "" {
			t.Error(field, err)
		}
	}
	if got := quantityOf(t, tx, lot.ID); got != 10 {
		t.Error(got)
	}
}

// Units of an expired lot come in with a reason alone, new lots and known ones.
func TestReceive_Expired(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	input := stock.ReceiveInput{ProductID: oilID, Number: "LT-OLD", Quantity: 3, ExpiresOn: patch.Of(civil.MustParse("2026-11-19"))}
	if _, err := stock.Receive(t.Context(), tx, by, input); !strings.Contains(errs.For(errs.FieldsOf(err), "expires_on"), "venceu em 19/11/2026") {
		t.Error("an expired lot comes in", err)
	}
	input.Reason = "devolvido por engano"
	if _, err := stock.Receive(t.Context(), tx, by, input); err != nil {
		t.Error(err)
	}
	again := stock.ReceiveInput{ProductID: oilID, Number: "LT-OLD", Quantity: 1}
	if _, err := stock.Receive(t.Context(), tx, by, again); errs.For(errs.FieldsOf(err), "expires_on") == "" {
		t.Error(err)
	}
	today := stock.ReceiveInput{ProductID: oilID, Number: "LT-NOW", Quantity: 1, ExpiresOn: patch.Of(civil.MustParse("2026-11-20"))}
	if _, err := stock.Receive(t.Context(), tx, by, today); err != nil {
		t.Error(err)
	}
}
