package parcels

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// maxHandedOver is the maximum number of parcels of a shipping list.
const maxHandedOver = 1000

// Handover are the parcels that one company gets today.
type Handover struct {
	// Company is who carries them, Seller who sold the labels, empty if it is the company itself.
	Company, Seller string
	Parcels         []HandedOver
}

// HandedOver is a parcel with its order.
type HandedOver struct {
	Parcel Parcel
	Order  orders.Order
}

// Service returns the name of the service without that of the company: SEDEX.
func (h HandedOver) Service() string {
	return strings.TrimSpace(strings.TrimPrefix(h.Parcel.ServiceLabel, h.Parcel.Company()))
}

// ReadHandovers returns the parcels to hand over today, by company and order: those with a label that no carrier has reported
// as posted, of orders that are not sent yet or were sent today. It returns 403 FORBIDDEN.
func ReadHandovers(ctx context.Context, tx *db.DB, by auth.Caller) ([]Handover, error) {
	if err := access.Require(by, "orders", access.Read); err != nil {
		return nil, err
	}
	var ready []Parcel
	err := tx.WithContext(ctx).Where("state = 'ready' and stage = 'none' and bought_at > ?", by.Now.Add(-trackedFor)).
		Order("bought_at desc, id desc").Limit(maxHandedOver).Find(&ready).Error
	if err != nil || len(ready) == 0 {
		return nil, err
	}
	open, err := openOrders(ctx, tx, by, ready)
	groups := map[string]*Handover{}
	for _, parcel := range ready {
		order, isOpen := open[parcel.OrderID]
		if !isOpen {
			continue
		}
		if order.Address != nil {
			order.Address.CEP = by.Conceal(auth.Address, order.Address.CEP)
		}
		key := parcel.Company() + "\x00" + string(parcel.Provider)
		if groups[key] == nil {
			groups[key] = &Handover{Company: parcel.Company(), Seller: parcel.seller()}
		}
		groups[key].Parcels = append(groups[key].Parcels, HandedOver{parcel, order})
	}
	return sorted(groups), err
}

func sorted(groups map[string]*Handover) []Handover {
	found := make([]Handover, 0, len(groups))
	for _, group := range groups {
		slices.SortFunc(group.Parcels, func(a, b HandedOver) int { return cmp.Compare(a.Order.ID, b.Order.ID) })
		found = append(found, *group)
	}
	slices.SortFunc(found, func(a, b Handover) int {
		return cmp.Or(cmp.Compare(a.Company, b.Company), cmp.Compare(a.Seller, b.Seller))
	})
	return found
}

// openOrders returns the orders of parcels that are not sent yet or were sent today, as far as the caller may see them.
func openOrders(ctx context.Context, tx *db.DB, by auth.Caller, parcels []Parcel) (map[int64]orders.Order, error) {
	location, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(parcels))
	for i, parcel := range parcels {
		ids[i] = parcel.OrderID
	}
	all := page.Window{Limit: new(page.MaxLimit)}
	today := by.Now.In(location).Format(time.DateOnly)
	open := map[int64]orders.Order{}
	for _, input := range []orders.ListInput{
		{Window: all, IDs: ids, Status: orders.Paid}, {Window: all, IDs: ids, Status: orders.Picking},
		{Window: all, IDs: ids, Status: orders.Sent, Reached: orders.Sent, ReachedFrom: today},
	} {
		found, err := orders.List(ctx, tx, by, input)
		if err != nil {
			return nil, err
		}
		for _, order := range found.Items {
			open[order.ID] = order
		}
	}
	return open, nil
}

// companies are the carriers behind Melhor Envio, by the first number of an option (integrations.md, 2.3).
var companies = map[string]string{"1": "Correios", "2": "Jadlog", "6": "LATAM", "8": "Total Express", "9": "Azul", "14": "Loggi",
	"15": "J&T"}

// Company returns who carries the parcel: Correios. A company that is not known is the first word of the service.
func (p Parcel) Company() string {
	if p.Provider == externalservices.CarrierA {
		return p.Carrier()
	}
	_, numbers, _ := strings.Cut(p.OptionKey, ":")
	id, _, _ := strings.Cut(numbers, "-")
	if company, isKnown := companies[id]; isKnown {
		return company
	}
	company, _, _ := strings.Cut(p.ServiceLabel, " ")
	return company
}

func (p Parcel) seller() string {
	if p.Provider == externalservices.CarrierA {
		return ""
	}
	return p.Carrier()
}
