// Package layout finds and keeps how a sheet is laid out: the chosen sheet, the line of its titles, the fields of its columns, how dates
// and amounts are written. By its layout a sheet is staged as rows, and their cells are read. Files with the same titles
// remember where their columns go (the table `import_layouts`).
package layout

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
)

// Sheet is a sheet of a file with the number of its rows.
type Sheet struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// Layout is how the sheet of an import is laid out, and where its columns go.
type Layout struct {
	Sheets []Sheet `gorm:"serializer:json"`
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
}

// New is the layout of a file that is not read yet: no sheet is chosen.
func New() Layout {
	return Layout{Sheets: []Sheet{}, Headers: []string{}, Columns: []cells.Column{}, Sheet: -1}
}

// Title returns the title of a column; one without has its number.
func (l Layout) Title(column int) string {
	if column < len(l.Headers) && l.Headers[column] != "" {
		return l.Headers[column]
	}
	return fmt.Sprintf("Coluna %d", column+1)
}

// Remember keeps where the columns go for files of a kind with the same titles.
func (l Layout) Remember(tx *db.DB, kind string, now time.Time) error {
	return tx.Exec(`insert into import_layouts (kind, titles, columns, date_updated) values (?, ?, ?, ?)
		on conflict (kind, titles) do update set columns = excluded.columns, date_updated = excluded.date_updated`,
		kind, l.titles(), staging.JSON(l.Columns), now).Error
}

// titles identifies files with the same titles.
func (l Layout) titles() string {
	folded := make([]string, len(l.Headers))
	for at, title := range l.Headers {
		folded[at] = cells.Fold(title)
	}
	sum := sha256.Sum256([]byte(strconv.Quote(strings.Join(folded, "\n"))))
	return hex.EncodeToString(sum[:])
}
