// Package firstrun lists for an administrator the missing steps of a new installation. It derives them from the data
// and stores only that an administrator has hidden the list.
package firstrun

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/preferences"
	"acolhe/models/platform/settings"
	"acolhe/models/templates"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Checklist reports which first steps are done.
type Checklist struct {
	Name, Pix, Mail, Operators, Products bool
	// Terms is true if the terms of both kinds are published.
	Terms bool
	// Samples is true without sample data.
	Samples bool
}

// IsDone reports whether all steps are done.
func (c Checklist) IsDone() bool {
	return c.Name && c.Pix && c.Mail && c.Operators && c.Products && c.Terms && c.Samples
}

const dismissed preferences.Key[bool] = "primeiros-passos.dispensados"

// Read returns the checklist for an administrator who has not hidden it, else nil; it is nil too if all steps are done.
// mailConfigured reports whether the program sends mail.
func Read(ctx context.Context, tx *db.DB, by auth.Caller, mailConfigured bool) (*Checklist, error) {
	if by.Kind != auth.Operator || !access.IsAdministrator(by) {
		return nil, nil
	}
	if hidden, err := dismissed.Of(ctx, tx, by); err != nil || hidden {
		return nil, err
	}
	stored, err := settings.Read(ctx, tx, settings.AssociationName, settings.PixKey)
	if err != nil {
		return nil, err
	}
	list := Checklist{Mail: mailConfigured, Pix: settings.Of(stored, settings.PixKey) != "",
		Name: settings.Of(stored, settings.AssociationName) != settings.AssociationName.Default}
	err = db.ScanRow(tx.WithContext(ctx).Raw(`select
		(select count(*) from (select from system_users where not is_sample limit 2) o) > 1 as operators,
		exists (select from products where not is_sample) as products,
		(select count(*) from sign_templates where current_version_id is not null) = ? as terms,
		not exists (select from users where is_sample) as samples`, len(templates.Kinds())), &list.Operators, &list.Products, &list.Terms,
		&list.Samples)
	if err != nil || list.IsDone() {
		return nil, err
	}
	return &list, nil
}

// IsEmpty reports whether the association has not begun: it has no associate, no contact and no order.
func IsEmpty(ctx context.Context, tx *db.DB) (isEmpty bool, err error) {
	err = db.ScanRow(tx.WithContext(ctx).Raw("select not exists (select from users) and not exists (select from reception) and not exists (select from orders)"), &isEmpty)
	return isEmpty, err
}

// Dismiss hides the checklist for the caller permanently.
func Dismiss(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return dismissed.Choose(ctx, tx, by, true)
}
