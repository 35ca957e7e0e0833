// Package dump reads the PostgreSQL of a Directus from a plain pg_dump, without the programs of PostgreSQL: it stores the rows of the
// wanted tables in a server of its own, which is removed afterwards. Nothing of the dump is executed: tables are created with its names
// and types alone. It knows no rule of the association.
package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/directus/source"
)

// publicSchema is the one of a Directus that names no other.
const publicSchema = "public"

// Reasons why a dump is refused, in words for the person who runs the command.
var (
	ErrCut     = errors.New("o arquivo do dump está cortado: faça o dump outra vez, ou copie o arquivo inteiro")
	ErrArchive = errors.New("o dump está no formato próprio do pg_dump, e aqui vai o de texto: " +
		"pg_dump --format=plain, ou pg_restore --file=directus.sql com o arquivo que existe")
	ErrInserts = errors.New("o dump foi feito com --inserts, e aqui vai o que tem COPY: faça o dump sem essa opção")
	ErrNoRows  = errors.New("o dump tem as tabelas sem as linhas (--schema-only): faça o dump com as linhas")
	ErrNoTable = errors.New("o dump tem linhas sem as tabelas (--data-only): faça o dump inteiro")
	ErrSeveral = errors.New("o arquivo tem mais de um banco de dados: faça o dump só do banco do Directus")
	ErrForeign = errors.New("o arquivo não é um dump de um Directus: nele não há nenhuma tabela que se possa trazer")
)

// loader stores what it reads in an empty database.
type loader struct {
	in *reader
	// connect opens the database for the first table; conn is nil before.
	connect func(ctx context.Context) (*pgx.Conn, error)
	conn    *pgx.Conn
	// wanted are the names of the tables, tables the columns of those that were created.
	wanted   []string
	tables   map[name][]column
	filled   map[name]bool
	inserted map[name]bool
	encoding string
	progress func(table string, rows int)
}

// load stores the wanted tables of a dump, and returns the schema in which those of the Directus are.
func (l *loader) load(ctx context.Context) (schema string, err error) {
	for {
		said, err := l.in.next()
		if errors.Is(err, io.EOF) {
			return l.finish()
		}
		if errors.Is(err, ErrCut) && l.in.begun == 0 && len(l.tables) == 0 {
			return "", ErrForeign // a text of another kind
		}
		if err != nil {
			return "", err
		}
		if err := l.statement(ctx, said); err != nil {
			return "", err
		}
	}
}

// statement does what a statement of the dump means here; most mean nothing.
func (l *loader) statement(ctx context.Context, said string) error {
	if to, columns, isCopy := parseCopy(said); isCopy {
		return l.copy(ctx, to, columns)
	}
	if of, columns, isTable := parseTable(said); isTable && l.isWanted(of) {
		return l.create(ctx, of, columns)
	}
	if into, isInsert := parseInsert(said); isInsert && l.isWanted(into) {
		l.inserted[into] = true
	}
	if encoding, isEncoding := parseEncoding(said); isEncoding {
		l.encoding = encoding
	}
	return nil
}

func (l *loader) isWanted(table name) bool { return slices.Contains(l.wanted, table.table) }

// create creates a table. A column of a type that this server does not have, as those of extensions, is one of text.
func (l *loader) create(ctx context.Context, table name, columns []column) error {
	if _, isKnown := l.tables[table]; isKnown {
		return ErrSeveral
	}
	if l.conn == nil {
		conn, err := l.connect(ctx)
		if err != nil {
			return err
		}
		l.conn = conn
	}
	parts := make([]string, len(columns))
	for i, one := range columns {
		kind, err := l.typeOf(ctx, one.kind)
		if err != nil {
			return err
		}
		parts[i] = pgx.Identifier{one.name}.Sanitize() + " " + kind
	}
	if table.schema != publicSchema {
		if _, err := l.conn.Exec(ctx, "create schema if not exists "+pgx.Identifier{table.schema}.Sanitize()); err != nil {
			return err
		}
	}
	l.tables[table] = columns
	// Nothing needs these rows after a crash, so they are not logged.
	_, err := l.conn.Exec(ctx, "create unlogged table "+table.sanitized()+" ("+strings.Join(parts, ", ")+")")
	return err
}

// typeOf returns a type as this server writes it, without a length, or text.
func (l *loader) typeOf(ctx context.Context, kind string) (known string, err error) {
	err = l.conn.QueryRow(ctx, `select coalesce((select format_type(t.oid, -1) from pg_type t
		where t.oid = to_regtype($1) and t.typtype <> 'p'), 'text')`, kind).Scan(&known)
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return "text", nil // what is no type at all
	}
	return known, err
}

// copy streams the rows that follow into a table, or passes over them.
func (l *loader) copy(ctx context.Context, table name, columns []string) error {
	rows := l.in.rows()
	known, isKnown := l.tables[table]
	if !isKnown && l.isWanted(table) {
		return ErrNoTable
	}
	if !isKnown {
		_, err := io.Copy(io.Discard, rows)
		return err
	}
	if l.filled[table] {
		return ErrSeveral
	}
	l.filled[table] = true
	fields := make([]string, len(columns))
	for i, one := range columns {
		fields[i] = pgx.Identifier{one}.Sanitize()
	}
	options := "format text"
	if l.encoding != "" {
		options += ", encoding '" + l.encoding + "'"
	}
	stored, err := l.conn.PgConn().CopyFrom(ctx, rows, fmt.Sprintf("copy %s (%s) from stdin (%s)", table.sanitized(),
		strings.Join(fields, ", "), options))
	var refused *pgconn.PgError
	switch {
	case rows.err != nil:
		return fmt.Errorf("%s: %w", table.table, rows.err)
	case errors.As(err, &refused):
		return fmt.Errorf("as linhas de %s no dump não foram entendidas: %s", table.table, refused.Message)
	case err != nil:
		return err
	}
	l.progress(table.table, int(stored.RowsAffected()))
	if !slices.ContainsFunc(known, func(one column) bool { return one.name == "id" }) {
		return nil
	}
	// Pages are read in the order of the ids.
	_, err = l.conn.Exec(ctx, "create index on "+table.sanitized()+" (id)")
	return err
}

// finish reports what is missing in a dump that was read to its end, and returns the schema of the Directus.
func (l *loader) finish() (schema string, err error) {
	for table := range l.inserted {
		if _, isKnown := l.tables[table]; isKnown && !l.filled[table] {
			return "", ErrInserts
		}
	}
	switch {
	case l.in.isCut():
		return "", ErrCut
	case len(l.tables) == 0:
		return "", ErrForeign
	case len(l.filled) == 0:
		return "", ErrNoRows
	}
	for table := range l.tables {
		if table.table == source.Users {
			return table.schema, nil
		}
	}
	schemas := slices.SortedFunc(maps.Keys(l.tables), func(a, b name) int { return strings.Compare(a.schema, b.schema) })
	if slices.ContainsFunc(schemas, func(one name) bool { return one.schema == publicSchema }) {
		return publicSchema, nil
	}
	return schemas[0].schema, nil
}
