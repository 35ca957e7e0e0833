// Package examples draws a good photo of a document and the faults for which photos are refused.
package examples

import "acolhe/views/ui"

// example is a drawing of a photo of a document, for people who have never sent one.
type example struct {
	name  string
	tone  ui.Tone
	fault string
	// seen is the part of the table that is in the photo.
	seen string
}

const whole = "0 0 100 68"

func examples() []example {
	return []example{{"Boa: inteira e clara", ui.Good, "", whole}, {"Ruim: escura", ui.Bad, "night", whole}, {"Ruim: cortada", ui.Bad, "", "24 20 70 47.6"},
		{"Ruim: tremida", ui.Bad, "shaken", whole}, {"Ruim: com reflexo", ui.Bad, "glare", whole}}
}
