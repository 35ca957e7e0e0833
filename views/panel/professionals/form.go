package professionals

import (
	"slices"
	"strconv"
	"time"

	"acolhe/models/calendar"
	"acolhe/models/professionals/catalog"
	"acolhe/models/professionals/hours"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	"acolhe/views/ui/control"
)

// Form returns the form of a professional of one of these types, with one of these calendars.
func Form(types []catalog.Type, calendars []calendar.Calendar) form.Definition[professional] {
	return form.Definition[professional]{
		ID: "profissional", This: "este profissional", Path: Path, NewSlug: "novo", EditSlug: "/editar",
		NewTitle: "Novo profissional", NewVerb: "Cadastrar", Verb: "Salvar",
		Title: func(p *professional) string { return "Editar " + p.Name },
		RowID: func(p *professional) int64 { return p.ID }, Name: func(p *professional) string { return p.Name },
		Sections: []form.Section[professional]{
			{Title: "Profissional", Fields: []form.Field[professional]{
				{Name: "name", Label: "Nome", MaxLength: 200, Value: func(p *professional) string { return p.Name }},
				{Name: "type", Label: "Tipo", Kind: form.Select, Prompt: "Escolha o tipo", Options: OfferedTypes(types), Show: TypeName,
					Value: func(p *professional) string { return p.Type }},
				{Name: "email", Label: "E-mail", Input: control.Email, Optional: true, Hint: "Recebe o convite para o portal.",
					Value: func(p *professional) string { return texts.Of(p.Email) }},
				{Name: "phone", Label: "Telefone", Input: control.Phone, Optional: true, Spell: spellPhone,
					Value: func(p *professional) string { return fmtbr.Phone(texts.Of(p.Phone)) }},
			}},
			{Title: "Registro no conselho", Fields: []form.Field[professional]{
				{Name: "council", Label: "Conselho", Optional: true, Row: "conselho",
					Suggestions: []string{"CRM", "CRO", "CRP", "CRMV", "CREFITO", "OAB"},
					Value:       func(p *professional) string { return texts.Of(p.Council) }},
				{Name: "council_number", Label: "Número", Optional: true, Row: "conselho", Width: control.Half,
					Value: func(p *professional) string { return texts.Of(p.CouncilNumber) }},
				{Name: "council_state", Label: "Estado", Optional: true, Row: "conselho", Width: control.Tiny, MaxLength: 2,
					Value: func(p *professional) string { return texts.Of(p.CouncilState) }},
			}},
			{Title: "Atendimento", Fields: []form.Field[professional]{
				{Name: "consultation_price", Label: "Preço da consulta", Input: control.Money, Optional: true,
					Hint:  "Se ficar vazio, vale o preço do tipo.",
					Value: price, Spell: form.SpellAs[money.Amount]},
				{Name: "is_prescriber", Label: "Prescreve", Kind: form.Check, Statement: "Prescreve (aparece na receita e no pedido)",
					Value: func(p *professional) string { return strconv.FormatBool(p.IsPrescriber) }},
				{Name: "is_collaborator", Label: "Colabora", Kind: form.Check, Statement: "Colabora com a associação",
					Value: func(p *professional) string { return strconv.FormatBool(p.IsCollaborator) }},
				{Name: "active", Label: "Ativo", Kind: form.Check, Statement: "Ativo (aparece em novos agendamentos)",
					Value: func(p *professional) string { return strconv.FormatBool(p.Active) }},
				{Name: "payment_details", Label: "Dados para pagamento", Kind: form.Area, Optional: true,
					Hint: "Por exemplo: a chave Pix que recebe o repasse.", Value: func(p *professional) string { return texts.Of(p.PaymentDetails) }},
			}},
			placeSection(),
			agendaSection(calendars),
		},
	}
}

// OfferedTypes are the active types, as options of a control.
func OfferedTypes(types []catalog.Type) []control.Option {
	return TypeOptions(slices.DeleteFunc(slices.Clone(types), func(kind catalog.Type) bool { return !kind.Active }))
}

// price returns the own price, empty if that of the type applies.
func price(p *professional) string {
	if p.ConsultationPrice == nil {
		return ""
	}
	return p.ConsultationPrice.Typed()
}

func spellPhone(typed string) string {
	if national, valid := brdoc.Phone(typed); valid {
		return fmtbr.Phone(national)
	}
	return typed
}

// placeSection has what associates read of an appointment.
func placeSection() form.Section[professional] {
	return form.Section[professional]{Title: "Local da consulta", Fields: []form.Field[professional]{
		{Name: "visit_address", Label: "Endereço", Optional: true, MaxLength: 300,
			Hint:  "Como o associado lê: Rua das Acácias, 120, sala 4, Centro, Florianópolis.",
			Value: func(p *professional) string { return texts.Of(p.VisitAddress) }},
		{Name: "video_link", Label: "Link da consulta por vídeo", Optional: true, MaxLength: 500,
			Hint:  "Sem endereço, a consulta é por vídeo, neste link.",
			Value: func(p *professional) string { return texts.Of(p.VideoLink) }},
		{Name: "visit_notes", Label: "No dia", Kind: form.Area, Optional: true, Hint: "Uma orientação por linha, como: Chegue 10 minutos antes.",
			Value: func(p *professional) string { return texts.Of(p.VisitNotes) }},
	}}
}

// HoursField is the first field of the weekly hours.
const HoursField = "weekly_hours.mon"

// agendaSection has a field for the hours of each weekday, and the calendar while one is connected.
func agendaSection(calendars []calendar.Calendar) form.Section[professional] {
	section := form.Section[professional]{Title: "Horários de atendimento"}
	for _, day := range []struct {
		name, label string
		weekday     time.Weekday
	}{
		{HoursField, "Segunda", time.Monday}, {"weekly_hours.tue", "Terça", time.Tuesday}, {"weekly_hours.wed", "Quarta",
			time.Wednesday}, {"weekly_hours.thu", "Quinta", time.Thursday},
		{"weekly_hours.fri", "Sexta", time.Friday}, {"weekly_hours.sat", "Sábado", time.Saturday}, {"weekly_hours.sun", "Domingo", time.Sunday},
	} {
		section.Fields = append(section.Fields, form.Field[professional]{Name: day.name, Label: day.label, Optional: true, Width: control.Half,
			Spell: form.SpellAs[hours.Spans],
			Value: func(p *professional) string { return p.WeeklyHours.On(day.weekday).Typed() }})
	}
	section.Fields[0].Hint = "Por exemplo: 08:00-12:00, 13:00-18:00. A agenda mostra os horários livres dentro destes; deixe vazio o dia em que não atende."
	if len(calendars) > 0 {
		section.Fields = append(section.Fields, form.Field[professional]{Name: "calendar_id", Label: "Google Agenda", Kind: form.Select,
			Optional: true, Prompt: "Nenhuma",
			Options: calendarOptions(calendars), Show: unlisted,
			Hint:  "Os atendimentos marcados com evento entram nesta agenda ou, sem ela, na padrão da associação. Uma agenda nova aparece aqui em até cinco minutos.",
			Value: func(p *professional) string { return texts.Of(p.CalendarID) }})
	}
	return section
}

func calendarOptions(calendars []calendar.Calendar) []control.Option {
	options := make([]control.Option, len(calendars))
	for i, known := range calendars {
		options[i] = control.Option{Value: known.ID, Label: known.Name()}
	}
	return options
}

// unlisted names a calendar that the connected account does not have.
func unlisted(id string) string { return id + " (não está na conta conectada)" }
