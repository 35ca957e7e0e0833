package orders_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"acolhe/models/notices"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/prescriptions"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// freedByAdministrators leaves freeing to administrators.
func freedByAdministrators(t *testing.T, tx *db.DB) {
	t.Helper()
	if err := tx.Exec(`insert into system_configs (system, key, value_type, value) values ('prescriptions', 'free_by', 'text', '"administrators"')`).Error; err != nil {
		t.Fatal(err)
	}
}

// oilFor is an order of Ana with oil, to be checked.
func oilFor(quantity int) prescriptions.Order {
	return orders.Order{User: dbtest.Ana.ID, Items: []orders.Item{{Code: dbtest.Oil.Code, Name: "Óleo", Quantity: quantity}}}.Prescribed()
}

func request(t *testing.T, tx *db.DB, quantity int) (prescriptions.Release, error) {
	t.Helper()
	return prescriptions.RequestRelease(t.Context(), tx, dbtest.Bruno.Caller(), prescriptions.ReleaseInput{Order: oilFor(quantity), Reason: "Viagem de dois meses"})
}

func answer(t *testing.T, tx *db.DB, by auth.Caller, id int64, state prescriptions.ReleaseState) error {
	t.Helper()
	_, err := prescriptions.AnswerRelease(t.Context(), tx, by, prescriptions.AnswerInput{ID: id, State: state, Answer: "Falei com a médica"})
	return err
}

// causes are the kinds of the unread notices of a caller.
func causes(t *testing.T, tx *db.DB, by auth.Caller) (kinds []notices.Kind) {
	t.Helper()
	lines, err := notices.List(t.Context(), tx, by, notices.Unread)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		kinds = append(kinds, line.Kind)
	}
	return kinds
}

// An order beyond its prescription that the operator may not free: requested with a reason, seen by who may, freed once, and used once;
// the history of the order has who freed it and why.
func TestPlace_Released(t *testing.T) {
	t.Parallel()
	tx, camila, bruno := dbtest.New(t).DB, dbtest.Camila.Caller(), dbtest.Bruno.Caller()
	if _, err := request(t, tx, 3); !errs.HasCode(err, errs.CodeConflict) {
		t.Error("requested while the rule is off", err)
	}
	setRule(t, tx, prescriptions.Block)
	freedByAdministrators(t, tx)
	prescribe(t, tx, dbtest.Ana.ID, "2027-05-01", 2)
	if _, err := request(t, tx, 2); !errs.HasCode(err, errs.CodeConflict) {
		t.Error("requested without need", err)
	}
	if _, err := placeOil(t, tx, 3, "Viagem"); !errs.HasCode(err, errs.CodeForbidden) {
		t.Error("frees it himself", err)
	}
	if _, err := prescriptions.RequestRelease(t.Context(), tx, bruno, prescriptions.ReleaseInput{Order: oilFor(3), Reason: " "}); errs.For(errs.FieldsOf(err), "prescription_reason") == "" {
		t.Error("requested without a reason", err)
	}
	asked, err := request(t, tx, 3)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := request(t, tx, 3); err != nil || again.ID != asked.ID {
		t.Error("the same request is stored twice", again.ID, err)
	}
	if _, err := placeOil(t, tx, 3, ""); !errs.HasCode(err, prescriptions.CodeRequired) {
		t.Error("passes before the answer", err)
	}
	if got := causes(t, tx, camila); len(got) != 1 || got[0] != notices.Requested || len(causes(t, tx, bruno)) != 0 {
		t.Error("the notices are", got, causes(t, tx, bruno))
	}
	if err := answer(t, tx, bruno, asked.ID, prescriptions.Freed); !errs.HasCode(err, errs.CodeForbidden) {
		t.Error("the requester frees it", err)
	}
	if _, err := prescriptions.AnswerRelease(t.Context(), tx, camila, prescriptions.AnswerInput{ID: asked.ID, State: prescriptions.Freed}); errs.For(errs.FieldsOf(err), "answer") == "" {
		t.Error("freed without a reason", err)
	}
	if err := answer(t, tx, camila, asked.ID, prescriptions.Freed); err != nil {
		t.Fatal(err)
	}
	if err := answer(t, tx, camila, asked.ID, prescriptions.NotFreed); !errs.HasCode(err, errs.CodeConflict) {
		t.Error("answered twice", err)
	}
	if got := causes(t, tx, bruno); len(got) != 1 || got[0] != notices.Answered || len(causes(t, tx, camila)) != 0 {
		t.Error("after the answer the notices are", got, causes(t, tx, camila))
	}
	if _, err := placeOil(t, tx, 4, ""); !errs.HasCode(err, prescriptions.CodeRequired) {
		t.Error("more than was freed passes", err)
	}
	var placed atomic.Int64
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			order, err := placeOil(t, tx, 3, "")
			if err == nil {
				placed.Add(1)
				checkReleased(t, tx, order.ID)
			} else if !errs.HasCode(err, prescriptions.CodeRequired) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if placed.Load() != 1 {
		t.Errorf("%d orders passed with one answer", placed.Load())
	}
}

// A reason is at most as long as the history keeps, whatever the rule is, and an answer of that length is shortened beside the name.
func TestPlace_LongReason(t *testing.T) {
	t.Parallel()
	tx, camila := dbtest.New(t).DB, dbtest.Camila.Caller()
	long := strings.Repeat("a", 500)
	for _, mode := range []string{"", prescriptions.Warn, prescriptions.Block} {
		if mode != "" {
			setRule(t, tx, mode)
		}
		if _, err := placeOil(t, tx, 3, long+"a"); errs.For(errs.FieldsOf(err), "prescription_reason") == "" {
			t.Errorf("%q: %v", mode, err)
		}
	}
	freedByAdministrators(t, tx)
	asked, err := request(t, tx, 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := prescriptions.AnswerRelease(t.Context(), tx, camila, prescriptions.AnswerInput{ID: asked.ID, State: prescriptions.Freed, Answer: long}); err != nil {
		t.Fatal(err)
	}
	order, err := placeOil(t, tx, 3, "")
	if err != nil {
		t.Fatal(err)
	}
	events, err := orders.History(t.Context(), tx, order.ID)
	if err != nil || events[0].Reason == nil || !strings.HasPrefix(*events[0].Reason, "Liberado por Camila Torres: aaa") {
		t.Errorf("the history is %+v, %v", events, err)
	}
}

// checkReleased checks that the history of an order has who freed it and why, and that the request has the order.
func checkReleased(t *testing.T, tx *db.DB, order int64) {
	t.Helper()
	events, err := orders.History(t.Context(), tx, order)
	if err != nil || len(events) != 1 || events[0].Reason == nil || *events[0].Reason != "Liberado por Camila Torres: Falei com a médica" {
		t.Errorf("the history is %+v, %v", events, err)
	}
	listed, err := prescriptions.ListReleases(t.Context(), tx, dbtest.Camila.Caller(), dbtest.Ana.ID)
	if err != nil || len(listed) != 1 || listed[0].OrderID == nil || *listed[0].OrderID != order || listed[0].DateUsed == nil {
		t.Errorf("the request is %+v, %v", listed, err)
	}
}

// A refused request lets nothing pass, and neither does a freed one after 7 days or one for the change of another order. A change passes
// with its own.
func TestChange_Released(t *testing.T) {
	t.Parallel()
	tx, camila := dbtest.New(t).DB, dbtest.Camila.Caller()
	setRule(t, tx, prescriptions.Block)
	freedByAdministrators(t, tx)
	prescribe(t, tx, dbtest.Ana.ID, "2027-05-01", 2)
	asked, err := request(t, tx, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer(t, tx, camila, asked.ID, prescriptions.NotFreed); err != nil {
		t.Fatal(err)
	}
	if _, err := placeOil(t, tx, 3, ""); !errs.HasCode(err, prescriptions.CodeRequired) {
		t.Error("a refused request lets it pass", err)
	}
	if asked, err = request(t, tx, 3); err != nil {
		t.Fatal(err)
	}
	if err := answer(t, tx, camila.At(camila.Now.AddDate(0, 0, -8)), asked.ID, prescriptions.Freed); err != nil {
		t.Fatal(err)
	}
	if _, err := placeOil(t, tx, 3, ""); !errs.HasCode(err, prescriptions.CodeRequired) {
		t.Error("an old answer lets it pass", err)
	}
	order, err := placeOil(t, tx, 2, "")
	if err != nil {
		t.Fatal(err)
	}
	placing, err := request(t, tx, 3)
	if err != nil {
		t.Fatal(err)
	}
	change := orders.ChangeInput{ID: order.ID}
	change.Items.Sent, change.Items.Value = true, []orders.Item{{Code: dbtest.Oil.Code, Amount: order.Items[0].Amount, Quantity: 3}}
	wanted := oilFor(3)
	wanted.ID = order.ID
	asked, err = prescriptions.RequestRelease(t.Context(), tx, dbtest.Priscila.Caller(), prescriptions.ReleaseInput{Order: wanted, Reason: "Quebrou um frasco"})
	if err != nil {
		t.Fatal("Produção may not ask", err)
	}
	if asked.ID == placing.ID {
		t.Error("the change is taken for the request of a new order")
	}
	if err := answer(t, tx, camila, asked.ID, prescriptions.Freed); err != nil {
		t.Fatal(err)
	}
	if _, err := placeOil(t, tx, 3, ""); !errs.HasCode(err, prescriptions.CodeRequired) {
		t.Error("what was freed for a change lets a new order pass", err)
	}
	if _, err := orders.Change(t.Context(), tx, dbtest.Priscila.Caller(), change); err != nil {
		t.Error("the freed change", err)
	}
	events, err := orders.History(t.Context(), tx, order.ID)
	if err != nil || events[0].Reason == nil || *events[0].Reason != "Liberado por Camila Torres: Falei com a médica" {
		t.Errorf("%+v, %v", events, err)
	}
	if _, err := prescriptions.FindRelease(t.Context(), tx, dbtest.Renata.Caller(), asked.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error("a professional reads it", err)
	}
}
