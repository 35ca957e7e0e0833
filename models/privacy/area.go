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
		Terms:    []personal.Term{requestsTerm()},
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

// requestsTerm declares how long the texts of answered requests are kept; that they were answered in time stays.
func requestsTerm() personal.Term {
	return personal.Term{
		Name: "privacy_requests", Label: "Pedidos sobre dados", One: "pedido sobre dados", Many: "pedidos sobre dados",
		Table: "privacy_requests", When: "state <> 'open'", Since: "date_closed", Event: "respondidos há mais de", Person: "privacy_requests.user_id",
		Who: "(select coalesce(u.associate_name, u.name, '') from users u where u.id = privacy_requests.user_id)", Href: "/admin/privacidade/pedidos/%d",
		End: "Texto apagado", Reason: "provar que houve resposta",
		Period: personal.Period{Count: 5, Unit: personal.Years},
		Options: []personal.Period{
			{Count: 2, Unit: personal.Years}, {Count: 5, Unit: personal.Years}, {Count: 10, Unit: personal.Years},
		},
		Least: &personal.Least{Period: personal.Period{Count: personal.DefendLaw.Years, Unit: personal.Years}, Law: personal.DefendLaw.Article},
	}
}
