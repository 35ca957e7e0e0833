// Package operators serves the pages of the accounts of the staff.
package operators

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"acolhe/handlers/admin/professionals"
	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/secondfactor"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
	view "acolhe/views/admin/operators"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/web"
)

// Pages serves the pages of operators.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Mail  mail.Outbox
	// Factors resets the second factor of a colleague.
	Factors secondfactor.Factors
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
}

var crumb = layouts.Crumb{Label: "Operadores", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.Path+"/novo", web.Administrator(), p.new),
		web.Form(view.Path+"/novo", web.Administrator(), p.invite),
		web.Page(view.RolesPath, web.Administrator(), p.showRoles),
		web.Page(one, web.Administrator(), p.edit),
		web.Form(one, web.Administrator(), p.update),
		web.Form(one+"/convite", web.Administrator(), p.resendInvite),
		web.Form(one+"/situacao", web.Administrator(), p.changeStatus),
		web.Form(one+view.StepSlug, web.Administrator(), p.resetSecondStep),
		web.Form(one+"/excluir", web.Administrator(), p.remove),
	}
}

func (p Pages) list(r *web.Request) error {
	return list.Pages[operators.Record, operators.ListInput]{DB: p.DB, Frame: p.Frame, List: accounts(r.By),
		Complete: func(_ *web.Request, state *listview.State, _ []operators.Record, _ listview.Query[operators.ListInput]) error {
			state.Actions = view.HeadActions()
			return nil
		}}.Show(r)
}

// accounts returns the list of operators for the caller. Under a search each tab is counted separately.
func accounts(by auth.Caller) list.List[operators.Record, operators.ListInput] {
	return list.List[operators.Record, operators.ListInput]{Definition: view.List(by), Find: operators.List, Count: operators.Count,
		CountTabs: func(ctx context.Context, tx *db.DB, by auth.Caller, input operators.ListInput) (map[string]page.Counted, error) {
			if input.Q != "" {
				return nil, nil
			}
			counts, err := operators.CountByStatus(ctx, tx, by)
			return view.TabCounts(counts), err
		}}
}

func (p Pages) showRoles(r *web.Request) error {
	around, err := p.Frame(r, "Papéis", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.Roles(around))
}

func (p Pages) new(r *web.Request) error { return p.form(r.By).New(r) }

func (p Pages) edit(r *web.Request) error { return p.form(r.By).Edit(r) }

func (p Pages) update(r *web.Request) error { return p.form(r.By).Update(r) }

type pages = form.Pages[view.Account, operators.AddInput, operators.ChangeInput]

// form returns the form of an operator for the caller. The form of a new one is posted to invite.
func (p Pages) form(by auth.Caller) pages {
	return pages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(p.Mail.Configured), Crumbs: []layouts.Crumb{crumb}, Find: find, Defaults: view.NewAccount,
		Change: func(ctx context.Context, tx *db.DB, by auth.Caller, input operators.ChangeInput) (view.Account, error) {
			changed, err := operators.Accounts{Mail: p.Mail}.Change(ctx, tx, by, input)
			return view.Account{Record: changed}, err
		},
		Target:  func(input *operators.ChangeInput, id int64) { input.ID = id },
		Prepare: p.prepare,
		Complete: func(r *web.Request, state *formview.State[view.Account]) (err error) {
			if !state.IsNew {
				if state.Row.IsLast, err = operators.IsLastAdministrator(r.Context(), p.DB, state.Row.ID); err != nil {
					return err
				}
				if state.Row.Invite, err = mail.Latest(r.Context(), p.DB, mail.Invite.Kind, state.Row.Email); err != nil {
					return err
				}
				state.Removal = view.Removal(&state.Row, by)
			}
			state.Around = view.Around(*state, by, p.Mail.Configured)
			return nil
		},
		Changed: func(view.Account) string { return "Alterações salvas." },
		Next:    func(changed view.Account) string { return pageAfter(by, changed.Record) },
	}
}

// find reads an operator, with the name of the professional to whom an account of the portal belongs.
func find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (view.Account, error) {
	record, err := operators.FindFor(ctx, tx, by, id)
	account := view.Account{Record: record}
	if err != nil || record.InternalCode == nil {
		return account, err
	}
	account.Professional = *record.InternalCode
	professional, exists, err := professionals.Find(ctx, tx, by, *record.InternalCode)
	if exists {
		account.Professional = professional.Name
	}
	return account, err
}

// prepare drops the code of a professional unless the account is one of the portal. Without scripts the professional is
// typed text, resolved here.
func (p Pages) prepare(r *web.Request, posted web.FormData) error {
	if !slices.Contains(posted.Values("permissions"), string(auth.Profissional)) {
		delete(posted, "internal_code")
		return nil
	}
	typed := posted.Or("internal_code_texto", "")
	if posted.Or("internal_code", "") != "" || strings.TrimSpace(typed) == "" {
		return nil
	}
	code, err := professionals.CodeOf(r.Context(), p.DB, r.By, typed)
	if err == nil {
		posted["internal_code"] = []string{code}
	}
	return err
}

// invite handles the form of a new operator. Without mail the answer shows the link, which no other page shows.
func (p Pages) invite(r *web.Request) error {
	form := p.form(r.By)
	var input operators.AddInput
	posted, refused, err := form.Read(r, &input)
	if err != nil {
		return err
	}
	if refused == nil {
		invited, err := p.invites().Add(r.Context(), p.DB, r.By, input)
		if err == nil {
			return p.showInvite(r, invited)
		}
		refused = err
	}
	return form.Render(r, formview.State[view.Account]{Row: view.NewAccount(), IsNew: true, Typed: posted, Refused: refused})
}

func (p Pages) resendInvite(r *web.Request) error {
	account, err := p.form(r.By).Row(r)
	if err != nil {
		return err
	}
	invited, err := p.invites().Resend(r.Context(), p.DB, r.By, account.ID)
	if err != nil {
		return p.refuse(r, account, err)
	}
	return p.showInvite(r, invited)
}

// showInvite reports what became of the mail, or shows the link to pass on.
func (p Pages) showInvite(r *web.Request, invited operators.Invited) error {
	if p.Mail.Configured {
		frame.NotifyInvite(r, p.Mail, invited.Delivery.EmailStatus, invited.Record.Email)
		return r.Redirect(view.Path)
	}
	around, err := p.Frame(r, "Convite de "+invited.Record.FullName(), crumb)
	if err != nil {
		return err
	}
	return r.Render(view.Invited(around, invited, around.Now))
}

// changeStatus handles the buttons that deactivate and reactivate.
func (p Pages) changeStatus(r *web.Request) error {
	account, err := p.form(r.By).Row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	wanted := operators.Status(posted.Or("status", ""))
	changed, err := operators.Accounts{Mail: p.Mail}.Change(r.Context(), p.DB, r.By,
		operators.ChangeInput{ID: account.ID, Fields: operators.Fields{Status: patch.Of(wanted)}})
	if err != nil {
		return p.refuse(r, account, err)
	}
	r.Notify(map[operators.Status]string{operators.Active: "Conta reativada.", operators.Inactive: "Conta desativada."}[wanted])
	return r.Redirect(pageAfter(r.By, changed))
}

// resetSecondStep removes the second step of a colleague who has lost the app and the codes.
func (p Pages) resetSecondStep(r *web.Request) error {
	account, err := p.form(r.By).Row(r)
	if err != nil {
		return err
	}
	if err := p.Factors.Reset(r.Context(), p.DB, r.By, account.ID); err != nil {
		return p.refuse(r, account, err)
	}
	r.Notify("Segunda etapa de " + account.FullName() + " apagada.")
	return r.Redirect(ui.RowHref(view.Path, account.ID))
}

func (p Pages) remove(r *web.Request) error {
	account, err := p.form(r.By).Row(r)
	if err != nil {
		return err
	}
	if err := operators.Remove(r.Context(), p.DB, r.By, account.ID); err != nil {
		return p.refuse(r, account, err)
	}
	r.Notify("Conta de " + account.FullName() + " excluída.")
	return r.Redirect(view.Path)
}

// refuse shows the account with the error.
func (p Pages) refuse(r *web.Request, account view.Account, refused error) error {
	return p.form(r.By).Render(r, formview.State[view.Account]{Row: account, Refused: refused})
}

// pageAfter returns the page of the account, or the start page if callers removed their own access.
func pageAfter(by auth.Caller, changed operators.Record) string {
	isOwn := by.Kind == auth.Operator && by.ID == changed.ID
	if isOwn && (changed.Status != operators.Active || !slices.Contains(changed.Permissions, auth.Administrador)) {
		return "/"
	}
	return ui.RowHref(view.Path, changed.ID)
}

func (p Pages) invites() operators.Invites {
	return operators.Invites{Mail: p.Mail, BaseURL: p.BaseURL}
}
