package newdevices

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// The kinds of messages: to the person, and to the administration once the person says that it was another person.
var (
	SignedIn = mail.KindOf[Device]{Kind: "new_device", Label: "Entrada em aparelho novo", Required: true}
	Denied   = mail.KindOf[Denial]{Kind: "new_device_denied", Label: "Entrada negada pela pessoa", Required: true}
)

// Area declares what letters about new devices bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"device_letters"},
		Personal: personalData(),
		Mails:    []mail.Declared{SignedIn.Declared(), Denied.Declared()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "device_letters", Label: "Avisos de aparelho novo", Of: "associate_id in @ids", Removed: true,
			Data: []personal.Data{
				{Columns: "device ip", Label: "Aparelho de quem entrou", Use: personal.Security, End: personal.WithRow},
			},
			Plain: "token_hash",
		},
	}
}
