// Package confirmation makes sure that people read the e-mail that they give: by six digits that a letter carries and a
// page asks for. It opens accounts, signs associates in without a password, and changes the address of an account. No
// answer says whether an associate has an address: what differs is in the letter.
package confirmation

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what confirmations bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"email_codes", "email_changes"},
		Personal: personalData(),
		Mails:    []mail.Declared{CodeSent.Declared(), Known.Declared(), Unknown.Declared(), Relocated.Declared()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("email_codes", "purpose subject_hash code_hash ticket_hash"),
		{
			Name: "email_changes", Label: "Trocas de e-mail", Of: "associate_id in @ids", Removed: true,
			Data: []personal.Data{
				{Columns: "old_email new_email", Label: "E-mail anterior e novo", Use: personal.Security, End: personal.WithRow},
			},
			Plain: "undo_hash",
		},
	}
}
