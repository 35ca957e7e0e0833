package backups

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/backups/restore"
	"acolhe/models/operators"
	"acolhe/models/platform/area"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/scratch"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
)

// Drill is a rehearsal: the newest copy restored into a scratch place and compared.
type Drill struct {
	ID       int64 `gorm:"primaryKey"`
	BackupID int64
	State    State
	// Checks are what was compared, in order.
	Checks      []Check `gorm:"serializer:json"`
	Error       string
	DateStarted time.Time
	DateEnded   *time.Time
}

// TableName returns the name of the table.
func (Drill) TableName() string { return "backup_drills" }

// Check is one comparison of a rehearsal.
type Check struct {
	// Text says in Portuguese what was compared.
	Text string `json:"text"`
	OK   bool   `json:"ok"`
}

// sampledFiles is the number of random files whose content a rehearsal compares.
const sampledFiles = 200

// Rehearse restores the newest copy into a scratch place on this machine, compares it and removes it. It is the work of a job.
// What failed stands in the rehearsal, which is returned; one without a copy has no id.
func (o Office) Rehearse(ctx context.Context) (drill Drill, err error) {
	err = o.alone(ctx, func() error {
		newest, err := o.lastDone(ctx, o.DB)
		if err != nil || newest == nil {
			return err
		}
		drill = Drill{BackupID: newest.ID, State: Running, Checks: []Check{}, DateStarted: o.Now()}
		if err := o.DB.WithContext(ctx).Create(&drill).Error; err != nil {
			return err
		}
		failure := o.rehearse(ctx, *newest, &drill)
		ended := o.Now()
		drill.DateEnded, drill.State = &ended, Passed
		if failure != nil {
			drill.State, drill.Error = Failed, sentence(failure)
		}
		return o.DB.WithContext(context.WithoutCancel(ctx)).Save(&drill).Error
	})
	return drill, err
}

// errDiffers is the error of a restored copy that is not what was copied.
var errDiffers = errors.New("a cópia restaurada não é igual")

func (o Office) rehearse(ctx context.Context, newest Copy, drill *Drill) error {
	reader, closePlace, err := o.readerOf(ctx, newest)
	if err != nil {
		return err
	}
	defer closePlace()
	restored, err := scratch.Open(ctx, o.Archive, o.spool(), o.Key)
	if err != nil {
		return err
	}
	defer restored.Close(ctx)
	if err := restore.Rows(ctx, restored.Conn, reader, func(string) {}); err != nil {
		return err
	}
	rows := fmt.Sprintf("%d linhas em %d tabelas", reader.Manifest.Rows, len(reader.Manifest.Tables))
	drill.Checks = append(drill.Checks, Check{Text: rows, OK: true})
	for _, check := range []func(context.Context, *scratch.Place, backup.Reader) (Check, error){
		compareFiles, signIn, o.verifyContract,
	} {
		done, err := check(ctx, restored, reader)
		if err != nil {
			return err
		}
		if done.Text == "" {
			continue
		}
		if drill.Checks = append(drill.Checks, done); !done.OK {
			return fmt.Errorf("%w: %s", errDiffers, done.Text)
		}
	}
	return nil
}

// readerOf opens a copy at the first of its places that answers.
func (o Office) readerOf(ctx context.Context, wanted Copy) (backup.Reader, func() error, error) {
	key, err := backup.ServerKey(o.DataDir)
	if err != nil {
		return backup.Reader{}, nil, err
	}
	rows, err := o.places(ctx)
	if err != nil {
		return backup.Reader{}, nil, err
	}
	failure := backup.ErrMissing
	for _, row := range rows {
		place, err := o.open(ctx, row)
		if err != nil {
			failure = err
			continue
		}
		reader, err := restore.Source{Place: place, Key: key, Name: wanted.Name}.Reader(ctx)
		if err == nil {
			return reader, place.Close, nil
		}
		failure = errors.Join(err, place.Close())
	}
	return backup.Reader{}, nil, failure
}

// compareFiles compares the contents of random files with their hashes, and keeps those of contracts for verifyContract.
func compareFiles(ctx context.Context, in *scratch.Place, reader backup.Reader) (Check, error) {
	var hashes []string
	err := in.Conn.DB.WithContext(ctx).Table("files").Select("sha256").Order("random()").Limit(sampledFiles).Find(&hashes).Error
	if err != nil {
		return Check{}, err
	}
	for _, sha256 := range hashes {
		err := reader.Content(ctx, sha256, io.Discard)
		if errors.Is(err, backup.ErrMissing) && slices.Contains(reader.Manifest.Missing, sha256) {
			continue
		}
		if err != nil {
			return Check{Text: "um arquivo não confere: " + sentence(err)}, nil
		}
	}
	return Check{Text: fmt.Sprintf("%d arquivos", len(hashes)), OK: true}, nil
}

// signIn signs a new administrator in at the restored database.
func signIn(ctx context.Context, in *scratch.Place, reader backup.Reader) (Check, error) {
	input := operators.AdministratorInput{Email: "ensaio-" + rand.Text() + "@localhost", Name: "Ensaio", Password: rand.Text() + "-aA1"}
	if _, err := operators.CreateAdministrator(ctx, in.Conn.DB, input, reader.Manifest.TakenAt); err != nil {
		return Check{Text: "uma entrada: " + sentence(err)}, nil
	}
	matches, err := operators.PasswordMatches(ctx, in.Conn.DB, operators.LoginInput{Email: input.Email, Password: input.Password})
	return Check{Text: "uma entrada", OK: matches}, err
}

// verifyContract verifies a random signed contract in the restored database; none is no failure.
func (o Office) verifyContract(ctx context.Context, in *scratch.Place, reader backup.Reader) (Check, error) {
	var ids []uuid.UUID
	err := in.Conn.DB.WithContext(ctx).Table("contracts").Select("id").Where("status = 'completed'").Order("random()").Limit(1).
		Find(&ids).Error
	if err != nil || len(ids) == 0 {
		return Check{}, err
	}
	if err := restoreContractFiles(ctx, in, reader, ids[0]); err != nil {
		return Check{}, err
	}
	restored := area.Env{DB: in.Conn.DB, Pool: in.Conn.Pool, Key: o.Key, Storage: in.Files, Now: o.Now}
	valid, err := o.Verify(ctx, restored, auth.Caller{Kind: auth.System}.At(o.Now()), ids[0])
	if err != nil {
		return Check{}, err
	}
	return Check{Text: "um termo assinado", OK: valid}, nil
}

// restoreContractFiles restores the contents to which a contract refers.
func restoreContractFiles(ctx context.Context, in *scratch.Place, reader backup.Reader, id uuid.UUID) error {
	if err := restore.UseLocal(ctx, in.Conn.DB); err != nil {
		return err
	}
	local, err := in.Files.Of(ctx, in.Conn.DB, storage.Local)
	if err != nil {
		return err
	}
	const files = `
		select f.id, f.sha256, f.storage_key from contracts c left join sign_template_versions v on v.id = c.template_version_id
		join files f on f.id in (c.filled_pdf_file_id, c.signed_pdf_file_id, c.audit_pdf_file_id, c.logo_file_id, v.pdf_file_id, v.logo_file_id) where c.id = ?`
	var found []restore.File
	if err := in.Conn.DB.WithContext(ctx).Raw(files, id).Scan(&found).Error; err != nil {
		return err
	}
	contents := restore.Contents{Drivers: in.Files, Local: local, Reader: reader}
	for _, file := range found {
		if err := contents.Restore(ctx, file); err != nil {
			return err
		}
	}
	return nil
}
