package source

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Database reads the PostgreSQL of a Directus, which has the hashes of passwords. It has no bytes of files.
type Database struct {
	pool *pgxpool.Pool
	// assets opens files; nil if no address of the Directus is known.
	assets Reader
}

// OpenDatabase connects to the PostgreSQL of a Directus, which it only reads. Files come from assets, if it is not nil.
func OpenDatabase(ctx context.Context, dsn string, assets Reader) (*Database, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, errors.New("o endereço do PostgreSQL do Directus não foi entendido")
	}
	config.MaxConns = 2
	config.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	config.ConnConfig.RuntimeParams["statement_timeout"] = "300000"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("o PostgreSQL do Directus não respondeu: %w", err)
	}
	return &Database{pool, assets}, nil
}

// Close ends the connections.
func (d *Database) Close() { d.pool.Close() }

// Page implements Reader. It reads all rows, also those that a script changed without a date, and those that were moved before without
// their hashes.
func (d *Database) Page(ctx context.Context, query Query) ([]Row, error) {
	columns, err := d.columns(ctx, query.Collection)
	if err != nil {
		return nil, err
	}
	if len(columns) == 0 {
		return nil, AbsentError{query.Collection, "não há uma tabela com este nome"}
	}
	text, args := "select to_jsonb(t) from "+pgx.Identifier{query.Collection}.Sanitize()+" t", []any{Batch}
	if query.After != "" {
		text += " where id > cast($2::text as " + columns["id"] + ")"
		args = append(args, query.After)
	}
	found, err := d.pool.Query(ctx, text+" order by id limit $1", args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, func(row pgx.CollectableRow) (decoded Row, err error) {
		var encoded []byte
		if err := row.Scan(&encoded); err != nil {
			return nil, err
		}
		return decoded, Decode(encoded, &decoded)
	})
}

// columns returns the types of a table's columns by their names.
func (d *Database) columns(ctx context.Context, table string) (map[string]string, error) {
	found, err := d.pool.Query(ctx, `select attname, format_type(atttypid, atttypmod) from pg_attribute
		where attrelid = to_regclass(quote_ident($1)) and attnum > 0 and not attisdropped`, table)
	if err != nil {
		return nil, err
	}
	columns := map[string]string{}
	var name, kind string
	_, err = pgx.ForEachRow(found, []any{&name, &kind}, func() error { columns[name] = kind; return nil })
	return columns, err
}

// Asset implements Reader.
func (d *Database) Asset(ctx context.Context, id string) (io.ReadCloser, error) {
	if d.assets == nil {
		return nil, AbsentError{Files, "os arquivos vêm do endereço do Directus (--url)"}
	}
	return d.assets.Asset(ctx, id)
}
