package erasure

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"acolhe/models/erasure/subject"
	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
)

// Line is a line of a preview, a report and a certificate: how many rows, and what happens to them.
type Line struct {
	Table string `json:"table"`
	Label string `json:"label"`
	Count int64  `json:"count"`
	// Fate is what happens.
	Fate Fate `json:"fate"`
	// Transient rows come and go by themselves.
	Transient bool `json:"transient,omitempty"`
	// Article and Reason are the law that keeps rows, Until (2031-12-31) their last day.
	Article string `json:"article,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Until   string `json:"until,omitempty"`
}

// Fate is what happens to rows.
type Fate string

// The fates.
const (
	Removed Fate = "removed"
	// Nameless rows stay without anything that names the person, so that sums remain.
	Nameless Fate = "nameless"
	// Mentions are texts about something else, in which the pseudonym stands.
	Mentions Fate = "mentions"
	// Kept rows are encrypted and apart until a day.
	Kept Fate = "kept"
	// Stays is the fate of a log that is kept whole.
	Stays Fate = "stays"
)

// person is a person to erase.
type person struct{ subject.Person }

func collect(ctx context.Context, tx *db.DB, of subject.Row) (person, error) {
	found, err := subject.Collect(ctx, tx, of)
	return person{found}, err
}

// of returns the rows of a table that are the person's.
func (p person) of(ctx context.Context, tx *db.DB, table personal.Table) *db.DB {
	return tx.WithContext(ctx).Table(table.Name).Where("("+table.Of+")", p.args(table.Of)...)
}

// args returns the sets if a statement names one of them: the driver refuses what a statement does not use.
func (p person) args(statement string) []any {
	if strings.Contains(statement, "@") {
		return []any{p.Sets}
	}
	return nil
}

// fateOf returns what an erasure does to the person's rows of a table.
func fateOf(table personal.Table) Fate {
	if table.Removed || table.Emptied {
		return Removed
	}
	for _, data := range table.Data {
		if data.End.SQL != "" {
			return Nameless
		}
	}
	return Stays
}

// preview counts what an erasure would do, table by table, in the order of the register.
func (p person) preview(ctx context.Context, tx *db.DB, d Desk) (lines []Line, err error) {
	for _, table := range d.Register {
		if table.Of == "" {
			continue
		}
		line := Line{Table: table.Name, Label: table.Label, Fate: fateOf(table), Transient: table.IsTransient()}
		if line.Fate == Stays {
			line.Article, line.Reason = table.StaysBy().Article, table.StaysBy().Reason
		} else if line.Fate == Removed {
			line.Reason = d.texts.Of(personal.EraseLaw).Reason
		}
		if err := p.of(ctx, tx, table).Count(&line.Count).Error; err != nil {
			return nil, fmt.Errorf("%s: %w", table.Name, err)
		}
		if line.Count > 0 {
			lines = append(lines, line)
		}
		kept, err := p.keptOf(ctx, tx, table)
		if err != nil {
			return nil, err
		}
		if kept.Count > 0 {
			lines = append(lines, kept)
		}
	}
	mentions := Line{Label: "Nome em textos sobre outros assuntos", Fate: Mentions, Transient: true}
	for _, column := range mentionColumns(d.Register) {
		count, err := p.countMentions(ctx, tx, column)
		if err != nil {
			return nil, err
		}
		mentions.Count += count
	}
	if mentions.Count > 0 {
		lines = append(lines, mentions)
	}
	return lines, nil
}

// keptOf counts the rows of a table that a law keeps, and finds their last day.
func (p person) keptOf(ctx context.Context, tx *db.DB, table personal.Table) (line Line, err error) {
	if table.Law == nil {
		return line, nil
	}
	line = Line{Table: table.Name, Label: table.Law.Label, Fate: Kept, Article: table.Law.Article, Reason: table.Law.Reason}
	var found struct {
		Count int64
		Until *time.Time
	}
	selected := fmt.Sprintf("count(*) as count, max(%s) as until", until(*table.Law))
	if err := p.keptRows(ctx, tx, table).Select(selected).Scan(&found).Error; err != nil {
		return line, fmt.Errorf("%s: %w", table.Name, err)
	}
	if line.Count = found.Count; found.Until != nil {
		line.Until = found.Until.Format(time.DateOnly)
	}
	return line, nil
}

// keptRows returns the rows of a table that its law keeps.
func (p person) keptRows(ctx context.Context, tx *db.DB, table personal.Table) *db.DB {
	query := p.of(ctx, tx, table)
	if table.Law.When != "" {
		query = query.Where("(" + table.Law.When + ")")
	}
	return query
}

// until is the SQL of the last day for which a law keeps a row.
func until(law personal.Law) string {
	day := "(" + law.From + " at time zone 'America/Sao_Paulo')::date"
	if law.Fiscal {
		return fmt.Sprintf("make_date(extract(year from %s)::int + %d, 12, 31)", day, law.Years)
	}
	return fmt.Sprintf("(%s + interval '%d years')::date", day, law.Years)
}

// column is a column of texts that may name the person.
type column struct{ table, name string }

func mentionColumns(register []personal.Table) (columns []column) {
	for _, table := range register {
		for _, data := range table.Data {
			if !data.HasMentions() {
				continue
			}
			for _, name := range data.ColumnNames() {
				columns = append(columns, column{table.Name, name})
			}
		}
	}
	return columns
}

func (p person) countMentions(ctx context.Context, tx *db.DB, in column) (count int64, err error) {
	err = tx.WithContext(ctx).Table(in.table).Where("names_person("+in.name+"::text, @clue, @pattern)", p.Sets).Count(&count).Error
	return count, err
}

// erase changes and removes what the areas declare, and returns what it did. It must be called in a transaction, with the row
// of the person locked; what a law keeps is stored before.
func (p person) erase(ctx context.Context, tx *db.DB, register []personal.Table) error {
	for _, table := range Ordered(register) {
		if err := p.eraseTable(ctx, tx, table); err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
	}
	return p.eraseJobs(ctx, tx)
}

// eraseTable erases the person's rows of a table, then the person in the texts of the others.
func (p person) eraseTable(ctx context.Context, tx *db.DB, table personal.Table) error {
	if query := Statement(table); query != "" {
		if err := tx.WithContext(ctx).Exec(query, p.args(query)...).Error; err != nil {
			return err
		}
	}
	for _, in := range mentionColumns([]personal.Table{table}) {
		query := fmt.Sprintf("update %[1]s set %[2]s = erase_mentions(%[2]s, @pattern, @name) where names_person(%[2]s::text, @clue, @pattern)", in.table, in.name)
		if err := tx.WithContext(ctx).Exec(query, p.Sets).Error; err != nil {
			return fmt.Errorf("%s: %w", in.name, err)
		}
	}
	return nil
}

// Ordered returns the tables in the order in which they are erased: what others refer to, and what their changes write, last.
func Ordered(register []personal.Table) []personal.Table {
	tables := slices.Clone(register)
	slices.SortStableFunc(tables, func(a, b personal.Table) int {
		switch {
		case a.Last == b.Last:
			return 0
		case b.Last:
			return -1
		}
		return 1
	})
	return tables
}

// Statement returns the statement that erases the person's rows of a table; empty if they stay.
func Statement(table personal.Table) string {
	switch {
	case table.Of == "":
		return ""
	case table.Removed:
		return "delete from " + table.Name + " where " + table.Of
	}
	var changes []string
	for _, data := range table.Data {
		if data.End.SQL == "" {
			continue
		}
		for _, name := range data.ColumnNames() {
			changes = append(changes, name+" = "+strings.ReplaceAll(data.End.SQL, "%s", name))
		}
	}
	if len(changes) == 0 {
		return ""
	}
	return "update " + table.Name + " set " + strings.Join(changes, ", ") + " where " + table.Of
}

// eraseJobs removes the ended jobs of the queue that name the person, and waiting ones that would write to the person.
func (p person) eraseJobs(ctx context.Context, tx *db.DB) error {
	const mentioned = `names_person(args::text, @clue, @pattern) or args::text ~ @codepattern
		or names_person(errors::text, @clue, @pattern) or names_person(metadata::text, @clue, @pattern)`
	return tx.WithContext(ctx).Exec("delete from river_job where state <> 'running' and ("+mentioned+")", p.Sets).Error
}
