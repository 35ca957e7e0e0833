package parcels

import "acolhe/models/platform/mail"

// SentLetter is the content of the letter about an order that was sent.
type SentLetter struct {
	Number       string `json:"number"`
	Carrier      string `json:"carrier"`
	TrackingCode string `json:"tracking_code"`
	// TrackingAddress is the public page that follows the parcel; empty for none.
	TrackingAddress string `json:"tracking_address"`
}

// OrderSent is the letter about an order that was sent.
var OrderSent = mail.KindOf[SentLetter]{Kind: "order_sent", Label: "Pedido enviado"}
