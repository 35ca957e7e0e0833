package parcels

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/outgoing"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// RequestInput asks for the label of an order.
type RequestInput struct {
	OrderID int64 `json:"order_id" form:"-"`
	// Price is the most that the label may cost, by default the price of the order's freight option.
	Price patch.Field[money.Amount] `json:"price" form:"price"`
	// Provider restricts the request to a carrier.
	Provider externalservices.Name `json:"-" form:"-"`
	// task is the task that buys the label itself; otherwise a job does.
	task int64
}

// Required names the members that must be sent.
func (RequestInput) Required() []string { return []string{"order_id"} }

// starts returns the time from which a job makes the calls of the purchase.
func (in RequestInput) starts(now time.Time) time.Time {
	if in.task != 0 {
		return now.Add(takeOver)
	}
	return now
}

// Request stores a parcel for an order and enqueues the purchase of its label. It calls no carrier. It returns 404
// NOT_FOUND, 409 FREIGHT_MISSING without a freight option, 409 PARCEL_INCOMPLETE if the recipient's data lack something,
// 409 INVALID_TRANSITION for an order that is not paid or was sent, 409 LABEL_NOT_ALLOWED if the carrier sells no labels
// here, 409 LABEL_EXISTS, 409 CONFLICT for units of a recalled or expired lot, and 503 CONFIG_INCOMPLETE. For a named carrier
// LABEL_NOT_ALLOWED comes before what the order allows.
func (o Office) Request(ctx context.Context, by auth.Caller, input RequestInput) (Parcel, error) {
	if err := allow(by); err != nil {
		return Parcel{}, err
	}
	if input.Price.Sent {
		if err := input.Price.Value.CheckPrice(); err != nil {
			return Parcel{}, errs.Invalid("price", err.Error())
		}
	}
	order, err := orders.FindFor(ctx, o.DB, by, input.OrderID)
	if err != nil {
		return Parcel{}, err
	}
	if input.Provider != "" {
		if err := o.allowed(ctx, input.Provider); err != nil {
			return Parcel{}, err
		}
	}
	draft, err := o.Prepare(ctx, order)
	if err != nil {
		return Parcel{}, err
	}
	if input.Provider != "" && input.Provider != draft.Provider {
		return Parcel{}, errs.Conflict(CodeNoOption, "O frete deste pedido é de outra transportadora.")
	}
	if input.Price.Sent {
		draft.Price = input.Price.Value
	}
	draft.Reference = "AC" + strconv.FormatInt(order.ID, 10) + "-" + strings.ToUpper(uuid.NewString()[:8])
	draft.State, draft.Stage, draft.DateCreated, draft.DateUpdated = Queued, freight.NotPosted, by.Now, by.Now
	if input.task != 0 {
		draft.TaskID = &input.task
	}
	draft.RequestedBy, draft.RequestedByName = texts.Optional(by.Code), texts.Optional(by.FullName())
	err = o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock makes a change of the order wait, or this request see it.
		locked, err := db.Lock[orders.Order](tx, order.ID)
		if err != nil {
			return err
		}
		if locked.DateUpdated != order.DateUpdated {
			return errs.Stale()
		}
		if err := outgoing.Check(ctx, tx, by, order.ID); err != nil {
			return err
		}
		if err := tx.Create(&draft).Error; err != nil {
			return err
		}
		return enqueue(ctx, tx, draft.ID, input.starts(by.Now))
	})
	return draft, err
}

// Prepare returns the parcel that an order would get, or why it can have none.
func (o Office) Prepare(ctx context.Context, order orders.Order) (Parcel, error) {
	option := order.FreightOption
	switch {
	case order.Status != orders.Paid && order.Status != orders.Picking:
		return Parcel{}, errs.Conflict(orders.CodeInvalidTransition, "Um pedido em “"+string(order.Status)+"” não recebe etiqueta.")
	case option == nil || option.OptionKey == "":
		return Parcel{}, errs.Conflict(CodeNoOption, "Este pedido não tem frete de transportadora. Escolha o frete no pedido.")
	}
	name, _, _ := strings.Cut(option.OptionKey, ":")
	parcel := Parcel{OrderID: order.ID, Provider: externalservices.Name(name), OptionKey: option.OptionKey, ServiceLabel: option.ServiceLabel,
		Price: option.Price}
	if err := o.allowed(ctx, parcel.Provider); err != nil {
		return Parcel{}, err
	}
	_, missing, err := o.recipient(ctx, order)
	if err != nil {
		return Parcel{}, err
	}
	if len(missing) > 0 {
		return Parcel{}, errs.Conflict(CodeIncomplete, "Para a etiqueta falta: "+strings.Join(missing, ", ")+".")
	}
	shipment, content, err := o.Freight.Parcel(ctx, QuoteOf(order), order.Totals().Products)
	parcel.Content, parcel.Value = content, shipment.Value
	parcel.WeightG, parcel.LengthCm, parcel.WidthCm, parcel.HeightCm = shipment.Package.WeightG, shipment.Package.LengthCm,
		shipment.Package.WidthCm, shipment.Package.HeightCm
	return parcel, err
}

// allowed returns 409 LABEL_NOT_ALLOWED unless the carrier sells labels here.
func (o Office) allowed(ctx context.Context, name externalservices.Name) error {
	states, err := o.Freight.Services.States(ctx)
	if err != nil {
		return err
	}
	if !states[name].Has(externalservices.UseForLabel) {
		return errs.Conflict(CodeNotAllowed, "Esta transportadora não está ligada para etiquetas.")
	}
	return nil
}

// QuoteOf returns what an order wants to have shipped.
func QuoteOf(order orders.Order) freight.QuoteInput {
	var input freight.QuoteInput
	if to := order.Address; to != nil {
		input.Address = freight.Address{Street: to.Street, Number: to.Number, Neighborhood: to.Neighborhood, Complement: to.Complement,
			City: to.City, State: to.State, CEP: to.CEP}
	}
	for _, item := range order.Items {
		input.Items = append(input.Items, freight.Item{Code: item.Code, Quantity: item.Quantity})
	}
	return input
}

// recipient returns who receives an order, and the data that a label lacks.
func (o Office) recipient(ctx context.Context, order orders.Order) (who freight.Recipient, missing []string, err error) {
	associate, err := associates.FindFor(ctx, o.DB, auth.Caller{Kind: auth.System}, order.User)
	if err != nil {
		return who, nil, err
	}
	who = freight.Recipient{Name: order.NameAssociate, Document: brdoc.Digits(texts.Of(associate.AssociateCPF)),
		Phone: brdoc.Digits(texts.Of(associate.Phone)), Email: texts.Of(order.Email)}
	to := QuoteOf(order).Address
	for _, part := range []struct{ name, value string }{
		{"CPF do associado", who.Document}, {"CEP", to.CEP}, {"rua", to.Street}, {"bairro", to.Neighborhood}, {"cidade", to.City},
		{"estado", to.State},
	} {
		if strings.TrimSpace(part.value) == "" {
			missing = append(missing, part.name)
		}
	}
	const longestPhone = 11
	if len(who.Phone) > longestPhone {
		who.Phone = who.Phone[len(who.Phone)-longestPhone:]
	}
	return who, missing, nil
}
