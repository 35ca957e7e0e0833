package personexports

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"acolhe/models/erasure/subject"
	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/personal"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
)

// table is the rows of a person in a table.
type table struct {
	Name, Label string
	Columns     []column
	Rows        []map[string]any
}

// column is a column of the copy with its type in the database.
type column struct{ Name, Type, Label string }

// exported returns the tables of a copy: rows of a person that are neither queues nor withheld as a whole.
func exported(register []personal.Table) (tables []personal.Table) {
	for _, declared := range register {
		isGiven := func(data personal.Data) bool { return !data.Withheld && data.Use != personal.Operation }
		if declared.Of != "" && declared.Name != "files" && slices.ContainsFunc(declared.Data, isGiven) {
			tables = append(tables, declared)
		}
	}
	return tables
}

// readablePlain are the columns that say where a row stands; others that are no personal data are codes, hashes and keys.
var readablePlain = []string{"status", "associate_status", "kind", "state", "action", "channel", "method", "title", "responsible_type", "species",
	"professional_name", "source", "completion_reason", "subject", "doc_type", "side", "identity", "service_label"}

// withheld are the columns of text that are not in the copy.
func withheld(declared personal.Table) (names []string) {
	for _, name := range strings.Fields(declared.Plain) {
		if !slices.Contains(readablePlain, name) {
			names = append(names, name)
		}
	}
	for _, data := range declared.Data {
		if data.Withheld {
			names = append(names, data.ColumnNames()...)
		}
	}
	return names
}

// allWithheld returns the names of the columns that areas withhold.
func allWithheld(register []personal.Table) (names []string) {
	for _, declared := range register {
		for _, data := range declared.Data {
			if data.Withheld {
				names = append(names, data.ColumnNames()...)
			}
		}
	}
	return names
}

// oneMoment is a transaction that reads one state of the database and writes nothing.
func oneMoment() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

func system(now time.Time) auth.Caller { return auth.Caller{Kind: auth.System}.At(now) }

// address returns the e-mail with which a person signs in; empty for none.
func (o Office) address(ctx context.Context, tx *db.DB, user int64) (address string, err error) {
	err = tx.WithContext(ctx).Raw("select coalesce(email_account, '') from users where id = ?", user).Scan(&address).Error
	return address, err
}

// readFacts reads who the copy is about.
func (c *content) readFacts(ctx context.Context, tx *db.DB, person subject.Person) (err error) {
	var association pdf.Association
	if association, c.zone, err = pdf.ReadAssociation(ctx, tx); err != nil {
		return err
	}
	c.Association, c.Made = association.Name, fmtbr.DateTime(c.now, c.zone)
	if err := tx.WithContext(ctx).Raw("select coalesce(email_account, '') from users where id = ?", person.ID).Scan(&c.Email).Error; err != nil {
		return err
	}
	var rows []subject.Row
	if err := tx.WithContext(ctx).Where("id in @ids and id <> @own", map[string]any{"ids": person.Sets["ids"], "own": person.ID}).Order("id").Find(&rows).
		Error; err != nil {
		return err
	}
	for _, row := range rows {
		c.Patients = append(c.Patients, row.FullName())
	}
	return nil
}

// readTable reads the rows of a person in a table. Bytes, generated columns and withheld ones are left out.
func (c *content) readTable(ctx context.Context, tx *db.DB, person subject.Person, declared personal.Table) error {
	columns, err := columnsOf(ctx, tx, declared)
	if err != nil || len(columns) == 0 {
		return err
	}
	query := tx.WithContext(ctx).Table(declared.Name).Select("to_jsonb(" + declared.Name + ")")
	if strings.Contains(declared.Of, "@") {
		query = query.Where("("+declared.Of+")", person.Sets)
	} else {
		query = query.Where("(" + declared.Of + ")")
	}
	var raws []json.RawMessage
	if err := query.Order(columns[0].Name).Scan(&raws).Error; err != nil || len(raws) == 0 {
		return err
	}
	rows := make([]map[string]any, len(raws))
	for i, raw := range raws {
		if rows[i], err = rowOf(raw, columns); err != nil {
			return err
		}
		c.withholdChanges(rows[i])
	}
	c.Tables, c.RowCount = append(c.Tables, table{declared.Name, declared.Label, columns, rows}), c.RowCount+len(rows)
	return nil
}

// withholdChanges takes withheld columns out of the history of a row.
func (c *content) withholdChanges(row map[string]any) {
	changes, isHistory := row["changes"].(map[string]any)
	if !isHistory {
		return
	}
	for _, name := range c.withheld {
		delete(changes, name)
	}
}

// rowOf keeps the columns of the copy. Numbers stay as they are written.
func rowOf(raw json.RawMessage, columns []column) (map[string]any, error) {
	var all map[string]any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&all); err != nil {
		return nil, err
	}
	row := make(map[string]any, len(columns))
	for _, one := range columns {
		row[one.Name] = all[one.Name]
	}
	return row, nil
}

// columnsOf returns the columns of a table that the copy has, in the order of the database; none if no declared column is left.
func columnsOf(ctx context.Context, tx *db.DB, declared personal.Table) (columns []column, err error) {
	const stored = `select column_name as name, data_type as type from information_schema.columns where table_schema = current_schema()
		and table_name = ? and is_generated = 'NEVER' and data_type <> 'bytea' order by ordinal_position`
	if err := tx.WithContext(ctx).Raw(stored, declared.Name).Scan(&columns).Error; err != nil {
		return nil, err
	}
	hidden := withheld(declared)
	columns = slices.DeleteFunc(columns, func(one column) bool { return slices.Contains(hidden, one.Name) })
	hasData := false
	for i, one := range columns {
		columns[i].Label = labelOf(one.Name, declared)
		for _, data := range declared.Data {
			hasData = hasData || slices.Contains(data.ColumnNames(), one.Name)
		}
	}
	if !hasData {
		return nil, nil
	}
	return columns, nil
}

// labelOf names a column. One without a name of its own has that of its group, if it is alone there, else its own in the database.
func labelOf(name string, declared personal.Table) string {
	if label := labels[declared.Name+"."+name]; label != "" {
		return label
	}
	if label := labels[name]; label != "" {
		return label
	}
	for _, data := range declared.Data {
		if data.Columns == name && data.Label != "" {
			return data.Label
		}
	}
	return fmtbr.Capitalized(strings.ReplaceAll(name, "_", " "))
}

// document is the copy as JSON.
func (c content) document() any {
	type rows struct {
		Label string           `json:"titulo"`
		Rows  []map[string]any `json:"registros"`
	}
	data := make(map[string]rows, len(c.Tables))
	for _, one := range c.Tables {
		data[one.Name] = rows{one.Label, one.Rows}
	}
	return struct {
		content
		Data map[string]rows `json:"dados"`
	}{c, data}
}
