package registration

import "acolhe/models/platform/mail"

// Refusal is the content of a message about a document: what the staff wrote.
type Refusal struct {
	Note string `json:"note"`
}

// The messages: a document is wanted again, the registration is complete.
var (
	DocumentAgain = mail.KindOf[Refusal]{Kind: "document_again", Label: "Documento pedido de novo"}
	Completed     = mail.KindOf[mail.None]{Kind: "registration_complete", Label: "Cadastro completo"}
)
