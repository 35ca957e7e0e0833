package imports

import (
	"fmt"
	"time"

	"acolhe/models/imports"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// RunData is what the run and its result show.
type RunData struct {
	Import imports.Import
	Counts imports.Counts
	Out    []imports.OutGroup
	Built  []imports.Built
	// BuiltCount is the number of people who stay when the import is undone.
	BuiltCount int
	Warnings   int
	Now        time.Time
}

// toDo is the number of rows that the run has to process.
func (d RunData) toDo() int {
	return d.Import.Processed() + d.Counts.Entering() + d.Counts[imports.Skip]
}

func (d RunData) headline() string {
	switch d.Import.State {
	case imports.Undone:
		return "Importação desfeita"
	case imports.Undoing:
		return "Desfazendo a importação"
	}
	return fmtbr.Plural(d.Import.Created+d.Import.Joined, "linha entrou", "linhas entraram")
}

func (d RunData) subline() string {
	zone := d.Now.Location()
	when := ""
	if d.Import.DateStarted != nil && d.Import.DateEnded != nil {
		when = fmtbr.DateTime(*d.Import.DateStarted, zone) + " a " + fmtbr.Clock(*d.Import.DateEnded, zone)
	}
	return fmtbr.Join(" · ", d.Import.FileName, when, d.Import.OwnerName)
}

func (d RunData) figures() []ui.KPI {
	patients := ""
	if d.Import.Patients > 0 {
		patients = "e " + fmtbr.Plural(d.Import.Patients, "paciente", "pacientes")
	}
	refused := ""
	if d.Import.Refused > 0 {
		refused = fmtbr.Integer(d.Import.Refused) + " recusadas ao gravar"
	}
	return []ui.KPI{
		{Label: "Novos", Value: fmtbr.Integer(d.Import.Created), Note: patients},
		{Label: "Juntados", Value: fmtbr.Integer(d.Import.Joined), Note: "a registros que existiam"},
		{Label: "Pulados", Value: fmtbr.Integer(d.Import.Skipped), Note: "já estavam aqui"},
		{Label: "Fora", Value: fmtbr.Integer(d.Counts.Out()), Note: refused, Tone: toneOpen(d.Import.Refused)},
	}
}

// undoText says what undoing does.
func (d RunData) undoText() string {
	text := fmt.Sprintf("Apaga %s e devolve %s ao que eram.", fmtbr.Plural(d.Import.Created, "registro novo", "registros novos"),
		fmtbr.Plural(d.Import.Joined, "juntado", "juntados"))
	return text + " Dá até " + fmtbr.Date(d.Import.UndoUntil(), d.Now.Location()) + "."
}

func (d RunData) keeps() string {
	if d.BuiltCount == 0 {
		return "Ninguém usou estes registros ainda."
	}
	return fmtbr.Plural(d.BuiltCount, "já tem pedido, termo ou atendimento e fica.", "já têm pedido, termo ou atendimento e ficam.")
}

// listHref is the address of the list of what was imported.
func listHref(kind imports.Kind) (label, href string) {
	switch kind {
	case imports.Products:
		return "Ver os produtos", "/painel/produtos"
	case imports.Tags:
		return "Ver as etiquetas", "/painel/etiquetas"
	case imports.Professionals:
		return "Ver os profissionais", "/painel/profissionais"
	}
	return "Ver os associados", "/painel/associados"
}
