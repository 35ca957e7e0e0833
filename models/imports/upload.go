package imports

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/riverqueue/river"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/scans"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/spreadsheet"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// chunkSize is the size in bytes of the parts in which a file is stored.
const chunkSize = 1 << 20

// maxOpen is the number of imports that wait or work at the same time; older ones must be ended first.
const maxOpen = 20

// Upload is a received file that is not stored yet. Its receiver always calls Discard.
type Upload struct {
	Name string
	file *os.File
	// size is in bytes; isZIP reports a ZIP that is no spreadsheet.
	size  int64
	isZIP bool
}

// Receive reads an upload to a temporary file and refuses what is neither a spreadsheet nor a ZIP, with the errors of
// spreadsheet.Open and scans.Open, and 413 PAYLOAD_TOO_LARGE for a larger one.
func Receive(by auth.Caller, name string, content io.Reader) (*Upload, error) {
	if err := require(by); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "acolhe-import-")
	if err != nil {
		return nil, err
	}
	upload := &Upload{Name: cleanName(name), file: file}
	start := bufio.NewReader(content)
	first, _ := start.Peek(4) // a short file is refused as it is
	limit := int64(spreadsheet.MaxBytes)
	if scans.IsZIP(first) {
		limit = scans.MaxBytes
	}
	if upload.size, err = io.Copy(file, io.LimitReader(start, limit+1)); err == nil {
		err = upload.check(scans.IsZIP(first))
	}
	if err != nil {
		upload.Discard()
		return nil, err
	}
	return upload, nil
}

// check finds what was received. A workbook is a ZIP too.
func (u *Upload) check(isZIP bool) error {
	if isZIP && u.size > scans.MaxBytes {
		return errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge, "Até 500 MB. Divida o ZIP em partes.")
	}
	if !isZIP && u.size > spreadsheet.MaxBytes {
		return errTooLarge()
	}
	opened, err := spreadsheet.Open(u.file.Name())
	if err == nil {
		opened.Close()
		if u.size > spreadsheet.MaxBytes {
			return errTooLarge()
		}
		return nil
	}
	if !isZIP || !errs.HasCode(err, errs.CodeUnsupportedMediaType) {
		return err
	}
	u.isZIP = true
	return receiveZIP(u.file.Name())
}

func errTooLarge() error {
	return errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge, "Até 100 MB. Divida a planilha em partes.")
}

// checkKind refuses a ZIP in place of a spreadsheet, and the other way round.
func (u *Upload) checkKind(kind Kind) error {
	switch {
	case u.isZIP && kind.IsSheet():
		return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType,
			"Envie CSV ou XLSX. Um ZIP de arquivos é em “Documentos digitalizados”.")
	case !u.isZIP && !kind.IsSheet():
		return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType, "Envie um ZIP com os arquivos.")
	}
	return nil
}

// Discard removes the temporary file.
func (u *Upload) Discard() {
	_ = u.file.Close()
	_ = os.Remove(u.file.Name())
}

// cleanName returns the last part of a name, without what a page or a file system would take for more than a name.
func cleanName(name string) string {
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u200b", r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))), " ")
	if name == "" || name == "." || name == "/" {
		return "planilha"
	}
	return texts.Truncate(name, 200)
}

// Start stores an upload as a new import and reads it in the background. It returns 409 CONFLICT if too many are open.
func Start(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind, upload *Upload) (Import, error) {
	if err := require(by); err != nil {
		return Import{}, err
	}
	if _, known := targets[kind]; !known {
		return Import{}, errs.Invalid("kind", "escolha o que há na planilha")
	}
	if err := upload.checkKind(kind); err != nil {
		return Import{}, err
	}
	row := Import{
		Kind: kind, State: Reading, OwnerID: &by.ID, OwnerName: by.FullName(), FileName: upload.Name, FileSize: upload.size,
		Sheets: []Sheet{}, Headers: []string{}, Columns: []cells.Column{}, Sheet: -1, DateCreated: by.Now,
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var open int64
		if err := tx.Model(&Import{}).Where("state in ?", []State{Reading, Columns, Checking, Review}).Count(&open).Error; err != nil {
			return err
		}
		if open >= maxOpen {
			return errs.Conflict(errs.CodeConflict, "Há 20 importações abertas. Termine ou apague uma antes.")
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := upload.store(tx, row.ID); err != nil {
			return err
		}
		return enqueue(ctx, tx, row.ID)
	})
	return row, err
}

// store writes the file in parts.
func (u *Upload) store(tx *db.DB, id int64) error {
	if _, err := u.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	chunk := make([]byte, chunkSize)
	for place := 0; ; place++ {
		length, err := io.ReadFull(u.file, chunk)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if err := tx.Exec("insert into import_chunks (import_id, place, bytes) values (?, ?, ?)", id, place, chunk[:length]).Error; err != nil {
			return err
		}
	}
}

// restore writes the stored file to a temporary one, which the caller removes.
func restore(ctx context.Context, tx *db.DB, id int64) (path string, err error) {
	file, err := os.CreateTemp("", "acolhe-import-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for place := 0; ; place++ {
		var chunks [][]byte
		if err := tx.WithContext(ctx).Table("import_chunks").Where("import_id = ? and place = ?", id, place).Pluck("bytes", &chunks).
			Error; err != nil {
			return file.Name(), err
		}
		if len(chunks) == 0 {
			return file.Name(), nil
		}
		if _, err := file.Write(chunks[0]); err != nil {
			return file.Name(), err
		}
	}
}

// workImport is the job that does what the state of an import asks for.
type workImport struct {
	Import int64 `json:"import"`
}

// Kind returns the name of the job in the queue.
func (workImport) Kind() string { return "work_import" }

// attempts is how often a job of an import is tried.
const attempts = 5

// enqueue inserts the job of an import.
func enqueue(ctx context.Context, tx *db.DB, id int64) error {
	return jobs.Enqueue(ctx, tx, workImport{id}, &river.InsertOpts{MaxAttempts: attempts})
}
