package dataset

import (
	"fmt"
	"time"

	"acolhe/models/associates"
	"acolhe/models/reception"
	"acolhe/models/reception/triage"
)

// waitingPerHundred is the percentage of associates who are waiting in reception today.
const waitingPerHundred = 5

// waits are the longest waiting times of open items: most people were not kept for half an hour, few for more than one.
var waits = []weighted[time.Duration]{{62, 25 * time.Minute}, {26, 55 * time.Minute}, {12, 150 * time.Minute}}

// addVisits adds the visits of an associate to reception: in some cases a completed one, an open
// one of today, and one of an unknown person who filled in the public form.
func (d *Dataset) addVisits(r rng, b *Batch, a *person, n int) {
	if a.Status == associates.Associado && r.percent(55) {
		b.Reception = append(b.Reception, d.pastVisit(r, a))
	}
	if isWaiting := (n*waitingPerHundred)%100 < waitingPerHundred; !isWaiting {
		return
	}
	item := visitOf(a)
	if r.percent(35) {
		item = r.unknownVisit()
	}
	b.Reception = append(b.Reception, d.openVisit(r, item))
}

func newVisit() reception.Item {
	return reception.Item{Tags: reception.Tags{"custom_fields": map[string]any{}}, Labels: []string{}, IsSample: true}
}

func visitOf(a *person) reception.Item {
	item := newVisit()
	item.Name, item.Email, item.Phone = a.AssociateName, a.Email, a.Phone
	item.AssociateCode, item.AssociateName, item.IsAssociate = &a.UserCode, a.AssociateName, true
	return item
}

func (r rng) unknownVisit() reception.Item {
	name, place := r.name(pick(r, genders)), draw(r, r.words.Places)
	item := newVisit()
	item.Name, item.Email = new(name.String()), new(fmt.Sprintf("%s%d%s", name.login(), r.between(60, 99), mailDomain))
	item.Phone = new(r.mobile(place.AreaCode))
	return item
}

// openVisit completes an item of the last hours.
func (d *Dataset) openVisit(r rng, item reception.Item) reception.Item {
	item.DateCreated = r.moment(d.now.Add(-draw(r, waits)), d.now)
	item.DateUpdated = item.DateCreated
	item.Status, item.Source = "waiting", reception.FromPanel
	if r.percent(30) {
		item.Status, item.Attendant = "in_progress", &d.Operators[r.IntN(2)].UserCode
	}
	if !item.IsAssociate || r.percent(50) {
		item.Source = reception.FromPublic
	}
	item.Message, item.Labels = new(pick(r, r.words.Messages)), r.tagged(40, "reception")
	return item
}

func (d *Dataset) pastVisit(r rng, a *person) reception.Item {
	item := visitOf(a)
	item.DateCreated = r.visit(a.DateCreated, d.now)
	done := r.moment(item.DateCreated, earlier(d.now, item.DateCreated.Add(3*time.Hour)))
	item.Status, item.CompletedAt, item.DateUpdated = "done", &done, done
	item.Attendant = &d.Operators[r.IntN(2)].UserCode
	item.Source = pick(r, []reception.Source{reception.FromPanel, reception.FromPublic})
	item.Message = r.sometimes(70, r.words.Messages)
	reason := draw(r, []weighted[triage.CompletionReason]{{55, triage.Pedido}, {35, triage.Servico}, {10, triage.Agendamento}})
	item.CompletionReason = &reason
	return item
}
