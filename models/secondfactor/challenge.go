package secondfactor

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Challenge asks the browser for a passkey. The zero Challenge asks for none.
type Challenge struct {
	// Options are the options of navigator.credentials as JSON.
	Options string
	// Kept is the challenge encrypted, for the form with the answer.
	Kept string
}

const (
	// challengeLifetime is the time in which a challenge is answered.
	challengeLifetime = 10 * time.Minute
	challengePurpose  = "secondfactor.challenge"
	decoyPurpose      = "secondfactor.decoy"
)

// What a challenge is for: an answer to one is worth nothing for another.
const (
	forStep   = "step"
	forSignIn = "sign_in"
	forMaking = "making"
)

// keptChallenge is the content of Challenge.Kept.
type keptChallenge struct {
	For     string
	Email   string
	Session webauthn.SessionData
	Until   time.Time
}

// UsePasskeys reports whether browsers keep passkeys for the address of the site: one with HTTPS, or this machine's own.
func (f Factors) UsePasskeys() bool {
	if f.Site == nil {
		return false
	}
	host := f.Site.Hostname()
	_, err := netip.ParseAddr(host)
	return err != nil && (f.Site.Scheme == "https" || host == "localhost")
}

func errNoAddress() error {
	return errs.Conflict(errs.CodeConflict, "Chaves de acesso precisam de um endereço com https. Entre com a senha.")
}

// party returns this site as browsers know it.
func (f Factors) party() (*webauthn.WebAuthn, error) {
	origin := url.URL{Scheme: f.Site.Scheme, Host: f.Site.Host}
	return webauthn.New(&webauthn.Config{RPID: f.Site.Hostname(), RPDisplayName: "Acolhe", RPOrigins: []string{origin.String()},
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementPreferred,
			UserVerification: protocol.VerificationPreferred}})
}

// Ask returns the challenge for the passkeys of a person who is signed in or whose password was right; the zero Challenge if they
// have none.
func (f Factors) Ask(ctx context.Context, tx *db.DB, by auth.Caller) (Challenge, error) {
	if !f.UsePasskeys() {
		return Challenge{}, nil
	}
	rows, err := working(ctx, tx, by.ID)
	if err != nil || len(rows) == 0 {
		return Challenge{}, err
	}
	person, err := holderOf(by, rows)
	if err != nil {
		return Challenge{}, err
	}
	return f.challenge(by, person, keptChallenge{For: forStep})
}

// AskToSignIn returns the challenge for signing in as the operator with this e-mail by a passkey alone; `operator` is the zero caller
// for an unknown e-mail. Without a passkey the challenge names ones that nobody has, always the same for an e-mail, so that the
// answer does not show who has an account or a passkey.
func (f Factors) AskToSignIn(ctx context.Context, tx *db.DB, by, operator auth.Caller, email string) (Challenge, error) {
	if !f.UsePasskeys() {
		return Challenge{}, errNoAddress()
	}
	rows, err := working(ctx, tx, operator.ID)
	if err != nil {
		return Challenge{}, err
	}
	person := f.decoy(email)
	if len(rows) > 0 {
		if person, err = holderOf(operator, rows); err != nil {
			return Challenge{}, err
		}
	}
	// The ways of reaching a real passkey would tell it from one that nobody has.
	for i := range person.credentials {
		person.credentials[i].Transport = nil
	}
	by.Email = email
	return f.challenge(by, person, keptChallenge{For: forSignIn}, webauthn.WithUserVerification(protocol.VerificationRequired))
}

// decoyLengths are lengths of the ids that passkeys have, the common ones more than once.
var decoyLengths = []int{16, 16, 20, 32, 32, 64}

// decoy returns a holder of passkeys that nobody has: mostly one, as people do.
func (f Factors) decoy(email string) holder {
	derived := f.Key.MAC(email, decoyPurpose)
	person := holder{handle: derived[:16], email: email}
	count := 1
	if derived[30] < 96 {
		count = 2 + int(derived[30])%2
	}
	for i := range count {
		purpose := decoyPurpose + strconv.Itoa(i)
		id := append(f.Key.MAC(email, purpose), f.Key.MAC(email, purpose+".more")...)
		length := decoyLengths[int(id[len(id)-1])%len(decoyLengths)]
		person.credentials = append(person.credentials, webauthn.Credential{ID: id[:length]})
	}
	return person
}

func (f Factors) challenge(by auth.Caller, person holder, kept keptChallenge, options ...webauthn.LoginOption) (Challenge, error) {
	party, err := f.party()
	if err != nil {
		return Challenge{}, err
	}
	assertion, session, err := party.BeginLogin(person, options...)
	if err != nil {
		return Challenge{}, err
	}
	kept.Session = *session
	return f.keep(by, assertion.Response, kept)
}

// keep returns the challenge with the encrypted part that its form sends back.
func (f Factors) keep(by auth.Caller, options any, kept keptChallenge) (Challenge, error) {
	kept.Email, kept.Until = by.Email, by.Now.Add(challengeLifetime)
	shown, err := json.Marshal(options)
	if err != nil {
		return Challenge{}, err
	}
	plain, err := json.Marshal(kept)
	return Challenge{Options: string(shown), Kept: base64.RawURLEncoding.EncodeToString(f.Key.Encrypt(plain, challengePurpose))}, err
}

// unseal returns the challenge of a form: one that is for this, of this person, and not older than ten minutes.
func (f Factors) unseal(by auth.Caller, kept, purpose string) (webauthn.SessionData, error) {
	var opened keptChallenge
	encrypted, err := base64.RawURLEncoding.DecodeString(kept)
	if err == nil {
		encrypted, err = f.Key.Decrypt(encrypted, challengePurpose)
	}
	if err == nil {
		err = json.Unmarshal(encrypted, &opened)
	}
	if err != nil || opened.For != purpose || opened.Email != by.Email || by.Now.After(opened.Until) {
		return webauthn.SessionData{}, errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials,
			"O pedido da chave de acesso venceu. Tente de novo.")
	}
	return opened.Session, nil
}
