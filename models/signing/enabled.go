package signing

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
)

// CodeInDevelopment is 503: signing is switched off (settings.DocSignEnabled).
const CodeInDevelopment = "TERMS_MODULE_IN_DEVELOPMENT"

// ClosedText says to people that signing is switched off.
const ClosedText = "A assinatura de termos está fechada no momento."

// IsEnabled reports whether contracts can be made and signed.
func IsEnabled(ctx context.Context, tx *db.DB) (bool, error) {
	return settings.Get(ctx, tx, settings.DocSignEnabled)
}

// RequireEnabled returns 503 TERMS_MODULE_IN_DEVELOPMENT while signing is switched off.
func RequireEnabled(ctx context.Context, tx *db.DB) error {
	enabled, err := IsEnabled(ctx, tx)
	if err != nil || enabled {
		return err
	}
	return errs.New(errs.KindUnavailable, CodeInDevelopment, ClosedText+" Tente de novo mais tarde ou fale com a associação.")
}
