package parcels

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

const (
	// settleAfter is the time after which a payment that the carrier does not know was not made: longer than any call.
	settleAfter = 5 * time.Minute
	// purchaseTime limits the calls of one job; it is shorter than the time after which another process takes the job.
	purchaseTime = 4 * time.Minute
	attempts     = 12
)

// buyLabel is the job that buys a label.
type buyLabel struct {
	Parcel int64 `json:"parcel"`
}

// Kind returns the name of the job in the queue.
func (buyLabel) Kind() string { return "buy_label" }

// enqueue enqueues the job of a purchase, from a time on. Purchases are made behind each other.
func enqueue(ctx context.Context, tx *db.DB, id int64, from time.Time) error {
	return jobs.Enqueue(ctx, tx, buyLabel{Parcel: id}, &river.InsertOpts{Queue: jobs.SlowQueue, MaxAttempts: attempts, ScheduledAt: from})
}

// work works a buyLabel. A payment whose outcome is unknown is asked again later.
func (o Office) work(ctx context.Context, job *river.Job[buyLabel]) error {
	err := o.Advance(ctx, job.Args.Parcel)
	if errors.Is(err, errUnsettled) {
		if job.Attempt >= job.MaxAttempts {
			return nil
		}
		return river.JobSnooze(settleAfter)
	}
	return err
}

// errUnsettled is the error of a payment whose outcome is not known yet.
var errUnsettled = errors.New("the outcome of a payment is not known")

// turn is the next call of a purchase, already stored as begun.
type turn struct {
	parcel Parcel
	step   freight.Step
	// asks reports that the step was begun before, and that the carrier is asked what became of it.
	asks bool
}

// Advance makes the remaining calls of a purchase. A call that failed and may be repeated is an error, so that its job
// runs again; a refused purchase is a result.
func (o Office) Advance(ctx context.Context, id int64) error {
	for {
		next, err := o.begin(ctx, id)
		if err != nil || next == nil {
			return err
		}
		again, err := o.take(ctx, *next)
		if err != nil || !again {
			return err
		}
	}
}

// begin stores the next call as begun, or returns nil if there is none.
func (o Office) begin(ctx context.Context, id int64) (next *turn, err error) {
	err = o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		parcel, err := db.Lock[Parcel](tx, id)
		if err != nil || parcel.IsOver() || parcel.State == Ready || parcel.State == Cancelling {
			return err
		}
		provider, err := o.Freight.Provider(ctx, parcel.Provider)
		if err != nil {
			return err
		}
		step, isLeft := stepOf(parcel, provider.Steps())
		isInterrupted := parcel.Step != nil && parcel.StepEndedAt == nil
		switch {
		case !isLeft:
			parcel.State = Ready
			return o.save(tx, parcel)
		case isInterrupted && step.Spends:
			next = &turn{parcel: parcel, step: step, asks: true}
			return nil
		case isInterrupted && !step.Repeats:
			parcel.refuse("A compra foi interrompida antes do pagamento. Nada foi pago.")
			return o.save(tx, parcel)
		}
		now := o.Now()
		parcel.Step, parcel.StepBeganAt, parcel.StepEndedAt = &step.Name, &now, nil
		if parcel.State == Queued {
			parcel.State = Buying
		}
		next = &turn{parcel: parcel, step: step}
		return o.save(tx, parcel)
	})
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil, nil
	}
	return next, err
}

// stepOf returns the step that was begun last if its outcome is not known, else the one after it.
func stepOf(parcel Parcel, steps []freight.Step) (step freight.Step, isLeft bool) {
	at := slices.IndexFunc(steps, func(s freight.Step) bool { return s.Name == texts.Of(parcel.Step) })
	if parcel.StepEndedAt != nil || at < 0 {
		at++
	}
	if at >= len(steps) {
		return freight.Step{}, false
	}
	return steps[at], true
}

func (p *Parcel) refuse(reason string) { p.State, p.Failure = Refused, &reason }

func (o Office) save(tx *db.DB, parcel Parcel) error {
	parcel.DateUpdated = o.Now()
	return tx.Save(&parcel).Error
}

// take makes a call, or asks what became of it, and stores the outcome even if the process is ending.
func (o Office) take(ctx context.Context, made turn) (again bool, err error) {
	label := freight.Label{ID: texts.Of(made.parcel.CarrierID), TrackingCode: texts.Of(made.parcel.TrackingCode)}
	if made.asks {
		found, isDone, err := made.step.Ask(ctx, made.parcel.Reference, label)
		return o.settle(context.WithoutCancel(ctx), made, answer{found, isDone, err})
	}
	var input freight.LabelInput
	if made.parcel.CarrierID == nil {
		if input, err = o.inputOf(ctx, made.parcel); err != nil {
			return false, o.end(context.WithoutCancel(ctx), made, label, err)
		}
	}
	label, err = made.step.Do(ctx, input, label)
	return true, o.end(context.WithoutCancel(ctx), made, label, err)
}

// answer is what a carrier says about a payment.
type answer struct {
	label  freight.Label
	isDone bool
	err    error
}

// settle stores what a carrier says about a payment that was begun before.
func (o Office) settle(ctx context.Context, made turn, said answer) (again bool, err error) {
	if said.err == nil && said.isDone {
		return true, o.end(ctx, made, said.label, nil)
	}
	isOpen := true
	err = o.change(ctx, made.parcel.ID, func(parcel *Parcel) {
		if parcel.StepEndedAt != nil || texts.Of(parcel.Step) != made.step.Name {
			isOpen = false
			return
		}
		isOpen = said.err != nil || o.Now().Before(parcel.StepBeganAt.Add(settleAfter))
		if isOpen {
			parcel.State, parcel.Failure = Unknown, new(parcel.Carrier()+" não respondeu. Confira antes de repetir.")
			return
		}
		parcel.refuse("A compra não foi feita. Nada foi pago.")
	})
	if err == nil && isOpen {
		err = errUnsettled
	}
	return false, err
}

// end stores the outcome of a call.
func (o Office) end(ctx context.Context, made turn, label freight.Label, failed error) error {
	err := o.change(ctx, made.parcel.ID, func(parcel *Parcel) {
		if texts.Of(parcel.Step) != made.step.Name {
			return
		}
		switch {
		case failed == nil:
			o.done(parcel, made.step, label)
		case made.step.Spends && errs.HasCode(failed, freight.CodeLabelUnknown):
			parcel.State, parcel.Failure = Unknown, new(parcel.Carrier()+" não respondeu. Confira antes de repetir.")
		case made.step.Repeats:
			parcel.Failure = texts.Optional(reason(failed))
		default:
			parcel.refuse(reason(failed))
		}
	})
	if err == nil && failed != nil && made.step.Repeats {
		return failed
	}
	return err
}

// done stores a successful call; the one that pays makes the label bought.
func (o Office) done(parcel *Parcel, step freight.Step, label freight.Label) {
	now := o.Now()
	parcel.StepEndedAt, parcel.Failure = &now, nil
	parcel.CarrierID, parcel.TrackingCode = texts.Optional(label.ID), texts.Optional(label.TrackingCode)
	if step.Spends {
		parcel.State, parcel.BoughtAt = Bought, &now
	}
}

func (o Office) change(ctx context.Context, id int64, apply func(parcel *Parcel)) error {
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		parcel, err := db.Lock[Parcel](tx, id)
		if err != nil {
			return err
		}
		apply(&parcel)
		return o.save(tx, parcel)
	})
}

func reason(err error) string {
	refused := errs.As(err)
	switch {
	case refused == nil:
		return "Algo deu errado do nosso lado. Tente de novo."
	case len(refused.Fields) > 0:
		return refused.Fields[0].Message
	}
	return refused.Message
}

// inputOf returns the request to the carrier for a parcel, and checks its price against the one that was accepted.
func (o Office) inputOf(ctx context.Context, parcel Parcel) (freight.LabelInput, error) {
	order, err := orders.FindFor(ctx, o.DB, auth.Caller{Kind: auth.System}, parcel.OrderID)
	if err != nil {
		return freight.LabelInput{}, err
	}
	shipment, content, err := o.Freight.Parcel(ctx, QuoteOf(order), order.Totals().Products)
	if err != nil {
		return freight.LabelInput{}, err
	}
	price, err := o.PriceOf(ctx, order)
	if err != nil {
		return freight.LabelInput{}, err
	}
	if price.Cmp(parcel.Price) > 0 {
		return freight.LabelInput{}, errs.Conflict("FREIGHT_CHANGED",
			"O preço passou de "+fmtbr.Money(parcel.Price)+" para "+fmtbr.Money(price)+". Nada foi pago.")
	}
	who, _, err := o.recipient(ctx, order)
	if err == nil && !price.Equal(parcel.Price) {
		err = o.change(ctx, parcel.ID, func(parcel *Parcel) { parcel.Price = price })
	}
	return freight.LabelInput{Shipment: shipment, Recipient: who, OptionKey: parcel.OptionKey, Reference: parcel.Reference, Content: content},
		err
}
