package api

import (
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"acolhe/models/bookings/listing"
	"acolhe/models/operators"
	"acolhe/models/platform/items"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/web"
)

// Rules that the types of professionals cannot express.
const (
	professionalRules = "type is an active one of /configs/services/professional-types. Without professional_code one is generated; without " +
		"consultation_price the default price of the type is stored."
	professionalChanges = "What is left out stays as it is, null clears. A Profissional changes only phone and payment_details of the own record. The code " +
		"never changes, the balance only through /donation-balance. With If-Match, as the ETag of /professionals/:id says, a record that has " +
		"changed since is 412 PRECONDITION_FAILED."
	deactivationRules = "Sets active to false; services keep the professional. DELETE /items/professionals/:id removes the row, which is 409 " +
		"HAS_LINKED_RECORDS while services are linked."
	listingProfessionals = "By name. calendar is null while no calendar is connected. bookable=true lists those with whom an associate may make an " +
		"appointment, the active ones. An associate asks with bookable=true and nothing else, and is answered id, name, type, council and the price of an appointment."
	freeTimes = "The times within the weekly hours of an active professional that no service takes, soonest first and in UTC, also for an associate: those of days days " +
		"(1 to 60, 14 if omitted) from the civil day from (2026-11-20) of the association's time zone on, or from today."
	donationRules = "amount is a movement in reais, positive or negative, kept with its reason; a balance below 0 is 409 CONFLICT. A professional's own " +
		"access and a partner's token are 403."
	portalRules = "Creates an operator with the sole role Profissional and an invite of 7 days, which invite_url opens. The answer waits up to 10 s for the " +
		"first attempt to send the mail: email_status is sent, failed (the mail goes on being tried) or module_not_configured. 409 CONFLICT for an inactive professional and for one with an account."
	resendRules  = "The earlier invite is no longer valid. 409 CONFLICT for an account with a password."
	contestRules = "Adds an entry to contest_reports; the server sets its date. A Profissional only on the own record. data is the professional's " +
		"contest_reports."
	typeRules = "Replaces the catalogue. Ids are unique; prefer active false to leaving out an id in use. An omitted active is true."
)

func (a API) professionalRoutes() []web.Route {
	const (
		all     = "/api/v1/professionals"
		one     = all + "/:id"
		configs = "/api/v1/configs/services"
	)
	read, change, staff := web.Can("professionals", access.Read), web.Can("professionals", access.Update), web.StaffOf("professionals")
	return []web.Route{
		web.GET(all, web.CanOrAnyAssociate("professionals", access.Read).Asking("bookable", "true"), a.listProfessionals).
			Returns([]professionals.Listed{}, []professionals.Bookable{}).Doc(listingProfessionals),
		web.GET(one+"/free-times", web.CanOrAnyAssociate("professionals", access.Read), a.listFreeTimes).Doc(freeTimes),
		web.POST(all, web.Can("professionals", access.Create), a.registerProfessional).Created().
			Returns(professionals.Listed{}, web.Deleted{}).Doc(professionalRules),
		web.Raw("GET", one, read, a.showProfessional).Returns(professionals.Listed{}),
		web.Raw("PATCH", one, change, a.changeProfessional).
			Headers("If-Match").Takes(professionals.ChangeInput{}).Returns(professionals.Listed{}, web.Deleted{}).Doc(professionalChanges),
		web.DELETE(one, web.Can("professionals", access.Delete), a.deactivateProfessional).Doc(deactivationRules),
		web.PATCH(one+"/donation-balance", staff, a.moveDonations).Doc(donationRules),
		web.POST(one+"/portal-access", staff, a.openPortal).Created().Doc(portalRules),
		web.POST(one+"/portal-access/resend", staff, a.resendPortal).Doc(resendRules),
		web.POST(one+"/contest-reports", web.CanOrStaff("professionals", access.Update), a.addContest).Created().Doc(contestRules),
		web.DELETE(one+"/contest-reports/:index", staff, a.removeContest).
			Doc("index is the position in contest_reports, from 0. data is the professional's contest_reports."),
		web.GET(configs+"/professional-types", read, a.listProfessionalTypes),
		web.PUT(configs+"/professional-types", web.Administrator(), a.saveProfessionalTypes).Doc(typeRules),
		web.GET(configs+"/report-settings", read, a.showReportSettings),
		web.PUT(configs+"/report-settings", web.Administrator(), a.saveReportSettings),
	}
}

func (a API) listProfessionals(r *web.Request, input professionals.ListInput) (web.Rows[professionals.Listed], error) {
	if r.By.Kind == auth.Associate {
		return a.listBookable(r, input)
	}
	selected, err := professionals.Select(r.Context(), a.DB, r.By, input)
	return rowsOf[professionals.Listed](a, r, selected), err
}

// listBookable answers an associate: the professionals with whom they may make an appointment.
func (a API) listBookable(r *web.Request, input professionals.ListInput) (web.Rows[professionals.Listed], error) {
	if !reflect.DeepEqual(input, professionals.ListInput{Bookable: true}) {
		return nil, errs.Invalid("query", "com bookable=true não há outros filtros")
	}
	found, err := professionals.ListBookable(r.Context(), a.DB)
	if err != nil {
		return nil, err
	}
	return func(dst []byte) (web.RawJSON, error) {
		encoded, err := json.Marshal(found)
		return web.RawJSON{Data: append(dst, encoded...), Meta: page.Meta{Limit: len(found)}}, err
	}, nil
}

// listFreeTimes lists the free times of a professional.
func (a API) listFreeTimes(r *web.Request, query listing.FreeQuery) ([]time.Time, error) {
	var err error
	if query.Professional, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	return listing.ListFreeTimes(r.Context(), a.DB, r.By, query)
}

func (a API) registerProfessional(r *web.Request, input professionals.RegisterInput) (any, error) {
	professional, err := professionals.Register(r.Context(), a.DB, r.By, input)
	if err != nil || items.IDOnly(r.By, "professionals") {
		return web.Deleted{ID: professional.ID}, err
	}
	row, err := a.Items.Find(r.Context(), requestFor(r, "professionals"), professional.ID, nil)
	return json.RawMessage(row.JSON), err
}

// showProfessional does the same as GET /items/professionals/:id.
func (a API) showProfessional(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	return a.answerRow(r, requestFor(r, "professionals"), id)
}

// changeProfessional does the same as PATCH /items/professionals/:id.
func (a API) changeProfessional(r *web.Request) error {
	return a.update(r, requestFor(r, "professionals"))
}

func (a API) deactivateProfessional(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	return web.Deleted{ID: id}, professionals.Deactivate(r.Context(), a.DB, r.By, id)
}

func (a API) moveDonations(r *web.Request, input professionals.MoveInput) (professionals.Balance, error) {
	var err error
	if input.ID, err = r.ParamID("id"); err != nil {
		return professionals.Balance{}, err
	}
	return professionals.MoveDonations(r.Context(), a.DB, r.By, input)
}

func (a API) addContest(r *web.Request, input professionals.ContestInput) ([]professionals.Contest, error) {
	var err error
	if input.ID, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	changed, err := professionals.AddContest(r.Context(), a.DB, r.By, input)
	return changed.Contests(), err
}

func (a API) removeContest(r *web.Request, _ web.None) ([]professionals.Contest, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return nil, err
	}
	index, err := strconv.Atoi(r.Param("index"))
	if err != nil || strconv.Itoa(index) != r.Param("index") {
		return nil, errs.NotFound("Contestação não encontrada.")
	}
	changed, err := professionals.RemoveContest(r.Context(), a.DB, r.By, professionals.RemoveContestInput{ID: id, Index: index})
	return changed.Contests(), err
}

func (a API) openPortal(r *web.Request, _ web.None) (operators.PortalAccess, error) {
	return byID(r, func(id int64) (operators.PortalAccess, error) {
		return a.invites().OpenPortal(r.Context(), a.DB, r.By, id)
	})
}

func (a API) resendPortal(r *web.Request, _ web.None) (operators.PortalAccess, error) {
	return byID(r, func(id int64) (operators.PortalAccess, error) {
		return a.invites().ResendPortal(r.Context(), a.DB, r.By, id)
	})
}

func (a API) listProfessionalTypes(r *web.Request, _ web.None) ([]catalog.Type, error) {
	return catalog.Types(r.Context(), a.DB)
}

func (a API) saveProfessionalTypes(r *web.Request, types []catalog.TypeInput) ([]catalog.Type, error) {
	return catalog.Save(r.Context(), a.DB, r.By, types)
}

func (a API) showReportSettings(r *web.Request, _ web.None) (catalog.ReportSettings, error) {
	return catalog.FindReportSettings(r.Context(), a.DB)
}

func (a API) saveReportSettings(r *web.Request, input catalog.ReportSettingsInput) (catalog.ReportSettings, error) {
	return catalog.SaveReportSettings(r.Context(), a.DB, r.By, input)
}
