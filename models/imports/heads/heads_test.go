package heads

import (
	"maps"
	"testing"
)

// Colours of titles and of every other row mean nothing.
func TestRemoveDecoration(t *testing.T) {
	t.Parallel()
	lines := map[int]string{1: "Azul"}
	for line := 2; line <= 21; line++ {
		lines[line] = []string{"Cinza", ""}[line%2]
	}
	lines[5], lines[8], lines[9] = "Vermelho", "Vermelho", "Amarelo"
	removeDecoration(lines, 1)
	if want := map[int]string{5: "Vermelho", 8: "Vermelho", 9: "Amarelo"}; !maps.Equal(lines, want) {
		t.Errorf("the colours are %v", lines)
	}
}
