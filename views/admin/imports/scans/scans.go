// Package scans shows the step of an import in which a person says whose scanned documents are.
package scans

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/staging"
	"acolhe/models/types/fmtbr"
	view "acolhe/views/admin/imports"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
)

// The cells of a file that a person fills.
const (
	whoseCell    = "cell_1"
	documentCell = "cell_2"
)

// Data is what the page shows.
type Data struct {
	Import imports.Import
	Counts map[staging.ScanGroup]int
	Group  staging.ScanGroup
	// Rows are files of the group.
	Rows    []staging.Row
	Refused string
	// Next is set after a choice: the next file gets the focus.
	Next bool
}

// tab is a group of files with its name in the address.
type tab struct {
	name, label, empty string
	group              staging.ScanGroup
}

var tabs = []tab{
	{"", "Para escolher", "Nada para escolher.", staging.ScansToChoose},
	{"sem-dono", "Sem dono", "Todos os arquivos têm dono.", staging.ScansUnknown},
	{"recusados", "Recusados", "Nenhum arquivo foi recusado.", staging.ScansRefused},
	{"certos", "Com dono certo", "Nenhum arquivo tem dono certo ainda.", staging.ScansSure},
}

// GroupOf returns the group with a name; any other name is that of the files to choose.
func GroupOf(name string) staging.ScanGroup {
	for _, one := range tabs {
		if one.name == name {
			return one.group
		}
	}
	return staging.ScansToChoose
}

// Href is the address of a group.
func Href(id int64, group staging.ScanGroup) string {
	href := view.Of(view.ReviewPath, id)
	if name := tabOf(group).name; name != "" {
		href += "?grupo=" + name
	}
	return href
}

func tabOf(group staging.ScanGroup) tab {
	for _, one := range tabs {
		if one.group == group {
			return one
		}
	}
	return tabs[0]
}

func (d Data) tabs() []nav.Tab {
	linked := make([]nav.Tab, len(tabs))
	for i, one := range tabs {
		linked[i] = nav.Tab{Label: one.label, Href: Href(d.Import.ID, one.group), Count: new(d.Counts[one.group]), Current: d.Group == one.group}
	}
	return linked
}

func (d Data) figures() []ui.KPI {
	return []ui.KPI{
		{Label: "Com dono certo", Value: fmtbr.Integer(d.Counts[staging.ScansSure]), Note: "CPF, código ou escolha sua"},
		{Label: "Para escolher", Value: fmtbr.Integer(d.Counts[staging.ScansToChoose]), Note: "nome parecido ou só um número",
			Tone: toneOf(d.Counts[staging.ScansToChoose], ui.Warn)},
		{Label: "Sem dono", Value: fmtbr.Integer(d.Counts[staging.ScansUnknown]), Note: "nem nome nem número conhecido"},
		{Label: "Recusados", Value: fmtbr.Integer(d.Counts[staging.ScansRefused]), Note: "não abrem", Tone: toneOf(d.Counts[staging.ScansRefused], ui.Bad)},
	}
}

func toneOf(count int, tone ui.Tone) ui.Tone {
	if count == 0 {
		return ""
	}
	return tone
}

// subline describes the file.
func (d Data) subline() string {
	text := fmt.Sprintf("%s · %s, %s.", d.Import.FileName, files(d.Import.Total), fmtbr.FileSize(d.Import.FileSize))
	if in := d.Counts[staging.ScansIn]; in > 0 {
		return text + " " + fmtbr.Plural(in, "já entrou.", "já entraram.")
	}
	return text + " Nada foi gravado."
}

func files(count int) string { return fmtbr.Plural(count, "arquivo", "arquivos") }

// entering says what goes in, rest what becomes of the others.
func (d Data) entering() string {
	if d.Counts[staging.ScansSure] == 1 {
		return "Entra 1 arquivo."
	}
	return "Entram " + files(d.Counts[staging.ScansSure]) + "."
}

func (d Data) rest() string {
	if d.Counts[staging.ScansToChoose]+d.Counts[staging.ScansUnknown] == 0 {
		return ""
	}
	return "Os outros esperam aqui por 7 dias."
}

func (d Data) known() string {
	count := d.Counts[staging.ScansKnown]
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("Os arquivos iguais a um que já está no cadastro são pulados (%s).", fmtbr.Integer(count))
}

// folder says where a file is and how large it is.
func folder(row staging.Row) string {
	where := ""
	if folder := path.Dir(row.Cell(0)); folder != "." {
		where = "pasta " + folder
	}
	return fmtbr.Join(" · ", row.Cell(3), where)
}

func base(row staging.Row) string { return path.Base(row.Cell(0)) }

// isOpen reports whether a person has to choose.
func isOpen(row staging.Row) bool { return row.Data["user_id"] == "" }

// people are those of whom one is chosen: the one whom the name of a file suggests, or several.
func people(row staging.Row) (prompt string, options []control.Option) {
	if !isOpen(row) {
		options = append(options, control.Option{Value: row.Data["user_id"], Label: row.Data["owner"] + " · " + row.Data["user_id"]})
	} else {
		candidates := strings.Split(row.Data["candidates"], "\n")
		prompt = fmt.Sprintf("%d pessoas “%s”…", len(candidates), row.Cell(1))
		for _, one := range candidates {
			number, name, _ := strings.Cut(one, " ")
			options = append(options, control.Option{Value: number, Label: name + " · " + number})
		}
	}
	return prompt, append(options, control.Option{Value: "-", Label: "Outra pessoa…"})
}

func documents() []control.Option {
	field, _ := cells.FieldOf(kinds.ScanFields, "document")
	options := make([]control.Option, len(field.Options))
	for i, one := range field.Options {
		options[i] = control.Option{Value: one.Label, Label: one.Label}
	}
	return options
}

// verb is what the button of a file does.
func (d Data) verb() string {
	if d.Group == staging.ScansToChoose {
		return "Confirmar"
	}
	return "Guardar"
}

// clue says what is known of a file's person.
func (d Data) clue(row staging.Row) ui.Badge {
	switch {
	case d.Group == staging.ScansSure && len(row.Problems) > 0:
		return ui.Badge{Tone: ui.Good, Text: "Confirmado"}
	case d.Group == staging.ScansSure:
		return ui.Badge{Tone: ui.Good, Text: "Certo"}
	}
	for _, problem := range row.Problems {
		switch problem.Kind {
		case "scan_several":
			return ui.Badge{Tone: ui.Warn, Text: fmtbr.Plural(strings.Count(row.Data["candidates"], "\n")+1, "possível", "possíveis")}
		case "scan_alike":
			return ui.Badge{Tone: ui.Warn, Text: "Nome parecido"}
		case "scan_name":
			return ui.Badge{Tone: ui.Warn, Text: "Só o nome"}
		case "scan_number":
			return ui.Badge{Tone: ui.Warn, Text: "Número, sem CPF"}
		case "scan_unknown":
			if row.Cell(1) == "" {
				return ui.Badge{Tone: ui.Muted, Text: "Sem pista"}
			}
			return ui.Badge{Tone: ui.Warn, Text: "Não encontrado"}
		}
	}
	return ui.Badge{}
}

// refusal says why a file cannot go in.
func refusal(row staging.Row) string {
	if row.Note != nil && *row.Note != "" {
		return *row.Note
	}
	return fmtbr.Capitalized(row.Data["refused"])
}

func formOf(row staging.Row) string { return "linha-" + strconv.Itoa(row.Line) }

// seeHref is the address of a file of the ZIP.
func seeHref(id int64, row staging.Row) string {
	return strings.Replace(view.Of(view.ScanPath, id), ":linha", strconv.Itoa(row.Line), 1)
}

// hasGuesses reports whether files wait of which one person is suggested.
func (d Data) hasGuesses() bool {
	return d.Group == staging.ScansToChoose && slices.ContainsFunc(d.Rows, func(row staging.Row) bool { return !isOpen(row) })
}

// further is the address of the files after the listed ones; empty without any.
func (d Data) further() string {
	if len(d.Rows) < staging.MaxListed {
		return ""
	}
	return fmt.Sprintf("%s?grupo=%s&depois=%d", view.Of(view.ReviewPath, d.Import.ID), tabOf(d.Group).name, d.Rows[len(d.Rows)-1].Line)
}
