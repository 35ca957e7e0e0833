package secondfactor_test

import (
	"net/url"
	"testing"

	"github.com/descope/virtualwebauthn"

	"acolhe/models/platform/dbtest"
	"acolhe/models/secondfactor"
	"acolhe/models/types/errs"
)

// A passkey of another site's address, of no address and of an address that is a number is never asked for.
func TestUsePasskeys(t *testing.T) {
	t.Parallel()
	factors := factorsOf(t)
	if factors.UsePasskeys() {
		t.Error("without an address")
	}
	for address, want := range map[string]bool{"https://painel.exemplo.org.br": true, "http://localhost:8080": true,
		"http://painel.exemplo.org.br": false,
		"http://127.0.0.1:8080":        false, "https://[::1]": false, "https://203.0.113.9": false} {
		site, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		factors.Site = site
		if factors.UsePasskeys() != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}

// The first passkey turns the second step on with recovery codes; it opens with its own answer, once.
func TestMakePasskey(t *testing.T) {
	t.Parallel()
	conn, factors := dbtest.New(t), factorsOf(t)
	factors.Site = &url.URL{Scheme: "https", Host: "painel.exemplo.org.br"}
	site := virtualwebauthn.RelyingParty{ID: "painel.exemplo.org.br", Origin: "https://painel.exemplo.org.br"}
	// An elliptic key of this library drops leading zeros, about one key in 128.
	device, key := virtualwebauthn.NewAuthenticator(), virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA)
	by := bruno(now, false)
	challenge, err := factors.BeginPasskey(t.Context(), conn.DB, by)
	if err != nil {
		t.Fatal(err)
	}
	options, err := virtualwebauthn.ParseAttestationOptions(challenge.Options)
	if err != nil {
		t.Fatal(err)
	}
	input := secondfactor.PasskeyInput{Name: " Celular ", Kept: challenge.Kept,
		Answer: virtualwebauthn.CreateAttestationResponse(site, device, key, *options)}
	codes, err := factors.MakePasskey(t.Context(), conn.DB, by, input)
	if err != nil || len(codes) != 10 {
		t.Fatalf("%d codes, %v", len(codes), err)
	}
	if count(t, conn, "passkeys where name = 'Celular'") != 1 || count(t, conn, "system_users where second_step_at is not null") != 1 {
		t.Error("the passkey or the account is missing")
	}
	asked, err := factors.Ask(t.Context(), conn.DB, bruno(now, true))
	if err != nil {
		t.Fatal(err)
	}
	assertion, err := virtualwebauthn.ParseAssertionOptions(asked.Options)
	if err != nil {
		t.Fatal(err)
	}
	key.Counter++
	proof := secondfactor.Proof{Kept: asked.Kept, Answer: virtualwebauthn.CreateAssertionResponse(site, device, key, *assertion)}
	if _, err := factors.Check(t.Context(), conn.DB, bruno(now, true), proof); err != nil {
		t.Fatal(err)
	}
	if _, err := factors.Check(t.Context(), conn.DB, bruno(now, true), proof); !errs.HasCode(err, errs.CodeInvalidCredentials) {
		t.Errorf("the same answer again: %v", err)
	}
	if count(t, conn, "passkeys where suspected_at is not null") != 0 {
		t.Error("an answer that is sent twice makes the passkey a copy")
	}
	input.Kept = asked.Kept
	if _, err := factors.MakePasskey(t.Context(), conn.DB, by, input); len(errs.FieldsOf(err)) != 1 {
		t.Errorf("a challenge of another kind: %v", err)
	}
}
