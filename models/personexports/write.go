package personexports

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/erasure/subject"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/storage"
	"acolhe/models/privacy"
	"acolhe/models/types/errs"
)

const (
	writeTimeout  = 5 * time.Minute
	writeAttempts = 4
	expiryEvery   = time.Hour
)

// writing is the job that writes a copy.
type writing struct {
	Export int64 `json:"export"`
}

// Kind returns the name of the job in the queue.
func (writing) Kind() string { return "write_person_export" }

func writeOptions() *river.InsertOpts { return &river.InsertOpts{MaxAttempts: writeAttempts} }

// work works a writing. After the last attempt the copy has failed.
func (o Office) work(ctx context.Context, job *river.Job[writing]) error {
	err := o.Write(ctx, job.Args.Export)
	if err != nil && job.Attempt >= job.MaxAttempts {
		const failed = "A cópia parou por um erro. Peça de novo."
		ended := o.DB.WithContext(context.WithoutCancel(ctx)).Exec("update person_exports set state = ?, failure = ? where id = ? and state in ?",
			Failed, failed, job.Args.Export, []State{Waiting, Running})
		return errors.Join(err, ended.Error)
	}
	return err
}

// Ready is the letter about a copy that can be downloaded. It is about privacy, so it cannot be switched off.
var Ready = mail.KindOf[mail.None]{Kind: "person_export_ready", Label: "Cópia dos dados pronta", Required: true}

// OwnPath is the page on which persons prepare and download their copy.
const OwnPath = "/cadastro/perfil/meus-dados/copia"

// readyAnswer answers the request of a copy.
const readyAnswer = "A cópia dos dados está pronta para baixar por 72 horas."

// Write makes the copy from the beginning: what a killed process wrote is removed. A copy that is over is left.
func (o Office) Write(ctx context.Context, id int64) error {
	row, err := db.First[Export](o.DB.WithContext(ctx).Where("id = ?", id), errNotFound())
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && !row.IsUnderWay() {
		return nil // the person was erased meanwhile, or the work is done
	}
	if err != nil {
		return err
	}
	if err := o.DB.WithContext(ctx).Exec("delete from person_export_chunks where export_id = ?", id).Error; err != nil {
		return err
	}
	found, err := o.read(ctx, row)
	if err != nil {
		return err
	}
	chunks := &chunkWriter{ctx: ctx, office: o, export: id}
	if err := o.writeZip(ctx, found, chunks); err != nil {
		return err
	}
	if err := chunks.Close(); err != nil {
		return err
	}
	return o.end(ctx, row, found, chunks.size)
}

// end marks a copy as ready, notifies the person and answers the request if the person can sign in for it.
func (o Office) end(ctx context.Context, row Export, found content, size int64) error {
	now := o.Now()
	until := now.Add(Kept)
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		ended := tx.Exec(`update person_exports set state = ?, done = total, row_count = ?, file_count = ?, size = ?, date_ready = ?, expires = ?
			where id = ? and state = ?`, IsReady, found.RowCount, len(found.Files), size, now, until, row.ID, Running)
		if ended.Error != nil || ended.RowsAffected == 0 {
			return ended.Error
		}
		if found.Email == "" {
			return nil
		}
		_, err := o.Mail.Send(ctx, tx, system(now), Ready.With(mail.None{}, mail.Message{
			To: found.Email, Name: found.Name, Path: OwnPath, Expires: until,
		}))
		if err != nil || row.RequestID == nil {
			return err
		}
		return privacy.AnswerCopied(ctx, tx, now, *row.RequestID, readyAnswer)
	})
}

// content is what a copy holds.
type content struct {
	Export      int64     `json:"-"`
	Made        string    `json:"gerado_em"`
	Association string    `json:"associacao"`
	Name        string    `json:"nome"`
	Code        int64     `json:"codigo"`
	Patients    []string  `json:"pacientes"`
	Email       string    `json:"-"`
	RowCount    int       `json:"-"`
	Tables      []table   `json:"-"`
	Files       []file    `json:"arquivos"`
	Shared      []share   `json:"com_quem_compartilhamos"`
	Reads       []reading `json:"quem_viu"`
	zone        *time.Location
	// withheld are the columns that are not in the copy, also not in the history of a row.
	withheld []string
	now      time.Time
}

// file is a file of the person.
type file struct {
	ID          int64          `json:"codigo"`
	FileName    string         `json:"nome"`
	ContentType string         `json:"tipo"`
	Size        int64          `json:"tamanho"`
	SHA256      string         `json:"sha256" gorm:"column:sha256"`
	Driver      storage.Driver `json:"-"`
	StorageKey  string         `json:"-"`
	DateCreated time.Time      `json:"enviado_em"`
	// Path is its place in the copy; empty if its content is missing.
	Path string `json:"caminho"`
}

// read reads everything that the copy holds but the contents of files, from one moment.
func (o Office) read(ctx context.Context, row Export) (found content, err error) {
	of, err := subject.Find(ctx, o.DB, row.UserID, false)
	if err != nil {
		return found, err
	}
	person, err := subject.Collect(ctx, o.DB, of)
	if err != nil {
		return found, err
	}
	found = content{Export: row.ID, Name: of.FullName(), Code: of.ID, now: o.Now(), withheld: allWithheld(o.Register)}
	tables := exported(o.Register)
	if err := o.progress(ctx, row.ID, 0, len(tables)+len(person.FileIDs())); err != nil {
		return found, err
	}
	err = o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := found.readFacts(ctx, tx, person); err != nil {
			return err
		}
		for _, declared := range tables {
			if err := found.readTable(ctx, tx, person, declared); err != nil {
				return fmt.Errorf("%s: %w", declared.Name, err)
			}
		}
		if err := found.readFiles(ctx, tx, person); err != nil {
			return err
		}
		if err := found.readShared(ctx, tx, person); err != nil {
			return err
		}
		return found.readReads(ctx, tx)
	}, oneMoment())
	return found, errors.Join(err, o.progress(ctx, row.ID, len(tables), len(tables)+len(found.Files)))
}

// progress stores how far a copy is.
func (o Office) progress(ctx context.Context, id int64, done, total int) error {
	return o.DB.WithContext(ctx).Exec("update person_exports set state = ?, done = ?, total = ? where id = ? and state in ?", Running, done, total, id,
		[]State{Waiting, Running}).Error
}

func (c *content) readFiles(ctx context.Context, tx *db.DB, person subject.Person) error {
	err := tx.WithContext(ctx).Table("files").Where("id in @files", person.Sets).
		Select("id, file_name, content_type, size, sha256, driver, storage_key, date_created").Order("date_created, id").Scan(&c.Files).Error
	for i, one := range c.Files {
		c.Files[i].Path = fmt.Sprintf("arquivos/%d-%s", one.ID, safeName(one.FileName))
	}
	return err
}

// safeName keeps a file name from leaving its folder.
func safeName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, strings.TrimLeft(name, "."))
}

// writeZip writes the files first, so that the page says which of them are missing.
func (o Office) writeZip(ctx context.Context, found content, to io.Writer) error {
	packed := zip.NewWriter(to)
	for i := range found.Files {
		if err := o.writeFile(ctx, packed, &found.Files[i], found.now); err != nil {
			return fmt.Errorf("file %d: %w", found.Files[i].ID, err)
		}
		done := "update person_exports set done = done + 1 where id = ?"
		if err := o.DB.WithContext(ctx).Exec(done, found.Export).Error; err != nil {
			return err
		}
	}
	page, err := found.page()
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(found.document(), "", "  ")
	if err != nil {
		return err
	}
	for _, part := range []struct {
		name    string
		content []byte
	}{{"meus-dados.html", page}, {"meus-dados.json", data}} {
		entry, err := packed.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Deflate, Modified: found.now.In(found.zone)})
		if err != nil {
			return err
		}
		if _, err := entry.Write(part.content); err != nil {
			return err
		}
	}
	return packed.Close()
}

// writeFile writes the content of a file. One without content keeps its line in the page, without a link.
func (o Office) writeFile(ctx context.Context, packed *zip.Writer, one *file, now time.Time) error {
	store, err := o.Storage.Of(ctx, o.DB, one.Driver)
	if err != nil {
		return err
	}
	stored, err := store.Open(ctx, one.StorageKey, 0)
	if errors.Is(err, storage.ErrMissing) {
		one.Path = ""
		return nil
	}
	if err != nil {
		return err
	}
	defer stored.Close()
	// Photos and PDFs are compressed already.
	entry, err := packed.CreateHeader(&zip.FileHeader{Name: one.Path, Method: zip.Store, Modified: now})
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, stored)
	return err
}

// expiry is the job that removes copies after their time.
type expiry struct{}

// Kind returns the name of the job in the queue.
func (expiry) Kind() string { return "expire_person_exports" }

// RemoveExpired removes the bytes of the copies whose time is over.
func (o Office) RemoveExpired(ctx context.Context) error {
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error { return expire(ctx, tx, "expires <= ?", o.Now()) })
}
