package paper

import (
	"io"
	"strings"
	"time"

	"acolhe/models/incidents"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/fmtbr"
)

// IncidentReport is what an association communicates to the authority about an incident (LGPD, article 48, § 1; resolution 15/2024 of
// the ANPD, article 6). It names nobody who is affected.
type IncidentReport struct {
	pdf.Head
	incidents.Incident
	Gravity  incidents.Gravity
	Progress incidents.Progress
	Events   []incidents.Event
	Zone     *time.Location
}

// Write writes the PDF.
func (r IncidentReport) Write(to io.Writer, now time.Time) error {
	d := pdf.New("Comunicação de incidente "+r.Number(), now)
	d.Begin(r.Head)
	d.Paragraph("Comunicação de incidente de segurança com dados pessoais (Lei 13.709/2018, art. 48; Resolução CD/ANPD 15/2024). Incidente nº " + r.Number() + ".")
	for _, section := range r.sections() {
		d.Heading(section[0])
		for _, paragraph := range strings.Split(section[1], "\n") {
			if strings.TrimSpace(paragraph) != "" {
				d.Paragraph(paragraph)
			}
		}
	}
	d.Heading("O que foi feito")
	d.Table([]pdf.Column{{Label: "Quando", Width: 36, Align: "L"}, {Label: "O quê", Width: pdf.Width - 90, Align: "L"},
		{Label: "Quem", Width: 54, Align: "L"}}, r.events())
	d.End()
	return d.Write(to)
}

func (r IncidentReport) sections() [][2]string {
	encrypted := "Os dados não estavam cifrados para quem os viu."
	if r.IsEncrypted {
		encrypted = "Os dados estavam cifrados e não foram lidos."
	}
	return [][2]string{
		{"O que aconteceu", r.Incident.Title + "\n" + missing(r.Happened)},
		{"Quando se soube", fmtbr.DateTime(r.NoticedAt, r.Zone) + ", por " + r.NoticedHow + ". Prazo da comunicação: " + r.DueOn.Shown() + "."},
		{"Titulares e dados atingidos", fmtbr.Plural(r.Gravity.People, "titular", "titulares") + ": " + fmtbr.Integer(r.Gravity.Health) +
			" com dados de saúde, " + fmtbr.Integer(r.Gravity.Children) + " com dados de crianças ou adolescentes. " + encrypted},
		{"Medidas tomadas", missing(r.Stopped)},
		{"Comunicação aos titulares", r.letters()},
		{"Comunicação à autoridade", missing(r.Authority)},
		{"Para não acontecer de novo", missing(r.Lessons)},
	}
}

func missing(text string) string {
	if text == "" {
		return "A preencher."
	}
	return text
}

func (r IncidentReport) letters() string {
	if r.DateLetters == nil {
		return "As cartas ainda não saíram."
	}
	return fmtbr.Integer(r.Progress.Sent+r.Progress.Posted) + " de " + fmtbr.Integer(r.Progress.All) + " avisados até a emissão deste relatório, a partir de " +
		fmtbr.DateTime(*r.DateLetters, r.Zone) + ". Texto: “" + r.Letter + "”"
}

func (r IncidentReport) events() (rows [][]string) {
	for _, event := range r.Events {
		rows = append(rows, []string{fmtbr.DateTime(event.DateCreated, r.Zone), event.Action, event.ActorName})
	}
	return rows
}
