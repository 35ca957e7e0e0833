package reception

import (
	"net/url"
	"slices"

	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
)

// attendantField is the field with the user_code of the attendant; empty for nobody.
const attendantField = "attendant"

// attendants is the menu of the open item's attendant. Its items are the operators who may attend, and nobody.
func (d BoardData) attendants() ui.Menu {
	item := d.Open.Item
	menu := ui.Menu{ID: "menu-atendente", Label: "Quem atende " + item.DisplayName(), Text: "Sem atendente", Icon: "user-check"}
	if item.Attendant != nil {
		menu.Text = attendantName(d.Open.Attendants, item.Attendant.String(), texts.Of(item.AttendantName), d.By)
	}
	for _, attendant := range d.Open.Attendants {
		if item.Attendant == nil || *item.Attendant != attendant.UserCode {
			menu.Items = append(menu.Items, ui.MenuItem{
				Label: fmtbr.Join(" · ", nameFor(attendant, d.By), openItems(attendant)), Icon: "user-check",
				Post: assignHref(item.ID, attendant.UserCode.String()),
			})
		}
	}
	if item.Attendant != nil {
		menu.Items = append(menu.Items, ui.MenuItem{Rule: true},
			ui.MenuItem{Label: "Tirar atendente", Icon: "user-x", Post: assignHref(item.ID, "")})
	}
	return menu
}

// assignHref returns the address that makes an operator the attendant of an item; empty for nobody.
func assignHref(id int64, code string) string {
	return Href(id) + assignSlug + "?" + url.Values{attendantField: {code}}.Encode()
}

// nameFor returns the name of an attendant, who may be the caller.
func nameFor(attendant reception.Attendant, by auth.Caller) string {
	if attendant.UserCode.String() == by.Code {
		return attendant.FullName() + " (você)"
	}
	return attendant.FullName()
}

// attendantName returns the name of an operator by code; known is the name of one who no longer attends.
func attendantName(attendants []reception.Attendant, code, known string, by auth.Caller) string {
	at := slices.IndexFunc(attendants, func(attendant reception.Attendant) bool { return attendant.UserCode.String() == code })
	if at < 0 {
		return known
	}
	return nameFor(attendants[at], by)
}

// openItems says how many contacts an attendant has; nothing for none.
func openItems(attendant reception.Attendant) string {
	if attendant.Open == 0 {
		return ""
	}
	return fmtbr.Plural(attendant.Open, "contato", "contatos")
}

// AssignData is the page that asks who attends to an item.
type AssignData struct {
	Item       reception.Item
	Attendants []reception.Attendant
	By         auth.Caller
	Refused    error
}

func (d AssignData) ask() dialog.Ask {
	return dialog.Ask{
		Title: "Passar " + d.Item.DisplayName() + " para…", Action: Href(d.Item.ID) + assignSlug, Back: Href(d.Item.ID), Verb: "Passar",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(string) string { return "Quem vai atender" }),
	}
}

func (d AssignData) choices() ui.Content {
	choice := control.Radio{Name: attendantField, Label: "Quem vai atender?", Keys: len(d.Attendants) < maxKey, Wide: true,
		Error: errs.For(errs.FieldsOf(d.Refused), attendantField)}
	for _, attendant := range d.Attendants {
		choice.Options = append(choice.Options,
			control.Option{Value: attendant.UserCode.String(), Label: nameFor(attendant, d.By), Detail: openItems(attendant)})
	}
	if d.Item.Attendant != nil {
		choice.Value = d.Item.Attendant.String()
		choice.Options = append(choice.Options, control.Option{Label: "Ninguém", Detail: "Tirar atendente"})
	}
	return choice
}
