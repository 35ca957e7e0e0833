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
		Terms:    []personal.Term{visitsTerm()},
		Items:    []*items.Collection{Collection()},
		Jobs: []jobs.Job{
			jobs.Of(events.workMake, jobs.About{Label: "Evento na agenda"}),
			jobs.Of(events.workRemove, jobs.About{Label: "Remoção de evento da agenda"}),
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
					End: personal.Pseudonym("case when patient_user_code in @codes and patient_name is not null then " + personal.NameOfCode("patient_user_code") + " else patient_name end"),
				},
				{
					Columns: "associate_email payment_link confirmation_reason",
					Label:   "E-mail, link de pagamento, motivo da resposta",
					Use:     personal.Visits,
					End:     personal.Only("case when associate_user_code in @codes then null else %s end"),
				},
				{
					Columns: "event_id event_link event_calendar_id event_state event_error", Use: personal.Visits, End: personal.Null,
					Withheld: true,
				},
				{
					Columns: "observations",
					Label:   "Prontuário: observações da consulta",
					Use:     personal.Visits, Readers: "Só o Profissional", Health: true,
					End: personal.Only("case when patient_user_code is null or patient_user_code in @codes then null else observations end"), Mentions: true,
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

// visitsTerm declares how long names and notes of past appointments are kept; type and values stay.
func visitsTerm() personal.Term {
	return personal.Term{
		Name: "services", Label: "Consultas e serviços", One: "consulta", Many: "consultas",
		Table: "services", When: "consultation_date < now()", Since: "consultation_date", Event: "sem prontuário depois de",
		Who: "associate_name", Href: "/painel/agenda/%d",
		Person: "(select u.id from users u where u.user_code = services.associate_user_code)", Set: "services",
		Codes: "select associate_user_code::text from services where id in @rows union select patient_user_code::text from services where id in @rows and patient_user_code is not null",
		Files: map[string]string{"services_files": "service_id"},
		End:   "Fica sem nome", Reason: "prontuário por 20 anos",
		Period: personal.Period{Count: 20, Unit: personal.Years},
		Options: []personal.Period{
			{Count: 5, Unit: personal.Years}, {Count: 20, Unit: personal.Years}, {Count: 25, Unit: personal.Years}, {Count: 30, Unit: personal.Years},
		},
		Least: personal.CareLaw.Least(),
	}
}
