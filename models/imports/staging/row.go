// Package staging holds the rows of an import between its file and the areas (the tables `import_rows` and `import_decisions`): what is
// understood of a row, its problems, what a person decided about them, what happens to it and what became of it. It knows no
// import and no area; packages targets and people say what rows become.
package staging

import (
	"fmt"
	"slices"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/types/texts"
)

// Outcome is what happens, or happened, to a row.
type Outcome string

// The outcomes before the run: Problem and Duplicate wait for a person. Attach is a row with a further patient of an earlier
// line.
const (
	Unchecked Outcome = "unchecked"
	Blank     Outcome = "blank"
	Total     Outcome = "total"
	Problem   Outcome = "problem"
	Duplicate Outcome = "duplicate"
	LeftOut   Outcome = "left_out"
	Create    Outcome = "create"
	Attach    Outcome = "attach"
	Join      Outcome = "join"
	Skip      Outcome = "skip"
)

// The outcomes after the run, and after its undo.
const (
	WasCreated  Outcome = "created"
	WasAttached Outcome = "attached"
	WasJoined   Outcome = "joined"
	WasSkipped  Outcome = "skipped"
	WasRefused  Outcome = "refused"
	WasUndone   Outcome = "undone"
	WasKept     Outcome = "kept"
)

// Decision is what a person decided about one row.
type Decision string

// The decisions.
const (
	ToJoin     Decision = "join"
	ToSkip     Decision = "skip"
	IsNew      Decision = "new"
	ToLeaveOut Decision = "leave_out"
)

// Row is a row of import_rows.
type Row struct {
	ImportID int64 `gorm:"primaryKey"`
	// Line is the line in the file, from 1 on.
	Line     int               `gorm:"primaryKey"`
	Cells    []string          `gorm:"serializer:json"`
	Edits    map[int]string    `gorm:"serializer:json"`
	Data     map[string]string `gorm:"serializer:json"`
	Notes    []string          `gorm:"serializer:json"`
	Problems []cells.Problem   `gorm:"serializer:json"`
	Kinds    []string          `gorm:"serializer:json"`
	Identity *string
	MatchID  *int64
	Reasons  []string `gorm:"serializer:json"`
	Decision *Decision
	// Taken are the fields that a joined record takes from the file.
	Taken     []string `gorm:"serializer:json"`
	FirstLine *int
	Outcome   Outcome
	RecordID  *int64
	Made      Made `gorm:"serializer:json"`
	Note      *string
}

// Made is what a row made beside its record, for its undo.
type Made struct {
	// Patients are the ids of new patients.
	Patients []int64 `json:"patients,omitempty"`
	// Before are the values that a joined record had, After those that it got.
	Before map[string]string `json:"before,omitempty"`
	After  map[string]string `json:"after,omitempty"`
	// Annotations are the ids of new annotations of a joined record.
	Annotations []string `json:"annotations,omitempty"`
}

// TableName returns the name of the table.
func (Row) TableName() string { return "import_rows" }

// Cell returns the text of a column: what a person typed, else that of the file.
func (r Row) Cell(column int) string {
	if typed, isEdited := r.Edits[column]; isEdited {
		return typed
	}
	if column < len(r.Cells) {
		return r.Cells[column]
	}
	return ""
}

// First is the line of the record's first row.
func (r *Row) First() int {
	if r.FirstLine != nil {
		return *r.FirstLine
	}
	return r.Line
}

func (r *Row) AsLine() *kinds.Line {
	return &kinds.Line{Number: r.Line, Values: r.Data, Notes: r.Notes, Problems: r.Problems}
}

func Lines(rows []*Row) []*kinds.Line {
	lines := make([]*kinds.Line, len(rows))
	for i, row := range rows {
		lines[i] = row.AsLine()
	}
	return lines
}

// RecordName names the record of a row for people.
func (r Row) RecordName() string {
	if number := r.Data["number"]; number != "" {
		return texts.Shorten("Pedido\u00a0"+number, 80)
	}
	for _, name := range []string{"name", "associate_name", "code", "file", "text"} {
		if r.Data[name] != "" {
			return texts.Shorten(r.Data[name], 80)
		}
	}
	return fmt.Sprintf("Linha %d", r.Line)
}

// Reason names the outcome of a row for the result file.
func (r Row) Reason(fields []string) string {
	if r.Note != nil && *r.Note != "" {
		return *r.Note
	}
	return strings.Join(fields, "; ")
}

func HasProblem(row Row, kinds ...string) bool {
	return slices.ContainsFunc(row.Problems, func(problem cells.Problem) bool { return slices.Contains(kinds, problem.Kind) })
}

func HasProblemOf(row Row, field string) bool {
	return slices.ContainsFunc(row.Problems, func(problem cells.Problem) bool { return problem.Field == field })
}
