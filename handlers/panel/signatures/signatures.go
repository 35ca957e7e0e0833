// Package signatures serves the pages of the contracts of associates.
package signatures

import (
	"context"

	"net/http"
	"strings"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/signing"
	"acolhe/models/tasks"
	"acolhe/models/templates"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	people "acolhe/views/panel/associates"
	view "acolhe/views/panel/signatures"
	"acolhe/web"
)

// Pages serves the pages of contracts.
type Pages struct {
	DB        *db.DB
	Frame     frame.Func
	Contracts signing.Contracts
	Exports   exports.Semaphore
	// RequestedExport redirects to a background export, or shows why it was refused.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

var crumb = layouts.Crumb{Label: "Assinaturas", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	reads, creates, changes := web.StaffCan(access.DocSign, access.Read), web.StaffCan(access.DocSign, access.Create),
		web.StaffCan(access.DocSign, access.Update)
	routes := []web.Route{
		web.Page(view.Path, reads, p.list().Show).FromReplica(),
		web.Form(view.Path+"/exportar", reads, p.list().Export),
		web.Form(view.Path+"/exportar/selecionados", reads, p.list().ExportPicked),
		web.Form(view.Path+"/"+view.ResendManySlug, changes, p.resendMany),
		web.Page(view.Path+"/"+view.VoidManySlug, changes, p.askVoidMany),
		web.Form(view.Path+"/"+view.VoidManySlug, changes, p.voidMany),
		web.Page(view.NewPath, creates, p.new),
		web.Form(view.NewPath, creates, p.create),
		web.Form(view.CampaignPath, creates, p.requestSignatures),
		web.Page(view.AssociatesPath, creates, p.searchAssociates),
		web.Page(one, reads, p.show),
		web.Page(one+"/link", reads, p.link),
		web.Page(one+"/whatsapp", reads, p.whatsApp),
		web.Page(one+"/termo.pdf", reads, p.document(signing.FilledPDF)),
		web.Page(one+"/assinado.pdf", reads, p.document(signing.SignedPDF)),
		web.Page(one+"/comprovante.pdf", reads, p.document(signing.AuditPDF)),
		web.Page(one+"/assinatura.png", reads, p.drawing),
		web.Form(one+"/reenviar", changes, p.resend),
		web.Page(one+"/anular", changes, p.ask(view.Void)),
		web.Form(one+"/anular", changes, p.void),
		web.Page(one+"/trocar", creates, p.ask(view.Replace)),
		web.Form(one+"/trocar", creates, p.replace),
	}
	for i, route := range routes {
		if route.Method == http.MethodPost && !strings.Contains(route.Path, "/exportar") {
			routes[i] = route.Requires(p.requireOpen)
		}
	}
	return routes
}

// requireOpen refuses what sends or changes terms while signing is switched off.
func (p Pages) requireOpen(r *web.Request) error { return signing.RequireEnabled(r.Context(), p.DB) }

// List returns the list of contracts.
func List() list.List[signing.Contract, signing.ListInput] {
	return list.List[signing.Contract, signing.ListInput]{Definition: view.List(), Find: signing.List, Count: signing.Count,
		Each: signing.Each,
		CountTabs: func(ctx context.Context, tx *db.DB, by auth.Caller, input signing.ListInput) (map[string]page.Counted, error) {
			counts, err := signing.CountTabs(ctx, tx, by, input)
			return view.TabCounts(counts), err
		}}
}

func (p Pages) list() list.Pages[signing.Contract, signing.ListInput] {
	return list.Pages[signing.Contract, signing.ListInput]{DB: p.DB, Frame: p.Frame, List: List(), Exports: p.Exports,
		RequestedExport: p.RequestedExport,
		Complete:        p.complete}
}

// complete adds what stands around the list: among all terms and those of earlier versions the request of new signatures.
func (p Pages) complete(r *web.Request, state *listview.State, _ []signing.Contract, query listview.Query[signing.ListInput]) error {
	state.After, state.Actions = view.Overlays(), view.ToTemplates(access.IsAdministrator(r.By))
	enabled, err := signing.IsEnabled(r.Context(), p.DB)
	if err != nil {
		return err
	}
	if !enabled {
		state.Before = view.ClosedNote()
		return nil
	}
	if state.Counted.Rows == 0 {
		isPublished, err := templates.IsPublished(r.Context(), p.DB)
		if err != nil {
			return err
		}
		if !isPublished {
			state.First = view.ToTemplates(access.IsAdministrator(r.By))
		}
	}
	mayAsk := access.Can(r.By, access.DocSign, access.Create) && (query.Input.Tab == "" || query.Input.Tab == signing.TabOutdated)
	if !mayAsk || state.TabCounts[view.OutdatedTab()].Rows == 0 {
		return nil
	}
	asked, err := signing.CountToAsk(r.Context(), p.DB, r.By, "")
	if err == nil && asked > 0 {
		state.Before, state.After = view.CampaignNote(asked), view.CampaignDialog(asked)
	}
	return err
}

// requestSignatures asks all associates of earlier versions to sign the current one, as a task.
func (p Pages) requestSignatures(r *web.Request) error {
	task, err := tasks.RequestNewSignatures(r.Context(), p.DB, r.By)
	return p.RequestedExport(r, task, err)
}

// find reads the contract of the address.
func (p Pages) find(r *web.Request) (signing.Contract, error) {
	id, err := r.ParamUUID("id")
	if err != nil {
		return signing.Contract{}, err
	}
	return signing.FindFor(r.Context(), p.DB, r.By, id)
}

// show shows a contract, in the drawer of the list or as a page. A completed one is verified each time.
func (p Pages) show(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	data, err := p.dataOf(r, found)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Termo de "+found.SignerName, crumb)
	if err != nil {
		return err
	}
	data.Now = around.Now
	if r.IsFragment() && r.Query("drawer") == "1" {
		return r.Render(view.Drawer(data))
	}
	return r.Render(view.Page(around, data))
}

func (p Pages) dataOf(r *web.Request, found signing.Contract) (data view.PageData, err error) {
	enabled, err := signing.IsEnabled(r.Context(), p.DB)
	if err != nil {
		return data, err
	}
	data.IsClosed = !enabled
	if data.Audit, err = signing.FindAudit(r.Context(), p.DB, r.By, found.ID); err != nil {
		return data, err
	}
	if found.Status == signing.Completed {
		verified, err := p.Contracts.Verify(r.Context(), r.By, found.ID)
		if err != nil {
			return data, err
		}
		data.Verification = &verified
		if data.Signed, err = p.Contracts.FindFile(r.Context(), r.By, found, signing.SignedPDF); err != nil {
			return data, err
		}
		if data.Record, err = p.Contracts.FindFile(r.Context(), r.By, found, signing.AuditPDF); err != nil {
			return data, err
		}
	}
	if access.CanOpen(r.By, "users", access.Read) {
		associate, err := associates.FindByCodeFor(r.Context(), p.DB, r.By, found.UserCode)
		if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
			return data, err
		}
		if associate.ID != 0 {
			data.AssociateHref = people.Href(associate.ID)
		}
	}
	return data, nil
}

// openLink returns the contract of the address with its link; without one it is 409 CONTRACT_NOT_PENDING.
func (p Pages) openLink(r *web.Request) (signing.Contract, string, error) {
	found, err := p.find(r)
	if err != nil {
		return found, "", err
	}
	link, err := p.Contracts.Link(r.By, found)
	if err == nil && link == "" {
		err = errs.Conflict(signing.CodeNotPending, "Este termo não tem um link para assinar. Envie outro.")
	}
	return found, link, err
}

// link answers with the link as a text, which the page copies.
func (p Pages) link(r *web.Request) error {
	_, link, err := p.openLink(r)
	if err != nil {
		return err
	}
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte(link)) // a client that disconnected needs no answer
	}))
}

// whatsApp opens a chat with the associate and a text with the link.
func (p Pages) whatsApp(r *web.Request) error {
	found, link, err := p.openLink(r)
	if err != nil {
		return err
	}
	associate, err := associates.FindByCodeFor(r.Context(), p.DB, r.By, found.UserCode)
	if err != nil {
		return err
	}
	if associate.RefusesWhatsApp() {
		return errs.Invalid("phone", "O associado não permite recados pelo WhatsApp. Envie o link por e-mail ou copie.")
	}
	chat := fmtbr.WhatsApp(texts.Of(associate.Phone), view.Message(found, link))
	if chat == "" {
		return errs.Invalid("phone", "O associado não tem telefone no cadastro. Copie o link e envie de outro jeito.")
	}
	return r.Redirect(chat)
}
