package melhorenvio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// scopes are the permissions that quotes, labels and their tests need.
var scopes = []string{"cart-read", "cart-write", "orders-read", "shipping-calculate", "shipping-cancel", "shipping-checkout",
	"shipping-companies",
	"shipping-generate", "shipping-preview", "shipping-print", "shipping-tracking", "users-read"}

// Authorize begins an authorization and returns the address of Melhor Envio that asks for it. The address callback must
// be registered there.
func (c *Carrier) Authorize(ctx context.Context, by auth.Caller, callback string) (string, error) {
	values, err := c.values(ctx)
	if err != nil {
		return "", err
	}
	if values[externalservices.ClientID] == "" {
		return "", freight.ErrMissing("do Melhor Envio")
	}
	begun, err := c.store.Begin(ctx, by, name)
	query := url.Values{"client_id": {values[externalservices.ClientID]}, "redirect_uri": {callback}, "response_type": {"code"},
		"scope": {strings.Join(scopes, " ")}, "state": {begun.State}}
	return address(values, "/oauth/authorize?"+query.Encode()), err
}

// Callback is what Melhor Envio adds to the callback's address.
type Callback struct{ State, Code, Error string }

// CompleteAuthorization exchanges the code of a callback for tokens. It returns 400 VALIDATION_ERROR for a state that is
// not the operator's own, and 422 CREDENTIAL_INVALID if the person or Melhor Envio refused.
func (c *Carrier) CompleteAuthorization(ctx context.Context, by auth.Caller, callback string, answer Callback) error {
	if _, err := c.store.End(ctx, by, name, answer.State); err != nil {
		return err
	}
	refused := errs.New(errs.KindUnprocessable, externalservices.CodeInvalid, "A autorização foi recusada.")
	if answer.Error != "" || answer.Code == "" {
		return refused
	}
	values, err := c.values(ctx)
	if err != nil {
		return err
	}
	tokens, err := c.exchange(ctx, values, url.Values{"grant_type": {"authorization_code"}, "redirect_uri": {callback}, "code": {answer.Code}})
	if errors.Is(err, externalservices.ErrRevoked) {
		return refused.WithCause(err)
	}
	if err != nil {
		return classify(err)
	}
	if err := c.store.Connect(ctx, by, name, tokens, c.accountOf(ctx, values, tokens.Access)); err != nil {
		return err
	}
	return security.Record(ctx, c.store.DB, by, security.Event{Kind: security.ServiceConnected, Subject: company})
}

// accountOf returns the e-mail of a token's account, or a plain word if it cannot be read.
func (c *Carrier) accountOf(ctx context.Context, values externalservices.Values, token string) string {
	var user struct {
		Email string `json:"email"`
	}
	err := c.client.Do(ctx, provider.Call{Method: http.MethodGet, URL: address(values, api), Timeout: c.timeouts.Quote, Repeatable: true,
		Into:   &user,
		Header: http.Header{"Authorization": {"Bearer " + token}, "User-Agent": {"Acolhe (" + values[externalservices.SupportEmail] + ")"}}})
	if err != nil || user.Email == "" {
		return "Conta do Melhor Envio"
	}
	return user.Email
}

func (c *Carrier) renew(ctx context.Context, values externalservices.Values, refresh string) (externalservices.Tokens, error) {
	return c.exchange(ctx, values, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
}

// exchange asks for tokens. It is not repeated, because codes and refresh tokens are used up by the first call. A grant
// that is no longer valid is externalservices.ErrRevoked.
func (c *Carrier) exchange(ctx context.Context, values externalservices.Values, form url.Values) (externalservices.Tokens, error) {
	form.Set("client_id", values[externalservices.ClientID])
	form.Set("client_secret", values[externalservices.ClientSecret])
	var answer struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		ExpiresIn    int64  `json:"expires_in"`
	}
	err := c.client.Do(ctx, provider.Call{Method: http.MethodPost, URL: address(values, "/oauth/token"), Timeout: c.timeouts.Quote,
		Into: &answer,
		Body: form})
	if reason := grantError(err); reason == "invalid_grant" || reason == "invalid_request" {
		return externalservices.Tokens{}, fmt.Errorf("%w: %s", externalservices.ErrRevoked, reason)
	}
	if err == nil && (answer.AccessToken == "" || answer.ExpiresIn <= 0) {
		err = errors.New("an answer without a token")
	}
	life := time.Duration(min(answer.ExpiresIn, int64(365*24*time.Hour/time.Second))) * time.Second
	return externalservices.Tokens{Access: answer.AccessToken, Refresh: answer.RefreshToken, ExpiresAt: c.now().Add(life)}, err
}

// grantError returns OAuth's error of an answer, empty if there is none.
func grantError(err error) string {
	failed := provider.As(err)
	if failed == nil {
		return ""
	}
	var body struct {
		Error provider.Text `json:"error"`
	}
	_ = json.Unmarshal(failed.Raw, &body)
	return string(body.Error)
}

// testCEP is the destination of the quote of a test.
const testCEP = "01001000"

// Test implements freight.Provider. Before an account is connected only the application's pair is tested: a refresh
// token that does not exist is refused otherwise than a wrong pair.
func (c *Carrier) Test(ctx context.Context, values externalservices.Values) []externalservices.Check {
	definition, _ := externalservices.DefinitionOf(name)
	var checks externalservices.Checks
	checks.Require("Campos preenchidos", len(values.Missing(definition)) == 0, "Falta um campo obrigatório.")
	if values[externalservices.PersonalToken] == "" {
		checks.Run("Aplicativo aceito", func() (string, error) { return "", c.testPair(ctx, values) })
		tokens, err := c.store.Tokens(ctx, name)
		if err == nil && tokens.Access == "" {
			for _, label := range []string{"Conta autorizada", "Saldo da carteira", "Cotação de teste"} {
				checks.Skip(label, "Conecte a conta depois de salvar.")
			}
			return checks.List
		}
	}
	checks.Run("Conta autorizada", func() (string, error) {
		return "", c.call(ctx, values, provider.Call{Method: http.MethodGet, Repeatable: true})
	})
	checks.Run("Saldo da carteira", func() (string, error) { return c.testBalance(ctx, values) })
	checks.Run("Cotação de teste", func() (string, error) {
		options, err := c.quote(ctx, values, freight.TestShipment(testCEP))
		return fmtbr.Plural(len(options), "opção", "opções"), err
	})
	return checks.List
}

func (c *Carrier) testPair(ctx context.Context, values externalservices.Values) error {
	_, err := c.renew(ctx, values, "teste")
	if errors.Is(err, externalservices.ErrRevoked) {
		return nil
	}
	if grantError(err) == "invalid_client" {
		return errs.New(errs.KindUnprocessable, externalservices.CodeInvalid, "O Melhor Envio recusou o ID ou o segredo do aplicativo.")
	}
	return classify(err)
}

func (c *Carrier) testBalance(ctx context.Context, values externalservices.Values) (string, error) {
	var answer struct {
		Balance provider.Text `json:"balance"`
	}
	err := c.call(ctx, values, provider.Call{Method: http.MethodGet, URL: "/balance", Repeatable: true, Into: &answer})
	cents, isPrice := centsOf(string(answer.Balance))
	if err != nil || !isPrice {
		return "", err
	}
	return fmtbr.Money(amountOf(cents)) + " disponíveis", nil
}
