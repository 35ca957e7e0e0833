package dataset

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/reports/contests"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

var (
	serviceTypes = []weighted[string]{{58, "medic"}, {16, "psychologist"}, {12, "therapist"}, {8, "dentist"}, {6, "lawyer"}}
	paymentTypes = []weighted[string]{{62, "Pix"}, {24, "Cartão"}, {8, "Boleto"}, {6, "Dinheiro"}}
)

// addServices adds the appointments of an associate and their patients since joining.
func (d *Dataset) addServices(r rng, b *Batch, a *person, patients []*person) {
	periods := int(d.now.Sub(a.DateCreated) / (55 * day))
	for range r.IntN(2 + periods) {
		booking := bookings.Service{
			BookingGroupCode: r.uuid(), DateCreated: r.visit(a.DateCreated, d.now), CreatedByUserCode: &d.Operators[r.IntN(2)].UserCode,
			AssociateUserCode: a.UserCode, AssociateName: a.FullName(), AssociateEmail: a.Email, IsSample: true,
		}
		isPet := false
		if len(patients) > 0 {
			patient := pick(r, patients)
			booking.PatientUserCode, booking.PatientName = &patient.UserCode, new(patient.FullName())
			isPet = patient.Species != nil
		}
		d.addService(r, b, booking, isPet)
		if r.percent(9) {
			d.addService(r, b, booking, isPet)
		}
	}
}

// addService adds a service of a booking, with what was said about it when it is contested.
func (d *Dataset) addService(r rng, b *Batch, booking bookings.Service, isPet bool) {
	s := d.service(r, booking, isPet)
	s.ID = int64(len(b.Services) + 1)
	b.Services = append(b.Services, s)
	if s.CommissionValidation != nil && *s.CommissionValidation == bookings.Contested {
		b.Contests = append(b.Contests, d.contest(r, s)...)
	}
}

// contest returns the message of the professional about a contested service, mostly with an answer of the association.
func (d *Dataset) contest(r rng, s bookings.Service) []contests.Message {
	at := r.moment(s.ConsultationDate.Add(2*day), d.now)
	said := pick(r, r.words.Contests)
	messages := []contests.Message{{ServiceID: s.ID, ByProfessional: true, ActorKind: auth.Operator, ActorName: s.ProfessionalName, Text: said.Text,
		DateCreated: at}}
	if r.percent(60) {
		by := d.Operators[0].Caller()
		messages = append(messages, contests.Message{ServiceID: s.ID, ActorKind: by.Kind, ActorCode: &by.Code, ActorName: by.FullName(),
			Text: said.Answer, DateCreated: r.moment(at, earlier(d.now, at.Add(2*day)))})
	}
	return messages
}

// service returns one service of a booking, with its own professional and date.
func (d *Dataset) service(r rng, s bookings.Service, isPet bool) bookings.Service {
	kind := draw(r, serviceTypes)
	if isPet {
		kind = "veterinarian"
	}
	p := pick(r, d.professionalsOf(kind))
	s.ProfessionalID, s.ProfessionalName, s.ProfessionalEmail, s.Type, s.Price = p.ID, p.Name, p.Email, p.Type, p.ConsultationPrice
	s.ConsultationDate = new(r.appointment(s.DateCreated))
	s.ServiceCode = "S-" + r.code(12)
	r.settleService(&s, d.now)
	s.Observations, s.Tags = r.sometimes(22, r.words.Observations), r.tagged(18, "services")
	s.DateUpdated = s.DateCreated
	return s
}

// appointment returns a half hour of a working day, one to three weeks ahead, in the association's civil time.
func (r rng) appointment(booked time.Time) time.Time {
	date := booked.In(brasilia).AddDate(0, 0, r.between(1, 21))
	for date.Weekday() == time.Saturday || date.Weekday() == time.Sunday {
		date = date.AddDate(0, 0, 1)
	}
	return time.Date(date.Year(), date.Month(), date.Day(), r.between(8, 17), 30*r.IntN(2), 0, 0, brasilia)
}

// settleService sets payment and validation: past services are mostly paid, and those before the last month mostly
// approved.
func (r rng) settleService(s *bookings.Service, now time.Time) {
	s.Status = bookings.AwaitingPayment
	elapsed := now.Sub(*s.ConsultationDate)
	if elapsed > 0 && r.percent(93) || r.percent(35) {
		s.Status, s.PricePaid, s.PaymentType = bookings.Paid, s.Price, new(draw(r, paymentTypes))
		s.PaidAt = new(earlier(now, *s.ConsultationDate))
		if r.percent(15) {
			s.Donation = money.FromCents(int64(r.between(1, 10)) * 1000)
		}
	}
	isPaid := s.Status == bookings.Paid
	switch {
	case isPaid && elapsed > 45*day && r.percent(92):
		s.CommissionValidation = new(bookings.Approved)
	case isPaid && elapsed > 10*day && r.percent(12):
		s.CommissionValidation = new(bookings.Contested)
	case !isPaid && r.percent(30) && now.Sub(s.DateCreated) < 30*day:
		// Some services are booked before their date is known; an old one would have been cancelled.
		s.ConsultationDate = nil
	}
}
