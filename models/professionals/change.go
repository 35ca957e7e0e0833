package professionals

import (
	"context"
	"encoding/json"
	"reflect"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ChangeInput changes the sent fields of a professional. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// Change changes a professional. It returns the errors of Register, 404 NOT_FOUND for a professional that the caller
// may not see, 409 CONFLICT for a stale version, and 403 FORBIDDEN for a Profissional who changes more than phone and
// payment details.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Professional, error) {
	scope := func(query *db.DB) *db.DB { return visible(query, by) }
	return db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, _ Professional, professional *Professional) error {
		if by.Is(auth.Profissional) && !input.isOwnData() {
			return errNotOwn()
		}
		professional.DateUpdated = by.Now
		return input.apply(ctx, tx, professional)
	}, scope)
}

// Admit is the rule of Change for the members of a body, so that a name that no field has is 403 FORBIDDEN too.
func (ChangeInput) Admit(by auth.Caller, body json.RawMessage) error {
	var members map[string]json.RawMessage
	if !by.Is(auth.Profissional) || json.Unmarshal(body, &members) != nil {
		return nil
	}
	for name := range members {
		if name != "phone" && name != "payment_details" {
			return errNotOwn()
		}
	}
	return nil
}

func errNotOwn() error {
	return errs.Forbidden("Você pode mudar o seu telefone e os seus dados de pagamento. Para o resto, fale com a associação.")
}

// isOwnData reports whether only fields are sent that a Profissional may change (decisions.md, "Profissional on the own
// record").
func (f Fields) isOwnData() bool {
	return reflect.DeepEqual(f, Fields{BindErrors: f.BindErrors, Phone: f.Phone, PaymentDetails: f.PaymentDetails})
}
