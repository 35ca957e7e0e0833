package parcels

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

const (
	// trackInterval is the time after which a parcel is asked about again; Melhor Envio itself keeps answers for an hour.
	trackInterval = time.Hour
	// trackBatch is the number of parcels of one call, trackMost of one run of the job.
	trackBatch = 50
	trackMost  = 2000
	// trackedFor is the time after which an old parcel is no longer asked about.
	trackedFor = 60 * 24 * time.Hour
)

// trackParcels is the periodic job that asks where parcels are.
type trackParcels struct{}

// Kind returns the name of the job in the queue.
func (trackParcels) Kind() string { return "track_parcels" }

// Track asks the carriers about all parcels on their way that were not asked about for an hour.
func (o Office) Track(ctx context.Context) error {
	var failed error
	for _, provider := range o.Freight.Providers {
		for done := 0; done < trackMost; done += trackBatch {
			var batch []Parcel
			now := o.Now()
			err := o.DB.WithContext(ctx).Where("provider = ? and state = 'ready' and stage <> 'delivered' and bought_at > ? and (tracked_at is null or tracked_at <= ?)",
				provider.Service(), now.Add(-trackedFor), now.Add(-trackInterval)).Order("tracked_at nulls first, id").Limit(trackBatch).Find(&batch).
				Error
			if err != nil || len(batch) == 0 {
				failed = errors.Join(failed, err)
				break
			}
			if err := o.track(ctx, provider.Service(), batch); err != nil {
				failed = errors.Join(failed, err)
				break
			}
		}
	}
	return failed
}

// track asks one carrier about parcels of it.
func (o Office) track(ctx context.Context, name externalservices.Name, batch []Parcel) error {
	provider, err := o.Freight.Provider(ctx, name)
	if err != nil {
		return err
	}
	var codes []string
	byCode := map[string]int64{}
	for _, parcel := range batch {
		code := texts.Of(parcel.CarrierID)
		if name == externalservices.CarrierA {
			code = texts.Of(parcel.TrackingCode)
		}
		codes, byCode[code] = append(codes, code), parcel.ID
	}
	found, err := provider.Track(ctx, codes)
	if err != nil {
		return err
	}
	told := map[int64]freight.Tracking{}
	for _, state := range found {
		for _, code := range []string{state.ID, state.TrackingCode} {
			if id, isKnown := byCode[code]; isKnown {
				told[id] = state
			}
		}
	}
	for _, parcel := range batch {
		if err := o.record(ctx, parcel.ID, told[parcel.ID]); err != nil {
			return err
		}
	}
	return nil
}

// record stores the tracking of a carrier. The order of a posted parcel is sent.
func (o Office) record(ctx context.Context, id int64, told freight.Tracking) error {
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		parcel, err := db.Lock[Parcel](tx, id)
		if err != nil {
			return err
		}
		now := o.Now()
		parcel.TrackedAt = &now
		switch {
		case told.IsCancelled:
			parcel.State, parcel.Failure = Cancelled, nil
		case told.ID != "" && parcel.State == Cancelling:
			parcel.back()
		}
		if told.TrackingCode != "" {
			parcel.TrackingCode = &told.TrackingCode
		}
		if told.Status != "" {
			parcel.TrackingStatus, parcel.Stage = &told.Status, told.Stage
		}
		if err := o.save(tx, parcel); err != nil {
			return err
		}
		if told.Description == "" {
			return nil
		}
		event := Event{ParcelID: id, Stage: told.Stage, Description: texts.Truncate(told.Description, 240), DateCreated: now}
		if told.UpdatedAt != nil {
			event.DateCreated = *told.UpdatedAt
		}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&event).Error; err != nil {
			return err
		}
		if parcel.Stage == freight.NotPosted || parcel.State != Ready {
			return nil
		}
		_, err = o.send(ctx, tx, auth.Caller{Kind: auth.System}.At(now), parcel)
		if errs.HasCode(err, orders.CodeInvalidTransition) {
			return nil
		}
		return err
	})
}

// Send marks the order of a parcel as sent with its tracking code, and writes the letter to the associate if the
// configuration asks for it. It returns 409 CONFLICT without a printable label, and the errors of orders.Send.
func (o Office) Send(ctx context.Context, by auth.Caller, id int64) (orders.Order, error) {
	if err := allow(by); err != nil {
		return orders.Order{}, err
	}
	if _, err := o.FindFor(ctx, by, id); err != nil {
		return orders.Order{}, err
	}
	var order orders.Order
	err := o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		parcel, err := db.Lock[Parcel](tx, id)
		if err != nil {
			return err
		}
		if parcel.State != Ready || parcel.TrackingCode == nil {
			return errs.Conflict(errs.CodeConflict, "A etiqueta ainda não está pronta.")
		}
		order, err = o.send(ctx, tx, by, parcel)
		return err
	})
	return order, err
}

func (o Office) send(ctx context.Context, tx *db.DB, by auth.Caller, parcel Parcel) (orders.Order, error) {
	order, err := orders.Send(ctx, tx, by, orders.SendInput{ID: parcel.OrderID, Carrier: string(parcel.Provider),
		TrackingCode: texts.Of(parcel.TrackingCode)})
	if err != nil || parcel.LetterSentAt != nil || order.Email == nil || order.IsSample {
		return order, err
	}
	wanted, err := settings.Get(ctx, tx, sendLetter)
	if err != nil || !wanted {
		return order, err
	}
	status, err := o.Mail.Send(ctx, tx, by, OrderSent.With(SentMessage{
		Number: strconv.FormatInt(order.ID, 10), Carrier: parcel.ServiceLabel, TrackingCode: texts.Of(parcel.TrackingCode),
		TrackingAddress: TrackingHref(parcel),
	}, mail.Message{To: *order.Email, Name: order.NameAssociate}))
	if err != nil || status != mail.Queued {
		return order, err
	}
	parcel.LetterSentAt = &by.Now
	return order, o.save(tx, parcel)
}

// TrackingHref returns the public page on which a parcel can be followed, empty without a code.
func TrackingHref(parcel Parcel) string {
	if parcel.TrackingCode == nil {
		return ""
	}
	site := map[externalservices.Name]string{externalservices.CarrierA: "https://www.loggi.com/rastreador/",
		externalservices.CarrierB: "https://www.melhorrastreio.com.br/rastreio/"}
	return site[parcel.Provider] + url.PathEscape(*parcel.TrackingCode)
}

// sendLetter asks for the letter to associates whose order was sent.
var sendLetter = settings.Key[bool]{System: "store", Name: "freight.send_letter", Type: settings.Boolean, Default: false,
	Description: "Avisa o associado por e-mail, com o código de rastreio, quando o pedido com etiqueta é enviado."}
