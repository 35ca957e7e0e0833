package paper

import (
	"io"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/fmtbr"
	agendaview "acolhe/views/panel/agenda"
	professionalsview "acolhe/views/panel/professionals"
)

// Day is the agenda of a day to be printed.
type Day struct {
	pdf.Head
	// Services are in order of professional and time.
	Services []bookings.Service
	// Phones are those of the associates, none for a person who may not read them.
	Phones map[uuid.UUID]string
}

// dayColumns share the width of a sheet.
var dayColumns = []pdf.Column{
	{Label: "Hora", Width: 16, Align: "L"}, {Label: "Nome", Width: 68, Align: "L"}, {Label: "Telefone", Width: 34, Align: "L"},
	{Label: "O quê", Width: 40, Align: "L"}, {Label: "Pagamento", Width: 24, Align: "L"},
}

// Write writes the PDF: a table for each professional.
func (d Day) Write(to io.Writer) error {
	document := pdf.New(d.Title, d.Now)
	document.Begin(d.Head)
	if len(d.Services) == 0 {
		document.Paragraph("Nenhum atendimento neste dia.")
	}
	for from := 0; from < len(d.Services); {
		until := from
		for until < len(d.Services) && d.Services[until].ProfessionalID == d.Services[from].ProfessionalID {
			until++
		}
		document.EnsureRoom(pdf.Gap + 6*pdf.Line)
		document.Heading(d.Services[from].ProfessionalName + " · " + fmtbr.Plural(until-from, "atendimento", "atendimentos"))
		document.Table(dayColumns, d.rows(d.Services[from:until]))
		from = until
	}
	document.End()
	return document.Write(to)
}

func (d Day) rows(services []bookings.Service) [][]string {
	rows := make([][]string, len(services))
	for i, one := range services {
		name := one.AssociateName
		if person := agendaview.Person(one.AssociateName, one.PatientName); person != name {
			name = person + " (com " + name + ")"
		}
		rows[i] = []string{fmtbr.Clock(*one.ConsultationDate, d.Now.Location()), name, fmtbr.Phone(d.Phones[one.AssociateUserCode]),
			professionalsview.TypeName(one.Type), agendaview.StatusBadge(one.Status).Text}
	}
	return rows
}
