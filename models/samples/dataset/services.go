package dataset

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/types/money"
)

var (
	serviceTypes = []weighted[string]{{58, "medic"}, {16, "psychologist"}, {12, "therapist"}, {8, "dentist"}, {6, "lawyer"}}
	paymentTypes = []weighted[string]{{62, "Pix"}, {24, "Cartão"}, {8, "Boleto"}, {6, "Dinheiro"}}
)

// addServices adds the appointments of an associate and their patients since joining.
func (d *Dataset) addServices(r rng, b *Batch, a *person, patients []*person) {
	periods := int(d.now.Sub(a.DateCreated) / (80 * day))
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
		b.Services = append(b.Services, d.service(r, booking, isPet))
		if r.percent(9) {
			b.Services = append(b.Services, d.service(r, booking, isPet))
		}
	}
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
	case isPaid && elapsed > 10*day && r.percent(4):
		s.CommissionValidation = new(bookings.Contested)
	case !isPaid && r.percent(10):
		// Some services are booked before their date is known.
		s.ConsultationDate = nil
	}
}
