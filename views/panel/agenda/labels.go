package agenda

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/closures"
	"acolhe/models/professionals"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
)

// StatusBadge shows whether a service is paid.
func StatusBadge(status bookings.Status) ui.Badge {
	if status == bookings.Paid {
		return ui.Badge{Tone: ui.Good, Text: "Pago"}
	}
	return ui.Badge{Tone: ui.Warn, Text: "A pagar"}
}

// Person returns the name of the person who is attended: the patient, else the associate.
func Person(associate string, patient *string) string {
	if name := texts.Of(patient); name != "" {
		return name
	}
	return associate
}

// When returns the date of a service: qui 26/11, 09:00.
func When(date *time.Time, zone *time.Location) string {
	if date == nil {
		return "sem data"
	}
	return fmtbr.ShortWeekday(*date, zone) + " " + fmtbr.DayMonth(*date, zone) + ", " + fmtbr.Clock(*date, zone)
}

// EventIcon returns the icon and the words of the state of a calendar event; empty without an event.
func EventIcon(state *string) (icon, words string) {
	switch texts.Of(state) {
	case "failed":
		return "calendar-x", "evento não criado"
	case "queued":
		return "clock", "evento a caminho"
	case "created":
		return "calendar-check", "evento criado"
	}
	return "", ""
}

// ClosedWords say that a wished time is blocked or on a holiday; empty if it is neither.
func ClosedWords(calendar bookings.Calendar, professional professionals.Professional, at time.Time) string {
	if calendar.IsClosed(at) {
		return fmtbr.DayMonth(at, at.Location()) + " é feriado: " + calendar.Holiday(at).Name + "."
	}
	one, isBlocked := calendar.At(professional.ID, civil.Span{From: at, To: at.Add(calendar.Lasting)})
	if !isBlocked {
		return ""
	}
	return fmtbr.Join(" ", professional.Name+" tem este horário bloqueado"+reasonOf(one)+".")
}

func reasonOf(one closures.Occurrence) string {
	if one.Block.Reason == nil {
		return ""
	}
	return " (" + *one.Block.Reason + ")"
}

// Services returns a number of services in words.
func Services(count int) string { return fmtbr.Plural(count, "serviço", "serviços") }

// Label returns the label of a field of a service; empty for others.
func Label(field string) string { return labels[field] }

// labels are the labels of the fields of a service.
var labels = map[string]string{
	"professional_id": "Profissional", "consultation_date": "Data e hora", "price": "Preço", "price_paid": "Valor pago", "donation": "Doação",
	"observations": "Observações",
	"tags":         "Etiquetas", "payment_type": "Forma de pagamento", "patient_user_code": "Para quem", "associate_user_code": "Associado",
	"items": "Serviços",
}
