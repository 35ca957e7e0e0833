package readytexts

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
)

// Area declares what ready texts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"ready_texts"}, Mails: []mail.Declared{Sent.Declared()}}
}
