package webhooks

import "acolhe/models/platform/mail"

// SwitchedOffLetter is the content of the letter about an endpoint that was switched off.
type SwitchedOffLetter struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason"`
}

// SwitchedOff is the letter to administrators about an endpoint that was switched off.
var SwitchedOff = mail.KindOf[SwitchedOffLetter]{Kind: "webhook_switched_off", Label: "Webhook desligado"}
