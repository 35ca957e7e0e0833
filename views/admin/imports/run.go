package imports

import (
	"fmt"
	"time"

	"acolhe/models/imports"
	"acolhe/models/imports/staging"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// RunData is what the run and its result show.
type RunData struct {
	Import imports.Import
	Counts staging.Counts
	Out    []staging.OutGroup
	Built  []staging.Built
	// BuiltCount is the number of people who stay when the import is undone.
	BuiltCount int
	// Scans counts the files of an import of scans.
	Scans map[staging.ScanGroup]int
	Now   time.Time
}

// toDo is the number of rows that the run has to process.
func (d RunData) toDo() int {
	return d.Import.Processed() + d.Counts.Entering() + d.Counts[staging.Skip]
}

func (d RunData) headline() string {
	switch d.Import.State {
	case imports.Undone:
		return "Importação desfeita"
	case imports.Undoing:
		return "Desfazendo a importação"
	}
	if !d.Import.Kind.IsSheet() {
		return fmtbr.Plural(d.Import.Created, "arquivo entrou", "arquivos entraram")
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
		refused = fmtbr.Plural(d.Import.Refused, "recusada ao gravar", "recusadas ao gravar")
	}
	joined, note := d.joined()
	figures := []ui.KPI{
		{Label: "Novos", Value: fmtbr.Integer(d.Import.Created), Note: patients},
		{Label: joined, Value: fmtbr.Integer(d.Import.Joined), Note: note},
		{Label: "Pulados", Value: fmtbr.Integer(d.Import.Skipped), Note: "repetidos ou já gravados"},
		{Label: "Fora", Value: fmtbr.Integer(d.Counts.Out()), Note: refused, Tone: ToneOpen(d.Import.Refused)},
	}
	if !d.Import.Kind.IsSheet() {
		figures = append(figures[:1], figures[2:]...)
	}
	return figures
}

// joined names the rows that are no record of their own.
func (d RunData) joined() (label, note string) {
	if d.Import.Kind == imports.Orders {
		return "Outros itens", "de pedidos com várias linhas"
	}
	return "Juntados", "a registros que existiam"
}

// again says what to do with what stayed out.
func (d RunData) again() string {
	switch {
	case d.Import.State == imports.Undone:
		return "Corrija no arquivo e importe de novo: nada do que foi desfeito está gravado."
	case d.Import.Kind.IsSheet():
		return "Corrija no arquivo baixado e importe de novo: as linhas já gravadas são reconhecidas e puladas."
	}
	return "Ponha o CPF no nome dos que ficaram de fora e envie de novo: os que já entraram são reconhecidos e pulados."
}

// waiting is the number of files that can still go in once a person says whose they are.
func (d RunData) waiting() int {
	if !d.Now.Before(d.Import.WaitsUntil()) {
		return 0
	}
	return d.Scans[staging.ScansToChoose] + d.Scans[staging.ScansUnknown]
}

func (d RunData) waitingText() string {
	return fmt.Sprintf("%s até %s.", fmtbr.Plural(d.waiting(), "arquivo espera", "arquivos esperam"),
		fmtbr.Date(d.Import.WaitsUntil(), d.Now.Location()))
}

// isSale reports whether the rows are orders or services.
func (d RunData) isSale() bool {
	return d.Import.Kind == imports.Orders || d.Import.Kind == imports.Services
}

// undoText says what undoing does.
func (d RunData) undoText() string {
	text := "Apaga " + fmtbr.Plural(d.Import.Created, "registro novo", "registros novos")
	if !d.isSale() && d.Import.Kind.IsSheet() && d.Import.Joined > 0 {
		text += " e devolve " + fmtbr.Plural(d.Import.Joined, "juntado", "juntados") + " ao que eram"
	}
	return text + ". Dá até " + fmtbr.Date(d.Import.UndoUntil(), d.Now.Location()) + "."
}

func (d RunData) keeps() string {
	if d.BuiltCount == 0 {
		return "Ninguém usou estes registros ainda."
	}
	if d.isSale() || !d.Import.Kind.IsSheet() {
		return fmtbr.Plural(d.BuiltCount, "já foi usado e fica.", "já foram usados e ficam.")
	}
	return fmtbr.Plural(d.BuiltCount, "já tem pedido, termo ou atendimento e fica.", "já têm pedido, termo ou atendimento e ficam.")
}

// kept says when a record stays although its import is undone.
func (d RunData) kept() string {
	if !d.Import.Kind.IsSheet() {
		return "Um arquivo que também foi anexado em outro lugar fica."
	}
	if d.isSale() {
		return "Deixa de dar para um registro quando alguém o muda, anexa um arquivo ou concilia o pagamento. Os outros continuam podendo voltar."
	}
	return "Deixa de dar para um cadastro quando ele recebe pedido, termo ou atendimento. Os outros continuam podendo voltar."
}

// builtHref is the address of a record that stays.
func (d RunData) builtHref(one staging.Built) string {
	folder := map[imports.Kind]string{imports.Orders: "pedidos", imports.Services: "agenda", imports.Scans: "arquivos"}[d.Import.Kind]
	if folder == "" {
		folder = "associados"
	}
	return fmt.Sprintf("/painel/%s/%d", folder, one.ID)
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
	case imports.Scans:
		return "Ver os arquivos", "/painel/arquivos"
	case imports.Orders:
		return "Ver os pedidos", "/painel/pedidos"
	case imports.Services:
		return "Ver a agenda", "/painel/agenda"
	}
	return "Ver os associados", "/painel/associados"
}
