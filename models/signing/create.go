package signing

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// CreateInput is the body of POST /doc-sign/contracts.
type CreateInput struct {
	errs.BindErrors

	// UserCode is the associate who signs; associates sign for themselves and may leave it out.
	UserCode *uuid.UUID `json:"user_code" form:"user_code"`
	// SendEmail sends the letter with the link unless it is false.
	SendEmail patch.Field[bool] `json:"send_email" form:"send_email"`
	// Regenerate voids a pending contract and creates another one.
	Regenerate bool `json:"regenerate" form:"regenerate"`
	// ReplaceCompleted creates a contract beside a completed one, which stays the associate's until the new one is completed.
	ReplaceCompleted bool `json:"replace_completed" form:"replace_completed"`
}

// Issued is a contract with the address to sign it. EmailStatus is that of the letter, empty if none was requested.
type Issued struct {
	Contract
	Link        string
	Reused      bool
	EmailStatus mail.Status
}

// Create creates the pending contract of an associate, or returns the one that there is; concurrent calls create one. Staff
// create for any associate, an associate for the own account alone. It returns 404 NOT_FOUND for an unknown associate, 403
// FORBIDDEN for an associate who asks to regenerate or replace, 409 CONTRACT_ALREADY_COMPLETED if the associate or the
// login e-mail has a completed one that is not to be replaced, and 422 TEMPLATE_NOT_PUBLISHED.
func (c Contracts) Create(ctx context.Context, by auth.Caller, input CreateInput) (Issued, error) {
	signer, err := c.findSigner(ctx, by, input)
	if err != nil {
		return Issued{}, err
	}
	var issued Issued
	found, err := findCurrent(ctx, c.DB, signer)
	if err == nil {
		err = found.refusal(input)
	}
	if err != nil {
		return issued, err
	}
	var drafted draft
	if found.mustCreate(input) {
		if drafted, err = c.draft(ctx, by, signer); err != nil {
			return issued, err
		}
	}
	err = c.DB.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		issued, err = c.create(ctx, tx, by, creation{input, signer, drafted})
		return err
	})
	if err != nil {
		return issued, err
	}
	issued.Link, err = c.Link(by, issued.Contract)
	return issued, err
}

// creation is what Create does in its transaction.
type creation struct {
	input  CreateInput
	signer associates.Associate
	draft  draft
}

// create locks the associate, so that two calls do not create two contracts.
func (c Contracts) create(ctx context.Context, tx *db.DB, by auth.Caller, request creation) (Issued, error) {
	if _, err := db.Lock[associates.Associate](tx, request.signer.ID); err != nil {
		return Issued{}, err
	}
	found, err := findCurrent(ctx, tx, request.signer)
	if err != nil {
		return Issued{}, err
	}
	if err := found.refusal(request.input); err != nil {
		return Issued{}, err
	}
	if !found.mustCreate(request.input) {
		return c.reuse(ctx, tx, by, *found.pending, request.input)
	}
	if request.draft.contract.Status == "" {
		// The pending contract of the first look was completed or voided meanwhile.
		return Issued{}, errs.Conflict(errs.CodeConflict, "Este termo mudou agora. Tente de novo.")
	}
	if found.pending != nil {
		if _, err := void(ctx, tx, by, found.pending.ID, ""); err != nil {
			return Issued{}, err
		}
	}
	return c.insert(ctx, tx, by, found, request)
}

// insert stores a drafted contract, its document and its first event, and queues the letter.
func (c Contracts) insert(ctx context.Context, tx *db.DB, by auth.Caller, found current, request creation) (Issued, error) {
	issued := Issued{Contract: request.draft.contract}
	file, err := request.draft.filled.AddRow(ctx, tx)
	if err != nil {
		return issued, err
	}
	issued.FilledPDFFileID, issued.FilledPDFSHA256 = &file.ID, &file.SHA256
	if found.completed != nil {
		issued.ReplacesID = &found.completed.ID
	}
	created := issued.next(by, Created, defaultZone,
		map[string]string{"content_sha256": issued.ContentSHA256, "filled_pdf_sha256": file.SHA256})
	if err := tx.Create(&issued.Contract).Error; err != nil {
		return issued, err
	}
	if err := tx.Create(&created).Error; err != nil {
		return issued, err
	}
	if request.input.SendEmail.Or(true) {
		issued.EmailStatus, err = c.sendLink(ctx, tx, by, &issued.Contract)
	}
	return issued, err
}

// reuse returns the pending contract; its link is extended if it has expired. The letter is sent unless it was before.
func (c Contracts) reuse(ctx context.Context, tx *db.DB, by auth.Caller, pending Contract, input CreateInput) (issued Issued, err error) {
	issued = Issued{Reused: true}
	if issued.Contract, err = db.Lock[Contract](tx, pending.ID); err != nil {
		return issued, err
	}
	hasExpired := !by.Now.Before(issued.SigningExpires)
	if hasExpired {
		if err := issued.renew(tx, by.Now); err != nil {
			return issued, err
		}
	}
	if input.SendEmail.Or(true) && (hasExpired || issued.EmailedAt == nil) {
		issued.EmailStatus, err = c.sendLink(ctx, tx, by, &issued.Contract)
	}
	return issued, err
}

// findSigner returns the associate for whom the caller may create a contract.
func (c Contracts) findSigner(ctx context.Context, by auth.Caller, input CreateInput) (associates.Associate, error) {
	if by.Kind == auth.Associate {
		if input.Regenerate || input.ReplaceCompleted {
			return associates.Associate{}, errs.Forbidden("Só a equipe pode trocar um termo. Fale com a associação.")
		}
		if input.UserCode != nil && input.UserCode.String() != by.Code {
			return associates.Associate{}, errs.NotFound("Associado não encontrado.")
		}
		return associates.FindOwn(ctx, c.DB, by)
	}
	if err := access.Require(by, access.DocSign, access.Create); err != nil {
		return associates.Associate{}, err
	}
	var problems errs.Problems
	problems.Require(input.UserCode != nil, "user_code", "escolha o associado")
	if err := input.Merge(problems).Err(); err != nil {
		return associates.Associate{}, err
	}
	signer, err := associates.FindByCodeFor(ctx, c.DB, by.AsSystem(), *input.UserCode)
	if err == nil && signer.Status == associates.Patient {
		err = errs.NotFound("Associado não encontrado.")
	}
	return signer, err
}

// current are the contracts of an associate that decide on a creation.
type current struct{ pending, completed *Contract }

// findCurrent returns the pending contract of an associate, and the newest completed one of the associate or of the login
// e-mail.
func findCurrent(ctx context.Context, tx *db.DB, signer associates.Associate) (current, error) {
	var rows []Contract
	query := tx.WithContext(ctx).Omit("content_json").Where(
		"user_code = @code and status = 'pending' or status = 'completed' and (user_code = @code or email_account = @email)",
		map[string]any{"code": signer.UserCode, "email": signer.EmailAccount})
	err := query.Order(newestFirst).Find(&rows).Error
	var found current
	for i := range rows {
		if row := &rows[i]; row.Status == Pending {
			found.pending = row
		} else if found.completed == nil {
			found.completed = row
		}
	}
	return found, err
}

// refusal returns the error of a creation beside a completed contract. A pending contract that replaces a completed one was
// asked for, so it may be returned and created again.
func (f current) refusal(input CreateInput) error {
	if f.completed != nil && !input.ReplaceCompleted && f.pending == nil {
		return errAlreadyCompleted()
	}
	return nil
}

// mustCreate reports whether a new contract is created instead of returning the pending one.
func (f current) mustCreate(input CreateInput) bool { return f.pending == nil || input.Regenerate }
