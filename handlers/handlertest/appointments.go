package handlertest

import (
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/types/secret"
)

// Tokens of the links that SeedAppointments makes.
const (
	// AppointmentLink is the link to João's appointment with Dr. Otávio, the day after tomorrow.
	AppointmentLink = "consulta-a-confirmar"
	// PastLink is the link to Ana's appointment, which was yesterday.
	PastLink = "consulta-passada"
	// CancelledLink is the link to an appointment that was removed.
	CancelledLink = "consulta-desmarcada"
)

// SeedAppointments writes the links of letters about appointments.
func (a *App) SeedAppointments(t testing.TB) {
	t.Helper()
	now := time.Now().UTC().Truncate(time.Minute)
	a.Exec(t, "update services set consultation_date = $1 where id = $2", now.Add(48*time.Hour), dbtest.JoaosService.ID)
	a.Exec(t, "update services set consultation_date = $1 where id = $2", now.Add(-24*time.Hour), dbtest.AnasService.ID)
	for token, group := range map[string]string{AppointmentLink: dbtest.JoaosService.BookingGroup, PastLink: dbtest.AnasService.BookingGroup,
		CancelledLink: "0b000000-0000-4000-8000-0000000000ff"} {
		a.Exec(t, "insert into appointment_letters (booking_group_code, token_hash, expires_at) values ($1, $2, $3)", group, secret.Hash(token),
			now.Add(90*24*time.Hour))
		a.Secret(token)
	}
}
