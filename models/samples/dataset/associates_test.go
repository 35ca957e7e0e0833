package dataset

import (
	"strings"
	"testing"
	"time"
)

// The seeds cover the edges of the nine digits; no two slots of a seed share a number.
func TestCPF_Unique(t *testing.T) {
	for _, seed := range []uint64{0, 1, 612_579_511, 1<<64 - 1} {
		seen := make(map[string]int, 300_000)
		for slot := range 300_000 {
			number := cpf(seed, slot)
			if other, isUsed := seen[number]; isUsed {
				t.Fatalf("seed %d: slots %d and %d share %s", seed, other, slot, number)
			}
			seen[number] = slot
		}
	}
}

func TestName(t *testing.T) {
	r := New(1, time.Now()).stream(1)
	for range 5000 {
		name := r.name(pick(r, genders))
		if name.first == "" || name.last == "" || name.String() != strings.Join(strings.Fields(name.String()), " ") {
			t.Fatalf("%q is not a name", name)
		}
		if login := name.login(); login != plain(login) {
			t.Fatalf("%q does not start an e-mail address", login)
		}
	}
}
