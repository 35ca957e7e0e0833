// Package processing shows administrators the register of processing.
package processing

import (
	"strings"

	"acolhe/models/platform/personal"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// Register is the register of processing (LGPD, article 37), with what it is narrowed to.
type Register struct {
	Tables []personal.Table
	Query  string
	Basis  string
}

// entry is a line of the register.
type entry struct {
	personal.Data
	area string
	// law keeps a part of the rows; nil without one.
	law *personal.Law
}

// entries returns the lines that match the search.
func (d Register) entries() (found []entry) {
	for _, table := range d.Tables {
		for _, data := range table.Data {
			if data.Label == "" {
				continue
			}
			line := entry{data, table.Label, table.Law}
			if line.matches(d.Query) && (d.Basis == "" || d.Basis == data.Use.Basis.Article) {
				found = append(found, line)
			}
		}
	}
	return found
}

func (e entry) matches(query string) bool {
	text := strings.ToLower(strings.Join([]string{e.Label, e.area, e.Use.Purpose, e.Use.Basis.Label, e.Use.Basis.Article, e.Use.Kept,
		e.ReadBy(), e.kept()}, " "))
	return strings.Contains(text, strings.ToLower(strings.TrimSpace(query)))
}

func (e entry) note() string {
	fields := fmtbr.Plural(len(e.ColumnNames()), "campo", "campos")
	if e.area == e.Label {
		return fields
	}
	return e.area + " · " + fields
}

// kept names the law by which the data stay, or a part of them does.
func (e entry) kept() string {
	if e.law != nil {
		return "Guarda: " + e.law.Article
	}
	return e.End.Law.Article
}

func (d Register) figures() []ui.KPI {
	all := Register{Tables: d.Tables}.entries()
	health, areas, ends := 0, map[string]bool{}, 0
	for _, line := range all {
		areas[line.area] = true
		if line.Health {
			health++
		}
		if line.End != personal.Stays && line.End.Law.Name == "" {
			ends++
		}
	}
	return []ui.KPI{
		{Label: "Tipos de dado", Value: fmtbr.Integer(len(all)), Note: "em " + fmtbr.Plural(len(areas), "área", "áreas")},
		{Label: "Dados de saúde", Value: fmtbr.Integer(health)},
		{Label: "Saem ao apagar", Value: fmtbr.Integer(ends)},
		{Label: "Sem declaração", Value: "0", Note: "todo campo está declarado", Tone: ui.Good},
	}
}

func (d Register) bases() []control.Option {
	options := []control.Option{{Label: "Toda base legal"}}
	for _, basis := range personal.Bases() {
		options = append(options, control.Option{Value: basis.Article, Label: basis.Label + ", " + basis.Article})
	}
	return options
}

// Rows returns the register as rows of a printed table.
func (d Register) Rows() (rows [][]string) {
	for _, line := range d.entries() {
		label := line.area + ": " + line.Label
		if line.area == line.Label {
			label = line.Label
		}
		if line.Health {
			label += " (saúde)"
		}
		rows = append(rows, []string{label, line.Use.Purpose, fmtbr.Join(". ", line.Use.Basis.Label+", "+line.Use.Basis.Article,
			line.kept()), line.ReadBy(), line.Use.Kept, line.End.Label})
	}
	return rows
}
