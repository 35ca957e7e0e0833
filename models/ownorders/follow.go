package ownorders

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// Followed is an own order with where it is.
type Followed struct {
	orders.Order
	// Reached are the times at which the order came to its steps.
	Reached map[orders.Status]time.Time
	// Carrier and Href are who carries the parcel and the page on which it can be followed; empty without.
	Carrier, Href string
	// Asked reports whether the associate asked for the same again and the staff has not answered.
	Asked bool
}

// Follow returns an order of the calling associate. Any other order is 404 NOT_FOUND.
func Follow(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (followed Followed, err error) {
	if followed.Order, err = orders.FindFor(ctx, tx, by, id); err != nil {
		return followed, err
	}
	history, err := orders.History(ctx, tx, id)
	if err != nil {
		return followed, err
	}
	followed.Reached = reached(history)
	if at := followed.PaidAt; at != nil {
		followed.Reached[orders.Paid] = *at
	}
	latest, err := parcels.LatestByOrder(ctx, tx, []int64{id})
	if err != nil {
		return followed, err
	}
	followed.Carrier, followed.Href = carrierOf(followed.Order, latest[id])
	open, err := openRequest(tx.WithContext(ctx), id)
	followed.Asked = open != 0
	return followed, err
}

// reached returns when an order last came to each status; the history is newest first.
func reached(history []orders.Event) map[orders.Status]time.Time {
	times := map[orders.Status]time.Time{}
	for _, event := range history {
		var status orders.Status
		if json.NewDecoder(bytes.NewReader(event.Changes["status"].To)).Decode(&status) != nil {
			continue
		}
		if _, isKnown := times[status]; !isKnown {
			times[status] = event.DateCreated
		}
	}
	return times
}

// post is the form of a tracking code of the Correios (UPU S10).
var post = regexp.MustCompile(`^[A-Z]{2}\d{9}[A-Z]{2}$`)

// carrierOf returns who carries an order and where it can be followed: by its parcel, else by the form of its code.
func carrierOf(order orders.Order, parcel parcels.Parcel) (carrier, href string) {
	code := texts.Of(order.TrackingCode)
	switch {
	case code == "":
		return "", ""
	case texts.Of(parcel.TrackingCode) == code:
		names := map[externalservices.Name]string{externalservices.CarrierA: "Loggi", externalservices.CarrierB: "Melhor Envio"}
		return names[parcel.Provider], parcels.TrackingHref(parcel)
	case post.MatchString(code):
		return "Correios", "https://rastreamento.correios.com.br/app/index.php?objetos=" + url.QueryEscape(code)
	}
	return "", ""
}
