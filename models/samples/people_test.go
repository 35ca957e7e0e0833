package samples

import (
	"strings"
	"testing"
)

// Two seeds and the edges of the nine digits; the numbers of one seed never meet.
func TestCPFsNeverMeet(t *testing.T) {
	for _, seed := range []uint64{0, 1, 612_579_511, 1<<64 - 1} {
		seen := make(map[string]int, 300_000)
		for slot := range 300_000 {
			number := cpf(seed, slot)
			if other, met := seen[number]; met {
				t.Fatalf("seed %d: slots %d and %d share %s", seed, other, slot, number)
			}
			seen[number] = slot
		}
	}
}

func TestNamesReadWell(t *testing.T) {
	c := chanceOf(1, 1)
	for range 5000 {
		name := c.name(pick(c, []string{"female", "male"}))
		if name.first == "" || name.last == "" || name.String() != strings.Join(strings.Fields(name.String()), " ") {
			t.Fatalf("%q is no name", name)
		}
		if login := name.login(); login != plain(login) {
			t.Fatalf("%q does not start an e-mail address", login)
		}
	}
}
