// Package loggi calls Loggi's API as the carrier carrier_a (integrations.md, 1).
package loggi

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
)

const (
	name    = externalservices.CarrierA
	company = "Loggi"

	// earlyRenewal is how long before its end a token is renewed.
	earlyRenewal = 45 * time.Second
	// defaultLife is the lifetime of a token whose own cannot be read.
	defaultLife = 5 * time.Minute
)

// Carrier is Loggi. Use New.
type Carrier struct {
	store    externalservices.Store
	client   provider.Client
	timeouts freight.Timeouts
	now      func() time.Time
	tokens   *tokens
}

// New returns the carrier.
func New(store externalservices.Store, now func() time.Time, timeouts freight.Timeouts) *Carrier {
	return &Carrier{store: store, client: provider.New(store.Outbound), timeouts: timeouts, now: now, tokens: &tokens{}}
}

// Service implements freight.Provider.
func (*Carrier) Service() externalservices.Name { return name }

// tokens caches the token of one pair of credentials. Loggi's tokens do not rotate, so that each instance may have one.
type tokens struct {
	mu      sync.Mutex
	pair    string
	token   string
	expires time.Time
}

// values returns the stored credentials, or 503 CREDENTIAL_MISSING.
func (c *Carrier) values(ctx context.Context) (externalservices.Values, error) {
	values, err := c.store.Values(ctx, name)
	definition, _ := externalservices.DefinitionOf(name)
	if err == nil && len(values.Missing(definition)) > 0 {
		err = freight.ErrMissing(definition.Of())
	}
	return values, err
}

// token returns a token, which other calls may share. One refused token is not used again.
func (c *Carrier) token(ctx context.Context, values externalservices.Values, refused string) (string, error) {
	pair := strings.Join([]string{values[externalservices.BaseURL], values[externalservices.ClientID], values[externalservices.ClientSecret]},
		"\x00")
	c.tokens.mu.Lock()
	defer c.tokens.mu.Unlock()
	if c.tokens.pair == pair && c.tokens.token != refused && c.now().Before(c.tokens.expires) {
		return c.tokens.token, nil
	}
	token, life, err := c.issue(ctx, values)
	if err != nil {
		return "", err
	}
	c.tokens.pair, c.tokens.token, c.tokens.expires = pair, token, c.now().Add(life-earlyRenewal)
	return token, nil
}

// issue asks for a token.
func (c *Carrier) issue(ctx context.Context, values externalservices.Values) (string, time.Duration, error) {
	var answer struct {
		IDToken   string        `json:"idToken"`
		ExpiresIn provider.Text `json:"expiresIn"`
	}
	err := c.client.Do(ctx, provider.Call{
		Method: http.MethodPost, URL: address(values, "/v2/oauth2/token"), Timeout: c.timeouts.Quote, Repeatable: true, Into: &answer,
		Body: map[string]string{"client_id": values[externalservices.ClientID], "client_secret": values[externalservices.ClientSecret]},
	})
	if err == nil && answer.IDToken == "" {
		err = errors.New("an answer without a token")
	}
	return answer.IDToken, lifeOf(string(answer.ExpiresIn)), err
}

// lifeOf reads "300" and "3600s".
func lifeOf(text string) time.Duration {
	seconds := 0
	for _, r := range text {
		if !unicode.IsDigit(r) || seconds > 1_000_000 {
			break
		}
		seconds = seconds*10 + int(r-'0')
	}
	if seconds == 0 {
		return defaultLife
	}
	return time.Duration(seconds) * time.Second
}

func address(values externalservices.Values, path string) string {
	return strings.TrimRight(values[externalservices.BaseURL], "/") + path
}

// call calls a route of the company; a refused token is renewed once. Its errors are those of freight.Provider.
func (c *Carrier) call(ctx context.Context, values externalservices.Values, call provider.Call) error {
	return classify(c.try(ctx, values, call))
}

func (c *Carrier) try(ctx context.Context, values externalservices.Values, call provider.Call) error {
	call.URL = address(values, "/v1/companies/"+url.PathEscape(values[externalservices.CompanyID])+call.URL)
	if call.Timeout == 0 {
		call.Timeout = c.timeouts.Quote
	}
	// The time limit includes the token.
	ctx, cancel := context.WithTimeout(ctx, call.Timeout)
	defer cancel()
	refused := ""
	for {
		token, err := c.token(ctx, values, refused)
		if err != nil {
			return err
		}
		call.Header = http.Header{"Authorization": {"Bearer " + token}}
		err = c.client.Do(ctx, call)
		if !provider.HasStatus(err, http.StatusUnauthorized) || refused != "" {
			return err
		}
		refused = token
	}
}

// classify returns the error of freight.Provider for an error of a call.
func classify(err error) error {
	failed := provider.As(err)
	switch {
	case err == nil:
		return nil
	case failed == nil:
		return freight.ErrProvider("A Loggi", "", err)
	case failed.Status == http.StatusUnauthorized, failed.Status == http.StatusForbidden:
		return freight.ErrInvalid("A Loggi", err)
	}
	return freight.ErrProvider("A Loggi", failed.Message(), err)
}
