package main

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/orders"
)

// Statements of orders.Place.
const (
	selectFreightSetting = `select coalesce((select value::text from system_configs
		where system = 'store' and key = 'freight.apply_to_total' and value is not null limit 1), 'true')`
	selectAssociate = `select id, associate_name, coalesce(email_account, email) from users where user_code = $1 limit 1`
	insertOrder     = `insert into orders (user_id, user_code, name_associate, email, address, items, total, delivery_price,
		freight_carrier, freight_option, discount, donation, custom_payment, prescriber, prescriber_code, info, tags, status,
		service_user, date_created, date_updated, is_sample)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22) returning id`
	insertChange = `insert into order_changes (order_id, action, actor_kind, actor_code, actor_name, changes, date_created)
		values ($1, 'create', 'operator', $2, $3, '{}', $4) returning id`
	completeReception = `update reception set completion_reason = 'Pedido', completed_at = $3, date_updated = $3
		where id = (select id from reception where completed_at is null and (associate_code = $1 or associate_code is null and email = $2) order by id limit 1)
		and completed_at is null`
)

// place stores an order in a transaction with the statements of orders.Place.
func (b baseline) place(r *http.Request) (int, []byte, error) {
	var input orders.PlaceInput
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		return 0, nil, err
	}
	order, err := b.price(r.Context(), input)
	if err != nil {
		return 0, nil, err
	}
	if err := b.store(r.Context(), &order); err != nil {
		return 0, nil, err
	}
	body, err := json.Marshal(envelope{Data: order})
	return http.StatusCreated, body, err
}

// price reads the associate and the settings of the order and computes its total.
func (b baseline) price(ctx context.Context, input orders.PlaceInput) (orders.Order, error) {
	now := time.Now().UTC()
	code := b.operator.UserCode.String()
	order := orders.Order{
		UserCode: input.UserCode.UUID, Items: input.Items.Value, DeliveryPrice: input.DeliveryPrice.Value, Discount: input.Discount.Value,
		Donation: input.Donation.Value, CustomPayment: []orders.CustomPayment{}, Prescriber: &input.Prescriber.Value, Info: &input.Info.Value,
		Tags: []string{}, Status: orders.AwaitingPayment, ServiceUser: &code, DateCreated: now, DateUpdated: now,
	}
	input.Address.SetNullable(&order.Address)
	input.FreightCarrier.SetNullable(&order.FreightCarrier)
	if input.FreightOption.HasValue() {
		order.FreightOption = &input.FreightOption.Value.FreightOption
	}
	var freightCounts string
	if err := b.pool.QueryRow(ctx, selectFreightSetting).Scan(&freightCounts); err != nil {
		return order, err
	}
	totals := orders.TotalsWithoutFreight(input.Priced())
	if freightCounts == "true" {
		totals = orders.TotalsOf(input.Priced())
	}
	order.Total = totals.Total
	err := b.pool.QueryRow(ctx, selectAssociate, order.UserCode).Scan(&order.User, &order.NameAssociate, &order.Email)
	return order, err
}

func (b baseline) store(ctx context.Context, o *orders.Order) error {
	return pgx.BeginFunc(ctx, b.untriggered, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, insertOrder, o.User, o.UserCode, o.NameAssociate, o.Email, o.Address, o.Items, o.Total,
			o.DeliveryPrice, o.FreightCarrier, o.FreightOption, o.Discount, o.Donation, o.CustomPayment, o.Prescriber,
			o.PrescriberCode, o.Info, o.Tags, o.Status, o.ServiceUser, o.DateCreated, o.DateUpdated, o.IsSample).Scan(&o.ID)
		if err != nil {
			return err
		}
		var change int64
		err = tx.QueryRow(ctx, insertChange, o.ID, o.ServiceUser, b.operator.Name, o.DateCreated).Scan(&change)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, completeReception, o.UserCode, o.Email, o.DateCreated)
		return err
	})
}
