// Package confirmation makes sure that people read the e-mail that they give: by six digits that a letter carries and a
// page asks for. It opens accounts, signs associates in without a password, and changes the address of an account. No
// answer says whether an associate has an address: what differs is in the letter.
package confirmation

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
)

// Area declares what confirmations bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"email_codes", "email_changes"},
		Mails:  []mail.Declared{CodeSent.Declared(), Known.Declared(), Unknown.Declared(), Relocated.Declared()},
	}
}
