package dataset

import (
	"slices"
	"time"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/reception"
	"acolhe/models/reports/contests"
)

// Batch holds the rows of a range of associates. Until SetIDs is called, the ids of associates, orders and services, and the
// references to them, are places in Associates, Orders and Services, from 1.
type Batch struct {
	Associates []associates.Associate
	Orders     []orders.Order
	Events     []OrderEvent
	Services   []bookings.Service
	// Contests are the messages about contested services.
	Contests  []contests.Message
	Reception []reception.Item
}

// Batch generates the rows of the associates from (included) to to (excluded). Each associate has a random stream of
// their own, so that their rows do not depend on the size of the dataset or of the batch.
func (d *Dataset) Batch(from, to int) *Batch {
	b := &Batch{}
	for n := from; n < to; n++ {
		d.family(b, n)
	}
	return b
}

// family adds everything that belongs to the n-th associate.
func (d *Dataset) family(b *Batch, n int) {
	r := d.stream(uint64(n))
	a := d.associate(r, n)
	patients := d.patients(r, a, n)
	b.addPerson(a)
	for _, p := range patients {
		b.addPerson(p)
	}
	if a.Status == associates.Associado {
		d.addOrders(r, b, a)
		d.addServices(r, b, a, patients)
	}
	d.addVisits(r, b, a, n)
}

func (b *Batch) addPerson(p *person) {
	p.ID = int64(len(b.Associates) + 1)
	b.Associates = append(b.Associates, p.Associate)
}

// SetIDs sets the row ids of the associates, the orders and the services, and those that refer to them. An earlier order, and an
// earlier service, gets a lower number.
func (b *Batch) SetIDs(associateIDs, orderIDs, serviceIDs []int64) {
	orderIDs = byAge(orderIDs, func(i int) time.Time { return b.Orders[i].DateCreated })
	serviceIDs = byAge(serviceIDs, func(i int) time.Time { return b.Services[i].DateCreated })
	for i := range b.Associates {
		b.Associates[i].ID = associateIDs[i]
	}
	for i := range b.Orders {
		o := &b.Orders[i]
		o.ID, o.User = orderIDs[i], associateIDs[o.User-1]
	}
	for i := range b.Events {
		b.Events[i].OrderID = orderIDs[b.Events[i].OrderID-1]
	}
	for i := range b.Services {
		b.Services[i].ID = serviceIDs[i]
	}
	for i := range b.Contests {
		b.Contests[i].ServiceID = serviceIDs[b.Contests[i].ServiceID-1]
	}
}

// byAge returns ids by the places of rows, the lowest for the earliest row.
func byAge(ids []int64, created func(i int) time.Time) []int64 {
	places := make([]int, len(ids))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return created(a).Compare(created(b)) })
	placed := make([]int64, len(ids))
	for i, place := range places {
		placed[place] = ids[i]
	}
	return placed
}
