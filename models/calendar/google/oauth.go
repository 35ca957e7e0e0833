package google

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/platform/provider"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// scopes are the permissions that calendars and events need, the least ones.
var scopes = []string{"https://www.googleapis.com/auth/calendar.events", "https://www.googleapis.com/auth/calendar.calendarlist.readonly"}

// The addresses of Google's OAuth are on hosts of their own; another base_url has them all.
const (
	production   = "https://www.googleapis.com"
	authorizeURL = "https://accounts.google.com/o/oauth2/v2/auth"
	tokenURL     = "https://oauth2.googleapis.com/token"
	revokeURL    = "https://oauth2.googleapis.com/revoke"
)

func oauthAddress(values externalservices.Values, atGoogle, path string) string {
	if strings.TrimRight(values[externalservices.BaseURL], "/") == production {
		return atGoogle
	}
	return address(values, path)
}

// Authorize begins an authorization and returns the address of Google that asks for it. The address callback must be
// registered there.
func (g *Google) Authorize(ctx context.Context, by auth.Caller, callback string) (string, error) {
	values, err := g.values(ctx)
	if err != nil {
		return "", err
	}
	begun, err := g.store.Begin(ctx, by, name)
	challenge := sha256.Sum256([]byte(begun.Verifier))
	// Without prompt=consent a second authorization has no refresh token.
	query := url.Values{"client_id": {values[externalservices.ClientID]}, "redirect_uri": {callback}, "response_type": {"code"},
		"scope": {strings.Join(scopes, " ")},
		"state": {begun.State}, "access_type": {"offline"}, "prompt": {"consent"}, "code_challenge_method": {"S256"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}}
	return oauthAddress(values, authorizeURL, "/o/oauth2/v2/auth") + "?" + query.Encode(), err
}

// Callback is what Google adds to the callback's address.
type Callback struct{ State, Code, Error string }

// CompleteAuthorization exchanges the code of a callback for tokens. It returns 400 VALIDATION_ERROR for a state that is
// not the operator's own, and 422 CREDENTIAL_INVALID if the person or Google refused, or a permission was left out.
func (g *Google) CompleteAuthorization(ctx context.Context, by auth.Caller, callback string, answer Callback) error {
	verifier, err := g.store.End(ctx, by, name, answer.State)
	if err != nil {
		return err
	}
	if answer.Error != "" || answer.Code == "" {
		return errRefused("A autorização foi recusada.", nil)
	}
	values, err := g.values(ctx)
	if err != nil {
		return err
	}
	granted, err := g.exchange(ctx, values,
		url.Values{"grant_type": {"authorization_code"}, "redirect_uri": {callback}, "code": {answer.Code}, "code_verifier": {verifier}})
	if errors.Is(err, externalservices.ErrRevoked) {
		return errRefused("A autorização foi recusada.", err)
	}
	if err != nil {
		return classify(err)
	}
	if err := g.checkGrant(ctx, granted); err != nil {
		return err
	}
	if err := g.store.Connect(ctx, by, name, granted.Tokens, g.accountOf(ctx, values, granted.Access)); err != nil {
		return err
	}
	return security.Record(ctx, g.store.DB, by, security.Event{Kind: security.ServiceConnected, Subject: "Google Agenda"})
}

func errRefused(message string, cause error) error {
	return errs.New(errs.KindUnprocessable, externalservices.CodeInvalid, message).WithCause(cause)
}

// checkGrant refuses a grant without all scopes, which a person may untick, and one without a refresh token, unless one is
// stored.
func (g *Google) checkGrant(ctx context.Context, granted grant) error {
	for _, scope := range scopes {
		if !slices.Contains(granted.scopes, scope) {
			return errRefused("Faltou uma permissão. Conecte de novo e deixe todas marcadas.", nil)
		}
	}
	stored, err := g.store.Tokens(ctx, name)
	if err == nil && granted.Refresh == "" && stored.Refresh == "" {
		return errRefused("O Google não deu uma autorização duradoura. Remova o acesso do Acolhe na conta Google e conecte de novo.", nil)
	}
	return err
}

// accountOf returns the id of the primary calendar, which is the account's e-mail.
func (g *Google) accountOf(ctx context.Context, values externalservices.Values, token string) string {
	var primary struct {
		Items []struct {
			ID      string `json:"id"`
			Primary bool   `json:"primary"`
		} `json:"items"`
	}
	err := g.client.Do(ctx, provider.Call{Method: http.MethodGet, URL: address(values, api+"/users/me/calendarList?maxResults=250"),
		Timeout: g.timeout, Repeatable: true,
		Into: &primary, Header: http.Header{"Authorization": {"Bearer " + token}}})
	for _, calendar := range primary.Items {
		if err == nil && calendar.Primary {
			return calendar.ID
		}
	}
	return "Conta do Google"
}

// grant is a pair of tokens with its permissions.
type grant struct {
	externalservices.Tokens
	scopes []string
}

// exchange asks for tokens. It is not repeated, because a code is used up by the first call. A grant that is no longer
// valid is externalservices.ErrRevoked.
func (g *Google) exchange(ctx context.Context, values externalservices.Values, form url.Values) (grant, error) {
	form.Set("client_id", values[externalservices.ClientID])
	form.Set("client_secret", values[externalservices.ClientSecret])
	var answer struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		ExpiresIn    int64  `json:"expires_in"`
		Scope        string `json:"scope"`
	}
	err := g.client.Do(ctx, provider.Call{Method: http.MethodPost, URL: oauthAddress(values, tokenURL, "/token"), Timeout: g.timeout,
		Into: &answer, Body: form})
	switch reason := grantError(err); reason {
	case "invalid_grant", "redirect_uri_mismatch":
		return grant{}, fmt.Errorf("%w: %s", externalservices.ErrRevoked, reason)
	case "invalid_client":
		return grant{}, errRefused("O Google recusou o ID ou o segredo do cliente.", err)
	}
	if err == nil && (answer.AccessToken == "" || answer.ExpiresIn <= 0) {
		err = errors.New("an answer without a token")
	}
	life := time.Duration(min(answer.ExpiresIn, int64(24*time.Hour/time.Second))) * time.Second
	tokens := externalservices.Tokens{Access: answer.AccessToken, Refresh: answer.RefreshToken, ExpiresAt: g.now().Add(life)}
	return grant{tokens, strings.Fields(answer.Scope)}, err
}

// grantError returns the error of RFC 6749 in an answer.
func grantError(err error) string {
	var body struct {
		Error provider.Text `json:"error"`
	}
	failed := provider.As(err)
	if failed == nil || json.Unmarshal(failed.Raw, &body) != nil {
		return ""
	}
	return string(body.Error)
}

func (g *Google) renewal(values externalservices.Values) externalservices.Renewal {
	return func(ctx context.Context, refresh string) (externalservices.Tokens, error) {
		granted, err := g.exchange(ctx, values, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
		return granted.Tokens, err
	}
}

// Revoke revokes the tokens at Google. Disconnecting does not depend on the answer.
func (g *Google) Revoke(ctx context.Context) error {
	values, err := g.store.Values(ctx, name)
	if err != nil {
		return err
	}
	tokens, err := g.store.Tokens(ctx, name)
	if err != nil || tokens.Refresh == "" {
		return err
	}
	return g.client.Do(ctx, provider.Call{Method: http.MethodPost, URL: oauthAddress(values, revokeURL, "/revoke"), Timeout: g.timeout,
		Body: url.Values{"token": {tokens.Refresh}}})
}

// Test implements calendar.Provider. Before an account is connected only the pair of the client is tested: a refresh token
// that does not exist is refused otherwise than a wrong pair.
func (g *Google) Test(ctx context.Context, values externalservices.Values) []externalservices.Check {
	definition, _ := externalservices.DefinitionOf(name)
	var checks externalservices.Checks
	checks.Require("Campos preenchidos", len(values.Missing(definition)) == 0, "Falta um campo obrigatório.")
	checks.Run("Cliente aceito", func() (string, error) { return "", g.testPair(ctx, values) })
	tokens, err := g.store.Tokens(ctx, name)
	if err == nil && tokens.Access == "" {
		checks.Skip("Conta autorizada", "Conecte a conta depois de salvar.")
		return checks.List
	}
	checks.Run("Conta autorizada", func() (string, error) {
		found, err := g.calendarsWith(ctx, values)
		return fmtbr.Plural(len(found), "calendário", "calendários"), err
	})
	return checks.List
}

func (g *Google) testPair(ctx context.Context, values externalservices.Values) error {
	_, err := g.renewal(values)(ctx, "teste")
	if errors.Is(err, externalservices.ErrRevoked) {
		return nil
	}
	return classify(err)
}
