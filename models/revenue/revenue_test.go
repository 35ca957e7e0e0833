package revenue_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/platform/dbtest"
	"acolhe/models/revenue"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// New is who had no order before the period; cancelled and unpaid orders are no revenue, and a cancelled one is none before.
func TestOf(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	span := civil.Span{From: dbtest.Today.AddDate(0, 0, -30), To: dbtest.Today}
	exec := func(statement string) {
		t.Helper()
		if _, err := conn.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(input revenue.Input, want revenue.Sums) {
		t.Helper()
		if got, err := revenue.Of(t.Context(), conn.DB, dbtest.Fernando.Caller(), input); err != nil || got != want {
			t.Errorf("%+v: %+v, want %+v, %v", input, got, want, err)
		}
	}
	exec("update orders set status = 'Pago', total = 100.25, tags = '[\"Urgente\"]', date_created = '2026-11-10' where id = 1")
	exec("update orders o set status = 'Cancelado', user_id = f.user_id, user_code = f.user_code, total = 1000, tags = '[]', date_created = '2026-09-01' from orders f where o.id = 2 and f.id = 1")
	order := revenue.Group{Orders: 1, Cents: 10025}
	expect(revenue.Input{Span: span}, revenue.Sums{New: order})
	exec("update orders set status = 'Entregue' where id = 2")
	expect(revenue.Input{Span: span}, revenue.Sums{Returning: order})
	expect(revenue.Input{Span: span, Tags: []string{"Urgente"}}, revenue.Sums{Returning: order})
	expect(revenue.Input{Span: span, Tags: []string{"Outra"}}, revenue.Sums{})
	expect(revenue.Input{Span: span, Statuses: []string{"Cancelado"}}, revenue.Sums{})
	exec("update orders set status = 'Aguardando pagamento' where id = 1")
	expect(revenue.Input{Span: span}, revenue.Sums{})
	if _, err := revenue.Of(t.Context(), conn.DB, dbtest.Renata.Caller(), revenue.Input{Span: span}); errs.As(err) == nil {
		t.Error("a professional reads the revenue")
	}
}

// The parts add up to the change, the largest first.
func TestExplain(t *testing.T) {
	t.Parallel()
	before := revenue.Sums{New: revenue.Group{Orders: 2, Cents: 20000}, Returning: revenue.Group{Orders: 8, Cents: 80000}}
	now := revenue.Sums{New: revenue.Group{Orders: 5, Cents: 45000}, Returning: revenue.Group{Orders: 7, Cents: 63000}}
	want := []revenue.Part{{revenue.OfNew, 30000, 3}, {revenue.OfMean, -12000, 0}, {revenue.OfReturning, -10000, -1}}
	if got := revenue.Explain(now, before); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if revenue.Explain(now, revenue.Sums{}) != nil {
		t.Error("a change is explained without a period before")
	}
	rapid.Check(t, func(t *rapid.T) {
		group := func(name string) revenue.Group {
			return revenue.Group{Orders: rapid.Int64Range(0, 5000).Draw(t, name), Cents: rapid.Int64Range(0, 500_000_00).Draw(t, name)}
		}
		now, before := revenue.Sums{New: group("a"), Returning: group("b")}, revenue.Sums{New: group("c"), Returning: group("d")}
		parts := revenue.Explain(now, before)
		if before.Total().Orders == 0 {
			return
		}
		var sum int64
		for _, part := range parts {
			sum += part.Cents
		}
		if sum != now.Total().Cents-before.Total().Cents {
			t.Errorf("%+v do not add up", parts)
		}
	})
}
