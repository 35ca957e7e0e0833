package api

import (
	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/reports"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/web"
)

// Rules that the types of services cannot express.
const (
	listingServices = "Newest first. date_from and date_to limit date_created: a day (2026-11-20) of the association's time " +
		"zone, or a moment with an offset; both are included. professional_id is the row id or the professional_code. q is " +
		"searched in names, e-mails and service_code."
	existingServices = "The query is a service_code, or a professional_id (row id or professional_code) with a consultation_date. " +
		"id is that of the service booked first, null if there is none."
	bookingRules = "All services of the body are stored, or none. They share the booking_group_code that is sent, which must be " +
		"of the same associate, or a new one. The patient must be one of the associate. The price defaults to the " +
		"professional's, else to that of their type. The open reception item of the e-mail is completed with the reason " +
		"Serviço. meta.overlaps names up to 100 services of the same professionals at the same time; with the setting " +
		"services.block_overlap these are 409 SLOT_TAKEN. professional_ids in place of items books each professional without a " +
		"date. An associate books for themselves or an own patient, once the own data are complete (403 PHASE_LOCKED), at free times " +
		"(409 SLOT_TAKEN), at most services.max_own_bookings coming ones (409 CONFLICT); everything but patient, professional, " +
		"time, observations and payment_type is then ignored and meta.overlaps is empty. A caller who may not read services is answered the ids alone."
	reportRules = "The paid services of a month (YYYY-MM, the current one if omitted), by professional and date. professional_id is the row id or the " +
		"professional_code; a Profissional has the own rows whatever it says, and status is always Pagamento Concluído. payable is what is left of the " +
		"price (price_paid if above 0, else price, else the price of the professional, else that of the type) after association_fee and, if " +
		"deduct_donation, donation; never below 0. A service on the statement of a closed month has the amounts of the statement. payable_sum " +
		"includes contested services. limit (at most 1000, which is meant if it is omitted) and offset, which meta repeats, select a window of " +
		"services; professionals and totals are always those of all: a totals.count beyond the window says that there are more."
	validationRules = "Sets or removes (null) the validation of up to 500 services, all or none. A service on the statement of a closed month is 409 CONFLICT."
	changingService = "What is left out stays as it is, null clears. Name, e-mail and type follow a new professional_id. A new " +
		"consultation_date of a service with an event needs replace_calendar_event (409 EVENT_DATE_CONFIRMATION_REQUIRED); another event_id that is sent with it stands. " +
		"meta.overlaps names the services of the same professional at the same time; with the setting services.block_overlap " +
		"a new date or professional with any is 409 SLOT_TAKEN. A service on the statement of a closed month is 409 CONFLICT. With If-Match, as the ETag of /items/services/:id says, a " +
		"service that has changed since is 412 PRECONDITION_FAILED. A caller who may not read services is answered the id alone."
)

// bookingMeta is the meta of a written service.
type bookingMeta struct {
	Overlaps []bookings.Overlap `json:"overlaps"`
}

func (a API) serviceRoutes() []web.Route {
	const root = "/api/v1/services"
	list := rows(itemSchema("services"))
	return []web.Route{
		web.GET(root+"/reports", web.Can("services", access.Read), a.reportServices).FromReplica().Expensive().Doc(reportRules),
		web.POST(root+"/reports/validate", web.CanAsStaff("services", access.Update), a.validateServices).Doc(validationRules),
		web.GET(root, web.Can("services", access.Read), a.listServices).FromReplica().ReturnsSchema(list, nil).Doc(listingServices),
		web.GET(root+"/exists", web.Can("services", access.Read), a.findExistingService).Doc(existingServices),
		web.GET(root+"/by-professional/:professional", web.Can("services", access.Read), a.listServicesByProfessional).
			ReturnsSchema(list, nil).Doc("Newest first. The professional is given by row id or professional_code."),
		web.POST(root, web.CanOrAssociate("services", access.Create), a.book).Created().Quota(bookings.OwnQuota()).Idempotent().
			Returns([]bookings.Service{}, []web.Deleted{}).Doc(bookingRules),
		web.Raw("PATCH", root+"/:id", web.Can("services", access.Update), a.changeService).Headers("If-Match").
			Takes(bookings.ChangeInput{}).Returns(bookings.Service{}, web.Deleted{}).Meta(&bookingMeta{}).Doc(changingService),
	}
}

func (a API) reportServices(r *web.Request, input reports.Input) (web.WithMeta[reports.Report, page.Meta], error) {
	report, err := reports.Find(r.Context(), a.DB, r.By, input)
	return web.WithMeta[reports.Report, page.Meta]{Data: report, Meta: report.Meta}, err
}

func (a API) validateServices(r *web.Request, input reports.ValidateInput) (reports.Validated, error) {
	return reports.Validate(r.Context(), a.DB, r.By, input)
}

func (a API) listServices(r *web.Request, input listing.Query) (web.Rows[bookings.Service], error) {
	selected, err := listing.Select(r.Context(), a.DB, r.By, input)
	return rowsOf[bookings.Service](a, r, selected), err
}

func (a API) findExistingService(r *web.Request, input listing.ExistsInput) (listing.Existence, error) {
	return listing.FindExisting(r.Context(), a.DB, r.By, input)
}

func (a API) listServicesByProfessional(r *web.Request, window page.Window) (web.Rows[bookings.Service], error) {
	selected, err := listing.SelectByProfessional(r.Context(), a.DB, r.By, r.Param("professional"), window)
	return rowsOf[bookings.Service](a, r, selected), err
}

func (a API) book(r *web.Request, input bookings.BookInput) (web.WithMeta[any, bookingMeta], error) {
	var answer web.WithMeta[any, bookingMeta]
	if err := r.RefusePreconditions(); err != nil {
		return answer, err
	}
	services, err := doIdempotent(a, r, input, func(tx *db.DB) ([]bookings.Service, error) {
		return bookings.Book(r.Context(), tx, r.By, input)
	})
	if err != nil {
		return answer, err
	}
	ids := make([]int64, len(services))
	for i, service := range services {
		ids[i] = service.ID
	}
	answer.Meta.Overlaps, err = bookings.FindOverlaps(r.Context(), a.DB, r.By, ids)
	answer.Data = services
	if r.By.Kind != auth.Associate {
		answer.Data = written(r, "services", services, idList(ids))
	}
	return answer, err
}

// changeService does the same as PATCH /items/services/:id and adds the overlaps.
func (a API) changeService(r *web.Request) error {
	req := requestFor(r, "services")
	id, err := a.change(r, req)
	if err != nil {
		return err
	}
	if items.IDOnly(r.By, req.Collection) {
		return answerIDs(r, web.Deleted{ID: id})
	}
	overlaps, err := bookings.FindOverlaps(r.Context(), a.DB, r.By, []int64{id})
	if err != nil {
		return err
	}
	return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
		row, err := a.Items.Find(r.Context(), req, id, dst)
		return web.RawJSON{Data: row.JSON, Meta: bookingMeta{overlaps}, Tag: row.Tag}, err
	})
}
