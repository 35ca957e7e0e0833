package samples

import (
	"fmt"
	"time"
)

var receptionTags = []string{"Retornar ligação", "Primeiro contato", "Urgente"}

// perHundred is how many of a hundred associates wait in reception today.
const perHundred = 5

// visits makes an associate's share of reception: perhaps one contact that is over, perhaps one that waits today, and
// now and then a stranger who has filled in the public form.
func (h *house) visits(c chance, b *batch, a *user, n int) {
	if a.status == statusAssociado && c.percent(55) {
		b.visits = append(b.visits, h.pastVisit(c, a))
	}
	waits := (n*perHundred)%100 < perHundred
	if !waits {
		return
	}
	if c.percent(35) {
		b.visits = append(b.visits, h.stranger(c))
		return
	}
	b.visits = append(b.visits, h.openVisit(c, contactOf(a), a))
}

// contact is who came, as they gave it.
type contact struct{ name, email, phone string }

func contactOf(a *user) contact { return contact{a.name.String(), a.email, a.phone} }

func (h *house) stranger(c chance) record {
	name, home := c.name(pick(c, []string{"female", "male"})), draw(c, weightedPlaces)
	return h.openVisit(c, contact{
		name.String(), fmt.Sprintf("%s%d%s", name.login(), c.between(60, 99), mailDomain), c.mobile(home.areaCode),
	}, nil)
}

// openVisit came today, within the last hours.
func (h *house) openVisit(c chance, who contact, associate *user) record {
	arrived := c.moment(h.plan.Now.Add(-6*time.Hour), h.plan.Now)
	row := visit(who, associate)
	var attendant any
	status := "waiting"
	if c.percent(30) {
		status, attendant = "in_progress", h.operators[c.IntN(2)].code
	}
	source := "panel"
	if associate == nil || c.percent(50) {
		source = "public"
	}
	return append(row, record{
		{"status", status},
		{"attendant", attendant},
		{"source", source},
		{"message", pick(c, messages)},
		{"completion_reason", nil},
		{"completed_at", nil},
		{"tags", `{"custom_fields": {}}`},
		{"date_created", arrived},
		{"date_updated", arrived},
	}...)
}

func (h *house) pastVisit(c chance, a *user) record {
	arrived := c.visit(a.joined, h.plan.Now)
	done := c.moment(arrived, earlier(h.plan.Now, arrived.Add(3*time.Hour)))
	return append(visit(contactOf(a), a), record{
		{"status", "done"},
		{"attendant", h.operators[c.IntN(2)].code},
		{"source", pick(c, []string{"panel", "public"})},
		{"message", c.sometimes(70, messages)},
		{"completion_reason", draw(c, []weighted[string]{{55, "Pedido"}, {35, "Serviço"}, {10, "Agendamento"}})},
		{"completed_at", done},
		{"tags", `{"custom_fields": {}}`},
		{"date_created", arrived},
		{"date_updated", done},
	}...)
}

func visit(who contact, associate *user) record {
	var code, name any
	if associate != nil {
		code, name = associate.code, given(associate.display())
	}
	return record{
		{"name", given(who.name)},
		{"email", who.email},
		{"phone", given(who.phone)},
		{"associate_code", code},
		{"associate_name", name},
		{"is_associate", associate != nil},
		{"is_sample", true},
	}
}
