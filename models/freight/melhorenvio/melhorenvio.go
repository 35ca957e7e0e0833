// Package melhorenvio calls Melhor Envio's API v2 as the carrier carrier_b (integrations.md, 2).
package melhorenvio

import (
	"context"
	"net/http"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
	"acolhe/models/types/errs"
)

const (
	name    = externalservices.CarrierB
	company = "Melhor Envio"

	api = "/api/v2/me"
)

// Carrier is Melhor Envio. Use New.
type Carrier struct {
	store    externalservices.Store
	client   provider.Client
	timeouts freight.Timeouts
	now      func() time.Time
}

// New returns the carrier.
func New(store externalservices.Store, now func() time.Time, timeouts freight.Timeouts) *Carrier {
	return &Carrier{store: store, client: provider.New(store.Outbound), timeouts: timeouts, now: now}
}

// Service implements freight.Provider.
func (*Carrier) Service() externalservices.Name { return name }

func (c *Carrier) values(ctx context.Context) (externalservices.Values, error) {
	values, err := c.store.Values(ctx, name)
	definition, _ := externalservices.DefinitionOf(name)
	if err == nil && len(values.Missing(definition)) > 0 {
		err = freight.ErrMissing(definition.Of())
	}
	return values, err
}

func address(values externalservices.Values, path string) string {
	return strings.TrimRight(values[externalservices.BaseURL], "/") + path
}

// token returns the personal token, else the one that OAuth granted, renewed if needed.
func (c *Carrier) token(ctx context.Context, values externalservices.Values, refused string) (string, error) {
	if personal := values[externalservices.PersonalToken]; personal != "" {
		return personal, nil
	}
	return c.store.Access(ctx, name, externalservices.Use{Refused: refused, Now: c.now(),
		Renew: func(ctx context.Context, refresh string) (externalservices.Tokens, error) {
			return c.renew(ctx, values, refresh)
		}})
}

// call calls a route of the API; a refused token is renewed once. Its errors are those of freight.Provider.
func (c *Carrier) call(ctx context.Context, values externalservices.Values, call provider.Call) error {
	return classify(c.try(ctx, values, call))
}

func (c *Carrier) try(ctx context.Context, values externalservices.Values, call provider.Call) error {
	call.URL = address(values, api+call.URL)
	if call.Timeout == 0 {
		call.Timeout = c.timeouts.Quote
	}
	// The time limit includes the renewal of the token.
	ctx, cancel := context.WithTimeout(ctx, call.Timeout)
	defer cancel()
	refused := ""
	for {
		token, err := c.token(ctx, values, refused)
		if err != nil {
			return err
		}
		call.Header = http.Header{"Authorization": {"Bearer " + token}, "User-Agent": {"Acolhe (" + values[externalservices.SupportEmail] + ")"}}
		err = c.client.Do(ctx, call)
		if !provider.HasStatus(err, http.StatusUnauthorized) || refused != "" || values[externalservices.PersonalToken] != "" {
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
	case errs.As(err) != nil:
		return err
	case failed == nil:
		return freight.ErrProvider("O Melhor Envio", "", err)
	case failed.Status == http.StatusUnauthorized:
		return freight.ErrInvalid("O Melhor Envio", err)
	case failed.Status == http.StatusForbidden:
		return errs.New(errs.KindUnprocessable, externalservices.CodeInvalid,
			"Falta uma permissão no Melhor Envio. Conecte a conta de novo.").WithCause(err)
	}
	return freight.ErrProvider("O Melhor Envio", failed.Message(), err)
}
