package notices

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Delivery is where an operator wants the notices of a kind.
type Delivery string

// The deliveries: on the page, which is the default, by e-mail as well, or nowhere.
const (
	OnPage Delivery = "page"
	ByMail Delivery = "mail"
	Off    Delivery = "off"
)

// Deliveries returns the deliveries.
func Deliveries() []Delivery { return []Delivery{OnPage, ByMail, Off} }

// choice is a row of notice_choices.
type choice struct {
	OperatorID int64    `gorm:"column:operator_id;primaryKey"`
	Kind       Kind     `gorm:"column:kind;primaryKey"`
	Delivery   Delivery `gorm:"column:delivery"`
}

// TableName returns the name of the table.
func (choice) TableName() string { return "notice_choices" }

// Choices returns what the caller chose for each kind that may concern them.
func Choices(ctx context.Context, tx *db.DB, by auth.Caller) (map[Kind]Delivery, error) {
	var stored []choice
	if err := tx.WithContext(ctx).Where("operator_id = ?", by.ID).Find(&stored).Error; err != nil {
		return nil, err
	}
	chosen := map[Kind]Delivery{}
	for _, kind := range KindsFor(by) {
		chosen[kind] = OnPage
	}
	for _, row := range stored {
		if _, isOffered := chosen[row.Kind]; isOffered {
			chosen[row.Kind] = row.Delivery
		}
	}
	return chosen, nil
}

// Choose stores the caller's choices; kinds without one stay as they are. It returns 400 VALIDATION_ERROR for an unknown
// delivery, and 403 FORBIDDEN for callers without notices.
func Choose(ctx context.Context, tx *db.DB, by auth.Caller, chosen map[Kind]Delivery) error {
	allowed := KindsFor(by)
	if len(allowed) == 0 {
		return errs.Forbidden("Só a equipe tem avisos.")
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, kind := range allowed {
			delivery, isSent := chosen[kind]
			if !isSent {
				continue
			}
			if !slices.Contains(Deliveries(), delivery) {
				return errs.Invalid(string(kind), "escolha onde quer o aviso")
			}
			row := choice{OperatorID: by.ID, Kind: kind, Delivery: delivery}
			if err := tx.Delete(&row).Error; err != nil {
				return err
			}
			if delivery == OnPage {
				continue
			}
			if err := tx.Create(&row).Error; err != nil {
				return err
			}
		}
		return nil
	})
}
