package queue

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/preferences"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Preferences are those of an operator for the own board.
type Preferences struct {
	// Sound reports whether a new item is announced by a sound.
	Sound bool `json:"sound"`
	// Folded are the statuses whose lanes show only their names.
	Folded []string `json:"folded"`
}

const boardPreferences preferences.Key[Preferences] = "recepcao.quadro"

// ReadPreferences returns the preferences of an operator; without any the sound is off and every lane is open.
func ReadPreferences(ctx context.Context, tx *db.DB, by auth.Caller) (Preferences, error) {
	return boardPreferences.Of(ctx, tx, by)
}

// SetSound turns the sound of new items on or off for an operator.
func SetSound(ctx context.Context, tx *db.DB, by auth.Caller, on bool) error {
	return changePreferences(ctx, tx, by, func(stored *Preferences) { stored.Sound = on })
}

// ToggleFold folds an open lane, and opens a folded one. It returns 400 VALIDATION_ERROR for an unknown status.
func ToggleFold(ctx context.Context, tx *db.DB, by auth.Caller, status string) error {
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(statuses, func(s triage.Status) bool { return s.Value == status }) {
		return errs.Invalid("status", "deve ser uma situação da fila")
	}
	return changePreferences(ctx, tx, by, func(stored *Preferences) {
		if at := slices.Index(stored.Folded, status); at >= 0 {
			stored.Folded = slices.Delete(stored.Folded, at, at+1)
			return
		}
		stored.Folded = append(stored.Folded, status)
	})
}

func changePreferences(ctx context.Context, tx *db.DB, by auth.Caller, change func(stored *Preferences)) error {
	stored, err := ReadPreferences(ctx, tx, by)
	if err != nil {
		return err
	}
	change(&stored)
	return boardPreferences.Choose(ctx, tx, by, stored)
}
