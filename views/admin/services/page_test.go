package services

import (
	"testing"

	"acolhe/models/externalservices"
)

// The badge names the next step: configure, connect the account, test, switch on.
func TestPageData_State(t *testing.T) {
	secret := externalservices.CredentialDetail{FieldKey: "client_secret", Required: true, HasValue: true}
	without := secret
	without.HasValue = false
	complete := externalservices.CredentialStatus{Complete: true}
	for want, status := range map[string]externalservices.Status{
		"Falta configurar": {OAuth: &externalservices.OAuthStatus{}, Fields: []externalservices.CredentialDetail{without}},
		"Falta conectar":   {OAuth: &externalservices.OAuthStatus{}, Fields: []externalservices.CredentialDetail{secret}},
		"Teste falhou":     {Credentials: externalservices.CredentialStatus{Complete: true, LastTestOK: new(false)}},
		"Desligado":        {Credentials: complete},
		"Pronto para usar": {Credentials: complete, Enabled: true},
	} {
		if got := (PageData{Current: status}).state().Text; got != want {
			t.Errorf("%+v is %q, want %q", status, got, want)
		}
	}
}
