// Package templates shows the editor of terms to administrators: the text with its preview, versions, publication, and
// the certificate of the digital seal.
package templates

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"acolhe/models/platform/seal"
	"acolhe/models/templates"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/nav"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// Path is the address of the templates; SealPath receives a certificate, CertificatePath answers with the current one.
const (
	Path            = "/admin/modelos"
	SealPath        = Path + "/selo"
	CertificatePath = Path + "/selo.pem"
)

// Href returns the address of a kind, with parts after it.
func Href(kind templates.Kind, parts ...string) string {
	href := Path + "/" + string(kind)
	for _, part := range parts {
		href += "/" + part
	}
	return href
}

// IndexData is the page of both kinds.
type IndexData struct {
	Kinds []templates.Summary
	// CanSeal reports whether the person administers the certificate of the seal.
	CanSeal     bool
	Certificate seal.Certificate
	// Refused is why a certificate was not accepted.
	Refused error
	Now     time.Time
}

// fields are the wrong fields of the form; its file is the certificate of the verb.
func (d IndexData) fields() []errs.Field {
	fields := slices.Clone(errs.FieldsOf(d.Refused))
	for i := range fields {
		if fields[i].Path == "pkcs12" {
			fields[i].Path = "file"
		}
	}
	return fields
}

func (d IndexData) problem(name string) string { return errs.For(d.fields(), name) }

func (d IndexData) problems() ui.Problems {
	return ui.ProblemsOf(d.fields(), func(path string) string {
		return map[string]string{"file": "Arquivo do certificado", "password": "Senha do arquivo"}[path]
	})
}

// problem of a certificate that belongs to no field.
func (d IndexData) message() string {
	if refused := errs.As(d.Refused); refused != nil && len(refused.Fields) == 0 {
		return refused.Message
	}
	return ""
}

func (d IndexData) sealFacts() []record.Fact {
	owner := "Da associação"
	if d.Certificate.IsOwn {
		owner = "Criado pelo Acolhe"
	}
	return []record.Fact{
		{Label: "Em nome de", Value: d.Certificate.Subject}, {Label: "Emitido por", Value: d.Certificate.Issuer}, {Label: "Origem", Value: owner},
		{Label: "Válido até", Value: fmtbr.Date(d.Certificate.DateExpires, d.Now.Location())},
	}
}

// stateBadge shows whether a kind is published and whether its draft differs.
func stateBadge(summary templates.Summary) ui.Badge {
	switch {
	case summary.CurrentVersion == nil:
		return ui.Badge{Tone: ui.Warn, Text: "Não publicado"}
	case summary.HasChanges:
		return ui.Badge{Tone: ui.Warn, Text: "Rascunho da versão " + strconv.Itoa(nextVersion(summary))}
	}
	return ui.Badge{Tone: ui.Good, Text: "Versão " + strconv.Itoa(summary.CurrentVersion.VersionNumber)}
}

// nextVersion returns the number that a publication gives; the number goes on after the last version.
func nextVersion(summary templates.Summary) int {
	if summary.CurrentVersion == nil {
		return 1
	}
	return summary.CurrentVersion.VersionNumber + 1
}

func summaryNote(summary templates.Summary, now time.Time) string {
	current := summary.CurrentVersion
	if current == nil {
		return "Publique o modelo para enviar termos."
	}
	return fmtbr.Join(" ", "Publicado em", fmtbr.DateTime(current.DateCreated, now.Location()), author(*current))
}

func author(version templates.Version) string {
	if version.PublishedByName == "" {
		return ""
	}
	return "por " + version.PublishedByName
}

// EditorData is the page of one kind.
type EditorData struct {
	templates.Detail
	Samples templates.SampleVariables
	Kinds   []templates.Summary
	// Refused is why a logo was not stored.
	Refused error
	Now     time.Time
}

func (d EditorData) logoProblem() string { return errs.For(errs.FieldsOf(d.Refused), web.FileField) }

func (d EditorData) logoLabel() string {
	if d.LogoFileID == nil {
		return "Escolher logotipo"
	}
	return "Trocar logotipo"
}

// logoNote says which logo the term shows.
func (d EditorData) logoNote() string {
	if d.LogoFileID == nil {
		return "Este modelo usa o logotipo da associação."
	}
	return "Este modelo tem um logotipo próprio. Versões publicadas e termos enviados mantêm o seu."
}

func (d EditorData) attr(value any) string {
	encoded, _ := json.Marshal(value) // texts and numbers always encode
	return string(encoded)
}

func (d EditorData) tabs() []nav.Tab {
	var tabs []nav.Tab
	for _, kind := range d.Kinds {
		tabs = append(tabs, nav.Tab{Label: kind.Kind.Label(), Href: Href(kind.Kind), Current: kind.Kind == d.Kind, Status: versionBadge(kind)})
	}
	return tabs
}

// versionBadge says which version people sign, or that the draft differs from it.
func versionBadge(kind templates.Summary) *ui.Badge {
	switch {
	case kind.CurrentVersion == nil:
		return &ui.Badge{Tone: ui.Muted, Text: "Não publicado"}
	case kind.HasChanges:
		return &ui.Badge{Tone: ui.Warn, Text: fmt.Sprintf("Rascunho da versão %d", kind.CurrentVersion.VersionNumber+1)}
	}
	return &ui.Badge{Tone: ui.Good, Text: fmt.Sprintf("Versão %d", kind.CurrentVersion.VersionNumber)}
}

func (d EditorData) publishLabel() string {
	return "Publicar versão " + strconv.Itoa(nextVersion(d.Summary))
}

func (d EditorData) compareLabel() string {
	return "Comparar com a versão " + strconv.Itoa(d.CurrentVersion.VersionNumber)
}

func (d EditorData) saved() string {
	if d.DateUpdated.IsZero() {
		return ""
	}
	return "Última mudança em " + fmtbr.DateTime(d.DateUpdated, d.Now.Location())
}

func (d EditorData) versionLine(version templates.Version) ui.Line {
	line := ui.Line{Title: "Versão " + strconv.Itoa(version.VersionNumber),
		Note: fmtbr.Join(" · ", fmtbr.DateTime(version.DateCreated, d.Now.Location()), version.PublishedByName, texts.Of(version.Notes))}
	if d.CurrentVersion != nil && d.CurrentVersion.ID == version.ID {
		line.Status = ui.Badge{Tone: ui.Good, Text: "Em uso"}
	}
	id := strconv.FormatInt(version.ID, 10)
	line.Actions = []ui.Content{
		ui.Button{Label: "PDF da versão " + strconv.Itoa(version.VersionNumber), Icon: "file-text", IconOnly: true, Small: true,
			Variant: ui.Ghost,
			Href:    Href(d.Kind, "versoes", id, "modelo.pdf")},
		restore(Href(d.Kind, "versoes", id, "restaurar")),
	}
	return line
}

// Step is an act on a kind that asks first. Its value ends the address of its page.
type Step string

// The steps.
const (
	Publish Step = "publicar"
	Changes Step = "mudancas"
	Reset   Step = "apagar"
)

// StepData is the form of a step.
type StepData struct {
	Step Step
	templates.Detail
	Differences []richtext.Difference
	// ToAsk is the number of associates who can be asked to sign again after the publication.
	ToAsk   int
	Typed   web.FormData
	Refused error
}

// Title returns the title of the form.
func (d StepData) Title() string {
	switch d.Step {
	case Publish:
		return "Publicar a versão " + strconv.Itoa(nextVersion(d.Summary)) + "?"
	case Reset:
		return "Apagar versões e voltar ao texto padrão?"
	}
	return "O que mudou no rascunho"
}

func (d StepData) text() string {
	switch d.Step {
	case Publish:
		return "Termo “" + d.Kind.Label() + "”. Novos links usam a versão " + strconv.Itoa(nextVersion(d.Summary)) + " a partir de agora."
	case Reset:
		return "Termos já enviados ou assinados continuam guardados. Até a próxima publicação, nenhum termo novo deste tipo pode ser enviado."
	}
	return "Termo “" + d.Kind.Label() + "”."
}

func (d StepData) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: d.text(), Action: Href(d.Kind, string(d.Step)), Back: Href(d.Kind), Refusal: d.message(),
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return map[string]string{"notes": "O que mudou"}[path] })}
	switch {
	case d.Step == Reset:
		ask.Verb, ask.Variant = "Apagar versões", ui.Danger
	case d.Step == Publish && len(d.UnknownVariables) == 0:
		ask.Verb = "Publicar versão " + strconv.Itoa(nextVersion(d.Summary))
	}
	return ask
}

// message is the reason of a refusal, if it belongs to no field of the form.
func (d StepData) message() string {
	if refused := errs.As(d.Refused); refused != nil && errs.For(refused.Fields, "notes") == "" {
		return refused.Message
	}
	return ""
}

// changesTitle says how the draft differs from the current version; empty before the first publication.
func (d StepData) changesTitle() string {
	if d.CurrentVersion == nil {
		return ""
	}
	if len(d.Differences) == 0 && d.changesLogo() {
		return "Só o logotipo muda desde a versão " + strconv.Itoa(d.CurrentVersion.VersionNumber)
	}
	if len(d.Differences) == 0 {
		return "O texto é igual ao da versão " + strconv.Itoa(d.CurrentVersion.VersionNumber)
	}
	changes := fmtbr.Plural(len(d.Differences), "mudança", "mudanças") + " desde a versão " + strconv.Itoa(d.CurrentVersion.VersionNumber)
	if d.changesLogo() {
		changes += ", além do logotipo"
	}
	return changes
}

// changesLogo reports whether the next version shows another logo than the current one.
func (d StepData) changesLogo() bool {
	before, after := d.CurrentVersion.LogoFileID, d.LogoFileID
	return (before == nil) != (after == nil) || before != nil && *before != *after
}
