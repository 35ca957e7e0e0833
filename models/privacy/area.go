// Package privacy holds the requests of persons about their data (LGPD, article 18): what they ask, the days that are left, how
// the identity was checked, and the answer. Erasing is in package erasure.
package privacy

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what requests bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"privacy_requests"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "privacy_requests", Label: "Pedidos sobre dados", Of: personal.ByUser,
			Data: []personal.Data{
				{Columns: "text answer", Label: "Pedidos sobre os próprios dados e respostas", Use: personal.Evidence, End: personal.Blank},
				{Columns: "created_by", Use: personal.Evidence, End: personal.Only("case when channel = 'own' then @name else created_by end")},
			},
			Plain: "kind channel state identity identity_by closed_by",
		},
	}
}
