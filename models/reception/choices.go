package reception

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/preferences"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Choices are what an operator chose for the own board.
type Choices struct {
	// Sound reports whether a new item is announced by a sound.
	Sound bool `json:"sound"`
	// Folded are the statuses whose lanes show only their names.
	Folded []string `json:"folded"`
}

const chosen preferences.Key[Choices] = "recepcao.quadro"

// ReadChoices returns the choices of an operator; without any the sound is off and every lane is open.
func ReadChoices(ctx context.Context, tx *db.DB, by auth.Caller) (Choices, error) {
	return chosen.Of(ctx, tx, by)
}

// SetSound turns the sound of new items on or off for an operator.
func SetSound(ctx context.Context, tx *db.DB, by auth.Caller, on bool) error {
	return choose(ctx, tx, by, func(choices *Choices) { choices.Sound = on })
}

// ToggleFold folds an open lane, and opens a folded one. It returns 400 VALIDATION_ERROR for an unknown status.
func ToggleFold(ctx context.Context, tx *db.DB, by auth.Caller, status string) error {
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(statuses, func(s Status) bool { return s.Value == status }) {
		return errs.Invalid("status", "deve ser uma situação da fila")
	}
	return choose(ctx, tx, by, func(choices *Choices) {
		if at := slices.Index(choices.Folded, status); at >= 0 {
			choices.Folded = slices.Delete(choices.Folded, at, at+1)
			return
		}
		choices.Folded = append(choices.Folded, status)
	})
}

func choose(ctx context.Context, tx *db.DB, by auth.Caller, change func(choices *Choices)) error {
	choices, err := ReadChoices(ctx, tx, by)
	if err != nil {
		return err
	}
	change(&choices)
	return chosen.Choose(ctx, tx, by, choices)
}
