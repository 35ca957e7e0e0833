package dataset

import (
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/reception"
)

// Batch holds the rows of a range of associates. Until SetIDs is called, the ids of associates and orders, and the
// references to them, are places in Associates and Orders, from 1.
type Batch struct {
	Associates []associates.Associate
	Orders     []orders.Order
	Events     []OrderEvent
	Services   []bookings.Service
	Reception  []reception.Item
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

// SetIDs sets the row ids of the associates and the orders, and those that refer to them.
func (b *Batch) SetIDs(associateIDs, orderIDs []int64) {
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
}
