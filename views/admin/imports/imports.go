// Package imports shows the import of spreadsheets: the file, its columns, what is wrong with its rows, people who are already
// stored, the run and its result.
package imports

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
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
	all := []step{{name: "Arquivo"}, {name: "Colunas", href: Of(ColumnsPath, row.ID)}, {name: "Conferir", href: Of(ReviewPath, row.ID)}, {name: "Importar"}}
	if len(row.Sheets) > 0 {
		all[0].href = Of(FilePath, row.ID)
	}
	for i := range all {
		all[i].done, all[i].current = i < current, i == current
		if i >= current || row.DateStarted != nil {
			all[i].href = ""
		}
	}
	return all
}

// lower is the label of a kind within a sentence.
func lower(kind imports.Kind) string { return strings.ToLower(kind.Label()) }

// facts describes the file.
func facts(row imports.Import) string {
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

// StartData is what the first page shows.
type StartData struct {
	Imports []imports.Import
	Kind    imports.Kind
	Refused string
	Now     time.Time
}

func kindOptions() []control.Option {
	var options []control.Option
	for _, kind := range imports.Kinds() {
		options = append(options, control.Option{Value: string(kind), Label: kind.Label()})
	}
	return options
}

// ColumnsData is what the step of the columns shows.
type ColumnsData struct {
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
func (d ColumnsData) rows() []columnRow {
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

func (d ColumnsData) row(at int) columnRow {
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
	return append(options, control.Option{Value: cells.AsTag, Label: "Etiqueta com este nome"}, control.Option{Value: cells.LeaveOut, Label: "Deixar a linha de fora"})
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
func (d ColumnsData) recognized() int {
	count := 0
	for _, column := range d.Import.Columns {
		if column.Field != "" {
			count++
		}
	}
	return count
}

func (d ColumnsData) summary() string {
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

// ReviewData is what the step of the rows shows.
type ReviewData struct {
	Import   imports.Import
	Counts   imports.Counts
	Problems []imports.ProblemGroup
	Rows     []imports.Row
	// Kind is that of the problem whose rows are shown.
	Kind    string
	Matches []imports.Row
	Pair    *Pair
	Refused string
	Now     time.Time
}

// Pair is a row of the file beside the stored person.
type Pair struct {
	Row         imports.Row
	Place       int
	Stored      associates.Associate
	Differences []imports.Difference
	// Linked names what hangs on the stored person.
	Linked         string
	Previous, Next int
}

func (d ReviewData) tabs(current string) []nav.Tab {
	rows := d.problemRows()
	ready, out := d.Counts.Entering()+d.Counts[imports.Skip], d.Counts.Out()
	return []nav.Tab{
		{Label: "Problemas", Href: Of(ReviewPath, d.Import.ID), Count: &rows, Current: current == ReviewPath},
		{Label: "Duplicados", Href: Of(MatchesPath, d.Import.ID), Count: new(len(d.Matches)), Current: current == MatchesPath},
		{Label: "Prontas", Href: Of(ReadyPath, d.Import.ID), Count: &ready, Current: current == ReadyPath},
		{Label: "Fora", Href: Of(OutPath, d.Import.ID), Count: &out, Current: current == OutPath},
	}
}

// problemRows is the sum of the rows of each kind of problem.
func (d ReviewData) problemRows() int {
	rows := 0
	for _, group := range d.Problems {
		rows += group.Rows
	}
	return rows
}

func (d ReviewData) figures() []ui.KPI {
	rows := d.problemRows()
	return []ui.KPI{
		{Label: "Prontas", Value: fmtbr.Integer(d.Counts[imports.Create]), Note: "registros novos"},
		{Label: "Com problema", Value: fmtbr.Integer(rows), Note: noteOpen(d.Counts[imports.Problem], fmtbr.Plural(len(d.Problems), "tipo", "tipos")), Tone: toneOpen(d.Counts[imports.Problem])},
		{Label: "Duplicadas", Value: fmtbr.Integer(len(d.Matches)), Note: noteOpen(d.Counts[imports.Duplicate], "todas decididas"), Tone: toneOpen(d.Counts[imports.Duplicate])},
		{Label: "Fora", Value: fmtbr.Integer(d.Counts.Out()), Note: "vazias, totais e deixadas de fora"},
	}
}

func noteOpen(open int, otherwise string) string {
	if open == 0 {
		return otherwise
	}
	return fmtbr.Integer(open) + " por decidir"
}

func toneOpen(open int) ui.Tone {
	if open == 0 {
		return ""
	}
	return ui.Warn
}

// soFar says what goes in.
func (d ReviewData) soFar() string {
	return fmt.Sprintf("Até agora entram %s de %s linhas.", fmtbr.Integer(d.Counts.Entering()), fmtbr.Integer(d.Counts.All()))
}

func (d ReviewData) open() string {
	if d.Counts.Open() == 0 {
		return "Tudo decidido."
	}
	return "Falta decidir " + d.Counts.OpenText() + "."
}

// where names the rows of a group: the cell and its line.
func where(group imports.ProblemGroup) string {
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

func (d ReviewData) kind(kind string) cells.ProblemKind {
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
func RowHref(id int64, kind string) string { return Of(RowsPath, id) + "?tipo=" + kind }

// MatchHref is the address of a row beside the stored person.
func MatchHref(id int64, line int) string {
	return Of(MatchesPath, id) + "?linha=" + strconv.Itoa(line)
}

// reasonText names why a row may be a stored person.
func reasonText(reason string) string {
	return map[string]string{imports.ReasonCPF: "Mesmo CPF", imports.ReasonEmail: "Mesmo e-mail", imports.ReasonPhone: "Mesmo telefone",
		imports.ReasonName: "Mesmo nome", imports.ReasonBirth: "Mesmo nascimento"}[reason]
}

func reasonList(row imports.Row) string {
	var parts []string
	for _, reason := range row.Reasons {
		parts = append(parts, strings.TrimPrefix(reasonText(reason), "Mesmo "))
	}
	return fmtbr.Capitalized(fmtbr.List(parts))
}

func matchBadge(row imports.Row) (ui.Badge, bool) {
	if row.Decision == nil {
		return ui.Badge{}, false
	}
	switch *row.Decision {
	case imports.ToJoin:
		return ui.Badge{Tone: ui.Good, Text: "Juntar"}, true
	case imports.ToSkip:
		return ui.Badge{Tone: ui.Muted, Text: "Pular"}, true
	case imports.IsNew:
		return ui.Badge{Tone: ui.Info, Text: "Novo"}, true
	}
	return ui.Badge{}, false
}

// sameCPF counts the undecided rows with the CPF of a stored person.
func (d ReviewData) sameCPF() int {
	count := 0
	for _, row := range d.Matches {
		if row.Decision == nil && len(row.Reasons) > 0 && row.Reasons[0] == imports.ReasonCPF {
			count++
		}
	}
	return count
}

func (d ReviewData) decided() int {
	count := 0
	for _, row := range d.Matches {
		if row.Decision != nil {
			count++
		}
	}
	return count
}

func taken(row imports.Row, field string) bool {
	for _, one := range row.Taken {
		if one == field {
			return true
		}
	}
	return false
}

// editableColumns are the columns of the fields that have a problem in the rows, else the first ones with a field.
func (d ReviewData) editableColumns() []int {
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
		case names[column.Field] || strings.HasPrefix(d.Kind, "twice") && column.Field != "" || column.Field == "name":
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
func (d ReviewData) rowProblem(row imports.Row) string {
	if row.Note != nil && row.Outcome != imports.Problem {
		return *row.Note
	}
	var parts []string
	for _, problem := range row.Problems {
		parts = append(parts, d.kind(problem.Kind).Title)
	}
	if len(parts) == 0 && row.Outcome == imports.Total {
		return "Linha de total"
	}
	if len(parts) == 0 && row.Outcome == imports.Blank {
		return "Linha sem dados"
	}
	return strings.Join(parts, "; ")
}

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
	text := fmt.Sprintf("Apaga %s e devolve %s ao que eram.", fmtbr.Plural(d.Import.Created, "registro novo", "registros novos"), fmtbr.Plural(d.Import.Joined, "juntado", "juntados"))
	return text + " Dá até " + fmtbr.Date(d.Import.UndoUntil(), d.Now.Location()) + "."
}

func (d RunData) keeps() string {
	if d.BuiltCount == 0 {
		return "Ninguém usou estes registros ainda."
	}
	return fmtbr.Plural(d.BuiltCount, "já tem pedido, termo ou atendimento e fica.", "já têm pedido, termo ou atendimento e ficam.")
}

func today(now time.Time) civil.Date { return civil.Of(now) }

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
