// Package cells understands the cells of spreadsheets as associations keep them: two names in one cell, phones with text,
// dates as numbers of Excel, amounts with R$. A cell becomes values in the form that is stored, notes, and problems for a
// person to decide. It reads no database.
package cells

import (
	"slices"
	"strings"

	"acolhe/models/types/civil"
	"acolhe/models/types/texts"
)

// Kind is what a field holds.
type Kind string

// The kinds.
const (
	Text      Kind = "text"
	Name      Kind = "name"
	CPF       Kind = "cpf"
	Date      Kind = "date"
	Phones    Kind = "phones"
	Email     Kind = "email"
	Address   Kind = "address"
	CityState Kind = "city_state"
	CEP       Kind = "cep"
	State     Kind = "state"
	Gender    Kind = "gender"
	// Status and every other Choice has a value for each text, which the person decides.
	Choice  Kind = "choice"
	Tags    Kind = "tags"
	Note    Kind = "note"
	Money   Kind = "money"
	Integer Kind = "integer"
	YesNo   Kind = "yes_no"
	Patient Kind = "patient"
	// Moment is a day with or without a time of day, Clock a time of day.
	Moment Kind = "moment"
	Clock  Kind = "clock"
)

// Field is a field into which a column goes.
type Field struct {
	Name string
	// Label is shown with its group: "Associado · Nome".
	Group, Label string
	Kind         Kind
	// Max is the number of characters that fit; 0 for a kind with its own limit.
	Max int
	// Words are titles that such columns have, folded.
	Words []string
	// Needed is set for a field without which no row can be imported, Many for one that several columns may fill.
	Needed, Many bool
	// Options are the values of a Choice.
	Options []Option
	// Example is shown in the template.
	Example string
}

// Option is a value of a Choice; Words are texts that mean it, folded.
type Option struct {
	Value, Label string
	Words        []string
}

// Title returns the label with its group.
func (f Field) Title() string {
	if f.Group == "" {
		return f.Label
	}
	return f.Group + " · " + f.Label
}

// Style is how a file writes numbers and dates.
type Style struct {
	MonthFirst, PointDecimal bool
	Today                    civil.Date
	// AreaCode is what phones without one get if the person says so; empty for none.
	AreaCode string
}

// Problem is a cell that cannot be stored as it is. Kind is that of the list of problems, with the field if several have it;
// Fix is the value that a person may accept.
type Problem struct {
	Kind  string `json:"kind"`
	Field string `json:"field"`
	Value string `json:"value"`
	Fix   string `json:"fix,omitempty"`
}

// Record is what is understood of a row: stored values by the name of their column, further texts, and problems.
type Record struct {
	Values   map[string]string
	Notes    []string
	Problems []Problem
}

// NewRecord returns an empty record.
func NewRecord() *Record { return &Record{Values: map[string]string{}} }

// Column is where a column of the file goes.
type Column struct {
	Field string `json:"field"`
	// Values is what each text of a Choice becomes, by its folded text.
	Values map[string]string `json:"values,omitempty"`
	// Note says how sure the guess is, for people.
	Note string `json:"note,omitempty"`
}

// Read adds the cell to the record.
func (r *Record) Read(field Field, column Column, cell string, style Style) {
	cell = strings.TrimSpace(cell)
	if isNothing(cell) {
		return
	}
	switch {
	case isExcelError(cell):
		r.problem("excel_error", field, cell, "")
		return
	case strings.HasPrefix(cell, "=") && field.Kind != Note:
		r.problem("formula", field, cell, cell)
		return
	}
	readers[field.Kind](r, reading{field: field, column: column, style: style}, cell)
}

// reading is how a cell is to be read.
type reading struct {
	field  Field
	column Column
	style  Style
}

var readers = map[Kind]func(*Record, reading, string){
	Text: (*Record).text, Name: (*Record).name, CPF: (*Record).cpf, Date: (*Record).date, Phones: (*Record).phones,
	Email: (*Record).email, Address: (*Record).address, CityState: (*Record).cityState, CEP: (*Record).cep, State: (*Record).state,
	Gender: (*Record).gender, Choice: (*Record).choice, Tags: (*Record).tags, Note: (*Record).note, Money: (*Record).money,
	Integer: (*Record).integer, YesNo: (*Record).yesNo, Patient: (*Record).patient, Moment: (*Record).moment, Clock: (*Record).clock,
}

// problem records a problem of a field.
func (r *Record) problem(kind string, field Field, value, fix string) {
	r.Problems = append(r.Problems, Problem{Kind: kind + ":" + field.Name, Field: field.Name, Value: texts.Shorten(value, 200), Fix: fix})
}

// set stores a text, or a problem if it is too long.
func (r *Record) set(field Field, name, value string, most int) {
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	if most > 0 && !texts.Fits(value, most) {
		r.problem("text_long", Field{Name: name}, value, strings.TrimSpace(texts.Truncate(value, most)))
		return
	}
	if field.Many && r.Values[name] != "" {
		value = r.Values[name] + "; " + value
	}
	r.Values[name] = value
}

func (r *Record) text(in reading, cell string) {
	r.set(in.field, in.field.Name, strings.Join(strings.Fields(cell), " "), in.field.Max)
}

func (r *Record) note(in reading, cell string) {
	r.Notes = append(r.Notes, cell)
}

// nothing are texts that people write into a cell that should be empty.
var nothing = []string{"nao tem", "nao possui", "nao informado", "nao informou", "nao consta", "nao sabe", "sem", "sem email", "sem e-mail",
	"sem cpf",
	"sem telefone", "nenhum", "nenhuma", "n/a", "n/d", "n/i", "na", "nd", "null", "none", "vazio", "xxx", "xx", "?"}

func isNothing(cell string) bool {
	if cell == "" || strings.Trim(cell, "-–—_.*/ 	\n") == "" {
		return true
	}
	return len(cell) <= 20 && slices.Contains(nothing, texts.Fold(cell))
}

func isExcelError(cell string) bool {
	if !strings.HasPrefix(cell, "#") {
		return false
	}
	return slices.Contains([]string{"#REF!", "#N/A", "#N/D", "#NOME?", "#NAME?", "#VALOR!", "#VALUE!", "#DIV/0!", "#NÚM!", "#NUM!", "#NULO!",
		"#NULL!"},
		strings.ToUpper(cell))
}

// Fold returns a text in the form in which texts of cells and titles are compared.
func Fold(text string) string { return strings.Join(strings.Fields(texts.Fold(text)), " ") }
