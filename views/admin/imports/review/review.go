// Package review shows the step of the rows of an import: their problems, people who are already stored, and what goes in.
package review

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/people"
	"acolhe/models/imports/staging"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	view "acolhe/views/admin/imports"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
)

// Data is what the step of the rows shows.
type Data struct {
	Import   imports.Import
	Counts   staging.Counts
	Problems []staging.ProblemGroup
	Rows     []staging.Row
	// Kind is that of the problem whose rows are shown.
	Kind    string
	Matches []staging.Row
	Pair    *Pair
	Refused string
	Now     time.Time
}

// Pair is a row of the file beside the stored person.
type Pair struct {
	Row         staging.Row
	Place       int
	Stored      associates.Associate
	Differences []people.Difference
	// Linked names what hangs on the stored person.
	Linked         string
	Previous, Next int
}

func (d Data) tabs(current string) []nav.Tab {
	rows := d.problemRows()
	ready, out := d.Counts.Entering()+d.Counts[staging.Skip], d.Counts.Out()
	return []nav.Tab{
		{Label: "Problemas", Href: view.Of(view.ReviewPath, d.Import.ID), Count: &rows, Current: current == view.ReviewPath},
		{Label: "Duplicados", Href: view.Of(view.MatchesPath, d.Import.ID), Count: new(len(d.Matches)), Current: current == view.MatchesPath},
		{Label: "Prontas", Href: view.Of(view.ReadyPath, d.Import.ID), Count: &ready, Current: current == view.ReadyPath},
		{Label: "Fora", Href: view.Of(view.OutPath, d.Import.ID), Count: &out, Current: current == view.OutPath},
	}
}

// problemRows is the sum of the rows of each kind of problem.
func (d Data) problemRows() int {
	rows := 0
	for _, group := range d.Problems {
		rows += group.Rows
	}
	return rows
}

func (d Data) figures() []ui.KPI {
	rows := d.problemRows()
	return []ui.KPI{
		{Label: "Prontas", Value: fmtbr.Integer(d.Counts[staging.Create]), Note: "registros novos"},
		{Label: "Com problema", Value: fmtbr.Integer(rows),
			Note: noteOpen(d.Counts[staging.Problem], fmtbr.Plural(len(d.Problems), "tipo", "tipos")), Tone: view.ToneOpen(d.Counts[staging.Problem])},
		{Label: "Duplicadas", Value: fmtbr.Integer(len(d.Matches)),
			Note: noteOpen(d.Counts[staging.Duplicate], noneOr(len(d.Matches), "todas decididas")),
			Tone: view.ToneOpen(d.Counts[staging.Duplicate])},
		{Label: "Fora", Value: fmtbr.Integer(d.Counts.Out()), Note: "vazias, totais e deixadas de fora"},
	}
}

func noteOpen(open int, otherwise string) string {
	if open == 0 {
		return otherwise
	}
	return fmtbr.Integer(open) + " por decidir"
}

func noneOr(rows int, otherwise string) string {
	if rows == 0 {
		return "nenhuma"
	}
	return otherwise
}

// soFar says what goes in.
func (d Data) soFar() string {
	return fmt.Sprintf("Até agora entram %s de %s.", fmtbr.Integer(d.Counts.Entering()), view.Count(d.Import.Kind, d.Counts.All()))
}

func (d Data) open() string {
	if d.Counts.Open() == 0 {
		return "Tudo decidido."
	}
	return "Falta decidir " + d.Counts.OpenText() + "."
}

// where names the rows of a group: the cell and its line.
func where(group staging.ProblemGroup) string {
	base, _, _ := strings.Cut(group.Kind, ":")
	line := "linha " + fmtbr.Integer(group.FirstLine)
	switch {
	case base == "twice":
		return "Linhas " + group.Value + " e " + fmtbr.Integer(group.FirstLine)
	case base == "cpf_wrong" && cells.RightDigits(group.Value) != "":
		return fmt.Sprintf("%s na %s: os dígitos certos seriam %s", group.Value, line, cells.RightDigits(group.Value))
	case group.Value != "":
		return fmt.Sprintf("“%s” na %s", group.Value, line)
	case group.Rows > 1:
		return "Linhas " + fmtbr.Integer(group.FirstLine) + " a " + fmtbr.Integer(group.LastLine)
	}
	return "L" + line[1:]
}

func (d Data) kind(kind string) cells.ProblemKind {
	return cells.KindOf(kind, d.Import.Kind.Fields())
}

func actionOptions(kind cells.ProblemKind) []control.Option {
	var options []control.Option
	for _, action := range kind.Actions {
		options = append(options, control.Option{Value: string(action.Action), Label: action.Label})
	}
	return options
}

// RowHref is the address of the rows of a kind of problem.
func RowHref(id int64, kind string) string { return view.Of(view.RowsPath, id) + "?tipo=" + kind }

// MatchHref is the address of a row beside the stored person.
func MatchHref(id int64, line int) string {
	return view.Of(view.MatchesPath, id) + "?linha=" + strconv.Itoa(line)
}

// reasonText names why a row may be a stored person.
func reasonText(reason string) string {
	return map[string]string{people.ReasonCPF: "Mesmo CPF", people.ReasonEmail: "Mesmo e-mail", people.ReasonPhone: "Mesmo telefone",
		people.ReasonName: "Mesmo nome", people.ReasonBirth: "Mesmo nascimento"}[reason]
}

func reasonList(row staging.Row) string {
	var parts []string
	for _, reason := range row.Reasons {
		parts = append(parts, strings.TrimPrefix(reasonText(reason), "Mesmo "))
	}
	return fmtbr.Capitalized(fmtbr.List(parts))
}

func matchBadge(row staging.Row) (ui.Badge, bool) {
	if row.Decision == nil {
		return ui.Badge{}, false
	}
	switch *row.Decision {
	case staging.ToJoin:
		return ui.Badge{Tone: ui.Good, Text: "Juntar"}, true
	case staging.ToSkip:
		return ui.Badge{Tone: ui.Muted, Text: "Pular"}, true
	case staging.IsNew:
		return ui.Badge{Tone: ui.Info, Text: "Novo"}, true
	}
	return ui.Badge{}, false
}

// sameCPF counts the undecided rows with the CPF of a stored person.
func (d Data) sameCPF() int {
	count := 0
	for _, row := range d.Matches {
		if row.Decision == nil && len(row.Reasons) > 0 && row.Reasons[0] == people.ReasonCPF {
			count++
		}
	}
	return count
}

func (d Data) decided() int {
	count := 0
	for _, row := range d.Matches {
		if row.Decision != nil {
			count++
		}
	}
	return count
}

func taken(row staging.Row, field string) bool {
	for _, one := range row.Taken {
		if one == field {
			return true
		}
	}
	return false
}

// editableColumns are the columns of the fields that have a problem in the rows, else the first ones with a field.
func (d Data) editableColumns() []int {
	names := map[string]bool{}
	for _, row := range d.Rows {
		for _, problem := range row.Problems {
			if problem.Kind == d.Kind || d.Kind == "" {
				names[problem.Field] = true
			}
		}
	}
	var columns, others []int
	for at, column := range d.Import.Columns {
		switch {
		case names[column.Field] ||
			strings.HasPrefix(d.Kind, "twice") && column.Field != "" || column.Field == "name":
			columns = append(columns, at)
		case column.Field != "":
			others = append(others, at)
		}
	}
	for _, at := range others {
		if len(columns) < 3 {
			columns = append(columns, at)
		}
	}
	return columns[:min(len(columns), 6)]
}

// rowProblem says what is wrong with a row.
func (d Data) rowProblem(row staging.Row) string {
	if row.Note != nil && row.Outcome != staging.Problem {
		return *row.Note
	}
	var parts []string
	for _, problem := range row.Problems {
		parts = append(parts, d.kind(problem.Kind).Title)
	}
	if len(parts) == 0 && row.Outcome == staging.Total {
		return "Linha de total"
	}
	if len(parts) == 0 && row.Outcome == staging.Blank {
		return "Linha sem dados"
	}
	return strings.Join(parts, "; ")
}

// shownValue formats what a row stores in a field.
func shownValue(field cells.Field, value string) string {
	for _, option := range field.Options {
		if option.Value == value {
			return option.Label
		}
	}
	switch amount, err := money.Parse(value); {
	case field.Kind == cells.Money && err == nil:
		return fmtbr.Money(amount)
	case field.Kind == cells.Date || field.Kind == cells.Moment:
		return people.Shown("date", value)
	}
	return people.Shown(field.Name, value)
}
