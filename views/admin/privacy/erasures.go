package privacy

import (
	"fmt"
	"strings"
	"time"

	"acolhe/models/erasure"
	"acolhe/models/platform/personal"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/publiccode"
	"acolhe/views/paper"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// stateOf says where an erasure is.
func stateOf(e erasure.Erasure) string {
	return map[erasure.State]string{
		erasure.Proposed: "Espera outra pessoa confirmar", erasure.Confirmed: "Apagando agora", erasure.Erased: "Apagando os arquivos",
		erasure.Done: "Apagado", erasure.Cancelled: "Desistiram de apagar",
	}[e.State]
}

func badgeOf(e erasure.Erasure) ui.Badge {
	tone := map[erasure.State]ui.Tone{erasure.Proposed: ui.Warn, erasure.Confirmed: ui.Info, erasure.Erased: ui.Info, erasure.Done: ui.Good,
		erasure.Cancelled: ui.Muted}[e.State]
	return ui.Badge{Tone: tone, Text: stateOf(e)}
}

// Preview is the page of what an erasure would do.
type Preview struct {
	erasure.Preview
	// Erasure is the proposal; nil before it.
	Erasure *erasure.Erasure
	// IsProposer reports whether the reader proposed it.
	IsProposer bool
	Changes    []string
	// Identity and ReceivedOn are those of the request, if there is one.
	Identity   string
	ReceivedOn civil.Date
	Form       Form
	Now        time.Time
}

// group is a part of the table.
type group struct {
	title string
	fates []erasure.Fate
}

var groups = []group{
	{"Sai agora", []erasure.Fate{erasure.Removed}},
	{"Fica sem nome", []erasure.Fate{erasure.Nameless, erasure.Mentions}},
	{"Fica com nome, guardado à parte", []erasure.Fate{erasure.Kept}},
	{"Fica como está", []erasure.Fate{erasure.Stays}},
}

func (g group) of(lines []erasure.Line) (found []erasure.Line) {
	for _, line := range lines {
		for _, fate := range g.fates {
			if line.Fate == fate {
				found = append(found, line)
			}
		}
	}
	return found
}

func lineBadge(line erasure.Line) ui.Badge {
	switch line.Fate {
	case erasure.Removed:
		return ui.Badge{Tone: ui.Bad, Text: "Apagado"}
	case erasure.Kept:
		return ui.Badge{Tone: ui.Warn, Text: "Até " + shownDay(line.Until)}
	case erasure.Stays:
		return ui.Badge{Tone: ui.Muted, Text: "Fica"}
	}
	return ui.Badge{Tone: ui.Info, Text: "Fica sem nome"}
}

func lineReason(line erasure.Line) string {
	switch {
	case line.Reason != "":
		return fmtbr.Join(" · ", line.Reason, line.Article)
	case line.Fate == erasure.Mentions:
		return "Textos de outros registros, onde o nome dela aparece"
	case line.Table == "users":
		return "O código continua, como “Pessoa apagada”"
	case line.Fate == erasure.Nameless:
		return "Valores e datas ficam, para as somas baterem"
	case line.Fate == erasure.Stays: // a report from before the texts of the laws were kept with it
		return fmtbr.Join(" · ", personal.AccessLaw.Reason, personal.AccessLaw.Article)
	}
	return personal.EraseLaw.Reason
}

func shownDay(stored string) string {
	day, err := civil.Parse(stored)
	if err != nil {
		return stored
	}
	return day.Shown()
}

func (p Preview) figures() []ui.KPI { return figuresOf(p.Lines, p.Files) }

func figuresOf(lines []erasure.Line, files int) []ui.KPI {
	removed, _ := erasure.Count(lines, erasure.Removed)
	nameless, _ := erasure.Count(lines, erasure.Nameless)
	kept, until := erasure.Count(lines, erasure.Kept)
	keptNote := "nada a guardar"
	if kept > 0 {
		keptNote = "até " + until[:4] + ", no máximo"
	}
	return []ui.KPI{
		{Label: "Apagados", Value: fmtbr.Integer(removed), Note: "registros", Tone: ui.Bad},
		{Label: "Arquivos", Value: fmtbr.Integer(files), Note: "com miniaturas e cópias antigas", Tone: ui.Bad},
		{Label: "Ficam sem nome", Value: fmtbr.Integer(nameless), Note: "para as somas baterem"},
		{Label: "Ficam por lei", Value: fmtbr.Integer(kept), Note: keptNote, Tone: ui.Warn},
	}
}

// Paper returns the preview for printing.
func (p Preview) Paper() paper.ErasurePreview {
	printed := paper.ErasurePreview{Text: p.text() + "."}
	for _, part := range groups {
		group := paper.ErasureGroup{Title: part.title}
		for _, line := range part.of(p.Lines) {
			group.Rows = append(group.Rows, []string{line.Label, fmtbr.Integer(line.Count), lineBadge(line).Text, lineReason(line)})
		}
		if len(group.Rows) > 0 {
			printed.Groups = append(printed.Groups, group)
		}
	}
	for _, line := range p.unreached() {
		printed.Unreached = append(printed.Unreached, line.Title+": "+line.Note+".")
	}
	return printed
}

func (p Preview) text() string {
	who := p.Person.Name
	if p.Person.Patients > 0 {
		who += " e " + fmtbr.Plural(p.Person.Patients, "paciente", "pacientes")
	}
	return who + " · prévia de hoje às " + fmtbr.Clock(p.Now, p.Now.Location()) + ", nada foi apagado"
}

func (p Preview) notices() (lines []ui.Line) {
	if len(p.Webhooks) > 0 {
		lines = append(lines, ui.Line{Title: fmtbr.Plural(len(p.Webhooks), "webhook recebe", "webhooks recebem") + " “pessoa apagada”",
			Note: strings.Join(p.Webhooks, ", ")})
	}
	if p.Events > 0 {
		lines = append(lines, ui.Line{Title: fmtbr.Plural(int(p.Events), "evento sai", "eventos saem") + " do Google Agenda",
			Note: "consultas dela e dos pacientes"})
	}
	return lines
}

func (p Preview) unreached() (lines []ui.Line) {
	if p.Parcels > 0 {
		lines = append(lines, ui.Line{Title: "Transportadora",
			Note: fmtbr.Plural(int(p.Parcels), "envio feito", "envios feitos") + ": peça que apaguem o endereço"})
	}
	lines = append(lines, ui.Line{Title: "Planilhas já baixadas",
		Note: "Quem exportou listas com o nome dela aparece em Segurança: peça que apaguem"})
	if p.Ambiguous > 0 {
		lines = append(lines, ui.Line{Title: "Nome igual ao de outra pessoa",
			Note: "Nos textos sobre outros assuntos o nome fica, porque pode ser da outra"})
	}
	return lines
}

// ErasureShown is the page of an erasure that was confirmed.
type ErasureShown struct {
	erasure.Erasure
	Records []erasure.Record
	Zone    *time.Location
}

func (e ErasureShown) facts() []record.Fact {
	facts := []record.Fact{{Label: "Propôs", Value: e.ProposedByName + ", " + fmtbr.DateTime(e.DateProposed, e.Zone)}}
	if e.ConfirmedByName != nil {
		facts = append(facts, record.Fact{Label: "Confirmou", Value: *e.ConfirmedByName + ", " + fmtbr.DateTime(*e.DateConfirmed, e.Zone)})
	}
	if e.DateErased != nil {
		facts = append(facts, record.Fact{Label: "Apagado em", Value: fmtbr.DateTime(*e.DateErased, e.Zone)})
	}
	facts = append(facts, record.Fact{Label: "Identidade", Value: e.Identity},
		record.Fact{Label: labels["received_on"], Value: e.ReceivedOn.Shown()})
	if e.CertificateSHA256 != nil {
		facts = append(facts, record.Fact{Label: "Código da certidão", Value: publiccode.Shown(e.PublicCode)})
	}
	return facts
}

// verifyHref is the address at which anybody verifies the certificate.
func (e ErasureShown) verifyHref() string { return "/verificar/" + e.PublicCode }

func erasureLine(e erasure.Erasure, zone *time.Location) ui.Line {
	title := e.Pseudonym()
	if e.State == erasure.Proposed || e.State == erasure.Cancelled {
		title = fmt.Sprintf("Cadastro %d", e.UserID)
	}
	href := At(ErasurePath, e.ID)
	if e.State == erasure.Proposed {
		href = At(PreviewPath, e.UserID)
	}
	return ui.Line{Title: title, Href: href,
		Note: "Eliminação " + e.Number() + " · " + e.ProposedByName + ", " + fmtbr.Date(e.DateProposed, zone), Status: badgeOf(e)}
}

func (p Preview) received() string {
	if p.ReceivedOn == (civil.Date{}) {
		return ""
	}
	return p.ReceivedOn.Shown()
}

// changed says what is other than when the erasure was proposed: "Mudou desde 14:10: 1 pedido novo."
func (p Preview) changed() string {
	proposed := p.Erasure.DateProposed.In(p.Now.Location())
	since := fmtbr.Clock(proposed, p.Now.Location())
	if civil.Of(proposed) != civil.Of(p.Now) {
		since = fmtbr.DateTime(proposed, p.Now.Location())
	}
	return "Mudou desde " + since + ": " + fmtbr.And(p.Changes) + "."
}
