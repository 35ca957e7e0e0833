package signing

import "acolhe/models/platform/mail"

// Letter is the content of the letters about a contract.
type Letter struct {
	Title string `json:"title"`
}

// The letters: with the link to sign, and with the signed documents.
var (
	ToSign = mail.KindOf[Letter]{Kind: "term_to_sign", Label: "Termo para assinar"}
	Signed = mail.KindOf[Letter]{Kind: "term_signed", Label: "Termo assinado"}
)
