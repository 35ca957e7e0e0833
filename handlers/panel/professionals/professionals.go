// Package professionals serves the pages of the professionals.
package professionals

import (
	"context"
	"net/url"
	"time"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	visits "acolhe/models/appointments"
	"acolhe/models/bookings/listing"
	"acolhe/models/calendar"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	agendaview "acolhe/views/panel/agenda"
	view "acolhe/views/panel/professionals"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the pages of professionals.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Mail  mail.Outbox
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
	// Feeds are the addresses of the professionals' agendas.
	Feeds visits.Feeds
	// Calendar returns whether services get calendar events.
	Calendar func(context.Context) (calendar.Status, error)
}

// Numbers of rows on the page of a professional.
const (
	latestServices  = 8
	latestMovements = 20
)

var crumb = layouts.Crumb{Label: "Profissionais", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	reads, creates, changes := web.StaffCan("professionals", access.Read), web.StaffCan("professionals", access.Create),
		web.StaffCan("professionals", access.Update)
	return []web.Route{
		web.Page(view.Path, reads, p.list),
		web.Page(view.Path+"/novo", creates, p.new),
		web.Form(view.Path+"/novo", creates, p.create),
		web.Page(one, reads, p.show),
		web.Page(one+"/editar", changes, p.edit),
		web.Form(one+"/editar", changes, p.update),
		web.Form(one+"/situacao", changes, p.switchActive),
		web.Page(one+"/doacoes", reads, p.showMove),
		web.Form(one+"/doacoes", reads, p.move),
		web.Form(one+"/portal", reads, p.invite),
		web.Form(one+"/contestacoes", reads, p.removeContest),
		web.Page(one+"/agenda", changes, p.showRenew),
		web.Form(one+"/agenda", changes, p.renew),
	}
}

type pages = form.Pages[professionals.Professional, professionals.RegisterInput, professionals.ChangeInput]

// with calls a handler of the form, which offers the configured types and the calendars of the connected account.
func (p Pages) with(r *web.Request, serve func(pages, *web.Request) error) error {
	types, err := catalog.Types(r.Context(), p.DB)
	if err != nil {
		return err
	}
	calendars, err := calendar.Listed(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return serve(p.form(types, calendars), r)
}

func (p Pages) new(r *web.Request) error    { return p.with(r, pages.New) }
func (p Pages) create(r *web.Request) error { return p.with(r, pages.Create) }
func (p Pages) edit(r *web.Request) error   { return p.with(r, pages.Edit) }
func (p Pages) update(r *web.Request) error { return p.with(r, pages.Update) }

func (p Pages) form(types []catalog.Type, calendars []calendar.Calendar) pages {
	return pages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(types, calendars), Crumbs: []layouts.Crumb{crumb},
		Find: professionals.FindFor, Add: professionals.Register, Change: professionals.Change,
		Target:   func(input *professionals.ChangeInput, id int64) { input.ID = id },
		Defaults: func() professionals.Professional { return professionals.Professional{Active: true} },
		Added:    func(added professionals.Professional) string { return added.Name + " faz parte dos profissionais." },
		Changed:  func(professionals.Professional) string { return "Alterações salvas." },
		Next:     func(row professionals.Professional) string { return view.Href(row.ID) },
	}
}

func (p Pages) show(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	return p.render(r, view.PageData{Professional: professional})
}

func (p Pages) row(r *web.Request) (professionals.Professional, error) {
	return p.form(nil, nil).Row(r)
}

// switchActive handles the buttons that deactivate and reactivate; a deactivation can be undone.
func (p Pages) switchActive(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	switch posted.Or("active", "") {
	case "true":
		if err := professionals.Reactivate(r.Context(), p.DB, r.By, professionals.Deactivated{ID: professional.ID}); err != nil {
			return p.render(r, view.PageData{Professional: professional, Refused: err})
		}
		r.Notify("Profissional reativado.")
	case "false":
		undoID, err := professionals.DeactivateWithUndo(r.Context(), p.DB, r.By, professional.ID)
		if err != nil {
			return p.render(r, view.PageData{Professional: professional, Refused: err})
		}
		r.NotifyUndo("Profissional desativado.", undo.Href(undoID))
	default:
		return errs.Invalid("active", "escolha se o profissional está ativo")
	}
	return r.Redirect(view.Href(professional.ID))
}

func (p Pages) showMove(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	return p.renderMove(r, view.MoveData{Professional: professional})
}

func (p Pages) move(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := professionals.MoveInput{}
	refused := posted.Bind(&input)
	if refused == nil {
		input.ID = professional.ID
		if posted.Or("direction", view.Enters) == view.Leaves {
			input.Amount = money.Zero.Sub(input.Amount)
		}
		_, refused = form.Once(r, p.DB, posted, input, func(tx *db.DB) (professionals.Balance, error) {
			return professionals.MoveDonations(r.Context(), tx, r.By, input)
		})
	}
	if refused != nil {
		return p.renderMove(r, view.MoveData{Professional: professional, Typed: posted, Refused: refused})
	}
	r.Notify("Movimento registrado.")
	return r.Redirect(view.Href(professional.ID))
}

func (p Pages) renderMove(r *web.Request, data view.MoveData) error {
	data.Key = form.KeyOf(data.Typed, data.Refused)
	around, err := p.Frame(r, "Movimentar doações", crumb, layouts.Crumb{Label: data.Professional.Name, Href: view.Href(data.Professional.ID)})
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.MovePage(around, data))
}

// invite sends the first or a further invite to the portal. Without mail the page shows the link once.
func (p Pages) invite(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	account, err := operators.PortalOf(r.Context(), p.DB, r.By, professional.Code)
	if err != nil {
		return err
	}
	invites, send := operators.Invites{Mail: p.Mail, BaseURL: p.BaseURL}, operators.Invites.OpenPortal
	if account != nil {
		send = operators.Invites.ResendPortal
	}
	granted, err := send(invites, r.Context(), p.DB, r.By, professional.ID)
	if err != nil {
		return p.render(r, view.PageData{Professional: professional, Refused: err})
	}
	if !p.Mail.Configured {
		return p.render(r, view.PageData{Professional: professional, InviteURL: granted.InviteURL})
	}
	frame.NotifyInvite(r, p.Mail, granted.EmailStatus, *professional.Email)
	return r.Redirect(view.Href(professional.ID))
}

// removeContest handles the button that removes a contest, which can be undone.
func (p Pages) removeContest(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := professionals.RemoveContestInput{}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.ID = professional.ID
	if input.Date, err = time.Parse(time.RFC3339Nano, posted.Or("date", "")); err != nil {
		return errs.NotFound("Contestação não encontrada.")
	}
	undoID, err := professionals.RemoveContestWithUndo(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	r.NotifyUndo("Contestação removida.", undo.Href(undoID))
	return r.Redirect(r.CameFrom(view.Href(professional.ID)))
}

func (p Pages) render(r *web.Request, data view.PageData) error {
	around, err := p.Frame(r, data.Professional.Name, crumb)
	if err != nil {
		return err
	}
	data.CanChange = access.CanOpen(r.By, "professionals", access.Update)
	if err := p.complete(r, &data); err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, data.Refused != nil
	return r.RenderForm(data.Refused, view.Page(around, data))
}

// complete reads the calendars, the services, the ledger and the account at the portal.
func (p Pages) complete(r *web.Request, data *view.PageData) (err error) {
	if data.Calendars, err = calendar.Listed(r.Context(), p.DB); err != nil {
		return err
	}
	if data.Events.Status, err = p.Calendar(r.Context()); err != nil {
		return err
	}
	data.Events.CanReconnect = access.IsAdministrator(r.By)
	if access.CanOpen(r.By, "services", access.Read) {
		latest, err := listing.LatestOf(r.Context(), p.DB, r.By, data.Professional.ID, latestServices)
		if err != nil {
			return err
		}
		data.Latest, data.ServiceHref, data.ServicesHref = &latest, agendaview.Href, agendaview.OfProfessionalHref(data.Professional.ID)
		if data.CanChange {
			if data.Feed, err = p.Feeds.Find(r.Context(), r.By, data.Professional.ID); err != nil {
				return err
			}
		}
	}
	limit := latestMovements
	if data.Movements, err = professionals.ListMovements(r.Context(), p.DB, r.By, data.Professional.ID,
		page.Window{Limit: &limit}); err != nil {
		return err
	}
	if data.Portal, err = operators.PortalOf(r.Context(), p.DB, r.By, data.Professional.Code); err != nil || data.Portal == nil {
		return err
	}
	data.Invite, err = mail.Latest(r.Context(), p.DB, mail.Invite.Kind, data.Portal.Email)
	return err
}
