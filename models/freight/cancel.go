package freight

import (
	"context"

	"acolhe/models/externalservices"
)

// CancelInput is a label or package to cancel.
type CancelInput struct {
	ID string `json:"id"`
}

// Required names the members that must be sent.
func (CancelInput) Required() []string { return []string{"id"} }

// Cancel cancels a label or package at a carrier.
func (d Quoter) Cancel(ctx context.Context, name externalservices.Name, input CancelInput) (Cancellation, error) {
	provider, err := d.Provider(ctx, name)
	if err != nil {
		return Cancellation{}, err
	}
	if err := checkCodes("id", []string{input.ID}); err != nil {
		return Cancellation{}, err
	}
	return provider.Cancel(ctx, input.ID)
}
