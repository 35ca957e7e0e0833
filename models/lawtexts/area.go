// Package lawtexts holds the texts of the laws by which data stay or leave: the article and the reason, as certificates, previews, the
// register and the page of periods name them. The program has a text of each law; an administrator may change it, and each
// change says who and when. How long a law keeps rows is not changed here: package personal declares it.
package lawtexts

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what law texts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"law_texts"},
		Personal: []personal.Table{personal.Plain("law_texts", "name article reason author_name")},
	}
}
