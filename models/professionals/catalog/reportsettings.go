package catalog

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// deductDonation is the setting of ReportSettings.
var deductDonation = settings.Key[bool]{System: "services", Name: "deduct_donation_from_payable", Type: settings.Boolean,
	Description: "Desconta a doação da associação do valor que o profissional recebe."}

// payoutDay is the day of the following month on which the association pays its professionals; 0 says nothing about it.
var payoutDay = settings.Key[int]{System: "services", Name: "payout_day", Type: settings.Number,
	Description: "Dia do mês seguinte em que os repasses são feitos, de 1 a 28; 0 não mostra nenhum dia.",
	Check: func(day int) error {
		if day < 0 || day > 28 {
			return errors.New("deve ser de 1 a 28, ou 0 para não mostrar")
		}
		return nil
	}}

// PlannedPayout returns the day on which the payout of a month is planned: the configured day of the month after, or the next
// workday. Without a configured day it is the zero Date.
func PlannedPayout(ctx context.Context, tx *db.DB, month civil.Month) (civil.Date, error) {
	day, err := settings.Get(ctx, tx, payoutDay)
	if err != nil || day == 0 {
		return civil.Date{}, err
	}
	planned := civil.Of(month.Add(1).In(time.UTC).From).Add(0, 0, day-1)
	if !planned.IsWorkday() {
		planned = planned.AddWorkdays(1)
	}
	return planned, nil
}

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
