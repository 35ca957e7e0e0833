package stock_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/stock"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// counted is a line of a count with its own number.
func counted(lot stock.Lot, quantity int, reason string) stock.CountInput {
	return stock.CountInput{LotID: lot.ID, Quantity: quantity, Reason: reason, Submission: uuid.NullUUID{UUID: uuid.New(), Valid: true}}
}

func count(t testing.TB, tx *db.DB, by auth.Caller, input stock.CountInput) {
	t.Helper()
	if _, err := stock.CountLot(t.Context(), tx, by, input); err != nil {
		t.Error(err)
	}
}

func counting(t testing.TB, tx *db.DB) stock.Counting {
	t.Helper()
	now, err := stock.ReadCounting(t.Context(), tx, dbtest.Camila.Caller())
	if err != nil {
		t.Fatal(err)
	}
	return now
}

// movements counts the movements of counts.
func movements(t testing.TB, tx *db.DB) (found int64) {
	t.Helper()
	if err := tx.WithContext(t.Context()).Table("stock_movements").Where("kind = 'count'").Count(&found).Error; err != nil {
		t.Fatal(err)
	}
	return found
}

// Two people count the same count: their lots are joined, an agreed number is one movement, and numbers that differ need a
// decision before the count can end. Nothing moves before.
func TestCount_TwoPeople(t *testing.T) {
	t.Parallel()
	tx, camila, priscila := dbtest.New(t).DB, dbtest.Camila.Caller(), dbtest.Priscila.Caller()
	a, b, c, d := receive(t, tx, "LT-A", "2027-01-31", 5), receive(t, tx, "LT-B", "2027-02-28", 8), receive(t, tx, "LT-C", "2027-03-31", 3), receive(t, tx, "LT-D", "2027-04-30", 9)
	count(t, tx, camila, counted(a, 4, "Quebra"))
	count(t, tx, priscila, counted(b, 8, ""))
	count(t, tx, camila, counted(c, 2, "Quebra"))
	count(t, tx, priscila, counted(c, 2, "Não sei"))
	count(t, tx, camila, counted(d, 9, ""))
	count(t, tx, priscila, counted(d, 7, "Saiu sem registro"))
	now := counting(t, tx)
	if len(now.Lots) != 4 || now.All != 4 || len(now.Disputed()) != 1 || len(now.Differences()) != 2 || movements(t, tx) != 0 {
		t.Fatalf("%+v, %d movements", now, movements(t, tx))
	}
	if err := stock.FinishCount(t.Context(), tx, camila, now.ID); !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(err.Error(), "LT-D") {
		t.Error("ended with different numbers", err)
	}
	disputed := now.Disputed()[0]
	if len(disputed.Lines) != 2 || disputed.Lot.ID != d.ID {
		t.Fatalf("%+v", disputed)
	}
	// A number that the decider has not seen is not decided on.
	stale := stock.DecideInput{LineID: disputed.Lines[1].ID, Seen: disputed.Lines[0].ID}
	if _, err := stock.DecideCount(t.Context(), tx, camila, stale); !errs.HasCode(err, errs.CodeConflict) {
		t.Error("decided on what was not seen", err)
	}
	decide := stock.DecideInput{LineID: disputed.Lines[1].ID, Seen: disputed.Lines[1].ID, Submission: uuid.NullUUID{UUID: uuid.New(), Valid: true}}
	for range 2 {
		if _, err := stock.DecideCount(t.Context(), tx, camila, decide); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := stock.FinishCount(t.Context(), tx, priscila, now.ID); err != nil {
			t.Fatal(err)
		}
	}
	for lot, want := range map[int64]int{a.ID: 4, b.ID: 8, c.ID: 2, d.ID: 7} {
		if got := quantityOf(t, tx, lot); got != want {
			t.Errorf("lot %d has %d, want %d", lot, got, want)
		}
	}
	if movements(t, tx) != 3 {
		t.Errorf("%d movements", movements(t, tx))
	}
	var reason string
	if err := tx.WithContext(t.Context()).Table("stock_movements").Where("kind = 'count' and lot_id = ?", c.ID).Select("reason").Row().Scan(&reason); err != nil ||
		reason != "Não sei, Quebra · contado por Camila Torres, Priscila Prado" {
		t.Error(reason, err)
	}
	if now = counting(t, tx); now.ID != 0 || len(now.Lots) != 0 {
		t.Errorf("still open: %+v", now)
	}
	if _, err := stock.DecideCount(t.Context(), tx, camila, decide); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error("decided after the end", err)
	}
}

// An own number replaces the own one before it. After a decision another number disputes it again.
func TestCount_Again(t *testing.T) {
	t.Parallel()
	tx, camila, priscila := dbtest.New(t).DB, dbtest.Camila.Caller(), dbtest.Priscila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	count(t, tx, camila, counted(lot, 3, "Quebra"))
	count(t, tx, camila, counted(lot, 4, "Quebra"))
	now := counting(t, tx)
	if len(now.Lots) != 1 || len(now.Lots[0].Lines) != 1 || now.Lots[0].Latest().Quantity != 4 {
		t.Fatalf("%+v", now.Lots)
	}
	count(t, tx, priscila, counted(lot, 5, ""))
	disputed := counting(t, tx).Disputed()
	if len(disputed) != 1 {
		t.Fatal("not disputed")
	}
	last := disputed[0].Latest().ID
	if _, err := stock.DecideCount(t.Context(), tx, camila, stock.DecideInput{LineID: last, Seen: last}); err != nil {
		t.Fatal(err)
	}
	if len(counting(t, tx).Disputed()) != 0 {
		t.Error("decided, and disputed still")
	}
	count(t, tx, priscila, counted(lot, 3, "Quebra"))
	if len(counting(t, tx).Disputed()) != 1 {
		t.Error("another number after the decision is no dispute")
	}
}

// A line without internet arrives later, and perhaps twice: its difference is that of the moment of counting, and the second arrival
// changes nothing, even after the count has ended.
func TestCount_Offline(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Priscila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	held := counted(lot, 4, "Quebra")
	held.Expected = patch.Of(5)
	if _, err := separate(t, tx, placePaid(t, tx, 1, 2), "LT-A", ""); err != nil {
		t.Fatal(err)
	}
	count(t, tx, by, held)
	count(t, tx, by, held)
	if err := stock.FinishCount(t.Context(), tx, by, counting(t, tx).ID); err != nil {
		t.Fatal(err)
	}
	count(t, tx, by, held)
	if now := counting(t, tx); now.ID != 0 {
		t.Errorf("a line that came twice begins another count: %+v", now)
	}
	if got := quantityOf(t, tx, lot.ID); got != 3 || movements(t, tx) != 1 {
		t.Errorf("%d left after %d movements", got, movements(t, tx))
	}
	// What comes first after the end is in the next count.
	count(t, tx, by, counted(lot, 2, "Quebra"))
	if now := counting(t, tx); len(now.Lots) != 1 {
		t.Errorf("lost: %+v", now)
	}
}

// More is missing than the lot has in the end: the count cannot end with it, and nothing of it is applied.
func TestCount_BelowZero(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Priscila.Caller()
	other, lot := receive(t, tx, "LT-A", "2027-02-28", 5), receive(t, tx, "LT-B", "2027-01-31", 2)
	count(t, tx, by, counted(other, 6, "Erro de entrada"))
	count(t, tx, by, counted(lot, 0, "Quebra"))
	if _, err := separate(t, tx, placePaid(t, tx, 1, 2), "LT-B", ""); err != nil {
		t.Fatal(err)
	}
	id := counting(t, tx).ID
	if err := stock.FinishCount(t.Context(), tx, by, id); !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(err.Error(), "LT-B") {
		t.Error(err)
	}
	if quantityOf(t, tx, other.ID) != 5 || quantityOf(t, tx, lot.ID) != 1 {
		t.Error("half of the count is applied")
	}
	count(t, tx, by, counted(lot, 1, ""))
	if err := stock.FinishCount(t.Context(), tx, by, id); err != nil || quantityOf(t, tx, other.ID) != 6 {
		t.Error(err)
	}
}

// Wrong lines are refused, and a caller who may not read products finds nothing.
func TestCount_Refused(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Priscila.Caller()
	lot := receive(t, tx, "LT-A", "2027-01-31", 5)
	for field, wrong := range map[string]stock.CountInput{"reason": counted(lot, 4, "  "), "quantity": counted(lot, -1, "x")} {
		if _, err := stock.CountLot(t.Context(), tx, by, wrong); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := stock.CountLot(t.Context(), tx, dbtest.Renata.Caller(), counted(lot, 5, "")); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error(err)
	}
	count(t, tx, by, counted(lot, 5, ""))
	if now, err := stock.ReadCounting(t.Context(), tx, dbtest.Renata.Caller()); err != nil || now.ID != 0 {
		t.Error("a professional sees the count", now, err)
	}
	if err := stock.FinishCount(t.Context(), tx, dbtest.Renata.Caller(), counting(t, tx).ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error(err)
	}
}

// Two people send everything at once, each line twice, while others end the count: each lot is counted once by each, no line is lost or
// doubled, and the stock is what was counted.
func TestCount_Parallel(t *testing.T) {
	t.Parallel()
	const lots, people = 24, 2
	tx := dbtest.New(t).DB
	callers := [people]auth.Caller{dbtest.Camila.Caller(), dbtest.Priscila.Caller()}
	var group sync.WaitGroup
	stocked := make([]stock.Lot, lots)
	for i := range stocked {
		stocked[i] = receive(t, tx, fmt.Sprintf("LT-%02d", i), "2027-01-31", 10)
	}
	for _, by := range callers {
		for i, lot := range stocked {
			line := counted(lot, 10-i%3, "Quebra")
			// Each knows what the records had when it was counted, whenever the line arrives.
			line.Expected = patch.Of(10)
			if by.ID == callers[1].ID && i%2 == 0 {
				continue // every second lot is counted by one person alone
			}
			for range 2 {
				group.Go(func() { count(t, tx, by, line) })
			}
		}
	}
	group.Wait()
	now := counting(t, tx)
	if len(now.Lots) != lots || len(now.Disputed()) != 0 {
		t.Fatalf("%d lots, %d disputed", len(now.Lots), len(now.Disputed()))
	}
	for range 6 {
		group.Go(func() {
			if err := stock.FinishCount(t.Context(), tx, callers[0], now.ID); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	var lines int64
	if err := tx.WithContext(t.Context()).Table("stock_count_lines").Count(&lines).Error; err != nil || lines != lots+lots/2 {
		t.Errorf("%d lines: %v", lines, err)
	}
	for i, lot := range stocked {
		if got := quantityOf(t, tx, lot.ID); got != 10-i%3 {
			t.Errorf("lot %d has %d", i, got)
		}
	}
}

// Lines that arrive while the count ends are part of it or of the next one; none is lost.
func TestCount_EndsMeanwhile(t *testing.T) {
	t.Parallel()
	const lots = 20
	tx, by := dbtest.New(t).DB, dbtest.Priscila.Caller()
	stocked := make([]stock.Lot, lots)
	for i := range stocked {
		stocked[i] = receive(t, tx, fmt.Sprintf("LT-%02d", i), "2027-01-31", 10)
	}
	finish := func() {
		if id := counting(t, tx).ID; id != 0 {
			if err := stock.FinishCount(t.Context(), tx, by, id); err != nil {
				t.Error(err)
			}
		}
	}
	var group sync.WaitGroup
	for i, lot := range stocked {
		group.Go(func() { count(t, tx, by, counted(lot, 9, "Quebra")) })
		if i%4 == 3 {
			group.Go(finish)
		}
	}
	group.Wait()
	finish()
	for i, lot := range stocked {
		if got := quantityOf(t, tx, lot.ID); got != 9 {
			t.Errorf("lot %d has %d", i, got)
		}
	}
	if movements(t, tx) != lots {
		t.Errorf("%d movements", movements(t, tx))
	}
}
