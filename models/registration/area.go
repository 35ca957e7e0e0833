package registration

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
)

// Area declares what the registration brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"document_requests"},
		Mails:  []mail.Declared{DocumentAgain.Declared(), Completed.Declared()},
	}
}
