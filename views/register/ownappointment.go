package register

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/types/texts"
	people "acolhe/views/panel/professionals"
)

// OwnAppointment is the page of one appointment of an associate.
type OwnAppointment struct {
	Booking
	Service bookings.Service
	Pix     orders.PixPayment
	// Now is the time of the request.
	Now time.Time
}

func (p OwnAppointment) isUpcoming() bool {
	return p.Service.ConsultationDate != nil && p.Service.ConsultationDate.After(p.Now)
}

// Title returns the heading.
func (p OwnAppointment) Title() string {
	switch {
	case p.Service.ConsultationDate == nil:
		return "Consulta a combinar"
	case p.isUpcoming():
		return "Consulta marcada"
	}
	return "Consulta"
}

func (p OwnAppointment) lead() string {
	switch {
	case p.Service.ConsultationDate == nil:
		return "A equipe fala com você para combinar o dia e a hora."
	case p.isUpcoming():
		return "Mandamos tudo também para o seu e-mail."
	}
	return ""
}

// facts are what the appointment is about.
func (p OwnAppointment) facts() []section {
	facts := []answer{
		{label: "O quê", lines: []string{people.TypeName(p.Service.Type)}},
		{label: "Com quem", lines: []string{p.Service.ProfessionalName}},
		{label: "Para quem", lines: []string{"Você"}},
		{label: "Quando", lines: []string{"A combinar"}},
	}
	if p.Service.PatientName != nil {
		facts[2].lines[0] = texts.Of(p.Service.PatientName)
	}
	if at := p.Service.ConsultationDate; at != nil {
		facts[3].lines = []string{dayName(*at, p.Zone), p.span(*at), ZoneNote(p.Zone)}
	}
	price := answer{label: "Preço", lines: []string{"A combinar"}}
	if p.Service.Price != nil {
		price.lines[0] = priceOf(*p.Service.Price)
	}
	return []section{{title: "Dados da consulta", answers: append(facts, price)}}
}

// isFree reports whether nothing is to be paid.
func (p OwnAppointment) isFree() bool { return p.Service.Price == nil || p.Service.Price.IsZero() }
