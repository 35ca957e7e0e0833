// Package reveals shows data of people that the configuration hides from roles in lists (settings.HideCPF and its like), one by one
// and so many a day. What hides it is in package auth (Caller.Conceal), in the areas that list people and in the engine of items.
package reveals

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// keptDays is the number of days for which the numbers are kept.
const keptDays = 7

// Input names data that lists hide.
type Input struct {
	ID   int64
	Kind auth.Private
}

// Show returns what lists hide from the caller: the CPF, the address in one line, or the health condition. It returns 404
// NOT_FOUND for a person whom the caller may not see, and 429 RATE_LIMITED beyond PerDay.
func Show(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (string, error) {
	person, err := associates.FindFor(ctx, tx, by, input.ID)
	if err != nil {
		return "", err
	}
	if by.Hides(input.Kind) {
		if err := count(ctx, tx, by); err != nil {
			return "", err
		}
	}
	switch input.Kind {
	case auth.CPF:
		if person.Status == associates.Patient {
			return texts.Of(person.CPF), nil
		}
		return texts.Of(person.AssociateCPF), nil
	case auth.Address:
		return person.AddressLine(), nil
	}
	return texts.Of(person.HealthCondition), nil
}

// count counts what the operator makes visible on a day of the association's time zone, in one statement, so that requests at the
// same moment stay within the number.
func count(ctx context.Context, tx *db.DB, by auth.Caller) error {
	most, err := settings.Get(ctx, tx, PerDay)
	if err != nil {
		return err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	today := by.Now.In(zone)
	if err := tx.WithContext(ctx).Exec("delete from reveals where operator_id = ? and day < ?", by.ID, today.AddDate(0, 0, -keptDays)).
		Error; err != nil {
		return err
	}
	counted := tx.WithContext(ctx).Exec(`insert into reveals (operator_id, day, count) values (?, ?, 1)
		on conflict (operator_id, day) do update set count = reveals.count + 1 where reveals.count < ?`,
		by.ID, today.Format(time.DateOnly), most)
	if counted.Error == nil && counted.RowsAffected == 0 {
		return errs.New(errs.KindRateLimited, errs.CodeRateLimited, fmt.Sprintf("Você já mostrou %d hoje. Peça à administração.", most))
	}
	return counted.Error
}
