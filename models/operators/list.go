package operators

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
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
	// Q looks into the name, and for administrators into the e-mail too.
	Q string `form:"q"`
	// The account of a professional is asked for by the professional_code, in either spelling.
	InternalCode       string `form:"filter[internal_code]"`
	InternalCodeEquals string `form:"filter[internal_code][_eq]"`
}

// List gives the operators by name, each as far as the caller may see it. What a caller may
// not see is not looked into either.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Record], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Record]{}, err
	}
	if err := checkFilter(input.Status); err != nil {
		return page.Of[Record]{}, err
	}
	filtered := matching(rows(ctx, tx), by, input.Q)
	if input.Status != "" {
		filtered = filtered.Where("status = ?", input.Status)
	}
	for _, code := range []string{input.InternalCode, input.InternalCodeEquals} {
		if code != "" {
			filtered = filtered.Where("internal_code = ?", code)
		}
	}
	return db.ReadPage[Record](rows(ctx, tx), filtered.Select(columnsFor(by)), window, byName)
}

// FindFor gives one operator as far as the caller may see it; an unknown one is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Record, error) {
	return db.First[Record](rows(ctx, tx).Select(columnsFor(by)).Where("id = ?", id), errUnknown())
}

// CountByStatus counts the operators of each status; absent statuses have none.
func CountByStatus(ctx context.Context, tx *db.DB) (map[Status]int, error) {
	return db.CountBy[Status](rows(ctx, tx), "status")
}

func rows(ctx context.Context, tx *db.DB) *db.DB { return tx.WithContext(ctx).Model(&Record{}) }

// matching looks into what the caller sees: whether somebody has an e-mail is not told to
// who may not read it.
func matching(query *db.DB, by auth.Caller, words string) *db.DB {
	seen := "fold(name || ' ' || last_name)"
	if access.IsAdministrator(by) {
		seen = "search_text"
	}
	return db.Matching(query, seen, words)
}

func checkFilter(status Status) error {
	if status == "" || slices.Contains(Statuses(), status) {
		return nil
	}
	return errs.Invalid("status", "deve ser pending, active ou inactive")
}

func errUnknown() error { return errs.NotFound("Operador não encontrado.") }
