package parcels

import (
	"acolhe/models/externalservices"
	"context"

	"acolhe/models/freight"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Cancel cancels the label of a parcel at the carrier, or one that waits to be bought. A carrier that promises nothing
// answers with a warning, and the label stays. It returns 403 FORBIDDEN, 404 NOT_FOUND, 409 CONFLICT for a label that can
// no longer be cancelled, and the carrier's errors.
func (o Office) Cancel(ctx context.Context, by auth.Caller, id int64) (Parcel, error) {
	if err := allow(by); err != nil {
		return Parcel{}, err
	}
	parcel, err := o.FindFor(ctx, by, id)
	if err != nil {
		return parcel, err
	}
	wasQueued := false
	err = o.change(ctx, id, func(p *Parcel) {
		wasQueued = p.State == Queued
		switch {
		case wasQueued:
			p.State, p.Failure = Cancelled, nil
		case p.CanCancel():
			p.State = Cancelling
		}
		parcel = *p
	})
	switch {
	case err != nil || wasQueued:
		return parcel, err
	case parcel.State != Cancelling:
		return parcel, errs.Conflict(errs.CodeConflict, "Esta etiqueta não pode mais ser cancelada.")
	}
	return o.cancelAt(context.WithoutCancel(ctx), parcel)
}

// cancelAt asks the carrier to cancel. After an answer that does not cancel, the label stays as it was; without an answer
// its state is asked later.
func (o Office) cancelAt(ctx context.Context, parcel Parcel) (Parcel, error) {
	provider, failed := o.Freight.Provider(ctx, parcel.Provider)
	var answer freight.Cancellation
	if failed == nil {
		answer, failed = provider.Cancel(ctx, texts.Of(parcel.CarrierID))
	}
	err := o.change(ctx, parcel.ID, func(p *Parcel) {
		switch {
		case failed == nil && answer.Cancelled:
			p.State, p.Failure = Cancelled, nil
		case failed == nil:
			p.back()
			p.Failure = texts.Optional(first(answer.Warning, "A transportadora não cancelou a etiqueta."))
		default:
			p.Failure = new(reason(failed))
		}
		parcel = *p
	})
	if err != nil {
		return parcel, err
	}
	if failed != nil {
		return o.check(ctx, parcel, failed)
	}
	return parcel, nil
}

// back returns a parcel whose cancellation failed to the state before it.
func (p *Parcel) back() {
	if p.State = Bought; p.TrackingCode != nil || p.Provider == externalservices.CarrierA {
		p.State = Ready
	}
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// Check asks the carrier about a parcel now: what became of a payment or a cancellation, whether the label is ready, and
// where the parcel is. It returns 403 FORBIDDEN, 404 NOT_FOUND and the carrier's errors.
func (o Office) Check(ctx context.Context, by auth.Caller, id int64) (Parcel, error) {
	if err := allow(by); err != nil {
		return Parcel{}, err
	}
	parcel, err := o.FindFor(ctx, by, id)
	if err != nil || parcel.IsOver() || parcel.IsRunning() {
		return parcel, err
	}
	return o.check(ctx, parcel, nil)
}

// check asks about a parcel. A cancellation that failed keeps its own error unless the carrier has cancelled.
func (o Office) check(ctx context.Context, parcel Parcel, failed error) (Parcel, error) {
	var err error
	if parcel.State == Unknown || parcel.State == Bought {
		if err = o.Advance(ctx, parcel.ID); err == errUnsettled {
			err = nil
		}
	} else {
		err = o.track(ctx, parcel.Provider, []Parcel{parcel})
	}
	if failed != nil {
		err = failed
	}
	found, readErr := db.First[Parcel](o.DB.WithContext(ctx).Where("id = ?", parcel.ID), errMissing)
	if readErr != nil {
		return found, readErr
	}
	if found.State == Cancelled {
		err = nil
	}
	return found, err
}
