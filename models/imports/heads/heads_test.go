package heads

import (
	"maps"
	"testing"

	"acolhe/models/platform/spreadsheet"
)

// coloured is a file whose rows have these colours.
type coloured struct {
	spreadsheet.File
	lines map[int]string
}

func (c coloured) Colours(int) (map[int]string, error) { return maps.Clone(c.lines), nil }

// Colours of titles and of every other row mean nothing.
func TestColours(t *testing.T) {
	t.Parallel()
	lines := map[int]string{1: "Azul"}
	for line := 2; line <= 21; line++ {
		lines[line] = []string{"Cinza", ""}[line%2]
	}
	lines[5], lines[8], lines[9] = "Vermelho", "Vermelho", "Amarelo"
	found, err := Colours(coloured{lines: lines}, 0, 1)
	if want := map[int]string{5: "Vermelho", 8: "Vermelho", 9: "Amarelo"}; err != nil || !maps.Equal(found, want) {
		t.Errorf("the colours are %v: %v", found, err)
	}
}
