package directus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

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
	query := Query{Collection: filesCollection, Limit: batch}
	for {
		rows, err := m.From.Page(ctx, query)
		var absent absentError
		if errors.As(err, &absent) {
			result.Absent[filesCollection] = absent.reason
			return nil
		}
		if err != nil {
			return err
		}
		for _, row := range rows {
			moved, err := m.file(ctx, row)
			refusal := errs.As(err)
			switch {
			case errors.As(err, &absent):
				result.Refused = append(result.Refused, Refusal{filesCollection, row.text("id"), absent.reason})
			case refusal != nil && refusal.Kind != errs.KindUnavailable && refusal.Kind != errs.KindInternal:
				result.Refused = append(result.Refused, Refusal{filesCollection, row.text("id"), refusal.Message})
			case err != nil:
				return err
			case moved:
				result.Changed[filesCollection]++
			}
			result.Read[filesCollection]++
		}
		m.Progress("Arquivos", result.Read[filesCollection])
		if len(rows) < batch {
			return nil
		}
		query.After = rows[len(rows)-1].text("id")
	}
}

// file moves a file. moved is false for one that is here with the same bytes.
func (m Move) file(ctx context.Context, row Row) (moved bool, err error) {
	id, err := uuid.Parse(row.text("id"))
	if err != nil {
		return false, errs.Invalid("id", "não é um arquivo do Directus")
	}
	version := fmt.Sprintf("%s %s %s", row.text("filename_disk"), row.text("filesize"), row.text("modified_on"))
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
	hash := sha256.New()
	upload, err := m.Library.ReceivePicture(row.text("filename_download"), io.TeeReader(content, hash))
	if err != nil {
		return false, err
	}
	defer upload.Discard()
	by := auth.Caller{Now: m.Now()}
	if uploaded, err := time.Parse(time.RFC3339, row.text("uploaded_on")); err == nil {
		by.Now = uploaded
	}
	_, err = m.Library.Store(ctx, by, upload, func(tx *db.DB, file files.File) error {
		return tx.Exec(`insert into directus_files (directus_id, file_id, version, sha256) values (?, ?, ?, ?) on conflict (directus_id)
			do update set file_id = excluded.file_id, version = excluded.version, sha256 = excluded.sha256`,
			id, file.ID, version, hex.EncodeToString(hash.Sum(nil))).Error
	})
	return err == nil, err
}
