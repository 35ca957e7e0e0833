package readytexts

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what ready texts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"ready_texts"},
		Personal: personalData(),
		Mails:    []mail.Declared{Sent.Declared()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("ready_texts", "name subject body"),
	}
}
