package bookings

import "acolhe/models/platform/mail"

// Letter is the content of the letters about appointments: a text for each.
type Letter struct {
	Appointments []string `json:"appointments"`
}

// The letters to associates about their appointments.
var (
	Booked    = mail.KindOf[Letter]{Kind: "appointment_booked", Label: "Consulta marcada"}
	Moved     = mail.KindOf[Letter]{Kind: "appointment_moved", Label: "Consulta remarcada"}
	Cancelled = mail.KindOf[Letter]{Kind: "appointment_cancelled", Label: "Consulta cancelada"}
	Reminder  = mail.KindOf[Letter]{Kind: "appointment_reminder", Label: "Lembrete de consulta"}
)
