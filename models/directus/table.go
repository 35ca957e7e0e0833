package directus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/directus/source"
)

// columnsOf returns the columns of a table that can be written.
func columnsOf(ctx context.Context, tx pgx.Tx, table string) ([]column, error) {
	found, err := tx.Query(ctx, `select a.attname, format_type(a.atttypid, null), coalesce(pg_get_expr(d.adbin, d.adrelid), ''), a.attnotnull
		from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		where a.attrelid = cast($1 as regclass) and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`, table)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, func(row pgx.CollectableRow) (one column, err error) {
		return one, row.Scan(&one.Name, &one.Type, &one.Default, &one.Required)
	})
}

// statement is how rows of one shape are read and stored. The names and defaults come from the schema here, never from Directus.
type statement struct {
	table, key string
	columns    []column
}

// shapeOf returns the statement for rows with these fields.
func shapeOf(of collection, columns []column, rows []source.Row) statement {
	used := slices.DeleteFunc(slices.Clone(columns), func(one column) bool {
		return !slices.ContainsFunc(rows, func(row source.Row) bool { _, has := row[one.Name]; return has })
	})
	return statement{of.name, of.key(), used}
}

func (s statement) names() string {
	parts := make([]string, len(s.columns))
	for i, one := range s.columns {
		parts[i] = pgx.Identifier{one.Name}.Sanitize()
	}
	return strings.Join(parts, ", ")
}

// source is the query of rows as they will be stored; $1 are the rows.
func (s statement) source() string {
	return fmt.Sprintf("select %s from jsonb_populate_recordset(null::%s, $1::jsonb) r left join %[2]s old using (%[3]s)", s.values(),
		pgx.Identifier{s.table}.Sanitize(), s.key)
}

// values are the fields of a row, with the default of a column that must have a value.
func (s statement) values() string {
	parts := make([]string, len(s.columns))
	for i, one := range s.columns {
		name := pgx.Identifier{one.Name}.Sanitize()
		value := "r." + name
		if one.Default != "" && one.Required {
			value = "coalesce(" + value + ", old." + name + ", " + one.Default + ")"
		}
		parts[i] = value + " as " + name
	}
	return strings.Join(parts, ", ")
}

// upsert stores rows by their key and writes only what differs. A password that was changed here stays.
func (s statement) upsert() string {
	var set, differs []string
	for _, one := range s.columns {
		if one.Name == s.key {
			continue
		}
		name := pgx.Identifier{one.Name}.Sanitize()
		value := "excluded." + name
		if one.Name == "password" || one.Name == "account_password" {
			value = fmt.Sprintf("case when t.%[1]s is null or t.%[1]s like '$argon2%%' then excluded.%[1]s else t.%[1]s end", name)
		}
		set = append(set, name+" = "+value)
		differs = append(differs, fmt.Sprintf("t.%s is distinct from %s", name, value))
	}
	return fmt.Sprintf("insert into %s as t (%s) %s on conflict (%s) do update set %s where %s",
		pgx.Identifier{s.table}.Sanitize(), s.names(), s.source(), s.key, strings.Join(set, ", "), strings.Join(differs, " or "))
}

// store stores rows and returns how many changed.
func store(ctx context.Context, tx pgx.Tx, s statement, rows []source.Row) (int, error) {
	encoded, err := encode(rows)
	if err != nil {
		return 0, err
	}
	done, err := tx.Exec(ctx, s.upsert(), encoded)
	return int(done.RowsAffected()), err
}

// isRefusal reports whether the database refuses the content of a row, not the program.
func isRefusal(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && (strings.HasPrefix(refused.Code, "22") || strings.HasPrefix(refused.Code, "23"))
}

// reasonOf returns why a row is refused: the rule's name, which has the table and the column in it, and what the database says.
func reasonOf(err error) string {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return err.Error()
	}
	switch {
	case refused.ConstraintName != "":
		return refused.ConstraintName
	case refused.ColumnName != "":
		return refused.ColumnName + ": " + refused.Message
	}
	return refused.Message
}
