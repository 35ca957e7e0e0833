package samples

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/types/money"
)

var (
	serviceKinds = []weighted[string]{{58, "medic"}, {16, "psychologist"}, {12, "therapist"}, {8, "dentist"}, {6, "lawyer"}}
	paymentTypes = []weighted[string]{{62, "Pix"}, {24, "Cartão"}, {8, "Boleto"}, {6, "Dinheiro"}}
)

const (
	serviceUnpaid = string(bookings.AwaitingPayment)
	servicePaid   = string(bookings.Paid)
)

// booking is what the services of one booking share.
type booking struct {
	group   uuid.UUID
	by      *user
	patient *user
	made    time.Time
	creator operator
}

// services makes the appointments of an associate and their patients since joining.
func (h *house) services(c chance, b *batch, a *user, patients []*user) {
	spans := int(h.plan.Now.Sub(a.joined) / (80 * day))
	for range c.IntN(2 + spans) {
		k := booking{group: c.uuid(), by: a, made: c.visit(a.joined, h.plan.Now), creator: h.operators[c.IntN(2)]}
		if len(patients) > 0 {
			k.patient = pick(c, patients)
		}
		b.services = append(b.services, h.service(c, k))
		if c.percent(9) {
			b.services = append(b.services, h.service(c, k))
		}
	}
}

func (h *house) service(c chance, k booking) record {
	kind := draw(c, serviceKinds)
	if k.patient != nil && k.patient.species != "" {
		kind = "veterinarian"
	}
	p := pick(c, h.of(kind))
	at := c.appointment(k.made)
	row := append(k.record(), record{
		{"service_code", "S-" + c.code(12)},
		{"professional_id", p.id},
		{"professional_name", p.name},
		{"professional_email", p.email},
		{"type", p.kind},
		{"price", p.price},
	}...)
	return append(row, h.settlement(c, p, at)...)
}

func (h *house) of(kind string) []professional {
	var found []professional
	for _, p := range h.professionals {
		if p.kind == kind {
			found = append(found, p)
		}
	}
	return found
}

// appointment is one to three weeks ahead, on the half hour of a working day in the association's civil time.
func (c chance) appointment(booked time.Time) time.Time {
	date := booked.In(brasilia).AddDate(0, 0, c.between(1, 21))
	for date.Weekday() == time.Saturday || date.Weekday() == time.Sunday {
		date = date.AddDate(0, 0, 1)
	}
	return time.Date(date.Year(), date.Month(), date.Day(), c.between(8, 17), 30*c.IntN(2), 0, 0, brasilia)
}

// settlement says how far the service is paid and validated: what is over is mostly paid, and the months before the
// last are mostly approved.
func (h *house) settlement(c chance, p professional, at time.Time) record {
	status, donation := serviceUnpaid, money.Zero
	var date, pricePaid, payment, validation any = at, nil, nil, nil
	over := h.plan.Now.Sub(at)
	if over > 0 && c.percent(93) || c.percent(35) {
		status, pricePaid, payment = servicePaid, p.price, draw(c, paymentTypes)
		if c.percent(15) {
			donation = money.FromCents(int64(c.between(1, 10)) * 1000)
		}
	}
	switch {
	case status == servicePaid && over > 45*day && c.percent(92):
		validation = "approved"
	case status == servicePaid && over > 10*day && c.percent(4):
		validation = "contested"
	case status == serviceUnpaid && c.percent(10):
		// Some are booked before anyone knows the day.
		date = nil
	}
	return record{
		{"consultation_date", date},
		{"status", status},
		{"price_paid", pricePaid},
		{"payment_type", payment},
		{"donation", donation},
		{"commission_validation", validation},
		{"observations", c.sometimes(22, observations)},
		{"tags", c.tagged(18, serviceTags)},
	}
}

func (k booking) record() record {
	var patientCode, patientName any
	if k.patient != nil {
		patientCode, patientName = k.patient.code, k.patient.display()
	}
	return record{
		{"booking_group_code", k.group},
		{"associate_user_code", k.by.code},
		{"associate_name", k.by.display()},
		{"associate_email", k.by.email},
		{"patient_user_code", patientCode},
		{"patient_name", patientName},
		{"created_by_user_code", k.creator.code},
		{"is_sample", true},
		{"date_created", k.made},
		{"date_updated", k.made},
	}
}
