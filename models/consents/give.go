package consents

import (
	"context"
	"slices"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// AnswerInput is the form with a box for each purpose.
type AnswerInput struct {
	// Given are the ticked purposes; the others are not allowed.
	Given []Purpose
	// Hashes are the hashes of the texts that the page showed, by purpose. Nothing is kept about a text that was not shown.
	Hashes map[Purpose]string
}

// Answer keeps what the calling associate ticked on the page that asks for everything. A box that was left empty is only
// kept where it changes something. It returns 400 VALIDATION_ERROR without a required purpose, and 409 CONFLICT for a
// text that has changed since the page was opened.
func Answer(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) error {
	for _, purpose := range Purposes() {
		if purpose.IsRequired() && !slices.Contains(input.Given, purpose) {
			return errs.Invalid(string(purpose), "Sem esta permissão a equipe não pode cuidar do tratamento. Marque para continuar ou fale com a gente.")
		}
	}
	return lockedList(ctx, tx, by, func(tx *db.DB, list List) error {
		for _, consent := range list {
			given := slices.Contains(input.Given, consent.Text.Purpose)
			isSame := given == consent.IsGiven() && !consent.IsStale()
			if isSame {
				continue
			}
			if input.Hashes[consent.Text.Purpose] != consent.Text.Hash {
				return errChanged()
			}
			if err := write(ctx, tx, by, consent.Text, given); err != nil {
				return err
			}
		}
		return nil
	})
}

// GiveInput names a purpose and the hash of the text that was read.
type GiveInput struct {
	Purpose Purpose
	Hash    string
}

// Give keeps that the calling associate allows a purpose. It returns 409 CONFLICT for a text that has changed since the
// page was opened.
func Give(ctx context.Context, tx *db.DB, by auth.Caller, input GiveInput) error {
	return lockedList(ctx, tx, by, func(tx *db.DB, list List) error {
		consent := list.Of(input.Purpose)
		if consent.IsGiven() && !consent.IsStale() {
			return nil
		}
		if consent.Text.Hash != input.Hash {
			return errChanged()
		}
		return write(ctx, tx, by, consent.Text, true)
	})
}

// Withdraw keeps that the calling associate no longer allows a purpose, and confirms it by a letter that says how to
// allow it again. What is not allowed stays so.
func Withdraw(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, purpose Purpose) error {
	return lockedList(ctx, tx, by, func(tx *db.DB, list List) error {
		consent := list.Of(purpose)
		if !consent.IsGiven() {
			return nil
		}
		// The text that was allowed is the one that is withdrawn.
		allowed := Text{Purpose: purpose, Version: consent.Last.Version, Hash: consent.Last.Hash}
		if err := write(ctx, tx, by, allowed, false); err != nil {
			return err
		}
		row, err := associates.FindOwn(ctx, tx, by)
		if err != nil || row.ContactEmail() == "" {
			return err
		}
		_, err = outbox.Send(ctx, tx, by, Withdrawn.With(About{Purpose: purpose, Date: by.Now},
			mail.Message{To: row.ContactEmail(), Name: texts.Of(row.Name), Path: OwnPath}))
		return err
	})
}

// OwnPath is the page on which associates see and withdraw what they allow.
const OwnPath = "/cadastro/permissoes"

// Quota is what one associate stores in a day by answers.
func Quota() ratelimit.Quota { return ratelimit.Quota{Name: "consents", Count: 200} }

// lockedList runs change with what the calling associate says, with the row of the associate locked.
func lockedList(ctx context.Context, tx *db.DB, by auth.Caller, change func(*db.DB, List) error) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if _, err := db.Lock[associates.Associate](tx, by.ID, associates.Own(by)); err != nil {
			return err
		}
		list, err := listOf(ctx, tx, by.ID)
		if err != nil {
			return err
		}
		return change(tx, list)
	})
}

func write(ctx context.Context, tx *db.DB, by auth.Caller, text Text, given bool) error {
	return tx.WithContext(ctx).Create(&Entry{UserID: by.ID, Purpose: text.Purpose, Version: text.Version, Hash: text.Hash, Given: given,
		Network: by.Origin.IP, DateCreated: by.Now}).Error
}

func errChanged() error {
	return errs.Conflict(errs.CodeConflict, "O texto mudou enquanto a página estava aberta. Leia de novo e diga se aceita.")
}
