// Package commissions finds the paid services with a date, of which professionals get a commission: what their reports list, validate and
// put on the statement of a month. The amounts are computed by package reports.
package commissions

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// maxReported is the maximum number of services that are read at once.
const maxReported = 20_000

// Input selects the paid services of a period.
type Input struct {
	civil.Span
	// Professional is a row id or a professional_code; empty means all.
	Professional string
	// Search selects the service with this number, or those whose associate, patient and code contain each word.
	Search string
	// Validation selects services with this validation, an empty one those without; nil means all.
	Validation *bookings.Validation
}

// List returns the paid services of the period that the caller may see, by professional and date.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input Input) ([]bookings.Service, error) {
	query, err := Select(ctx, tx, by, input)
	if err != nil {
		return nil, err
	}
	services := []bookings.Service{}
	err = query.Order("(select fold(name) from professionals where id = professional_id), professional_id, consultation_date, services.id").
		Limit(maxReported).Find(&services).Error
	return services, err
}

// Page returns a window of the paid services of these professionals, in their order and by date.
func Page(ctx context.Context, tx *db.DB, by auth.Caller, input Input, window Window) ([]bookings.Service, error) {
	query, err := Select(ctx, tx, by, input)
	if err != nil || window.Limit == 0 || len(window.IDs) == 0 {
		return []bookings.Service{}, err
	}
	services := []bookings.Service{}
	query = db.Unprepared(query).Where("professional_id in ?", window.IDs)
	if len(window.IDs) > 1 {
		const order = "array_position(array[?]::bigint[], professional_id), consultation_date, id"
		query = query.Order(clause.OrderBy{Expression: clause.Expr{SQL: order, Vars: []any{window.IDs}, WithoutParentheses: true}})
	} else {
		query = query.Order("consultation_date, id")
	}
	err = query.Limit(window.Limit).Offset(window.Offset).Find(&services).Error
	return services, err
}

// Window is a window of the services of some professionals.
type Window struct {
	IDs           []int64
	Limit, Offset int
}

// CountBefore returns the number of matching services of the professional of a service that come before it.
func CountBefore(ctx context.Context, tx *db.DB, by auth.Caller, input Input, service bookings.Service) (int, error) {
	query, err := Select(ctx, tx, by, input)
	if err != nil {
		return 0, err
	}
	var before int64
	err = query.Where("professional_id = ? and (consultation_date, id) < (?, ?)", service.ProfessionalID, service.ConsultationDate,
		service.ID).Count(&before).Error
	return int(before), err
}

// Lock is List and locks the services, to put them on a statement.
func Lock(ctx context.Context, tx *db.DB, by auth.Caller, input Input) ([]bookings.Service, error) {
	query, err := Select(ctx, tx, by, input)
	if err != nil {
		return nil, err
	}
	services := []bookings.Service{}
	err = query.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Order("id").Limit(maxReported).Find(&services).Error
	return services, err
}

// maxContested is the maximum number of contested services that are listed.
const maxContested = 1000

// ListContested returns the consultation dates of the contested services that the caller may see and no statement has,
// the earliest first.
func ListContested(ctx context.Context, tx *db.DB, by auth.Caller) (dates []time.Time, err error) {
	err = SelectContested(tx.WithContext(ctx), by).Order("consultation_date, id").Limit(maxContested).Pluck("consultation_date", &dates).Error
	return dates, err
}

// SelectContested selects the services of ListContested, for use in other statements. The values are part of the text, so
// that a kept plan uses the index of contested services.
func SelectContested(tx *db.DB, by auth.Caller) *db.DB {
	const condition = "commission_validation = '" + string(bookings.Contested) + "' and status = '" + string(bookings.Paid) + "' and consultation_date is not null and statement_id is null"
	return bookings.Allowed(tx, by).Where(condition)
}

// SetStatement puts services on a statement, or takes them off all with nil.
func SetStatement(tx *db.DB, ids []int64, statement *int64) error {
	return tx.Model(&bookings.Service{}).Where("id in ?", ids).UpdateColumns(map[string]any{"statement_id": statement}).Error
}

// Select selects the paid services of the period that the caller may see, for use in other statements.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (*db.DB, error) {
	// The status is no parameter, so that a plan for any values reads the index of paid services.
	query := bookings.Allowed(tx.WithContext(ctx), by).
		Where("status = '"+string(bookings.Paid)+"' and consultation_date >= ? and consultation_date < ?", input.From, input.To)
	if _, bound := access.PartnerCode(by); !bound && input.Professional != "" {
		id, err := bookings.ProfessionalID(ctx, tx, by, input.Professional)
		if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
			return nil, err
		}
		query = query.Where("professional_id = ?", id)
	}
	if number, err := strconv.ParseInt(strings.TrimPrefix(input.Search, "nº "), 10, 64); err == nil {
		query = query.Where("services.id = ?", number)
	} else if input.Search != "" {
		query = db.Matching(query, "fold(associate_name || ' ' || coalesce(patient_name, '') || ' ' || service_code)", input.Search)
	}
	if input.Validation != nil {
		query = query.Where("coalesce(commission_validation, '') = ?", *input.Validation)
	}
	return query.Session(&db.Session{}), nil
}

// Find returns a paid service with a date that the caller may see; any other is 404 NOT_FOUND.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (bookings.Service, error) {
	query := bookings.Allowed(tx.WithContext(ctx), by).Where("id = ? and status = ? and consultation_date is not null", id, bookings.Paid)
	return db.First[bookings.Service](query, errs.NotFound("Serviço não encontrado."))
}

// SetValidation sets the validation of services, nil for none, and returns those that changed, as they were. It locks
// the rows. Unless the caller may see all of them it returns 404 NOT_FOUND, and 409 CONFLICT if one is on a
// statement; then nothing changes.
func SetValidation(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64, validation *bookings.Validation) (before []bookings.Service, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		ids = slices.Compact(slices.Sorted(slices.Values(ids)))
		before, err = lockAll(ctx, tx, by, ids)
		if err != nil {
			return err
		}
		before = slices.DeleteFunc(before, func(s bookings.Service) bool { return sameValidation(s.CommissionValidation, validation) })
		changing := make([]int64, len(before))
		for i, service := range before {
			if err := service.RefuseClosed(tx); err != nil {
				return err
			}
			changing[i] = service.ID
		}
		return tx.Model(&bookings.Service{}).Where("id in ?", changing).
			UpdateColumns(map[string]any{"commission_validation": validation, "date_updated": by.Now}).Error
	})
	return before, err
}

// lockAll locks the services in the order of their ids, so that concurrent batches do not deadlock. Who may change services may
// not read them always.
func lockAll(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) ([]bookings.Service, error) {
	services := []bookings.Service{}
	visible := bookings.Visible(tx.WithContext(ctx).Model(&bookings.Service{}), by)
	err := visible.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Where("id in ?", ids).Order("id").Find(&services).Error
	if err == nil && len(services) != len(ids) {
		err = errs.NotFound("Serviço não encontrado.")
	}
	return services, err
}

func sameValidation(a, b *bookings.Validation) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
