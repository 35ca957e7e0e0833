// Package membercards issues the cards of members: a number, a validity of a year that renews itself, and a random public
// code, whose page confirms a membership by initials and nothing else. A card exists only for a member; the associate or
// the staff exchanges its code when a card was lost. The picture on a card is that of the record (models/files).
package membercards

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what the cards bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"member_cards"}, Personal: personalData()}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "member_cards", Label: "Carteirinhas", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{{Columns: "code", Label: "Código da carteirinha", Use: personal.Membership, End: personal.WithRow}},
		},
	}
}
