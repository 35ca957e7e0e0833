// Package rows erases rows that are kept no longer, with the statements of a whole person: package erasure has them.
package rows

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"acolhe/models/bookings"
	"acolhe/models/erasure"
	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/auth"
)

// rowName is the name in rows that leave by their age.
const rowName = "Sem nome"

// rowSets are the sets of rows that conditions over a part of a person's rows may name.
var rowSets = []string{"ids", "codes", "texts", "orders", "services", "items", "contracts", "groups", "files", "payments"}

var named = regexp.MustCompile(`@\w+`)

// Kind is a kind of rows, with what all areas declare.
type Kind struct {
	Register []personal.Table
	Term     personal.Term
}

// Erase erases rows of a kind that are kept no longer, with what belongs to them, as the register declares it for a whole
// person. The persons themselves go on: names of theirs become those of their registrations. It must be called in a transaction.
func (k Kind) Erase(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) error {
	term := k.Term
	if len(ids) == 0 {
		return nil
	}
	sets, err := setsOf(ctx, tx, term, ids)
	if err != nil {
		return err
	}
	if err := removeFiles(ctx, tx, by, term, ids); err != nil {
		return err
	}
	if term.Set == "services" {
		if _, err := bookings.RemoveEvents(ctx, tx, ids); err != nil {
			return err
		}
	}
	for _, table := range erasure.Ordered(k.Register) {
		query := rowStatement(table, term)
		if query == "" {
			continue
		}
		arguments := []any{}
		if strings.Contains(query, "@") {
			arguments = append(arguments, sets)
		}
		if err := tx.WithContext(ctx).Exec(query, arguments...).Error; err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
	}
	return nil
}

// setsOf returns the sets of some rows alone: the others are empty.
func setsOf(ctx context.Context, tx *db.DB, term personal.Term, ids []int64) (map[string]any, error) {
	sets := map[string]any{"name": rowName, "rows": ids}
	for _, name := range rowSets {
		sets[name] = []int64{}
	}
	sets["codes"] = []string{}
	if term.Set != "" {
		sets[term.Set] = ids
	}
	if term.Codes == "" {
		return sets, nil
	}
	var codes []string
	err := tx.WithContext(ctx).Raw(term.Codes, sets).Scan(&codes).Error
	sets["codes"] = codes
	return sets, err
}

// rowStatement returns the statement that erases rows of a table, or what belongs to rows of a term; empty if the table has none.
func rowStatement(table personal.Table, term personal.Term) string {
	switch {
	case table.Name == term.Table:
		table.Of = "id in @rows"
	case term.Set == "" || !named.MatchString(table.Of) || !hasSet(table.Of, term.Set):
		return ""
	}
	return strings.ReplaceAll(erasure.Statement(table), personal.ErasedName, personal.KeptName)
}

// hasSet reports whether a condition is over a set of rows, and over no set that only a whole person has.
func hasSet(condition, set string) (has bool) {
	for _, name := range named.FindAllString(condition, -1) {
		isRows := false
		for _, known := range rowSets {
			isRows = isRows || name == "@"+known
		}
		if !isRows {
			return false
		}
		has = has || name == "@"+set
	}
	return has
}

// removeFiles has the files of the rows removed by their own job once nothing refers to them.
func removeFiles(ctx context.Context, tx *db.DB, by auth.Caller, term personal.Term, ids []int64) error {
	for table, column := range term.Files {
		var files []int64
		if err := tx.WithContext(ctx).Table(table).Where(column+" in ?", ids).Order("file_id").Pluck("file_id", &files).Error; err != nil {
			return err
		}
		for _, file := range files {
			if err := unattached.Remove(ctx, tx, by, &file); err != nil {
				return err
			}
		}
	}
	return nil
}

// Unfinished returns the SQL condition of the rows of a table in which something is still to be erased: rows that left by their age
// are not found again. It names @name.
func Unfinished(table personal.Table) string {
	if table.Removed {
		return "true"
	}
	var parts []string
	for _, data := range table.Data {
		if data.End.SQL == "" {
			continue
		}
		for _, name := range data.ColumnNames() {
			end := strings.ReplaceAll(strings.ReplaceAll(data.End.SQL, "%s", name), personal.ErasedName, personal.KeptName)
			end = strings.ReplaceAll(end, " in @codes", " is not null") // every person of such a row loses the name
			if end == "null" {
				parts = append(parts, name+" is not null")
				continue
			}
			parts = append(parts, name+" is distinct from ("+end+")")
		}
	}
	return "(" + cmp.Or(strings.Join(parts, " or "), "false") + ")"
}

// Values returns the values of Unfinished.
func Values() map[string]any { return map[string]any{"name": rowName, "codes": []string{}} }
