package imports

import (
	"context"
	"fmt"
	"reflect"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// sale returns the target of a kind of orders or services.
func sale(of kinds.SaleKind) target {
	return target{
		label: of.Label, file: of.File, fields: func() []cells.Field { return of.Fields }, identity: of.Identity, grouped: of.Grouped,
		check: func(ctx context.Context, tx *db.DB, _ auth.Caller, rows []*Row) error {
			lines := linesOf(rows)
			err := of.Find(ctx, tx, lines)
			for i, row := range rows {
				row.Problems = lines[i].Problems
			}
			return err
		},
		newCheck: of.NewCheck,
		run: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
			return runSales(ctx, tx, by, of, rows)
		},
		undo: func(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) (string, error) {
			if row.Outcome == WasCreated {
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
		built: of.Built,
	}
}

func (r *Row) asLine() *kinds.Line {
	return &kinds.Line{Number: r.Line, Values: r.Data, Notes: r.Notes, Problems: r.Problems}
}

func linesOf(rows []*Row) []*kinds.Line {
	lines := make([]*kinds.Line, len(rows))
	for i, row := range rows {
		lines[i] = row.asLine()
	}
	return lines
}

// findGroups joins the lines of one record. A line with a product but no number, person or date goes on with the record above it,
// as merged cells leave it.
func findGroups(tx *db.DB, id int64) error {
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

// checkSales finds what is wrong with orders and services as a whole.
func (i Import) checkSales(ctx context.Context, tx *db.DB, by auth.Caller) error {
	of := targets[i.Kind]
	if of.newCheck == nil {
		return nil
	}
	check := of.newCheck()
	for first, line := 0, 0; ; {
		var rows []*Row
		query := tx.WithContext(ctx).Where("import_id = ? and outcome not in ('blank', 'total')", i.ID).
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
		first, line = last.first(), last.Line
		if err := i.checkGroups(ctx, tx, by, groups, check); err != nil {
			return err
		}
	}
}

// first is the line of the record's first row.
func (r *Row) first() int {
	if r.FirstLine != nil {
		return *r.FirstLine
	}
	return r.Line
}

// groupsOf divides rows, which are in the order of their records.
func groupsOf(rows []*Row) (groups [][]*Row) {
	for at, row := range rows {
		if at == 0 || rows[at-1].first() != row.first() {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], row)
	}
	return groups
}

// checkGroups checks the next records and stores the problems of rows that have others than before.
func (i Import) checkGroups(ctx context.Context, tx *db.DB, by auth.Caller, groups [][]*Row, check kinds.SaleCheck) error {
	var sales []kinds.Sale
	before := map[int][]cells.Problem{}
	for _, rows := range groups {
		var one kinds.Sale
		for _, row := range rows {
			before[row.Line] = row.Problems
			line := row.asLine()
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
			if len(line.Problems) != len(before[line.Number]) || !reflect.DeepEqual(orNone(line.Problems), orNone(before[line.Number])) {
				changed = append(changed, checked{line.Number, orNone(line.Problems), kindsOf(line.Problems)})
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return tx.Exec(`update import_rows r set problems = n.problems, kinds = n.kinds
		from jsonb_to_recordset(?::jsonb) as n (line integer, problems jsonb, kinds jsonb) where r.import_id = ? and r.line = n.line`,
		asJSON(changed), i.ID).Error
}

// runSales stores the records that begin in the rows, each with all its lines.
func runSales(ctx context.Context, tx *db.DB, by auth.Caller, of kinds.SaleKind, rows []*Row) error {
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
	var created []*Row
	var sales []kinds.Sale
	for _, row := range rows {
		if row.Outcome == Create {
			created = append(created, row)
			sales = append(sales, append(kinds.Sale{row.asLine()}, linesOf(further[row.Line])...))
		}
	}
	results, err := of.Store(ctx, tx, by, sales, origin)
	if err != nil {
		return err
	}
	done := map[int]*Row{}
	for i, row := range created {
		done[row.Line] = row
		if message, path, isRefusal := refusalOf(results[i].Err); isRefusal {
			row.refuse(withField(path, message))
			continue
		}
		row.Outcome, row.RecordID = WasCreated, &results[i].ID
	}
	for _, row := range rows {
		if row.Outcome == Attach {
			if err := row.follow(tx, done); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow sets the result of the first line for a further one.
func (r *Row) follow(tx *db.DB, done map[int]*Row) error {
	first, isHere := done[r.first()]
	if !isHere {
		stored, err := findRow(tx, r.ImportID, r.first())
		if err != nil {
			return err
		}
		first = &stored
	}
	if first.Outcome != WasCreated {
		r.refuse(texts.Of(first.Note))
		return nil
	}
	note := fmt.Sprintf("entrou com a linha %d", first.Line)
	r.Outcome, r.RecordID, r.Note = WasAttached, first.RecordID, &note
	return nil
}

// furtherLines returns the further lines of the records that begin in rows, with what the person decided.
func furtherLines(tx *db.DB, rows []*Row) (map[int][]*Row, error) {
	var firsts []int
	for _, row := range rows {
		if row.Outcome == Create {
			firsts = append(firsts, row.Line)
		}
	}
	var found []*Row
	err := tx.Where("import_id = ? and first_line in ? and outcome = ?", rows[0].ImportID, firsts, Attach).Order("line").Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	actions, err := actionsOf(tx, rows[0].ImportID)
	further := map[int][]*Row{}
	for _, row := range found {
		row.Data, row.Notes = final(*row, actions)
		further[*row.FirstLine] = append(further[*row.FirstLine], row)
	}
	return further, err
}

// originOf says in the history of a record where it comes from.
func originOf(tx *db.DB, id int64) (string, error) {
	var name string
	err := tx.Model(&Import{}).Where("id = ?", id).Select("file_name").Scan(&name).Error
	return texts.Truncate("Importado da planilha "+name, 500), err
}
