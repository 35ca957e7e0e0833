package consents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of a text, in characters.
const (
	maxSummary = 300
	maxBody    = 5000
	maxChanges = 500
)

// PublishInput is a new version of the text of a purpose.
type PublishInput struct {
	Purpose Purpose `form:"-"`
	// Version is the version that the form was opened with.
	Version int    `form:"version"`
	Summary string `form:"summary"`
	Body    string `form:"body"`
	// Changes says in a sentence what differs, for the letter to the associates who allowed the version before.
	Changes string `form:"changes"`
}

// Publish makes a new version of a text the current one. Associates who allowed an earlier version get a letter, and the
// pages ask them again. It returns 403 FORBIDDEN for anybody but an administrator, 400 VALIDATION_ERROR for wrong fields
// and for a text that did not change, and 409 CONFLICT if somebody published meanwhile.
func Publish(ctx context.Context, tx *db.DB, by auth.Caller, input PublishInput) (Text, error) {
	if !access.IsAdministrator(by) {
		return Text{}, errs.Forbidden("Só administradores mudam os textos das permissões.")
	}
	input = input.normalised()
	if err := input.validate().Err(); err != nil {
		return Text{}, err
	}
	hash := sha256.Sum256([]byte(input.Body))
	text := Text{Purpose: input.Purpose, Summary: input.Summary, Body: input.Body, Changes: input.Changes, Hash: hex.EncodeToString(hash[:]),
		AuthorCode: by.OperatorCode(), DateCreated: by.Now}
	return text, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("lock table consent_texts in share row exclusive mode").Error; err != nil {
			return err
		}
		versions, err := Versions(ctx, tx, input.Purpose)
		switch {
		case err != nil:
			return err
		case len(versions) == 0:
			return errs.NotFound("Permissão não encontrada.")
		case versions[0].Version != input.Version:
			return errs.Conflict(errs.CodeConflict, "Outra pessoa publicou um texto novo. Abra a página de novo.")
		case versions[0].Hash == text.Hash && versions[0].Summary == text.Summary:
			return errs.Invalid("body", "não mudou")
		}
		text.Version = versions[0].Version + 1
		if err := tx.Create(&text).Error; err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, announce{Purpose: text.Purpose, Version: text.Version}, nil)
	})
}

func (in PublishInput) normalised() PublishInput {
	in.Summary, in.Changes = strings.Join(strings.Fields(in.Summary), " "), strings.Join(strings.Fields(in.Changes), " ")
	in.Body = strings.TrimSpace(strings.ReplaceAll(in.Body, "\r\n", "\n"))
	return in
}

func (in PublishInput) validate() (p errs.Problems) {
	for _, field := range []struct {
		name, value string
		most        int
		empty       string
	}{
		{"summary", in.Summary, maxSummary, "escreva o resumo"}, {"body", in.Body, maxBody, "escreva o texto"},
		{"changes", in.Changes, maxChanges, "diga o que mudou: vai na carta"},
	} {
		p.Require(field.value != "", field.name, field.empty)
		p.Require(texts.Fits(field.value, field.most), field.name, fmt.Sprintf("deve ter no máximo %d caracteres", field.most))
	}
	return p
}
