// Package imports brings the spreadsheets of an association into the program: a file is staged as rows, a person says where
// its columns go and what happens to rows with problems and to people who are already stored, and a job stores the rest with
// the verbs of the areas. An import can be undone as a whole for 30 days. Cells are understood by package cells.
package imports

import (
	"encoding/json"
	"time"

	"acolhe/models/imports/cells"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Kind is what a spreadsheet holds.
type Kind string

// The kinds.
const (
	Associates    Kind = "associates"
	Annotations   Kind = "annotations"
	Products      Kind = "products"
	Tags          Kind = "tags"
	Professionals Kind = "professionals"
	Orders        Kind = "orders"
	Services      Kind = "services"
	// Scans is a ZIP of scanned documents: a row is a file.
	Scans Kind = "scans"
)

// Kinds lists the kinds.
func Kinds() []Kind {
	return []Kind{Associates, Orders, Services, Products, Professionals, Annotations, Tags, Scans}
}

// IsSheet reports whether the kind is read from a spreadsheet.
func (k Kind) IsSheet() bool { return k != Scans }

// Fields returns the fields of a kind.
func (k Kind) Fields() []cells.Field { return targets[k].fields() }

// Label names what is imported, in Portuguese: "Associados e pacientes".
func (k Kind) Label() string { return targets[k].label }

// File is the name of the template's file without its extension.
func (k Kind) File() string { return targets[k].file }

// State is how far an import is.
type State string

// The states. Columns and Review wait for a person.
const (
	Reading  State = "reading"
	Columns  State = "columns"
	Checking State = "checking"
	Review   State = "review"
	Running  State = "running"
	Paused   State = "paused"
	Done     State = "done"
	Undoing  State = "undoing"
	Undone   State = "undone"
	Failed   State = "failed"
)

// keptFor is how long the rows of an import stay, and thus how long it can be undone.
const keptFor = 30 * 24 * time.Hour

// Sheet is a sheet of a file with the number of its rows.
type Sheet struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// Import is a row of imports.
type Import struct {
	ID        int64 `gorm:"primaryKey"`
	Kind      Kind
	State     State
	OwnerID   *int64
	OwnerName string
	FileName  string
	// FileSize is in bytes.
	FileSize int64
	Format   string
	Sheets   []Sheet `gorm:"serializer:json"`
	// Sheet is the index of the chosen one, HeaderLine the line of the titles, 0 for none.
	Sheet      int
	HeaderLine int
	Headers    []string       `gorm:"serializer:json"`
	Columns    []cells.Column `gorm:"serializer:json"`
	MonthFirst bool
	// PointDecimal reports whether cents follow a point.
	PointDecimal bool
	// RememberedAt is when the choices for these titles were made; nil for new ones.
	RememberedAt *time.Time
	Webhooks     bool
	// Total is the number of staged rows, Reached the last line that the current job has done.
	Total   int
	Reached int
	Created, Patients, Joined, Skipped, Refused,
	Undone, Kept int
	Failure     *string
	DateCreated time.Time
	DateStarted *time.Time
	DateResumed *time.Time
	DateEnded   *time.Time
	DateUndone  *time.Time
}

// TableName returns the name of the table.
func (Import) TableName() string { return "imports" }

// IsWorking reports whether a job works on the import now.
func (i Import) IsWorking() bool {
	return i.State == Reading || i.State == Checking || i.State == Running || i.State == Undoing
}

// IsOver reports whether the import has stored its rows.
func (i Import) IsOver() bool { return i.State == Done || i.State == Undoing || i.State == Undone }

// Processed is the number of rows that were imported or refused.
func (i Import) Processed() int { return i.Created + i.Joined + i.Skipped + i.Refused }

// UndoUntil is the time until which the import can be undone; zero before it ended.
func (i Import) UndoUntil() time.Time {
	if i.DateEnded == nil {
		return time.Time{}
	}
	return i.DateEnded.Add(keptFor)
}

// CanUndo reports whether the import can be undone at a time.
func (i Import) CanUndo(now time.Time) bool {
	return i.State == Done && i.Created+i.Joined+i.Patients > i.Undone && now.Before(i.UndoUntil())
}

func (i Import) style() cells.Style {
	return cells.Style{MonthFirst: i.MonthFirst, PointDecimal: i.PointDecimal}
}

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

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe importa planilhas.")
}

// asJSON returns a value as JSON for a parameter; values of this package always encode.
func asJSON(value any) string {
	encoded, _ := json.Marshal(value)
	return string(encoded)
}
