package pdf

import "testing"

// A page that begins within a paragraph leaves at least two of its lines on either page, or none before.
func TestBreakable(t *testing.T) {
	t.Parallel()
	for of := 1; of < 8; of++ {
		for line := 1; line < of; line++ {
			before := breakable(line, of)
			if before > line || before == 1 || of-before == 1 {
				t.Errorf("a page begins before line %d of %d, asked for %d", before, of, line)
			}
		}
	}
}
