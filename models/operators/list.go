package operators

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// byName is the total order of every list of operators.
const byName = "fold(name || ' ' || last_name), id"

// ListInput is the query of GET /system-users and of the operators' page.
type ListInput struct {
	page.Window
	Status Status `form:"status"`
	// Q is searched in the name, and for administrators also in the e-mail.
	Q string `form:"q"`
	// InternalCode and InternalCodeEquals are the professional_code of a portal account, in the two forms of the
	// parameter.
	InternalCode       string `form:"filter[internal_code]"`
	InternalCodeEquals string `form:"filter[internal_code][_eq]"`
}

// List returns a page of the operators by name, each with the columns that the caller may read.
// Only these columns are searched. An unknown status is 400 VALIDATION_ERROR.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Record], error) {
	found, err := Select(ctx, tx, by, input)
	if err != nil {
		return page.Of[Record]{}, err
	}
	return db.ReadPage[Record](found.Scope, found.Filtered.Select(columnsFor(by)), found.Window, found.Order)
}

// Select returns the selection of List, for an answer in JSON. It returns the errors of List.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (items.Selected, error) {
	window, err := input.Normalize()
	if err == nil {
		err = checkFilter(input.Status)
	}
	return items.Selected{
		Rows: answered, Scope: rows(ctx, tx, by), Filtered: input.filter(rows(ctx, tx, by), by), Window: window, Order: byName,
	}, err
}

// Count counts the operators that the caller may see, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(rows(ctx, tx, by), by), limit)
}

// CountByStatus counts the operators that the caller may see by status; a status without operators
// is absent.
func CountByStatus(ctx context.Context, tx *db.DB, by auth.Caller) (map[Status]int, error) {
	return db.CountBy[Status](rows(ctx, tx, by), "status")
}

// FindFor returns an operator with the columns that the caller may read; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Record, error) {
	return db.First[Record](rows(ctx, tx, by).Select(columnsFor(by)).Where("id = ?", id), errs.NotFound("Operador não encontrado."))
}

// rows returns the query of the operators that the caller may see.
func rows(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return tx.WithContext(ctx).Model(&Record{}).Scopes(db.Allowed(access.Can(by, "system_users", access.Read)))
}

func (in ListInput) filter(query *db.DB, by auth.Caller) *db.DB {
	query = matching(query, by, in.Q)
	if in.Status != "" {
		query = query.Where("status = ?", in.Status)
	}
	for _, code := range []string{in.InternalCode, in.InternalCodeEquals} {
		if code != "" {
			query = query.Where("internal_code = ?", code)
		}
	}
	return query
}

// matching searches only the columns that the caller may read, so that a search does not reveal an
// e-mail.
func matching(query *db.DB, by auth.Caller, terms string) *db.DB {
	searched := "fold(name || ' ' || last_name)"
	if access.IsAdministrator(by) {
		searched = "search_text"
	}
	return db.Matching(query, searched, terms)
}

func checkFilter(status Status) error {
	if status == "" || slices.Contains(Statuses(), status) {
		return nil
	}
	return errs.Invalid("status", "deve ser pending, active ou inactive")
}

// SelectCodesNamed selects the user_code of every operator whose name contains the words, for use in other statements;
// accents and case are ignored.
func SelectCodesNamed(tx *db.DB, words string) *db.DB {
	return tx.Model(&Operator{}).Select("user_code").Where("fold(name || ' ' || last_name) like '%' || fold(?) || '%'", words)
}
