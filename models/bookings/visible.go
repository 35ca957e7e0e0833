// Package bookings holds the services of the association: appointments of associates and their patients with
// professionals (the `services` table). It books, changes and pays them; the calendar and the reports are not here. It
// reads associates and professionals, and has reception complete the item of the associate who waited for the
// appointment.
package bookings

import (
	"context"
	"strconv"

	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Visible limits the query to the services that the caller may see (specification, "Scoped data rules"): a partner's
// own paid services with a date; for other callers all services.
func Visible(query *db.DB, by auth.Caller) *db.DB {
	code, bound := access.PartnerCode(by)
	if !bound {
		return query
	}
	return query.Where(`services.status = 'Pagamento Concluído' and consultation_date is not null
		and professional_id in (select id from professionals where professional_code = ?)`, code)
}

// Allowed selects the services that the caller may see.
func Allowed(tx *db.DB, by auth.Caller) *db.DB {
	query := tx.Model(&Service{}).Scopes(db.Allowed(access.Can(by, "services", access.Read)))
	return Visible(query, by).Session(&db.Session{})
}

// ProfessionalID finds a professional by row id, else by professional_code. One whom the caller may not see is 404
// NOT_FOUND.
func ProfessionalID(ctx context.Context, tx *db.DB, by auth.Caller, text string) (int64, error) {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 {
		found, err := professionals.ByIDs(ctx, tx, by, []int64{id})
		if err != nil || found[id].ID == id {
			return id, err
		}
	}
	found, err := professionals.FindByCode(ctx, tx, by, text)
	return found.ID, err
}
