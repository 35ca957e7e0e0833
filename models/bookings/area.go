package bookings

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what bookings bring to the program.
func Area(e area.Env, calendar EventCalendar) area.Area {
	events := Events{DB: e.DB, Calendar: calendar}
	return area.Area{
		Tables:   []string{"services", "appointment_letters"},
		Personal: personalData(),
		Items:    []*items.Collection{Collection()},
		Jobs: []jobs.Job{
			jobs.Of(&makeWorker{events: events}, jobs.About{Label: "Evento na agenda"}),
			jobs.Of(&removeWorker{events: events}, jobs.About{Label: "Remoção de evento da agenda"}),
		},
		Keys: []settings.Definition{durationMinutes.Definition(), blockOverlap.Definition(), maxOwn.Definition(), changeHours.Definition(),
			refundDays.Definition()},
		Undo: []undo.Action{
			{Kind: Rescheduling, Collection: "services", Action: access.Update, Undo: undo.With(UndoReschedule),
				Done: "Agendamento de volta à data anterior."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "services", Label: "Consultas e serviços", Of: "id in @services",
			Law: personal.CareLaw.Keeping("Prontuário das consultas", "coalesce(btrim(observations), '') <> ''", ""),
			Data: []personal.Data{
				{
					Columns: "associate_name", Label: "Nome na consulta", Use: personal.Visits,
					End: personal.Pseudonym("case when associate_user_code in @codes then " + personal.NameOfCode("associate_user_code") + " else associate_name end"),
				},
				{
					Columns: "patient_name", Label: "Nome do paciente", Use: personal.Visits,
					End: personal.Pseudonym("case when patient_name is not null then " + personal.NameOfCode("patient_user_code") + " end"),
				},
				{
					Columns: "associate_email payment_link confirmation_reason",
					Label:   "E-mail, link de pagamento, motivo da resposta",
					Use:     personal.Visits,
					End:     personal.Null,
				},
				{
					Columns: "event_id event_link event_calendar_id event_state event_error", Use: personal.Visits, End: personal.Null,
					Withheld: true,
				},
				{
					Columns: "observations",
					Label:   "Prontuário: observações da consulta",
					Use:     personal.Visits, Readers: "Só o Profissional", Health: true,
					End: personal.Null, Mentions: true,
				},
				{Columns: "tags", Use: personal.Visits, End: personal.EmptyList},
				{
					Columns: "type status payment_type confirmation commission_validation service_code",
					Label:   "Tipo, valores e situação",
					Use:     personal.Visits,
					End:     personal.Stays,
				},
			},
			Plain: "professional_name professional_email series_every",
		},
		personal.Plain("appointment_letters", "token_hash"),
	}
}
