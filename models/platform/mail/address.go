package mail

import (
	"context"
	"net/url"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
)

// Programs of the association that a message may name.
const (
	ForAdmin   = "admin"
	ForDocSign = "doc-sign"
)

// associatePaths are the beginnings of the addresses that associates get.
var associatePaths = []string{"/cadastro", "/assinar", "/verificar", "/agendamento", "/recolhimento", "/acompanhamento", "/desfazer-email"}

// Address returns the address with which the link of a message begins: the configured one of the program that it is for,
// else the public address of this one.
func Address(ctx context.Context, tx *db.DB, message Message, public *url.URL) (*url.URL, error) {
	configured, err := settings.Get(ctx, tx, message.address())
	if err != nil || configured == "" {
		return public, err
	}
	return url.Parse(configured)
}

// address returns the key of the address of the program that a message is for.
func (m Message) address() settings.Key[string] {
	for _, path := range associatePaths {
		if strings.HasPrefix(m.Path, path) {
			return settings.StoreURL
		}
	}
	switch {
	case m.App == ForDocSign:
		return settings.DocSignURL
	case m.App == ForAdmin, strings.HasPrefix(m.Path, "/admin"):
		return settings.AdminURL
	}
	return settings.PanelURL
}
