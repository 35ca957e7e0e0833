package api

import (
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	"acolhe/web"
)

func (a API) webhookRoutes() []web.Route {
	const path = "/api/v1/admin/webhooks"
	const one = path + "/:id"
	return []web.Route{
		web.GET(path+"/catalog", web.Administrator(), a.showWebhookCatalog),
		web.GET(path, web.Administrator(), a.listWebhooks),
		web.POST(path, web.Administrator(), a.addWebhook).Created().
			Doc("The secret is answered once. Addresses of private networks are refused."),
		web.PATCH(one, web.Administrator(), a.changeWebhook).Doc("What waits for an endpoint that is switched off is dead; it can be replayed."),
		web.DELETE(one, web.Administrator(), a.removeWebhook),
		web.POST(one+"/rotate-secret", web.Administrator(), a.rotateWebhookSecret).
			Doc("The replaced secret signs beside the new one for 24 hours: in Webhook-Signature and X-Service-Signature-Previous."),
		web.POST(one+"/test", web.Administrator(), a.testWebhook).Created().Doc("Queues a ping, whether the endpoint is enabled or not."),
		web.GET(one+"/deliveries", web.Administrator(), a.listDeliveries),
		web.POST(one+"/deliveries/:deliveryId/retry", web.Administrator(), a.retryDelivery),
		web.POST(one+"/replay", web.Administrator(), a.replayDeliveries).
			Doc("Queues the kept events of a time range again, from included and to not. Events are kept for 30 days."),
	}
}

func (a API) showWebhookCatalog(*web.Request, web.None) (endpoints.Catalog, error) {
	return endpoints.ReadCatalog(), nil
}

func (a API) listWebhooks(r *web.Request, input endpoints.ListInput) (web.Rows[endpoints.Endpoint], error) {
	selected, err := endpoints.Select(r.Context(), a.DB, r.By, input)
	return rowsOf[endpoints.Endpoint](a, r, selected), err
}

func (a API) addWebhook(r *web.Request, input endpoints.AddInput) (endpoints.Revealed, error) {
	return a.Webhooks.Add(r.Context(), r.By, input)
}

func (a API) changeWebhook(r *web.Request, input endpoints.ChangeInput) (endpoints.Endpoint, error) {
	var err error
	if input.ID, err = r.ParamID("id"); err != nil {
		return endpoints.Endpoint{}, err
	}
	return a.Webhooks.Change(r.Context(), r.By, input)
}

func (a API) removeWebhook(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	removed, err := a.Webhooks.Remove(r.Context(), r.By, id)
	return web.Deleted{ID: removed.ID}, err
}

func (a API) rotateWebhookSecret(r *web.Request, _ web.None) (endpoints.Revealed, error) {
	return byID(r, func(id int64) (endpoints.Revealed, error) { return a.Webhooks.RotateSecret(r.Context(), r.By, id) })
}

func (a API) testWebhook(r *web.Request, _ web.None) (webhooks.Delivery, error) {
	return byID(r, func(id int64) (webhooks.Delivery, error) { return webhooks.SendTest(r.Context(), a.DB, r.By, id) })
}

func (a API) listDeliveries(r *web.Request, input webhooks.DeliveriesInput) (web.Rows[webhooks.Delivery], error) {
	var err error
	if input.Endpoint, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	selected, err := webhooks.SelectDeliveries(r.Context(), a.DB, r.By, input)
	return rowsOf[webhooks.Delivery](a, r, selected), err
}

func (a API) retryDelivery(r *web.Request, _ web.None) (webhooks.Delivery, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return webhooks.Delivery{}, err
	}
	delivery, err := r.ParamID("deliveryId")
	if err != nil {
		return webhooks.Delivery{}, err
	}
	return webhooks.Retry(r.Context(), a.DB, r.By, id, delivery)
}

func (a API) replayDeliveries(r *web.Request, input webhooks.ReplayInput) (webhooks.Resent, error) {
	return byID(r, func(id int64) (webhooks.Resent, error) { return webhooks.Replay(r.Context(), a.DB, r.By, id, input) })
}
