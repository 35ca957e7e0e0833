// Package imports shows the import of spreadsheets: the file, its columns, what is wrong with its rows, people who are already
// stored, the run and its result.
package imports

import (
	"fmt"
	"strconv"
	"strings"

	"acolhe/models/imports"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// Path is the address of the import; the others are those of its steps.
const (
	Path          = "/admin/importar"
	TemplatePath  = Path + "/modelos/:arquivo"
	OnePath       = Path + "/:id"
	FilePath      = OnePath + "/arquivo"
	ColumnsPath   = OnePath + "/colunas"
	NotesPath     = ColumnsPath + "/ver"
	ReviewPath    = OnePath + "/conferir"
	ScanPath      = OnePath + "/ver/:linha"
	ReopenPath    = OnePath + "/reabrir"
	ClosePath     = OnePath + "/encerrar"
	RowsPath      = ReviewPath + "/linhas"
	MatchesPath   = ReviewPath + "/duplicados"
	SameCPFPath   = MatchesPath + "/mesmo-cpf"
	UndecidePath  = MatchesPath + "/:linha/desfazer"
	ReadyPath     = ReviewPath + "/prontas"
	OutPath       = ReviewPath + "/fora"
	ProblemsPath  = ReviewPath + "/problemas.xlsx"
	RunPath       = OnePath + "/importar"
	PausePath     = OnePath + "/pausar"
	ResumePath    = OnePath + "/continuar"
	StopPath      = OnePath + "/parar"
	ResultPath    = OnePath + "/resultado"
	ResultCSVPath = OnePath + "/resultado.csv"
	ResultXLSPath = OnePath + "/resultado.xlsx"
	UndoPath      = OnePath + "/desfazer"
	DeletePath    = OnePath + "/apagar"
)

// Parts that a page replaces.
const (
	ColumnsPart = "colunas"
	ReviewPart  = "conferir"
	StatePart   = "andamento"
)

// Of returns an address of an import.
func Of(path string, id int64) string {
	return strings.Replace(path, ":id", strconv.FormatInt(id, 10), 1)
}

// StepPath is the address of the step at which an import is.
func StepPath(row imports.Import) string {
	switch row.State {
	case imports.Columns:
		return Of(ColumnsPath, row.ID)
	case imports.Review:
		return Of(ReviewPath, row.ID)
	case imports.Running, imports.Paused:
		return Of(RunPath, row.ID)
	case imports.Done, imports.Undoing, imports.Undone:
		return Of(ResultPath, row.ID)
	}
	return Of(FilePath, row.ID)
}

// step is one of the wizard.
type step struct {
	name, href    string
	done, current bool
}

func steps(row imports.Import, current int) []step {
	all := []step{{name: "Arquivo"}, {name: "Colunas", href: Of(ColumnsPath, row.ID)}, {name: "Conferir", href: Of(ReviewPath, row.ID)},
		{name: "Importar"}}
	if len(row.Sheets) > 0 {
		all[0].href = Of(FilePath, row.ID)
	}
	if !row.Kind.IsSheet() {
		all = append(all[:1], all[2:]...)
		current -= min(current, 1)
	}
	for i := range all {
		all[i].done, all[i].current = i < current, i == current
		if i >= current || row.DateStarted != nil {
			all[i].href = ""
		}
	}
	return all
}

// Lower is the label of a kind within a sentence.
func Lower(kind imports.Kind) string { return strings.ToLower(kind.Label()) }

// Unit is what a number of rows counts: the files of a ZIP, else lines.
func Unit(kind imports.Kind, rows int) string {
	switch {
	case kind.IsSheet() && rows == 1:
		return "linha"
	case kind.IsSheet():
		return "linhas"
	case rows == 1:
		return "arquivo"
	}
	return "arquivos"
}

// Count is a number of rows with its unit.
func Count(kind imports.Kind, rows int) string {
	return fmtbr.Plural(rows, Unit(kind, 1), Unit(kind, 2))
}

// Facts describes the file.
func Facts(row imports.Import) string {
	sheet := ""
	if len(row.Sheets) > 1 {
		sheet = fmt.Sprintf("Planilha “%s” (%d de %d)", row.Sheets[row.Sheet].Name, row.Sheet+1, len(row.Sheets))
	}
	titles := "sem títulos"
	if row.HeaderLine > 0 {
		titles = fmt.Sprintf("títulos na linha %d", row.HeaderLine)
	}
	order := "datas em dia/mês/ano"
	if row.MonthFirst {
		order = "datas em mês/dia/ano"
	}
	sign := "vírgula decimal"
	if row.PointDecimal {
		sign = "ponto decimal"
	}
	return fmtbr.Join(" · ", sheet, row.Format, fmtbr.Plural(row.Total, "linha", "linhas"), titles, order, sign)
}

// stateBadge names the state of an import.
func stateBadge(row imports.Import) ui.Badge {
	switch row.State {
	case imports.Done:
		if row.Failure != nil {
			return ui.Badge{Tone: ui.Bad, Text: "Parou no meio"}
		}
		return ui.Badge{Tone: ui.Good, Text: "Concluída"}
	case imports.Undone:
		return ui.Badge{Tone: ui.Muted, Text: "Desfeita"}
	case imports.Undoing:
		return ui.Badge{Tone: ui.Info, Text: "Desfazendo"}
	case imports.Running:
		return ui.Badge{Tone: ui.Info, Text: "Importando"}
	case imports.Paused:
		return ui.Badge{Tone: ui.Warn, Text: "Pausada"}
	case imports.Failed:
		return ui.Badge{Tone: ui.Bad, Text: "Não deu certo"}
	case imports.Reading, imports.Checking:
		return ui.Badge{Tone: ui.Info, Text: "Lendo"}
	}
	return ui.Badge{Tone: ui.Warn, Text: "Espera você"}
}

// entered says how many rows went in.
func entered(row imports.Import) string {
	if row.State == imports.Undone {
		return fmt.Sprintf("%s de %s", fmtbr.Integer(row.Kept), fmtbr.Integer(row.Total))
	}
	return fmt.Sprintf("%s de %s", fmtbr.Integer(row.Created+row.Joined), fmtbr.Integer(row.Total))
}

// ToneOpen warns of rows that are not decided.
func ToneOpen(open int) ui.Tone {
	if open == 0 {
		return ""
	}
	return ui.Warn
}
