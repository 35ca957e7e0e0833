package backup

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/storage"
)

// Blob is the content of a stored file, which Open reads.
type Blob struct {
	Content
	Open func(context.Context) (io.ReadCloser, error)
}

// Writer writes a copy to all its places.
type Writer struct {
	Places []Place
	// Recipients can open the copy.
	Recipients []age.Recipient
	// Key opens it too, to compare what was written.
	Key age.Identity
	// Spool is the folder for an object before it is stored.
	Spool string
	// Without are the tables that are not kept.
	Without []string
	// Blobs returns the contents of the rows of a snapshot.
	Blobs func(ctx context.Context, snapshot pgx.Tx) ([]Blob, error)
	// Progress is called with the share of the work that is done, from 0 to 1.
	Progress func(share float64)

	Program     string
	Environment map[string]string
}

// Write writes a copy of the database as it is now and of the contents of its files. Each object is read from each place
// again and compared; contents that a place has already are not written again. The manifest is last.
func (w Writer) Write(ctx context.Context, pool *pgxpool.Pool, now time.Time) (Manifest, error) {
	m := Manifest{Name: now.UTC().Format(timeName), TakenAt: now.UTC(), Program: w.Program, Environment: w.Environment}
	var blobs []Blob
	err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0"); err != nil {
			return err
		}
		if err := m.describe(ctx, tx, w.Without); err != nil {
			return err
		}
		for i := range m.Tables {
			if err := w.writeTable(ctx, tx, m.Name, &m.Tables[i]); err != nil {
				return fmt.Errorf("tabela %s: %w", m.Tables[i].Name, err)
			}
			m.Rows, m.Bytes, m.Added = m.Rows+m.Tables[i].Rows, m.Bytes+m.Tables[i].Bytes, m.Added+m.Tables[i].Bytes
			w.Progress(0.5 * float64(i+1) / float64(len(m.Tables)))
		}
		var err error
		blobs, err = w.Blobs(ctx, tx)
		return err
	})
	if err != nil {
		return m, err
	}
	if err := w.writeContents(ctx, &m, blobs); err != nil {
		return m, err
	}
	return m, w.writeManifest(ctx, &m)
}

// describe reads the schema's version, its tables with their columns, and the sequences.
func (m *Manifest) describe(ctx context.Context, tx pgx.Tx, without []string) error {
	if err := tx.QueryRow(ctx, "select max(version_id) from goose_db_version where is_applied").Scan(&m.Schema); err != nil {
		return err
	}
	const tables = `
		select c.relname, array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum),
			coalesce((select jsonb_agg(jsonb_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
				from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]')
		from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1) order by c.relname`
	rows, err := tx.Query(ctx, tables, without)
	if err != nil {
		return err
	}
	m.Tables, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Table, err error) {
		return t, row.Scan(&t.Name, &t.Columns, &t.Partitions)
	})
	if err != nil {
		return err
	}
	m.Sequences, err = nextValues(ctx, tx)
	return err
}

// nextValues returns the next value of each sequence.
func nextValues(ctx context.Context, tx pgx.Tx) (map[string]int64, error) {
	rows, err := tx.Query(ctx, "select sequencename::text from pg_sequences where schemaname = 'public' order by sequencename")
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	next := make(map[string]int64, len(names))
	for _, name := range names {
		var value int64
		if err := tx.QueryRow(ctx, "select last_value + is_called::int from "+pgx.Identifier{name}.Sanitize()).Scan(&value); err != nil {
			return nil, err
		}
		next[name] = value
	}
	return next, nil
}

func (w Writer) writeTable(ctx context.Context, tx pgx.Tx, name string, t *Table) error {
	spool, err := w.newSpool()
	if err != nil {
		return err
	}
	defer spool.discard()
	packed, err := gzip.NewWriterLevel(spool.encrypted, gzip.BestSpeed)
	if err != nil {
		return err
	}
	tag, err := tx.Conn().PgConn().CopyTo(ctx, packed,
		fmt.Sprintf("copy (select %s from %s) to stdout", columnList(t.Columns), pgx.Identifier{t.Name}.Sanitize()))
	if err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	t.Rows = tag.RowsAffected()
	t.Bytes, t.SHA256, err = spool.finish()
	if err != nil {
		return err
	}
	return w.store(ctx, w.Places, tableObject(name, t.Name), spool)
}

func columnList(columns []string) string {
	quoted := make([]string, len(columns))
	for i, name := range columns {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	return strings.Join(quoted, ", ")
}

// writeContents writes the contents that a place does not have yet. One that is gone is listed as missing.
func (w Writer) writeContents(ctx context.Context, m *Manifest, blobs []Blob) error {
	stored := make([]map[string]int64, len(w.Places))
	for i, place := range w.Places {
		stored[i] = map[string]int64{}
		err := place.Each(ctx, contentsFolder, func(object Object) error {
			stored[i][object.Name] = object.Size
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i, blob := range blobs {
		added, err := w.writeContent(ctx, blob, stored)
		switch {
		case errors.Is(err, errGone):
			m.Missing = append(m.Missing, blob.SHA256)
		case err != nil:
			return fmt.Errorf("arquivo %s: %w", blob.SHA256, err)
		default:
			m.Contents = append(m.Contents, blob.Content)
			m.Bytes, m.Added = m.Bytes+blob.Bytes, m.Added+added
		}
		w.Progress(0.5 + 0.5*float64(i+1)/float64(len(blobs)))
	}
	return nil
}

// errGone is the error of a content that the storage no longer has: its file was removed after the snapshot, or it is lost.
var errGone = errors.New("content is gone")

// writeContent writes a content to the places that lack it and returns the bytes of the new object.
func (w Writer) writeContent(ctx context.Context, blob Blob, stored []map[string]int64) (int64, error) {
	name := contentObject(blob.SHA256)
	var lacking []Place
	for i, place := range w.Places {
		if _, has := stored[i][name]; !has {
			lacking = append(lacking, place)
			stored[i][name] = blob.Bytes
		}
	}
	if len(lacking) == 0 {
		return 0, nil
	}
	content, err := blob.Open(ctx)
	if errors.Is(err, storage.ErrMissing) {
		return 0, errGone
	}
	if err != nil {
		return 0, err
	}
	defer content.Close()
	spool, err := w.newSpool()
	if err != nil {
		return 0, err
	}
	defer spool.discard()
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(spool.encrypted, sum), content); err != nil {
		return 0, err
	}
	if hex.EncodeToString(sum.Sum(nil)) != blob.SHA256 {
		return 0, errGone // another content under its key
	}
	size, _, err := spool.finish()
	if err != nil {
		return 0, err
	}
	return size, w.store(ctx, lacking, name, spool)
}

// SaveContent stores a content at the places that lack it. One that is gone meanwhile is no error.
func (w Writer) SaveContent(ctx context.Context, blob Blob) error {
	stored := make([]map[string]int64, len(w.Places))
	for i, place := range w.Places {
		stored[i] = map[string]int64{}
		object, err := place.Open(ctx, contentObject(blob.SHA256))
		switch {
		case err == nil:
			stored[i][contentObject(blob.SHA256)] = blob.Bytes
			err = object.Close()
		case errors.Is(err, ErrMissing):
			err = nil
		}
		if err != nil {
			return err
		}
	}
	_, err := w.writeContent(ctx, blob, stored)
	if errors.Is(err, errGone) {
		return nil
	}
	return err
}

func (w Writer) writeManifest(ctx context.Context, m *Manifest) error {
	spool, err := w.newSpool()
	if err != nil {
		return err
	}
	defer spool.discard()
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if _, err := spool.encrypted.Write(text); err != nil {
		return err
	}
	if _, _, err := spool.finish(); err != nil {
		return err
	}
	return w.store(ctx, w.Places, manifestObject(m.Name), spool)
}

// store puts a finished spool under a name and compares what each place then has.
func (w Writer) store(ctx context.Context, places []Place, name string, spool *spool) error {
	for _, place := range places {
		if err := place.Put(ctx, name, spool.file, spool.size); err != nil {
			return err
		}
		if err := spool.compare(ctx, place, name); err != nil {
			return err
		}
	}
	return nil
}

// spool is an encrypted object on the disk before it is stored. Its file has no name, so that a kill leaves none.
type spool struct {
	file      *os.File
	sum       hash.Hash
	encrypted io.WriteCloser
	size      int64
}

func (w Writer) newSpool() (*spool, error) {
	if err := os.MkdirAll(w.Spool, folderMode); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(w.Spool, "backup-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	s := &spool{file: file, sum: sha256.New()}
	if s.encrypted, err = age.Encrypt(io.MultiWriter(file, s.sum), w.Recipients...); err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// finish ends the encryption and returns the size and the hash of the object.
func (s *spool) finish() (size int64, sum string, err error) {
	if err := s.encrypted.Close(); err != nil {
		return 0, "", err
	}
	if s.size, err = s.file.Seek(0, io.SeekEnd); err != nil {
		return 0, "", err
	}
	return s.size, hex.EncodeToString(s.sum.Sum(nil)), nil
}

// compare reads the object of a place and returns ErrDamaged for another content.
func (s *spool) compare(ctx context.Context, at Place, name string) (err error) {
	object, err := at.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	sum := sha256.New()
	if _, err := io.Copy(sum, object); err != nil {
		return err
	}
	if string(sum.Sum(nil)) != string(s.sum.Sum(nil)) {
		return fmt.Errorf("%w (%s)", ErrDamaged, name)
	}
	return nil
}

func (s *spool) discard() {
	_ = s.file.Close()
}
