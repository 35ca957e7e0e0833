package bookings

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what bookings bring to the program.
func Area(e area.Env, calendar EventCalendar) area.Area {
	events := Events{DB: e.DB, Calendar: calendar}
	return area.Area{
		Tables: []string{"services", "appointment_letters"},
		Items:  []*items.Collection{Collection()},
		Jobs: []jobs.Job{
			jobs.Of(&makeWorker{events: events}, jobs.About{Label: "Evento na agenda"}),
			jobs.Of(&removeWorker{events: events}, jobs.About{Label: "Remoção de evento da agenda"}),
		},
		Keys: []settings.Definition{durationMinutes.Definition(), blockOverlap.Definition(), maxOwn.Definition(), changeHours.Definition(), refundDays.Definition()},
		Undo: []undo.Action{
			{Kind: Rescheduling, Collection: "services", Action: access.Update, Undo: undo.With(UndoReschedule), Done: "Agendamento de volta à data anterior."},
		},
	}
}
