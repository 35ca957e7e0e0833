package backup

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Reader reads a copy of a place.
type Reader struct {
	Place    Place
	Key      age.Identity
	Manifest Manifest
	// Progress is called with the share of the tables that are loaded, from 0 to 1.
	Progress func(share float64)
}

// Load fills the tables of a database whose schema is that of the copy, in one transaction: after a failure nothing is
// loaded. The rows are not changed by triggers; the foreign keys are made again afterwards, and so checked. The database is
// Unfinished until Finish is called.
func (r Reader) Load(ctx context.Context, pool *pgxpool.Pool) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0"); err != nil {
			return err
		}
		keys, err := dropForeignKeys(ctx, tx)
		if err != nil {
			return err
		}
		for i, table := range r.Manifest.Tables {
			if err := r.loadTable(ctx, tx, table); err != nil {
				return fmt.Errorf("tabela %s: %w", table.Name, err)
			}
			r.Progress(float64(i+1) / float64(len(r.Manifest.Tables)))
		}
		for name, next := range r.Manifest.Sequences {
			if _, err := tx.Exec(ctx, "select setval(to_regclass('public.' || quote_ident($1)), $2, false) where to_regclass('public.' || quote_ident($1)) is not null", name, next); err != nil {
				return err
			}
		}
		for _, key := range keys {
			if _, err := tx.Exec(ctx, key); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "create table restore_unfinished as select $1::text as copy", r.Manifest.Name)
		return err
	})
}

// Unfinished returns the name of the copy whose rows Load has filled a database with, until Finish is called; else it is empty.
func Unfinished(ctx context.Context, pool *pgxpool.Pool) (name string, err error) {
	var isThere bool
	if err := pool.QueryRow(ctx, "select to_regclass('restore_unfinished') is not null").Scan(&isThere); err != nil || !isThere {
		return "", err
	}
	return name, pool.QueryRow(ctx, "select copy from restore_unfinished").Scan(&name)
}

// Finish marks a database that Load has filled as complete.
func Finish(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, "drop table restore_unfinished")
	return err
}

// dropForeignKeys drops the foreign keys of all tables and returns the statements that make them again.
func dropForeignKeys(ctx context.Context, tx pgx.Tx) (again []string, err error) {
	const all = `
		select format('alter table %s drop constraint %I', conrelid::regclass, conname), format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
		from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conrelid::regclass::text, conname`
	rows, err := tx.Query(ctx, all)
	if err != nil {
		return nil, err
	}
	var drops []string
	var drop, add string
	if _, err := pgx.ForEachRow(rows, []any{&drop, &add}, func() error {
		drops, again = append(drops, drop), append(again, add)
		return nil
	}); err != nil {
		return nil, err
	}
	for _, drop := range drops {
		if _, err := tx.Exec(ctx, drop); err != nil {
			return nil, err
		}
	}
	return again, nil
}

// loadTable replaces the rows of a table by those of the copy.
func (r Reader) loadTable(ctx context.Context, tx pgx.Tx, t Table) error {
	name := pgx.Identifier{t.Name}.Sanitize()
	for _, partition := range t.Partitions {
		statement := fmt.Sprintf("create table if not exists %s partition of %s %s", pgx.Identifier{partition.Name}.Sanitize(), name,
			partition.Bound)
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, fmt.Sprintf("alter table %[1]s disable trigger user; delete from %[1]s", name)); err != nil {
		return err
	}
	loaded, err := r.copyRows(ctx, tx, t, fmt.Sprintf("copy %s (%s) from stdin", name, columnList(t.Columns)))
	if err != nil {
		return err
	}
	if loaded != t.Rows {
		return fmt.Errorf("%w: %d linhas em vez de %d", ErrDamaged, loaded, t.Rows)
	}
	_, err = tx.Exec(ctx, fmt.Sprintf("alter table %s enable trigger user", name))
	return err
}

// copyRows returns the number of rows. The object's hash is compared when all of it was read.
func (r Reader) copyRows(ctx context.Context, tx pgx.Tx, t Table, statement string) (rows int64, err error) {
	object, err := r.Place.Open(ctx, tableObject(r.Manifest.Name, t.Name))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	sum := sha256.New()
	both := io.TeeReader(object, sum)
	plain, err := decrypt(both, r.Key)
	if err != nil {
		return 0, err
	}
	unpacked, err := gzip.NewReader(plain)
	if err != nil {
		return 0, damaged(err)
	}
	tag, err := tx.Conn().PgConn().CopyFrom(ctx, damagedReader{unpacked}, statement)
	if err != nil {
		return 0, err
	}
	if _, err := io.Copy(io.Discard, both); err != nil {
		return 0, err
	}
	if hex.EncodeToString(sum.Sum(nil)) != t.SHA256 {
		return 0, ErrDamaged
	}
	return tag.RowsAffected(), nil
}

// damagedReader returns ErrDamaged for content that cannot be decrypted or unpacked to its end.
type damagedReader struct{ content io.Reader }

func (d damagedReader) Read(into []byte) (int, error) {
	n, err := d.content.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(err)
	}
	return n, err
}

// Content writes the content of a file of the copy, and returns ErrMissing or ErrDamaged for one that is not whole.
func (r Reader) Content(ctx context.Context, sha256Hex string, into io.Writer) (err error) {
	object, err := r.Place.Open(ctx, contentObject(sha256Hex))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	plain, err := decrypt(object, r.Key)
	if err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(into, sum), damagedReader{plain}); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != sha256Hex {
		return ErrDamaged
	}
	return nil
}
