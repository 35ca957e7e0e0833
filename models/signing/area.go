package signing

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/seal"
)

// Area declares what contracts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"contracts", "sign_events", "term_signatures"},
		Mails:  []mail.Declared{ToSign.Declared(), Signed.Declared()},
		Secrets: []area.Secret{
			{Label: "links de assinatura", Rotate: RotateKey},
			{Label: "certificados do selo", Rotate: seal.RotateKey},
		},
	}
}
