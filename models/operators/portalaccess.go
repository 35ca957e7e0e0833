package operators

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
)

// PortalAccess is the answer to POST /professionals/:id/portal-access (specification, "Service reports"), with the
// status of the mail as in Delivery.
type PortalAccess struct {
	SystemUserID int64       `json:"system_user_id"`
	InviteURL    string      `json:"invite_url"`
	ExpiresAt    time.Time   `json:"expires_at"`
	EmailSent    bool        `json:"email_sent"`
	EmailStatus  mail.Status `json:"email_status"`
}

// OpenPortal adds the account with which a professional enters the portal, with the sole role Profissional, and invites
// the professional. It returns 400 VALIDATION_ERROR for a professional without an e-mail or with that of another
// operator, 403 FORBIDDEN for a professional's own access, 404 NOT_FOUND, and 409 CONFLICT for an inactive professional
// and for one with an account.
func (i Invites) OpenPortal(ctx context.Context, tx *db.DB, by auth.Caller, professionalID int64) (PortalAccess, error) {
	var invited Invited
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		professional, account, err := lockPortal(ctx, tx, by, professionalID)
		if err != nil {
			return err
		}
		if err := checkOpening(professional, account); err != nil {
			return err
		}
		first, last := fmtbr.SplitName(professional.Name)
		invited, err = i.Store(ctx, tx, by, AddInput{Fields: Fields{
			Name: patch.Of(first), LastName: patch.Of(last), Email: patch.Of(*professional.Email),
			Permissions: patch.Of([]auth.Role{auth.Profissional}), InternalCode: patch.Of(professional.Code),
		}})
		return err
	})
	if err != nil {
		return PortalAccess{}, err
	}
	return i.portalAccess(ctx, tx, invited)
}

// ResendPortal sends a new invite to the account of a professional, which makes the earlier one invalid. It returns 403
// FORBIDDEN for a professional's own access, 404 NOT_FOUND for an unknown professional or one without an account, and 409
// CONFLICT for an account with a password.
func (i Invites) ResendPortal(ctx context.Context, tx *db.DB, by auth.Caller, professionalID int64) (PortalAccess, error) {
	var invited Invited
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		_, account, err := lockPortal(ctx, tx, by, professionalID)
		if err != nil {
			return err
		}
		if account == nil {
			return errs.NotFound("Este profissional ainda não tem acesso ao portal.")
		}
		invited, err = i.renew(ctx, tx, by, account.ID)
		return err
	})
	if err != nil {
		return PortalAccess{}, err
	}
	return i.portalAccess(ctx, tx, invited)
}

// PortalOf returns the account with which the professional of this code enters the portal, nil if there is none. Partners
// see none.
func PortalOf(ctx context.Context, tx *db.DB, by auth.Caller, code string) (*Record, error) {
	if access.RequireUnbound(by) != nil {
		return nil, nil
	}
	var found []Operator
	err := tx.WithContext(ctx).Where(`internal_code = ? and permissions @> '["Profissional"]'`, code).Order("id").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	record := recordOf(found[0])
	return &record, nil
}

// lockPortal returns a professional and their account, nil if there is none, and locks the professional so that two
// accounts cannot be added concurrently.
func lockPortal(ctx context.Context, tx *db.DB, by auth.Caller, professionalID int64) (professionals.Professional, *Record, error) {
	if err := access.RequireUnbound(by); err != nil {
		return professionals.Professional{}, nil, err
	}
	professional, err := professionals.FindFor(ctx, tx, by, professionalID)
	if err != nil {
		return professional, nil, err
	}
	if _, err := professionals.Lock(ctx, tx, professional.Code); err != nil {
		return professional, nil, err
	}
	account, err := PortalOf(ctx, tx, by, professional.Code)
	return professional, account, err
}

func checkOpening(professional professionals.Professional, account *Record) error {
	switch {
	case account != nil:
		return errs.Conflict(errs.CodeConflict, "Este profissional já tem acesso ao portal. Reenvie o convite.")
	case !professional.Active:
		return errs.Conflict(errs.CodeConflict, "Este profissional está inativo. Reative o cadastro antes de convidar.")
	case professional.Email == nil:
		return errs.Invalid("email", "informe o e-mail do profissional para convidar")
	}
	return nil
}

// portalAccess returns the answer to an invite of a professional, after the first attempt to send it.
func (i Invites) portalAccess(ctx context.Context, tx *db.DB, invited Invited) (PortalAccess, error) {
	d := invited.Delivery
	if err := i.await(ctx, tx, d); err != nil {
		return PortalAccess{}, err
	}
	return PortalAccess{SystemUserID: invited.Record.ID, InviteURL: i.link(d.token), ExpiresAt: d.ExpiresAt, EmailSent: d.EmailSent,
		EmailStatus: d.EmailStatus}, nil
}
