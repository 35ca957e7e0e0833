package directus

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Report writes what was moved, what stayed out with the reason, and the differences of both sides by count and content. It reports
// whether both sides are equal.
func Report(out io.Writer, result Result, compared []Comparison) (isEqual bool) {
	fmt.Fprintf(out, "\nLinhas escritas: %s\n", fmtbr.Integer(int64(result.Total())))
	for _, name := range slices.Sorted(maps.Keys(result.Absent)) {
		fmt.Fprintf(out, "%s não veio: %s\n", name, printable(result.Absent[name]))
	}
	for _, refused := range result.Refused {
		fmt.Fprintf(out, "%s %s ficou de fora: %s\n", refused.Collection, printable(refused.ID), printable(refused.Reason))
	}
	fmt.Fprintf(out, "\n%-24s %9s %9s %8s %8s %10s\n", "", "Directus", "aqui", "faltam", "só aqui", "diferentes")
	isEqual = len(result.Refused) == 0
	for _, one := range compared {
		fmt.Fprintf(out, "%-24s %9d %9d %8d %8d %10d\n", one.Label, one.There, one.Here, one.Missing, one.OnlyHere, one.Different)
		for _, difference := range one.Examples {
			fmt.Fprintf(out, "    %s, %s: lá %s, aqui %s\n", printable(difference.ID), difference.Field, printable(difference.There),
				printable(difference.Here))
		}
		isEqual = isEqual && one.IsEqual()
	}
	if isEqual {
		fmt.Fprintln(out, "Os dois lados são iguais no que veio.")
	}
	return isEqual
}

// printable shortens a text and takes control characters from it, which a terminal would obey.
func printable(text string) string {
	return texts.Shorten(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text), 120)
}
