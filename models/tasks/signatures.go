package tasks

import (
	"context"
	"net/url"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/readytexts"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// signatureJob is the job that asks for new signatures.
type signatureJob struct {
	Task int64 `json:"task"`
}

// Kind returns the name of the job in the queue.
func (signatureJob) Kind() string { return "request_signatures" }

func (j signatureJob) task() int64 { return j.Task }

// RequestNewSignatures stores a task that sends the current term to every associate whose completed one is of an earlier
// version, and enqueues its job. The completed term remains until the new one is signed. It returns 403 FORBIDDEN if the
// caller may not create contracts, 400 VALIDATION_ERROR if there is no such associate, and 409 CONFLICT while another such
// task runs.
func RequestNewSignatures(ctx context.Context, tx *db.DB, by auth.Caller) (Task, error) {
	task := newTask(RequestSignatures, by)
	if err := task.Kind.allow(by); err != nil {
		return task, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock makes a second request wait, and then find the task of the first.
		if err := tx.Exec("select pg_advisory_xact_lock(hashtext('tasks.request_signatures'))").Error; err != nil {
			return err
		}
		var running int64
		if err := tx.Model(&Task{}).Where("kind = ? and date_ended is null", RequestSignatures).Count(&running).Error; err != nil {
			return err
		}
		if running > 0 {
			return errs.Conflict(errs.CodeConflict, "As novas assinaturas já estão sendo pedidas. Acompanhe em Tarefas.")
		}
		if err := tx.Create(&task).Error; err != nil {
			return err
		}
		stored := tx.Exec("insert into task_rows (task_id, row_id) select ?, id from (?) as found", task.ID, signing.SelectOutdated(ctx, tx, by))
		if stored.Error != nil {
			return stored.Error
		}
		if task.Total = int(stored.RowsAffected); task.Total == 0 {
			return errs.Invalid("ids", "nenhum associado assinou uma versão anterior")
		}
		if err := tx.Model(&task).UpdateColumn("total", task.Total).Error; err != nil {
			return err
		}
		return task.enqueue(ctx, tx)
	})
	return task, err
}

// SignatureWorker asks for new signatures, and writes to associates. Documents are stored outside of transactions, so each associate has one of its
// own; one whose contract was created before a crash is passed over.
type SignatureWorker struct {
	DB        *db.DB
	Now       func() time.Time
	Contracts signing.Contracts
	// Mail takes the letters of SendText, whose links begin with BaseURL.
	Mail    mail.Outbox
	BaseURL *url.URL
}

// RequestNext requests signatures of the next associates of a task, and reports whether there are more.
func (w SignatureWorker) RequestNext(ctx context.Context, id int64) (hasMore bool, err error) {
	return rowByRow{DB: w.DB, Now: w.Now, do: w.do}.next(ctx, id)
}

func (w SignatureWorker) do(ctx context.Context, by auth.Caller, task Task, row int64) (rowResult, error) {
	switch task.Kind {
	case SendText:
		return w.sendText(ctx, by, task, row)
	case SendTerms:
		return w.sendTerm(ctx, by, row)
	}
	return w.request(ctx, by, task, row)
}

// sendText writes a ready text to an associate. One whose values are missing is refused.
func (w SignatureWorker) sendText(ctx context.Context, by auth.Caller, task Task, row int64) (rowResult, error) {
	subject := readytexts.Subject{Kind: readytexts.OfAssociate, ID: row}
	status, _, err := readytexts.Send(ctx, w.DB, by, w.Mail, readytexts.UseInput{TextID: task.Facts.Text, Subject: subject, Public: w.BaseURL})
	if why, isRefusal := reason(err); isRefusal {
		return rowResult{refusal: why}, nil
	}
	if err == nil && status == mail.NotConfigured {
		return rowResult{refusal: "o envio de e-mails não está configurado"}, nil
	}
	return rowResult{isNew: true}, err
}

// sendTerm creates the contract of an associate and sends the link; who has one to sign keeps it.
func (w SignatureWorker) sendTerm(ctx context.Context, by auth.Caller, row int64) (rowResult, error) {
	associate, err := associates.FindFor(ctx, w.DB, by, row)
	if err != nil {
		return rowResult{}, err
	}
	issued, err := w.Contracts.Create(ctx, by, signing.CreateInput{UserCode: &associate.UserCode})
	if why, isRefusal := reason(err); isRefusal {
		return rowResult{refusal: why}, nil
	}
	return rowResult{isNew: !issued.Reused}, err
}

// request creates the contract of an associate whose term is still of an earlier version.
func (w SignatureWorker) request(ctx context.Context, by auth.Caller, _ Task, row int64) (result rowResult, err error) {
	var codes []uuid.UUID
	outdated := w.DB.WithContext(ctx).Table("users").Where("id = ? and id in (?)", row, signing.SelectOutdated(ctx, w.DB, by))
	if err := outdated.Pluck("user_code", &codes).Error; err != nil || len(codes) == 0 {
		return result, err
	}
	issued, err := w.Contracts.Create(ctx, by, signing.CreateInput{UserCode: &codes[0], ReplaceCompleted: true})
	if why, isRefusal := reason(err); isRefusal {
		return rowResult{refusal: why}, nil
	}
	return rowResult{isNew: !issued.Reused}, err
}
