package money_test

import (
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/types/money"
)

// The parts add up to the amount, none is negative, and the whole sum is divided into the weights.
func TestSplit_AddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var weights []money.Amount
		sum := money.Zero
		for _, cents := range rapid.SliceOfN(rapid.Int64Range(0, 999_999_999), 1, 20).Draw(t, "weights") {
			weights = append(weights, money.FromCents(cents))
			sum = sum.Add(money.FromCents(cents))
		}
		amount := money.FromCents(rapid.Int64Range(0, 999_999_999).Draw(t, "amount"))
		total := money.Zero
		for _, part := range money.Split(amount, weights) {
			if part.Cmp(money.Zero) < 0 {
				t.Fatalf("a part is %s", part)
			}
			total = total.Add(part)
		}
		if !total.Equal(amount) {
			t.Fatalf("the parts of %s add up to %s", amount, total)
		}
		for i, part := range money.Split(sum, weights) {
			if !part.Equal(weights[i]) {
				t.Fatalf("part %d of the whole is %s, not %s", i, part, weights[i])
			}
		}
	})
}
