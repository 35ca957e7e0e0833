package webhooks

import (
	"context"

	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	view "acolhe/views/admin/webhooks"
)

// listWithHealth returns the list of endpoints with their health.
func listWithHealth() list.List[view.Row, endpoints.ListInput] {
	return list.List[view.Row, endpoints.ListInput]{Definition: view.List(), Find: findWithHealth, Count: endpoints.Count}
}

func findWithHealth(ctx context.Context, tx *db.DB, by auth.Caller, input endpoints.ListInput) (page.Of[view.Row], error) {
	found, err := endpoints.List(ctx, tx, by, input)
	if err != nil {
		return page.Of[view.Row]{}, err
	}
	ids := make([]int64, len(found.Items))
	for i, endpoint := range found.Items {
		ids[i] = endpoint.ID
	}
	health, err := endpoints.ReadHealth(ctx, tx, by, ids)
	rows := page.Of[view.Row]{Meta: found.Meta}
	for _, endpoint := range found.Items {
		rows.Items = append(rows.Items, view.Row{Endpoint: endpoint, Health: health[endpoint.ID]})
	}
	return rows, err
}

// deliveriesOf returns the list of an endpoint's deliveries.
func deliveriesOf(endpoint endpoints.Endpoint) list.List[webhooks.Delivery, webhooks.DeliveriesInput] {
	return list.List[webhooks.Delivery, webhooks.DeliveriesInput]{Definition: view.Deliveries(endpoint),
		Find: func(ctx context.Context, tx *db.DB, by auth.Caller, input webhooks.DeliveriesInput) (page.Of[webhooks.Delivery], error) {
			input.Endpoint = endpoint.ID
			return webhooks.ListDeliveries(ctx, tx, by, input)
		},
		Count: func(ctx context.Context, tx *db.DB, by auth.Caller, input webhooks.DeliveriesInput, limit int) (page.Counted, error) {
			input.Endpoint = endpoint.ID
			return webhooks.CountDeliveries(ctx, tx, by, input, limit)
		}}
}
