package reception

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	agendaview "acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/board"
	"acolhe/views/ui/record"
)

// ItemData is an item beside the board.
type ItemData struct {
	Item queue.Waiting
	// Place is its position among the open items of its lane.
	Place      queue.Place
	History    []reception.Event
	Candidates []associates.Associate
	// Attendants are the operators who may attend.
	Attendants []reception.Attendant
	Questions  []triage.FormField
	// Thread are the notes of the item. Note is a typed one, and Refused the reason why it was not stored.
	Thread  []reception.Note
	Note    string
	Refused error
	// NoWhatsApp is true for an associate who does not allow messages by WhatsApp.
	NoWhatsApp bool
}

// arrived describes the arrival of the item.
func (d BoardData) arrived() string {
	item := d.Open.Item
	from := map[reception.Source]string{reception.FromPublic: " pelo formulário público", reception.FromAPI: " por integração"}[item.Source]
	sentence := "Chegou " + fmtbr.At(item.DateCreated, d.Now) + from
	if item.CompletedAt != nil {
		return sentence + " · terminou " + fmtbr.Ago(*item.CompletedAt, d.Now, d.Now.Location())
	}
	return sentence
}

// dock shows the open item with its position in its lane: "2 de 9 · Aguardando".
func (d BoardData) dock() board.Dock {
	dock := board.Dock{Item: strconv.FormatInt(d.Open.Item.ID, 10), Title: d.Open.Item.DisplayName(), Close: d.Filter.Board(),
		Text: d.arrivedLine(), Foot: d.foot()}
	place := d.Open.Place
	if place.Count > 0 {
		dock.Position = fmt.Sprintf("%d de %d · %s", place.Position, place.Count, d.statusName())
	}
	if place.Previous != 0 {
		dock.Previous = d.Filter.Href(place.Previous)
	}
	if place.Next != 0 {
		dock.Next = d.Filter.Href(place.Next)
	}
	return dock
}

func (d BoardData) tagEditor() ui.TagEditor {
	editor := ui.TagEditor{Names: d.Open.Item.Labels, Offered: d.Tags.Names(), Color: d.Tags.Color}
	if d.CanChange {
		editor.Add, editor.Remove = Href(d.Open.Item.ID)+"/etiquetas", Href(d.Open.Item.ID)+"/etiquetas/tirar"
	}
	return editor
}

// actions are the rarer actions on the open item.
func (d BoardData) actions() []ui.MenuItem {
	var actions []ui.MenuItem
	if d.CanChange {
		actions = append(actions, ui.MenuItem{Label: "Corrigir dados…", Icon: "pencil", Href: d.Filter.at(Href(d.Open.Item.ID) + detailsSlug),
			Asks: true})
	}
	if d.CanRemove {
		actions = append(actions, ui.MenuItem{Label: "Excluir contato", Icon: "trash-2", Post: Href(d.Open.Item.ID) + removeSlug,
			Destructive: true})
	}
	return actions
}

func (d BoardData) statusName() string {
	for _, lane := range d.Board.Lanes {
		if lane.Value == d.Open.Item.Item.Status {
			return lane.Label
		}
	}
	return d.Open.Item.Item.Status
}

func (d BoardData) candidates() []board.Candidate {
	found := make([]board.Candidate, len(d.Open.Candidates))
	for i, person := range d.Open.Candidates {
		found[i] = board.Candidate{
			Name: person.FullName(), Href: associatesview.Href(person.ID),
			Note: fmtbr.Join(" · ", associatesview.MembershipName(person.MembershipStatus()), contact(person.Phone), person.ContactEmail()),
			Action: ui.PostButton{Label: "Vincular", Name: person.FullName(), Action: Href(d.Open.Item.ID) + linkSlug, Field: "associate_code",
				Value: person.UserCode.String()},
		}
	}
	return found
}

func contact(phone *string) string {
	if phone == nil {
		return ""
	}
	return fmtbr.Phone(*phone)
}

// answers are the answers to the association's own questions.
func (i ItemData) answers() []record.Fact {
	own, _ := i.Item.Tags["custom_fields"].(map[string]any)
	facts := []record.Fact{}
	for _, id := range slices.Sorted(maps.Keys(own)) {
		label := id
		for _, question := range i.Questions {
			if question.ID == id {
				label = question.Label
			}
		}
		facts = append(facts, record.Fact{Label: label, Value: answerText(own[id])})
	}
	return facts
}

func answerText(answer any) string {
	switch answer := answer.(type) {
	case bool:
		if answer {
			return "Sim"
		}
		return "Não"
	case string:
		return answer
	}
	raw, _ := json.Marshal(answer) // stored as JSON
	return string(raw)
}

// newOrderHref and newBookingHref lead to the forms, for the associate of the open item or one to be chosen there.
func (d BoardData) newOrderHref() string {
	switch {
	case !access.CanOpen(d.By, "orders", access.Create):
		return ""
	case d.Open.Item.AssociateCode == nil:
		return ordersview.NewFromContact(d.Open.Item.ID)
	}
	return ordersview.NewFromReception(*d.Open.Item.AssociateCode, d.Open.Item.ID)
}

func (d BoardData) newBookingHref() string {
	switch {
	case !access.CanOpen(d.By, "services", access.Create):
		return ""
	case d.Open.Item.AssociateCode == nil:
		return agendaview.NewFromReception("", d.Open.Item.ID)
	}
	return agendaview.NewFromReception(d.Open.Item.AssociateCode.String(), d.Open.Item.ID)
}

// registerHref leads to the form of a new associate with the data of the open item.
func (d BoardData) registerHref() string {
	if !d.CanChange || !access.CanOpen(d.By, "users", access.Create) {
		return ""
	}
	return associatesview.NewFromReception(d.Open.Item.ID)
}

// statuses is the menu of the open item's status, with the keys of the lanes.
func (d BoardData) statuses() ui.Menu {
	menu := ui.Menu{ID: "menu-situacao", Label: "Situação de " + d.Open.Item.DisplayName(), Text: d.statusName(), Icon: "arrow-right"}
	for i, lane := range d.Board.Lanes {
		if lane.Value == d.Open.Item.Item.Status || lane.IsDone {
			continue
		}
		item := ui.MenuItem{Label: lane.Label, Post: Href(d.Open.Item.ID) + moveSlug + "?status=" + url.QueryEscape(lane.Value)}
		if i < maxKey {
			item.Key = strconv.Itoa(i + 1)
		}
		menu.Items = append(menu.Items, item)
	}
	return menu
}

// events describes the history, newest first.
func (d BoardData) events() []event {
	events := make([]event, len(d.Open.History))
	for i, stored := range d.Open.History {
		icon, text := d.describe(stored)
		who := texts.Of(stored.ActorName)
		if who == "" {
			who = "Formulário público"
		}
		events[i] = event{icon: icon, text: text, who: who, at: stored.DateCreated}
	}
	return events
}

type event struct {
	icon, text, who string
	at              time.Time
}

func (d BoardData) describe(stored reception.Event) (icon, text string) {
	to := texts.Of(stored.To)
	switch stored.Action {
	case reception.Entered:
		return "log-in", "Entrou na fila"
	case reception.Moved:
		return "arrow-right", "Mudou para " + d.laneLabel(to)
	case reception.Assigned:
		if to == "" {
			return "user-x", "Ficou sem atendente"
		}
		if to == texts.Of(stored.ActorCode) {
			return "user-check", "Começou a atender"
		}
		return "user-check", fmtbr.Join(" para ", "Mudou de atendente", attendantName(d.Open.Attendants, to, "", d.By))
	case reception.Linked:
		if to == "" {
			return "user-x", "Cadastro desvinculado"
		}
		return "link", "Cadastro vinculado"
	case reception.Completed:
		return "check", fmtbr.Join(": ", "Concluído", to)
	case reception.Reopened:
		return "rotate-ccw", "Aberto de novo"
	}
	return "pencil", "Dados alterados"
}

func (d BoardData) laneLabel(value string) string {
	for _, lane := range d.Board.Lanes {
		if lane.Value == value {
			return lane.Label
		}
	}
	return value
}
