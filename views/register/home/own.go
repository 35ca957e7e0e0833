// Package home shows the own pages of an associate whose registration is complete: what comes next, the lists of orders,
// appointments and documents, and the profile.
package home

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/registration"
	"acolhe/views/layouts"
	"acolhe/views/register/documents"
	"acolhe/views/register/status"
	"acolhe/views/register/steps"
)

// Own is what belongs to an associate; a page reads the parts that it shows.
type Own struct {
	Frame    layouts.Frame
	Progress registration.Progress
	Orders   []orders.Order
	// Bookings are the next appointments, Past the earlier ones.
	Bookings, Past []bookings.Service
	// Undated are the services whose date the staff arranges.
	Undated []bookings.Service
	// Term is the term that waits for the signature; empty without any.
	Term steps.Term
	// Signed describes the signed term; empty without any.
	Signed string
	// PictureProblem is why a picture was not stored.
	PictureProblem string
	Location       *time.Location
	// TakesPix reports whether orders have a Pix code.
	TakesPix bool
	// Status are the states of the documents that were sent.
	Status status.Status
}

// sent is what the associate sent.
func (own Own) sent() documents.Sent {
	return documents.Sent{Progress: own.Progress, Status: own.Status, Signed: own.Signed, Location: own.Location}
}
