package doctor

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"acolhe/models/types/fmtbr"
)

// marks stand before the lines of Text.
var marks = map[Level]string{Bad: "[X]", Watch: "[!]", Good: "[ok]"}

// Summary counts the findings by level.
func (r Report) Summary() string {
	text := fmt.Sprintf("%d exames: %s", len(r.Findings), fmtbr.Plural(len(r.At(Good)), "bom", "bons"))
	if count := len(r.At(Watch)); count > 0 {
		text += fmt.Sprintf(", %d a olhar", count)
	}
	if count := len(r.At(Bad)); count > 0 {
		text += fmt.Sprintf(", %d com problema", count)
	}
	return text + "."
}

// Text returns the whole report as text: what to do first, then the good findings by group. Times are those of the zone.
func (r Report) Text(zone *time.Location) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s Em %s.\n", r.Summary(), fmtbr.DateTime(r.DateCreated, zone))
	for _, finding := range r.ToDo() {
		fmt.Fprintf(&text, "\n%s %s: %s\n    %s\n", marks[finding.Level], finding.Name, finding.Says, finding.Do)
		if finding.Record != "" {
			fmt.Fprintf(&text, "    %s\n", finding.Record)
		}
	}
	table := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	for _, group := range Groups() {
		findings := r.Good(group)
		if len(findings) > 0 {
			fmt.Fprintf(table, "\n%s\n", group.Label())
		}
		for _, finding := range findings {
			fmt.Fprintf(table, "%s %s\t%s\n", marks[Good], finding.Name, finding.Says)
		}
	}
	table.Flush()
	return text.String()
}
