// Package bookings holds the services of the association: appointments of associates and their patients with
// professionals (the `services` table). It books, changes and pays them; the calendar and the reports are not here. It
// reads associates and professionals, and has reception complete the item of the associate who waited for the
// appointment.
package bookings

import (
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// visible limits the query to the services that the caller may see (specification, "Scoped data rules"): a partner's
// own paid services with a date; for other callers all services.
func visible(query *db.DB, by auth.Caller) *db.DB {
	code, bound := access.PartnerCode(by)
	if !bound {
		return query
	}
	return query.Where(`services.status = 'Pagamento Concluído' and consultation_date is not null
		and professional_id in (select id from professionals where professional_code = ?)`, code)
}
