package signing

import "acolhe/models/platform/mail"

// Message is the content of the messages about a contract.
type Message struct {
	Title string `json:"title"`
}

// The messages: with the link to sign, and with the signed documents.
var (
	ToSign = mail.KindOf[Message]{Kind: "term_to_sign", Label: "Termo para assinar", Required: true}
	Signed = mail.KindOf[Message]{Kind: "term_signed", Label: "Termo assinado"}
)
