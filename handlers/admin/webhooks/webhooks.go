// Package webhooks serves the pages of webhooks.
package webhooks

import (
	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/handlers/serve"
	"acolhe/models/platform/db"
	"acolhe/models/platform/live"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	view "acolhe/views/admin/webhooks"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/web"
)

// Pages serves the pages of webhooks.
type Pages struct {
	DB        *db.DB
	Frame     frame.Func
	Live      *live.Hub
	Endpoints endpoints.Registry
	// Sender makes the attempts that a person asks for.
	Sender webhooks.Sender
}

var crumb = layouts.Crumb{Label: "Webhooks", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.NewPath, web.Administrator(), p.new),
		web.Form(view.NewPath, web.Administrator(), p.add),
		web.Page(view.VerifyPath, web.Administrator(), p.verify),
		web.Page(view.LivePath, web.Administrator(), p.follow),
		web.Page(one, web.Administrator(), p.show),
		web.Page(one+"/editar", web.Administrator(), p.edit),
		web.Form(one+"/editar", web.Administrator(), p.change),
		web.Form(one+"/testar", web.Administrator(), p.test),
		web.Form(one+"/tentar", web.Administrator(), p.retryAll),
		web.Page(one+"/segredo", web.Administrator(), p.ask(view.Rotation)),
		web.Form(one+"/segredo", web.Administrator(), p.rotate),
		web.Page(one+"/desligar", web.Administrator(), p.ask(view.SwitchingOff)),
		web.Form(one+"/desligar", web.Administrator(), p.enable(false)),
		web.Form(one+"/ligar", web.Administrator(), p.enable(true)),
		web.Page(one+"/remover", web.Administrator(), p.ask(view.Removal)),
		web.Form(one+"/remover", web.Administrator(), p.remove),
		web.Page(one+"/reenviar", web.Administrator(), p.ask(view.Period)),
		web.Form(one+"/reenviar", web.Administrator(), p.replay),
		web.Page(one+"/entregas/:entrega", web.Administrator(), p.delivery),
		web.Form(one+"/entregas/:entrega/tentar", web.Administrator(), p.retry),
	}
}

func (p Pages) list(r *web.Request) error {
	return list.Pages[view.Row, endpoints.ListInput]{DB: p.DB, Frame: p.Frame, List: listWithHealth(),
		Complete: func(_ *web.Request, state *listview.State, _ []view.Row, _ listview.Query[endpoints.ListInput]) error {
			state.After = view.ListOverlays(state.Now)
			return nil
		}}.Show(r)
}

// follow sends an event after each change of a delivery.
func (p Pages) follow(r *web.Request) error { return serve.Follow(r, p.Live, "webhook_deliveries") }

// find returns the endpoint of the address.
func (p Pages) find(r *web.Request) (endpoints.Endpoint, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return endpoints.Endpoint{}, err
	}
	return endpoints.Find(r.Context(), p.DB, r.By, id)
}

// show serves the page of an endpoint: the list of its deliveries.
func (p Pages) show(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	around := func(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
		return p.Frame(r, title, append([]layouts.Crumb{crumb}, trail...)...)
	}
	return list.Pages[webhooks.Delivery, webhooks.DeliveriesInput]{DB: p.DB, Frame: around, List: deliveriesOf(found),
		Complete: func(r *web.Request, state *listview.State, _ []webhooks.Delivery, _ listview.Query[webhooks.DeliveriesInput]) error {
			health, err := endpoints.ReadHealth(r.Context(), p.DB, r.By, []int64{found.ID})
			if err != nil {
				return err
			}
			hours, err := endpoints.ReadHours(r.Context(), p.DB, r.By, found.ID)
			state.Before, state.Actions, state.After = view.Head(found, health[found.ID], hours, r.Now.In(state.Now.Location())),
				view.Actions(found), view.Overlays(state.Now)
			return err
		}}.Show(r)
}

func (p Pages) test(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	tested, err := p.Sender.TestNow(r.Context(), r.By, found.ID)
	if err != nil {
		return err
	}
	return p.showAttempt(r, found, tested, view.TestedDrawer)
}

func (p Pages) retry(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	id, err := r.ParamID("entrega")
	if err != nil {
		return err
	}
	retried, err := p.Sender.RetryNow(r.Context(), r.By, found.ID, id)
	if err != nil {
		return err
	}
	return p.showAttempt(r, found, retried, view.RetriedDrawer)
}

// showAttempt answers with the drawer of a delivery that was just attempted, or leads to its page.
func (p Pages) showAttempt(r *web.Request, of endpoints.Endpoint, delivery webhooks.Delivery,
	drawer func(view.DeliveryData) templ.Component) error {
	if !r.IsFragment() {
		r.Notify(view.Outcome(delivery))
		return r.Redirect(ui.RowHref(endpoints.PathOf(of.ID)+"/entregas", delivery.ID))
	}
	data, err := p.dataOf(r, of, delivery.ID)
	if err != nil {
		return err
	}
	data.InDrawer = true
	return r.Render(drawer(data))
}

func (p Pages) retryAll(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	resent, err := webhooks.RetryAll(r.Context(), p.DB, r.By, found.ID)
	if err != nil {
		return err
	}
	r.Notify(fmtbr.Plural(int(resent.Queued), "entrega vai ser tentada", "entregas vão ser tentadas") + " agora.")
	return r.Redirect(endpoints.PathOf(found.ID))
}

func (p Pages) delivery(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	id, err := r.ParamID("entrega")
	if err != nil {
		return err
	}
	data, err := p.dataOf(r, found, id)
	if err != nil {
		return err
	}
	if r.IsFragment() && r.Query("drawer") == "1" {
		data.InDrawer = true
		return r.Render(view.Drawer(data))
	}
	around, err := p.Frame(r, view.Title(data.Detail.Delivery)+" · Entrega "+fmtbr.Integer(id), crumb,
		layouts.Crumb{Label: found.Name, Href: endpoints.PathOf(found.ID)})
	if err != nil {
		return err
	}
	return r.Render(view.DeliveryPage(around, data))
}

// dataOf reads a delivery with its body and its attempts.
func (p Pages) dataOf(r *web.Request, of endpoints.Endpoint, id int64) (view.DeliveryData, error) {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return view.DeliveryData{}, err
	}
	detail, err := webhooks.FindDelivery(r.Context(), p.DB, r.By, of.ID, id)
	return view.DeliveryData{Endpoint: of, Detail: detail, Now: r.Now.In(zone)}, err
}

func (p Pages) verify(r *web.Request) error {
	around, err := p.Frame(r, "Como verificar a assinatura", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.Verify(around))
}
