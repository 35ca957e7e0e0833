package mail_test

import (
	"net/url"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
)

// The link of a letter begins with the address of the program that its reader uses, where one is configured.
func TestAddress_OfEachReader(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	public := &url.URL{Scheme: "https", Host: "acolhe.example.org"}
	letters := map[string]mail.Message{
		"panel_url":    {Kind: mail.Invite.Kind, Path: "/convite?token=x"},
		"admin_url":    {Path: "/admin/webhooks/1"},
		"doc_sign_url": {Kind: mail.Reset.Kind, Path: "/nova-senha?token=x", App: mail.ForDocSign},
		"store_url":    {Path: "/assinar/x"},
	}
	for key, letter := range letters {
		before, err := mail.Address(t.Context(), connection.DB, letter, public)
		if err != nil || before.String() != public.String() {
			t.Errorf("%s: unset it is %v (%v)", key, before, err)
		}
		if err := connection.DB.Exec(`insert into system_configs (system, key, value_type, value) values ('system', ?, 'string', to_jsonb('https://' || ? || '.example.org'))`, key, key[:3]).Error; err != nil {
			t.Fatal(err)
		}
	}
	letters["admin_url"] = mail.Message{Kind: mail.Reset.Kind, Path: "/nova-senha?token=x", App: mail.ForAdmin}
	for key, letter := range letters {
		if got, err := mail.Address(t.Context(), connection.DB, letter, public); err != nil || got.Host != key[:3]+".example.org" {
			t.Errorf("%s: it is %v (%v)", key, got, err)
		}
	}
}
