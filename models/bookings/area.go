package bookings

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what bookings bring to the program.
func Area(e area.Env, calendar EventCalendar) area.Area {
	messages, events := Messages{DB: e.DB, Mail: e.Mail, Now: e.Now}, Events{DB: e.DB, Calendar: calendar}
	return area.Area{
		Tables: []string{"services", "appointment_letters", "professional_feeds"},
		Mails:  []mail.Declared{Booked.Declared(), Moved.Declared(), Cancelled.Declared(), Reminder.Declared()},
		Items:  []*items.Collection{Collection()},
		Jobs: []jobs.Job{
			jobs.Of(&messageWorker{messages: messages}, jobs.About{Label: "Carta de agendamento"}),
			jobs.Of(&reminderWorker{messages: messages}, jobs.About{Label: "Lembretes de agendamentos", Every: reminderInterval}),
			jobs.Of(&makeWorker{events: events}, jobs.About{Label: "Evento na agenda"}),
			jobs.Of(&removeWorker{events: events}, jobs.About{Label: "Remoção de evento da agenda"}),
		},
		Keys:    []settings.Definition{durationMinutes.Definition(), blockOverlap.Definition(), maxOwn.Definition()},
		Secrets: []area.Secret{{Label: "endereços de agenda", Rotate: RotateKey}},
		Undo: []undo.Action{
			{Kind: Rescheduling, Collection: "services", Action: access.Update, Undo: undo.With(UndoReschedule), Done: "Agendamento de volta à data anterior."},
		},
	}
}
