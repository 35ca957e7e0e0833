package reception

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/reception"
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
	Item       reception.Waiting
	Version    string
	History    []reception.Event
	Candidates []associates.Associate
	// Attendants are the operators who may attend.
	Attendants []reception.Attendant
	Questions  []reception.FormField
	// Notes is the typed text, and Refused the reason why it was not stored.
	Notes   string
	Refused error
}

// arrived describes the arrival of the item.
func (d BoardData) arrived() string {
	item := d.Open.Item
	from := map[reception.Source]string{reception.FromPublic: " pelo formulário público", reception.FromAPI: " por integração"}[item.Source]
	sentence := "Chegou " + fmtbr.Ago(item.DateCreated, d.Now, d.Now.Location()) + from
	if item.CompletedAt != nil {
		return sentence + " · terminou " + fmtbr.Ago(*item.CompletedAt, d.Now, d.Now.Location())
	}
	return sentence
}

// position returns "2 de 9 em Aguardando" with the neighbours of the open item in its lane.
func (d BoardData) position() (text, previous, next string) {
	for _, lane := range d.Board.Lanes {
		at := slices.IndexFunc(lane.Items, func(item reception.Waiting) bool { return item.ID == d.Open.Item.ID })
		if at < 0 {
			continue
		}
		if at > 0 {
			previous = d.Filter.Href(lane.Items[at-1].ID)
		}
		if at+1 < len(lane.Items) {
			next = d.Filter.Href(lane.Items[at+1].ID)
		}
		return fmt.Sprintf("%d de %d em %s", at+1, len(lane.Items), lane.Label), previous, next
	}
	return "", "", ""
}

func (d BoardData) dock() board.Dock {
	text, previous, next := d.position()
	return board.Dock{Item: strconv.FormatInt(d.Open.Item.ID, 10), Title: d.Open.Item.DisplayName(), Close: d.Filter.Board(), Text: d.arrivedLine(), Position: text, Previous: previous, Next: next, Foot: d.foot()}
}

func (d BoardData) tagEditor() ui.TagEditor {
	editor := ui.TagEditor{Names: d.Open.Item.Labels, Offered: d.Tags.Names(), Color: d.Tags.Color}
	if d.CanChange {
		editor.Path = Href(d.Open.Item.ID)
	}
	return editor
}

// actions are the rarer actions on the open item.
func (d BoardData) actions() []ui.MenuItem {
	var actions []ui.MenuItem
	if d.CanChange {
		actions = append(actions, ui.MenuItem{Label: "Corrigir dados…", Icon: "pencil", Href: d.Filter.at(Href(d.Open.Item.ID) + detailsSlug), Asks: true})
	}
	if d.CanRemove {
		actions = append(actions, ui.MenuItem{Label: "Excluir contato", Icon: "trash-2", Post: Href(d.Open.Item.ID) + removeSlug, Destructive: true})
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
			Note:   fmtbr.Join(" · ", associatesview.MembershipName(person.MembershipStatus()), contact(person.Phone), person.ContactEmail()),
			Action: ui.PostButton{Label: "Vincular", Name: person.FullName(), Action: Href(d.Open.Item.ID) + linkSlug, Field: "associate_code", Value: person.UserCode.String()},
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

func (d BoardData) newOrderHref() string {
	if d.Open.Item.AssociateCode == nil {
		return ""
	}
	return ordersview.NewFromReception(*d.Open.Item.AssociateCode, d.Open.Item.ID)
}

func (d BoardData) newBookingHref() string {
	if d.Open.Item.AssociateCode == nil || !access.CanOpen(d.By, "services", access.Create) {
		return ""
	}
	return agendaview.NewFromReception(d.Open.Item.AssociateCode.String(), d.Open.Item.ID)
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
