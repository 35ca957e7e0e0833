// Package columns shows the step of the columns of an import: what each is, and what is understood of it.
package columns

import (
	"fmt"
	"strings"
	"time"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// Data is what the step of the columns shows.
type Data struct {
	Import  imports.Import
	Samples [][]string
	// Refused are the problems of what was sent, by path.
	Refused map[string]string
	Now     time.Time
}

// columnRow is a column with what is understood of it.
type columnRow struct {
	at      int
	title   string
	samples []sample
	column  cells.Column
	field   cells.Field
	note    string
	tone    ui.Tone
	problem string
	asks    bool
	values  []valueChoice
}

type sample struct {
	text string
	bad  bool
}

// valueChoice is a text of a choice with what it becomes.
type valueChoice struct{ name, text, value string }

// rows returns the columns in the order of the file, those that need a person first.
func (d Data) rows() []columnRow {
	var first, rest []columnRow
	for at := range d.Import.Headers {
		row := d.row(at)
		if row.asks {
			first = append(first, row)
		} else {
			rest = append(rest, row)
		}
	}
	return append(first, rest...)
}

func (d Data) row(at int) columnRow {
	column := d.Import.Columns[at]
	field, known := cells.FieldOf(d.Import.Kind.Fields(), column.Field)
	row := columnRow{at: at, title: d.Import.Title(at), column: column, field: field, problem: d.Refused[imports.ColumnPath(at)]}
	filled, bad := 0, 0
	style := cells.Style{MonthFirst: d.Import.MonthFirst, PointDecimal: d.Import.PointDecimal, Today: today(d.Now)}
	seen := map[string]bool{}
	for _, cell := range d.Samples[at] {
		if strings.TrimSpace(cell) == "" {
			continue
		}
		filled++
		isBad := false
		if known {
			record := cells.NewRecord()
			record.Read(field, column, cell, style)
			isBad = len(record.Problems) > 0
		}
		if isBad {
			bad++
		}
		if !seen[cell] && (len(row.samples) < 3 || isBad && len(row.samples) == 3) {
			seen[cell] = true
			row.samples = append(row.samples, sample{text: cell, bad: isBad})
		}
	}
	row.values = valueChoices(at, field, column, d.Samples[at])
	row.note, row.tone, row.asks = noteOf(row, filled, bad, len(d.Samples[at]))
	return row
}

// noteOf says what is understood of a column.
func noteOf(row columnRow, filled, bad, all int) (note string, tone ui.Tone, asks bool) {
	open := 0
	for _, value := range row.values {
		if value.value == "" {
			open++
		}
	}
	switch {
	case row.problem != "":
		return row.problem, ui.Bad, true
	case row.column.Field == "" && filled == 0:
		return "Vazia", ui.Muted, false
	case row.column.Field == "":
		return "Não entra", ui.Muted, false
	case open > 0:
		return fmtbr.Plural(open, "valor sem destino", "valores sem destino"), ui.Warn, true
	case bad > 0:
		return fmtbr.Plural(bad, "célula para conferir", "células para conferir") + " nas primeiras linhas", ui.Warn, false
	case filled*2 < all:
		return "Vazia em muitas linhas", ui.Good, false
	}
	return understood(row.field), ui.Good, false
}

func understood(field cells.Field) string {
	switch field.Kind {
	case cells.CPF:
		return "Zeros à esquerda voltam"
	case cells.Date:
		return "Números do Excel viram datas"
	case cells.Phones:
		return "Texto ao lado vira anotação"
	case cells.Email:
		return "“não tem” conta como vazio"
	case cells.Address:
		return "Separado em três campos"
	case cells.CityState:
		return "Cidade e UF separadas"
	case cells.Patient:
		return "“o próprio” não cria paciente"
	case cells.Note:
		return "Autor: quem importa"
	case cells.Money:
		return "R$ e pontos são entendidos"
	}
	return "Texto como está"
}

// valueChoices lists the texts of a column that is a choice.
func valueChoices(at int, field cells.Field, column cells.Column, samples []string) []valueChoice {
	if field.Kind != cells.Choice {
		return nil
	}
	var found []valueChoice
	seen := map[string]bool{}
	for _, cell := range samples {
		folded := cells.Fold(cell)
		if folded == "" || seen[folded] || len(found) == 30 {
			continue
		}
		seen[folded] = true
		value := column.Values[folded]
		if value == "" {
			value = cells.GuessOption(field, cell)
		}
		found = append(found, valueChoice{name: fmt.Sprintf("value_%d_%s", at, folded), text: cell, value: value})
	}
	return found
}

func valueOptions(field cells.Field) []control.Option {
	var options []control.Option
	for _, option := range field.Options {
		options = append(options, control.Option{Value: option.Value, Label: option.Label})
	}
	return append(options, control.Option{Value: cells.AsTag, Label: "Etiqueta com este nome"},
		control.Option{Value: cells.LeaveOut, Label: "Deixar a linha de fora"})
}

func fieldOptions(kind imports.Kind) []control.Option {
	options := []control.Option{{Label: "Não importar"}}
	for _, field := range kind.Fields() {
		label := field.Title()
		if field.Needed {
			label += " (obrigatório)"
		}
		options = append(options, control.Option{Value: field.Name, Label: label})
	}
	return options
}

// recognized counts the columns with a field.
func (d Data) recognized() int {
	count := 0
	for _, column := range d.Import.Columns {
		if column.Field != "" {
			count++
		}
	}
	return count
}

func (d Data) summary() string {
	if d.recognized() == 0 {
		return "Nenhuma coluna foi reconhecida. Escolha para onde vai cada uma."
	}
	text := fmt.Sprintf("%d das %d colunas foram reconhecidas.", d.recognized(), len(d.Import.Headers))
	if d.Import.RememberedAt != nil {
		text = "Usei as escolhas de " + d.Import.RememberedAt.In(d.Now.Location()).Format("02/01") + ". " + text
	}
	asking := 0
	for _, row := range d.rows() {
		if row.asks {
			asking++
		}
	}
	switch asking {
	case 0:
		return text + " Confira e siga."
	case 1:
		return text + " Uma precisa de você."
	}
	return fmt.Sprintf("%s %d precisam de você.", text, asking)
}

func today(now time.Time) civil.Date { return civil.Of(now) }
