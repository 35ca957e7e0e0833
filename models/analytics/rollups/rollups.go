// Package rollups keeps the sums of the analytics right, which triggers maintain (migrations/derived/analytics.sql): it fills
// them again when their rules change, and verifies them every night.
package rollups

import (
	"context"
	"encoding/json"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// rules are the settings that the sums depend on, as in the table analytics_rules.
type rules struct {
	zone    *time.Location
	types   string
	deducts bool
}

// typeRule are the amounts of a type of professional, in reais.
type typeRule struct {
	Fee   money.Amount  `json:"fee"`
	Price *money.Amount `json:"price"`
}

// currentRules returns the rules of the configuration.
func currentRules(ctx context.Context, tx *db.DB) (r rules, err error) {
	if r.zone, err = settings.Location(ctx, tx); err != nil {
		return r, err
	}
	types, err := catalog.Types(ctx, tx)
	if err != nil {
		return r, err
	}
	byType := map[string]typeRule{}
	for _, kind := range types {
		if !kind.AssociationFee.IsZero() || kind.DefaultConsultationPrice != nil {
			byType[kind.ID] = typeRule{kind.AssociationFee, kind.DefaultConsultationPrice}
		}
	}
	encoded, err := json.Marshal(byType)
	if err != nil {
		return r, err
	}
	report, err := catalog.FindReportSettings(ctx, tx)
	r.types, r.deducts = string(encoded), report.DeductDonationFromPayable
	return r, err
}

// Refresh fills the rollups again if the configuration has other rules than theirs, so that no sum mixes two rules. It
// returns the association's time zone. Filling takes about a minute for a million associates: within the limits of a db.Read
// it may be 503 UNAVAILABLE, until the job compact_rollups has filled them within those of a db.Export.
func Refresh(ctx context.Context, tx *db.DB, work db.Work) (*time.Location, error) {
	current, err := currentRules(ctx, tx)
	if err != nil {
		return nil, err
	}
	var same bool
	err = tx.WithContext(ctx).Raw("select exists (select from analytics_rules where zone = ? and types = ?::jsonb and deducts = ?)",
		current.zone.String(), current.types, current.deducts).Scan(&same).Error
	if err != nil || same {
		return current.zone, err
	}
	err = current.rebuild(ctx, tx, work)
	if errs.HasCode(err, errs.CodeUnavailable) {
		err = errs.New(errs.KindUnavailable, errs.CodeUnavailable,
			"As análises estão sendo somadas de novo, porque uma configuração mudou. Tente de novo em alguns minutos.")
	}
	return current.zone, err
}

// rebuild fills the rollups by the rules.
func (r rules) rebuild(ctx context.Context, tx *db.DB, work db.Work) error {
	return tx.WithContext(db.WithWork(ctx, work)).Exec("select rebuild_rollups(?, ?::jsonb, ?)", r.zone.String(), r.types, r.deducts).Error
}
