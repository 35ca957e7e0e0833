package professionals

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// deductDonation is the setting of ReportSettings.
var deductDonation = settings.Key[bool]{System: "services", Name: "deduct_donation_from_payable", Type: settings.Boolean,
	Description: "Desconta a doação da associação do valor que o profissional recebe."}

// ReportSettings are the settings of the service reports (specification, "Professional type catalog").
type ReportSettings struct {
	DeductDonationFromPayable bool `json:"deduct_donation_from_payable"`
}

// ReportSettingsInput is the body of PUT /configs/services/report-settings.
type ReportSettingsInput struct {
	DeductDonationFromPayable patch.Field[bool] `json:"deduct_donation_from_payable"`
}

// Required names the members that must be sent.
func (ReportSettingsInput) Required() []string { return []string{"deduct_donation_from_payable"} }

// FindReportSettings returns the settings of the service reports.
func FindReportSettings(ctx context.Context, tx *db.DB) (ReportSettings, error) {
	deducts, err := settings.Get(ctx, tx, deductDonation)
	return ReportSettings{deducts}, err
}

// SaveReportSettings stores the settings of the service reports. It returns 400 VALIDATION_ERROR without a value.
func SaveReportSettings(ctx context.Context, tx *db.DB, by auth.Caller, input ReportSettingsInput) (ReportSettings, error) {
	if !input.DeductDonationFromPayable.HasValue() {
		return ReportSettings{}, errs.Invalid("deduct_donation_from_payable", "informe true ou false")
	}
	saved := ReportSettings{input.DeductDonationFromPayable.Value}
	return saved, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := FindReportSettings(ctx, tx)
		if err != nil || before == saved {
			return err
		}
		return put(ctx, tx, by, change[bool]{deductDonation, before.DeductDonationFromPayable, saved.DeductDonationFromPayable})
	})
}

// Types returns the catalogue of types, active or not, in its order.
func Types(ctx context.Context, tx *db.DB) ([]Type, error) { return settings.Get(ctx, tx, catalog) }

// SaveTypes replaces the catalogue of types. It returns 400 VALIDATION_ERROR for wrong types.
func SaveTypes(ctx context.Context, tx *db.DB, by auth.Caller, types []Type) ([]Type, error) {
	for i := range types {
		types[i].ID = strings.TrimSpace(types[i].ID)
	}
	if problems := typeProblems(types); len(problems) > 0 {
		return nil, problems.Err()
	}
	return types, changeTypes(ctx, tx, by, func([]Type) ([]Type, error) { return types, nil })
}

// change is a new value of a setting.
type change[T any] struct {
	key      settings.Key[T]
	from, to T
}

// changeTypes locks the catalogue, applies a change to its types and stores the valid result.
func changeTypes(ctx context.Context, tx *db.DB, by auth.Caller, apply func(types []Type) ([]Type, error)) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := settings.Lock(ctx, tx, catalog); err != nil {
			return err
		}
		before, err := Types(ctx, tx)
		if err != nil {
			return err
		}
		after, err := apply(slices.Clone(before))
		if err != nil || reflect.DeepEqual(before, after) {
			return err
		}
		return put(ctx, tx, by, change[[]Type]{catalog, before, after})
	})
}

// put stores a setting and records the change, in the transaction of the caller.
func put[T any](ctx context.Context, tx *db.DB, by auth.Caller, changed change[T]) error {
	if err := settings.Put(ctx, tx, by, changed.key.To(changed.to)); err != nil {
		return err
	}
	return security.Record(ctx, tx, by, security.Event{Kind: security.ConfigChanged, Subject: changed.key.System + "." + changed.key.Name,
		Details: map[string]any{"fields": []string{"value"}, "from": asJSON(changed.from), "to": asJSON(changed.to)}})
}

func asJSON(value any) string {
	encoded, _ := json.Marshal(value) // the values of settings always encode
	return string(encoded)
}
