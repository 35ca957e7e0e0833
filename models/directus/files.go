package directus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"acolhe/models/directus/source"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const filesLabel = "Arquivos" // in the report

// movedFiles returns the ids of files here by those in Directus.
func movedFiles(ctx context.Context, tx pgx.Tx) (map[string]int64, error) {
	found, err := tx.Query(ctx, "select directus_id::text, file_id from directus_files")
	if err != nil {
		return nil, err
	}
	moved := map[string]int64{}
	var from string
	var id int64
	_, err = pgx.ForEachRow(found, []any{&from, &id}, func() error { moved[from] = id; return nil })
	return moved, err
}

// moveFiles streams the files that are not here yet, or whose bytes were replaced in Directus, into the storage.
func (m Move) moveFiles(ctx context.Context, result *Result) error {
	var absent source.AbsentError
	err := source.EachPage(ctx, m.From, source.Query{Collection: source.Files}, func(rows []source.Row) error {
		for _, row := range rows {
			moved, err := m.file(ctx, row)
			refusal := errs.As(err)
			switch {
			case errors.As(err, &absent):
				result.Refused = append(result.Refused, Refusal{source.Files, row.Text("id"), absent.Reason})
			case refusal != nil && refusal.Kind != errs.KindUnavailable && refusal.Kind != errs.KindInternal:
				result.Refused = append(result.Refused, Refusal{source.Files, row.Text("id"), sentenceOf(refusal)})
			case err != nil:
				return err
			case moved:
				result.Changed[source.Files]++
			}
			result.Read[source.Files]++
		}
		m.Progress(filesLabel, result.Read[source.Files])
		return nil
	})
	if errors.As(err, &absent) {
		result.Absent[source.Files], err = absent.Reason, nil
	}
	return err
}

// sentenceOf returns why a file is refused.
func sentenceOf(refusal *errs.Error) string {
	if len(refusal.Fields) > 0 {
		return refusal.Fields[0].Message
	}
	return refusal.Message
}

// versionOf returns what changes when the bytes of a file are replaced; the same from the interface and from the database.
func versionOf(row source.Row) string {
	modified := row.Text("modified_on")
	if at, err := time.Parse(time.RFC3339, modified); err == nil {
		modified = at.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return fmt.Sprintf("%s %s %s", row.Text("filename_disk"), row.Text("filesize"), modified)
}

// compareFiles compares the files there with the versions of those that were moved. The number of bytes was compared when they came.
func (m Move) compareFiles(ctx context.Context) (Comparison, error) {
	result := Comparison{Label: filesLabel}
	versions := map[string]string{}
	found, err := m.Pool.Query(ctx, "select directus_id::text, version from directus_files")
	if err != nil {
		return result, err
	}
	var id, version string
	if _, err := pgx.ForEachRow(found, []any{&id, &version}, func() error { versions[id] = version; return nil }); err != nil {
		return result, err
	}
	result.Here = len(versions)
	err = source.EachPage(ctx, m.From, source.Query{Collection: source.Files}, func(rows []source.Row) error {
		for _, row := range rows {
			result.There++
			here, isHere := versions[row.Text("id")]
			delete(versions, row.Text("id"))
			switch {
			case !isHere:
				result.Missing++
			case here != versionOf(row):
				result.Different++
				result.Examples = append(result.Examples, Difference{row.Text("id"), "version", versionOf(row), here})
			}
		}
		return nil
	})
	result.OnlyHere = len(versions)
	return result, err
}

// file moves a file. moved is false for one that is here with the same bytes.
func (m Move) file(ctx context.Context, row source.Row) (moved bool, err error) {
	id, err := uuid.Parse(row.Text("id"))
	if err != nil {
		return false, errs.Invalid("id", "não é um arquivo do Directus")
	}
	version := versionOf(row)
	var known string
	err = m.Pool.QueryRow(ctx, "select version from directus_files where directus_id = $1", id).Scan(&known)
	if err == nil && known == version || err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, err
	}
	content, err := m.From.Asset(ctx, id.String())
	if err != nil {
		return false, err
	}
	defer func() { _ = content.Close() }()
	hash, arrived := sha256.New(), &counter{Reader: content}
	upload, err := m.Library.ReceivePicture(row.Text("filename_download"), io.TeeReader(arrived, hash))
	if err == nil {
		defer upload.Discard()
		_, err = io.Copy(hash, arrived) // what follows the end of a picture
	}
	if arrived.failed != nil {
		return false, source.Interrupted(arrived.failed)
	}
	if err != nil {
		return false, err
	}
	if size := row.Text("filesize"); size != "" && size != strconv.FormatInt(arrived.bytes, 10) {
		return false, errs.Invalid("filesize", fmt.Sprintf("o arquivo tem %s bytes no Directus, e chegaram %d", size, arrived.bytes))
	}
	by := auth.Caller{Kind: auth.Operator, Code: row.Text("uploaded_by"), Now: m.Now()}
	if uploaded, err := time.Parse(time.RFC3339, row.Text("uploaded_on")); err == nil {
		by.Now = uploaded
	}
	_, err = m.Library.Store(ctx, by, upload, func(tx *db.DB, file files.File) error {
		return tx.Exec(`insert into directus_files (directus_id, file_id, version, sha256) values (?, ?, ?, ?) on conflict (directus_id)
			do update set file_id = excluded.file_id, version = excluded.version, sha256 = excluded.sha256`,
			id, file.ID, version, hex.EncodeToString(hash.Sum(nil))).Error
	})
	return err == nil, err
}

// counter counts the bytes that are read, and keeps why reading failed.
type counter struct {
	io.Reader
	bytes  int64
	failed error
}

// Read implements io.Reader.
func (c *counter) Read(into []byte) (int, error) {
	read, err := c.Reader.Read(into)
	c.bytes += int64(read)
	if err != nil && !errors.Is(err, io.EOF) {
		c.failed = err
	}
	return read, err
}
