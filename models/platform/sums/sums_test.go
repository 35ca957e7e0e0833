package sums_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/sums"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// Spans that overlap, touch, are empty or lie apart have the sums of their own payments.
func TestOfSpans(t *testing.T) {
	t.Parallel()
	tx, random := dbtest.New(t).DB, rand.New(rand.NewPCG(1, 2))
	at := func() time.Time { return dbtest.Today.Add(time.Duration(random.IntN(48)) * time.Hour) }
	if err := tx.Exec("create table paid (amount numeric not null, paid_at timestamptz not null)").Error; err != nil {
		t.Fatal(err)
	}
	var payments []time.Time
	for range 200 {
		payments = append(payments, at())
		if err := tx.Exec("insert into paid values (1.5, ?)", payments[len(payments)-1]).Error; err != nil {
			t.Fatal(err)
		}
	}
	var spans []civil.Span
	for range 12 {
		one, other := at(), at()
		if other.Before(one) {
			one, other = other, one
		}
		spans = append(spans, civil.Span{From: one, To: other})
	}
	got, err := sums.OfSpans(tx, tx.Table("paid").Select("amount, paid_at"), spans)
	if err != nil {
		t.Fatal(err)
	}
	for i, span := range spans {
		want := money.Zero
		for _, paid := range payments {
			if !paid.Before(span.From) && paid.Before(span.To) {
				want = want.Add(money.MustParse("1.5"))
			}
		}
		if got[i].Cmp(want) != 0 {
			t.Errorf("%v has %v, want %v", span, got[i], want)
		}
	}
}
