package webhooks

import "acolhe/models/platform/mail"

// SwitchedOffMessage is the content of the message about an endpoint that was switched off.
type SwitchedOffMessage struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason"`
}

// SwitchedOff is the message to administrators about an endpoint that was switched off.
var SwitchedOff = mail.KindOf[SwitchedOffMessage]{Kind: "webhook_switched_off", Label: "Webhook desligado"}
