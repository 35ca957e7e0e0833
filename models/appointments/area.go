// Package appointments holds what the people of an appointment read of it: its facts, the letters and reminders, and the
// calendars of professionals. Booking, changing and cancelling are in models/bookings.
package appointments

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what appointments bring to the program.
func Area(e area.Env) area.Area {
	messages := Messages{DB: e.DB, Mail: e.Mail, Now: e.Now, BaseURL: e.BaseURL}
	return area.Area{
		Tables:   []string{"professional_feeds"},
		Personal: personalData(),
		Mails:    []mail.Declared{Booked.Declared(), Moved.Declared(), Cancelled.Declared(), Reminder.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(messages.work, jobs.About{Label: "Carta de agendamento"}),
			jobs.Func[remind](messages.Remind, jobs.About{Label: "Lembretes de agendamentos", Every: reminderInterval}),
		},
		Secrets: []area.Secret{{Label: "endereços de agenda", Rotate: RotateKey}},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("professional_feeds", "token_hash token_encrypted encryption_key_id"),
	}
}
