package targets

import (
	"context"
	"fmt"
	"reflect"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// OfSale returns the target of a kind of orders or services.
func OfSale(of kinds.SaleKind) Target {
	return Target{
		Label: of.Label, File: of.File, Fields: func() []cells.Field { return of.Fields }, Identity: of.Identity, Grouped: of.Grouped,
		Check: func(ctx context.Context, tx *db.DB, _ auth.Caller, rows []*staging.Row) error {
			lines := staging.Lines(rows)
			err := of.Find(ctx, tx, lines)
			for i, row := range rows {
				row.Problems = lines[i].Problems
			}
			return err
		},
		NewCheck: of.NewCheck,
		Run: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error {
			return runSales(ctx, tx, by, of, rows)
		},
		Undo: func(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row) (string, error) {
			if row.Outcome == staging.WasCreated {
				return of.Remove(ctx, tx, by, *row.RecordID)
			}
			var kept []string
			err := tx.WithContext(ctx).Raw("select b.name from import_rows r cross join lateral ("+of.Built+
				") as b (name) where r.import_id = ? and r.line = ?", row.ImportID, row.Line).Scan(&kept).Error
			if err != nil || len(kept) == 0 {
				return "", err
			}
			return fmt.Sprintf("o %s já foi usado", kept[0]), nil
		},
		Built: of.Built,
	}
}

// FindGroups joins the lines of one record. A line with a product but no number, person or date goes on with the record above it,
// as merged cells leave it.
func FindGroups(tx *db.DB, id int64) error {
	for _, statement := range []string{
		`update import_rows set first_line = null where import_id = @id and first_line is not null`,
		`update import_rows r set identity = f.identity from (
				select line, first_value(own) over (partition by part order by line) as identity from (
					select line, own, count(*) filter (where begins) over (order by line) as part from (
						select line, case when jsonb_exists(data, 'number') then identity else 'linha ' || line end as own,
							not jsonb_exists_any(data, array['product_code', 'product_name'])
								or jsonb_exists_any(data, array['number', 'associate_cpf', 'associate_code', 'associate_email', 'associate_name', 'date']) as begins
						from import_rows where import_id = @id and outcome not in ('blank', 'total')) o) p) f
			where r.import_id = @id and r.line = f.line and r.identity is distinct from f.identity`,
		`update import_rows r set first_line = f.first
			from (select identity, min(line) as first from import_rows where import_id = @id and identity is not null group by identity having count(*) > 1) f
			where r.import_id = @id and r.identity = f.identity and r.line > f.first`,
	} {
		if err := tx.Exec(statement, map[string]any{"id": id}).Error; err != nil {
			return err
		}
	}
	return nil
}

// saleRows is the number of rows whose sales are checked at once.
const saleRows = 1000

// CheckSales finds what is wrong with the orders or services of an import as a whole; other kinds have no check.
func CheckSales(ctx context.Context, tx *db.DB, by auth.Caller, id int64, newCheck func() kinds.SaleCheck) error {
	if newCheck == nil {
		return nil
	}
	check := newCheck()
	for first, line := 0, 0; ; {
		var rows []*staging.Row
		query := tx.WithContext(ctx).Where("import_id = ? and outcome not in ('blank', 'total')", id).
			Where("(coalesce(first_line, line), line) > (?, ?)", first, line).Order("coalesce(first_line, line), line")
		if err := query.Limit(saleRows).Find(&rows).Error; err != nil || len(rows) == 0 {
			return err
		}
		groups := groupsOf(rows)
		// The last one may go on with the next rows.
		if len(rows) == saleRows && len(groups) > 1 {
			rows = rows[:len(rows)-len(groups[len(groups)-1])]
			groups = groups[:len(groups)-1]
		}
		last := rows[len(rows)-1]
		first, line = last.First(), last.Line
		if err := checkGroups(ctx, tx, by, groups, check); err != nil {
			return err
		}
	}
}

// groupsOf divides rows, which are in the order of their records.
func groupsOf(rows []*staging.Row) (groups [][]*staging.Row) {
	for at, row := range rows {
		if at == 0 || rows[at-1].First() != row.First() {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], row)
	}
	return groups
}

// checkGroups checks the next records and stores the problems of rows that have others than before.
func checkGroups(ctx context.Context, tx *db.DB, by auth.Caller, groups [][]*staging.Row, check kinds.SaleCheck) error {
	var sales []kinds.Sale
	before := map[int][]cells.Problem{}
	for _, rows := range groups {
		var one kinds.Sale
		for _, row := range rows {
			before[row.Line] = row.Problems
			line := row.AsLine()
			line.Problems = nil
			for _, problem := range row.Problems {
				if !kinds.IsOfSale(problem) {
					line.Problems = append(line.Problems, problem)
				}
			}
			one = append(one, line)
		}
		sales = append(sales, one)
	}
	if err := check(ctx, tx, by, sales); err != nil {
		return err
	}
	type checked struct {
		Line     int             `json:"line"`
		Problems []cells.Problem `json:"problems"`
		Kinds    []string        `json:"kinds"`
	}
	var changed []checked
	for _, one := range sales {
		for _, line := range one {
			if len(line.Problems) != len(before[line.Number]) || !reflect.DeepEqual(staging.OrNone(line.Problems), staging.OrNone(before[line.Number])) {
				changed = append(changed, checked{line.Number, staging.OrNone(line.Problems), staging.KindsOf(line.Problems)})
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return tx.Exec(`update import_rows r set problems = n.problems, kinds = n.kinds
		from jsonb_to_recordset(?::jsonb) as n (line integer, problems jsonb, kinds jsonb) where r.import_id = ? and r.line = n.line`,
		staging.JSON(changed), groups[0][0].ImportID).Error
}

// runSales stores the records that begin in the rows, each with all its lines.
func runSales(ctx context.Context, tx *db.DB, by auth.Caller, of kinds.SaleKind, rows []*staging.Row) error {
	if len(rows) == 0 {
		return nil
	}
	further, err := furtherLines(tx, rows)
	if err != nil {
		return err
	}
	origin, err := originOf(tx, rows[0].ImportID)
	if err != nil {
		return err
	}
	var created []*staging.Row
	var sales []kinds.Sale
	for _, row := range rows {
		if row.Outcome == staging.Create {
			created = append(created, row)
			sales = append(sales, append(kinds.Sale{row.AsLine()}, staging.Lines(further[row.Line])...))
		}
	}
	results, err := of.Store(ctx, tx, by, sales, origin)
	if err != nil {
		return err
	}
	done := map[int]*staging.Row{}
	for i, row := range created {
		done[row.Line] = row
		if message, path, isRefusal := staging.RefusalOf(results[i].Err); isRefusal {
			row.Refuse(staging.WithField(path, message))
			continue
		}
		row.Outcome, row.RecordID = staging.WasCreated, &results[i].ID
	}
	for _, row := range rows {
		if row.Outcome == staging.Attach {
			if err := follow(tx, row, done); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow sets the result of the first line for a further one.
func follow(tx *db.DB, r *staging.Row, done map[int]*staging.Row) error {
	first, isHere := done[r.First()]
	if !isHere {
		stored, err := staging.Find(tx, r.ImportID, r.First())
		if err != nil {
			return err
		}
		first = &stored
	}
	if first.Outcome != staging.WasCreated {
		r.Refuse(texts.Of(first.Note))
		return nil
	}
	note := fmt.Sprintf("entrou com a linha %d", first.Line)
	r.Outcome, r.RecordID, r.Note = staging.WasAttached, first.RecordID, &note
	return nil
}

// furtherLines returns the further lines of the records that begin in rows, with what the person decided.
func furtherLines(tx *db.DB, rows []*staging.Row) (map[int][]*staging.Row, error) {
	var firsts []int
	for _, row := range rows {
		if row.Outcome == staging.Create {
			firsts = append(firsts, row.Line)
		}
	}
	var found []*staging.Row
	err := tx.Where("import_id = ? and first_line in ? and outcome = ?", rows[0].ImportID, firsts, staging.Attach).Order("line").Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	actions, err := staging.ActionsOf(tx, rows[0].ImportID)
	further := map[int][]*staging.Row{}
	for _, row := range found {
		row.Data, row.Notes = staging.Decided(*row, actions)
		further[*row.FirstLine] = append(further[*row.FirstLine], row)
	}
	return further, err
}

// originOf says in the history of a record where it comes from.
func originOf(tx *db.DB, id int64) (string, error) {
	var name string
	err := tx.Table("imports").Where("id = ?", id).Select("file_name").Scan(&name).Error
	return texts.Truncate("Importado da planilha "+name, 500), err
}
