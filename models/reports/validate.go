package reports

import (
	"context"
	"fmt"
	"slices"

	"acolhe/models/bookings"
	"acolhe/models/bookings/commissions"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// maxBatch is the maximum number of services that are validated at once.
const maxBatch = 500

// ValidateInput is the body of POST /services/reports/validate. A validation of null removes it.
type ValidateInput struct {
	IDs        []int64                          `json:"ids" form:"ids"`
	Validation patch.Field[bookings.Validation] `json:"commission_validation" form:"commission_validation"`
}

// Required names the members that must be sent.
func (ValidateInput) Required() []string { return []string{"ids", "commission_validation"} }

// Validated is the answer to a validation: the services that now have it.
type Validated struct {
	IDs []int64 `json:"ids"`
}

// Validate sets the validation of services, all or none. It returns 400 VALIDATION_ERROR for wrong fields, 403 FORBIDDEN
// for a caller who may not change services, 404 NOT_FOUND for a service that the caller may not see, and 409
// CONFLICT for one on a statement.
func Validate(ctx context.Context, tx *db.DB, by auth.Caller, input ValidateInput) (Validated, error) {
	_, err := validate(ctx, tx, by, input)
	return Validated{IDs: input.IDs}, err
}

// ValidationUndo is the kind of undo of a validation.
const ValidationUndo undo.Kind = "services.validate"

// Replaced are the services whose validation was replaced by After; Before has their earlier one, empty for none.
type Replaced struct {
	After  bookings.Validation           `json:"after"`
	Before map[int64]bookings.Validation `json:"before"`
}

// ValidateWithUndo is Validate, and returns the id of the undo.
func ValidateWithUndo(ctx context.Context, tx *db.DB, by auth.Caller, input ValidateInput) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := validate(ctx, tx, by, input)
		if err != nil {
			return err
		}
		undoID, err = keepUndo(ctx, tx, by, input.Validation.Value, before)
		return err
	})
	return undoID, err
}

// maxApproved is the maximum number of services that are approved at once.
const maxApproved = 5000

// ApproveAll approves the services of a selection that have no validation and no statement, and returns how many there
// were and the id of the undo. It returns the errors of Validate, and 409 CONFLICT if there is none or too many.
func ApproveAll(ctx context.Context, tx *db.DB, by auth.Caller, selection Selection) (count int, undoID int64, err error) {
	if err := requireValidate(by); err != nil {
		return 0, 0, err
	}
	selection.Validation = new(bookings.Validation(""))
	overview, err := FindOverview(ctx, tx, by, selection)
	if err != nil {
		return 0, 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		query, err := commissions.Select(ctx, tx, by, overview.input)
		if err != nil {
			return err
		}
		var ids []int64
		if err := query.Where("statement_id is null").Order("id").Limit(maxApproved+1).Pluck("id", &ids).Error; err != nil {
			return err
		}
		if len(ids) == 0 || len(ids) > maxApproved {
			return errs.Conflict(errs.CodeConflict, "Não há serviços a conferir aqui, ou há mais de 5.000. Atualize a página.")
		}
		before, err := commissions.SetValidation(ctx, tx, by, ids, new(bookings.Approved))
		if err != nil {
			return err
		}
		count = len(before)
		undoID, err = keepUndo(ctx, tx, by, bookings.Approved, before)
		return err
	})
	return count, undoID, err
}

// keepUndo stores the earlier validations of services.
func keepUndo(ctx context.Context, tx *db.DB, by auth.Caller, after bookings.Validation, before []bookings.Service) (int64, error) {
	replaced := Replaced{After: after, Before: map[int64]bookings.Validation{}}
	for _, service := range before {
		replaced.Before[service.ID] = textOf(service.CommissionValidation)
	}
	return undo.Keep(ctx, tx, by, ValidationUndo, replaced)
}

// UndoValidate restores the earlier validations. If one of the services was validated again since, nothing changes and it
// returns 409 CONFLICT.
func UndoValidate(ctx context.Context, tx *db.DB, by auth.Caller, input Replaced) error {
	groups := map[bookings.Validation][]int64{}
	for id, validation := range input.Before {
		groups[validation] = append(groups[validation], id)
	}
	for validation, ids := range groups {
		before, err := commissions.SetValidation(ctx, tx, by, ids, optional(validation))
		if err != nil {
			return err
		}
		for _, service := range before {
			if textOf(service.CommissionValidation) != input.After {
				return errs.Conflict(errs.CodeConflict, "O serviço "+service.ServiceCode+" mudou depois. Nada foi desfeito.")
			}
		}
	}
	return nil
}

// validate validates the input, sets the validation and returns the services that changed, as they were.
func validate(ctx context.Context, tx *db.DB, by auth.Caller, input ValidateInput) ([]bookings.Service, error) {
	if err := requireValidate(by); err != nil {
		return nil, err
	}
	if err := input.validate(); err != nil {
		return nil, err
	}
	return commissions.SetValidation(ctx, tx, by, input.IDs, optional(input.Validation.Value))
}

func (in ValidateInput) validate() error {
	var problems errs.Problems
	problems.Require(len(in.IDs) > 0 && len(in.IDs) <= maxBatch, "ids", fmt.Sprintf("escolha de 1 a %d serviços", maxBatch))
	validation := in.Validation
	isKnown := validation.Null || slices.Contains(validation.Value.Values(), string(validation.Value))
	problems.Require(validation.Sent && isKnown, "commission_validation", "deve ser approved, contested ou null")
	return problems.Err()
}

// requireValidate returns nil for callers who may change services. A professional's own access may not.
func requireValidate(by auth.Caller) error { return access.Require(by, "services", access.Update) }

func optional(validation bookings.Validation) *bookings.Validation {
	if validation == "" {
		return nil
	}
	return &validation
}

func textOf(validation *bookings.Validation) bookings.Validation {
	if validation == nil {
		return ""
	}
	return *validation
}
