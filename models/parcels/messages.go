package parcels

import "acolhe/models/platform/mail"

// SentMessage is the content of the message about an order that was sent.
type SentMessage struct {
	Number       string `json:"number"`
	Carrier      string `json:"carrier"`
	TrackingCode string `json:"tracking_code"`
	// TrackingAddress is the public page that follows the parcel; empty for none.
	TrackingAddress string `json:"tracking_address"`
}

// OrderSent is the message about an order that was sent.
var OrderSent = mail.KindOf[SentMessage]{Kind: "order_sent", Label: "Pedido enviado"}
