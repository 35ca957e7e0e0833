package reception

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// FindFor returns the item with this id if the caller may see it, else 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Item, error) {
	return db.First[Item](visible(tx.WithContext(ctx), by).Where("id = ?", id), errs.NotFound("Atendimento não encontrado."))
}

// OpenInput is the query of GET /reception/open-by-email: an e-mail or the code of an associate.
type OpenInput struct {
	Email         string     `json:"email" form:"email"`
	AssociateCode *uuid.UUID `json:"associate_code" form:"associate_code"`
}

// FindOpen returns the open item of an e-mail or associate that the caller may see, the oldest of several. It returns
// 400 VALIDATION_ERROR without either, and 404 NOT_FOUND without an open item.
func FindOpen(ctx context.Context, tx *db.DB, by auth.Caller, input OpenInput) (Item, error) {
	if input.Email == "" && input.AssociateCode == nil {
		return Item{}, errs.Invalid("email", "informe o e-mail ou o código do associado")
	}
	address, _ := email.Normalize(input.Email)
	waiting := visible(tx.WithContext(ctx), by).
		Where("completed_at is null and (email = nullif(?, '') or associate_code = ?)", address, input.AssociateCode).
		Order("date_created, id")
	return db.First[Item](waiting, errs.NotFound("Não há atendimento aberto."))
}
