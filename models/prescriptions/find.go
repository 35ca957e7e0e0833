package prescriptions

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxOfPeople is the maximum number of prescriptions of a person and their patients on one page.
const maxOfPeople = 200

// FindFor returns a prescription that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Prescription, error) {
	return db.First[Prescription](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), errs.NotFound("Receita não encontrada."))
}

// ListByUsers lists the prescriptions of these people that the caller may see, the longest valid first, at most 200.
func ListByUsers(ctx context.Context, tx *db.DB, by auth.Caller, users ...int64) ([]Prescription, error) {
	var found []Prescription
	err := tx.WithContext(ctx).Scopes(visibleTo(by)).Where("user_id in ?", users).
		Order("valid_until desc, id desc").Limit(maxOfPeople).Find(&found).Error
	return found, err
}

// Draft returns a new prescription of a person with what it likely has: the prescriber and the items of the latest one,
// else the prescriber of the record. Its days and its file are empty. It also returns the latest one, which the new one
// would replace, with the id 0 if there is none.
func Draft(ctx context.Context, tx *db.DB, by auth.Caller, person associates.Associate) (draft, latest Prescription, err error) {
	draft.User = person.ID
	earlier, err := ListByUsers(ctx, tx, by, person.ID)
	if err != nil {
		return draft, latest, err
	}
	for _, one := range earlier {
		if one.RefusedReason == nil && one.ReplacedByID == nil {
			draft.PrescriberName, draft.Council, draft.CouncilNumber, draft.CouncilState = one.PrescriberName, one.Council, one.CouncilNumber,
				one.CouncilState
			draft.Items = one.Items
			return draft, one, nil
		}
	}
	draft.PrescriberName = texts.Of(person.Prescriber)
	if person.PrescriberCode == nil {
		return draft, latest, nil
	}
	prescriber, err := professionals.FindByCode(ctx, tx, by, *person.PrescriberCode)
	if errs.HasCode(err, errs.CodeNotFound) {
		return draft, latest, nil
	}
	draft.PrescriberName, draft.Council = prescriber.Name, texts.Of(prescriber.Council)
	draft.CouncilNumber, draft.CouncilState = texts.Of(prescriber.CouncilNumber), texts.Of(prescriber.CouncilState)
	return draft, latest, err
}

func ofUser(id int64) db.Scope {
	return func(query *db.DB) *db.DB { return query.Where("user_id = ?", id) }
}

// visibleTo limits the query to all prescriptions for a caller who may read associates, and to none otherwise.
func visibleTo(by auth.Caller) db.Scope {
	return db.Allowed(by.Kind != auth.Associate && access.Can(by, "users", access.Read))
}

// CurrentOf returns the id of the prescription of a person that counts on a day, the longest valid one; nil without one.
func CurrentOf(ctx context.Context, tx *db.DB, user int64, day civil.Date) (*int64, error) {
	var ids []int64
	err := tx.WithContext(ctx).Model(&Prescription{}).
		Where("user_id = ? and refused_reason is null and replaced_by_id is null and issued_on <= ? and valid_until >= ?", user, day, day).
		Order("valid_until desc, id desc").Limit(1).Pluck("id", &ids).Error
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return &ids[0], nil
}
