package loggi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
	"acolhe/models/types/errs"
)

// Buy implements freight.Provider. The reference is sent as tracking code and sequence, because Loggi has no
// idempotency key: a purchase without an answer is found by it.
func (c *Carrier) Buy(ctx context.Context, label freight.LabelInput) (freight.Label, error) {
	values, err := c.values(ctx)
	if err != nil {
		return freight.Label{}, err
	}
	if values[externalservices.ServiceID] == "" {
		return freight.Label{}, freight.ErrMissing("etiquetas da Loggi (ID do serviço)")
	}
	var answer struct {
		Packages []struct {
			TrackingCode string `json:"trackingCode"`
			LoggiKey     string `json:"loggiKey"`
		} `json:"packages"`
	}
	err = c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/async-shipments", Timeout: labelTimeout, Into: &answer, Body: shipmentOf(values, label)})
	if failed := provider.As(err); failed != nil && failed.IsUnknown {
		return freight.Label{}, freight.ErrUnknown("Loggi", err)
	}
	if err != nil {
		return freight.Label{}, classify(err)
	}
	if len(answer.Packages) != 1 || answer.Packages[0].LoggiKey == "" {
		return freight.Label{}, freight.ErrUnknown("Loggi", nil)
	}
	return freight.Label{ID: answer.Packages[0].LoggiKey, TrackingCode: answer.Packages[0].TrackingCode, Status: "requested"}, nil
}

func shipmentOf(values externalservices.Values, label freight.LabelInput) map[string]any {
	box := boxOf(label.Package)
	_, box["freightType"], _ = strings.Cut(label.OptionKey, ":")
	box["freightType"] = "FREIGHT_TYPE_" + box["freightType"].(string)
	box["trackingCode"], box["sequence"] = label.Reference, label.Reference
	box["documentTypes"] = []any{map[string]any{"contentDeclaration": map[string]any{"totalValue": label.Value.String(), "description": label.Content}}}
	from := label.From
	return map[string]any{
		"shipFrom": party(freight.Recipient{Name: from.Name, Document: from.Document, Phone: from.Phone, Email: from.Email},
			freight.Address{Street: from.Street, Number: from.Number, Complement: from.Complement, Neighborhood: from.Neighborhood, City: from.City, State: from.State, CEP: from.CEP}),
		"shipTo": party(label.Recipient, label.To), "packages": []any{box}, "externalServiceId": values[externalservices.ServiceID],
	}
}

func party(who freight.Recipient, at freight.Address) map[string]any {
	number := at.Number
	if number == "" {
		number = "S/N"
	}
	return map[string]any{"name": who.Name, "federalTaxId": who.Document, "phoneNumber": who.Phone, "email": who.Email, "address": map[string]any{
		"correiosAddress": map[string]string{"logradouro": at.Street, "numero": number, "complemento": at.Complement, "bairro": at.Neighborhood,
			"cep": at.CEP, "cidade": at.City, "uf": at.State}}}
}

// Cancel implements freight.Provider.
func (c *Carrier) Cancel(ctx context.Context, id string) (freight.Cancellation, error) {
	values, err := c.values(ctx)
	if err != nil {
		return freight.Cancellation{}, err
	}
	var answer struct {
		Warning string `json:"warning_message"`
	}
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/packages/cancel?loggi_key=" + url.QueryEscape(id), Timeout: labelTimeout, Into: &answer})
	return freight.Cancellation{Cancelled: err == nil && answer.Warning == "", Warning: provider.Clean(answer.Warning)}, err
}

// Track implements freight.Provider; a package that Loggi does not know is left out.
func (c *Carrier) Track(ctx context.Context, codes []string) ([]freight.Tracking, error) {
	values, err := c.values(ctx)
	if err != nil {
		return nil, err
	}
	found := []freight.Tracking{}
	for _, code := range codes {
		tracked, err := c.track(ctx, values, code)
		if provider.HasStatus(err, http.StatusNotFound) {
			continue
		}
		if err != nil {
			return nil, classify(err)
		}
		found = append(found, tracked...)
	}
	return found, nil
}

func (c *Carrier) track(ctx context.Context, values externalservices.Values, code string) ([]freight.Tracking, error) {
	var answer struct {
		Packages []struct {
			LoggiKey     string `json:"loggiKey"`
			TrackingCode string `json:"trackingCode"`
			Status       struct {
				Code        provider.Text `json:"code"`
				Description string        `json:"description"`
				UpdatedTime *time.Time    `json:"updatedTime"`
			} `json:"status"`
		} `json:"packages"`
	}
	err := c.try(ctx, values, provider.Call{Method: http.MethodGet, URL: "/packages/" + url.PathEscape(code) + "/tracking", Repeatable: true, Into: &answer})
	var found []freight.Tracking
	for _, p := range answer.Packages {
		found = append(found, freight.Tracking{ID: p.LoggiKey, TrackingCode: p.TrackingCode, Status: string(p.Status.Code),
			Description: provider.Clean(p.Status.Description), UpdatedAt: p.Status.UpdatedTime})
	}
	return found, err
}

// testCEP is the destination of the quote of a test.
const testCEP = "01001000"

// Test implements freight.Provider.
func (c *Carrier) Test(ctx context.Context, values externalservices.Values) []externalservices.Check {
	definition, _ := externalservices.DefinitionOf(name)
	var checks externalservices.Checks
	checks.Require("Campos preenchidos", len(values.Missing(definition)) == 0, "Falta um campo obrigatório.")
	checks.Run("Credenciais aceitas", func() (string, error) {
		_, _, err := c.issue(ctx, values)
		if provider.HasStatus(err, http.StatusUnauthorized) || provider.HasStatus(err, http.StatusBadRequest) {
			return "", errs.New(errs.KindUnprocessable, externalservices.CodeInvalid, "A Loggi recusou as credenciais.")
		}
		return "", classify(err)
	})
	checks.Run("Cotação de teste", func() (string, error) {
		fresh := &Carrier{store: c.store, client: c.client, timeout: c.timeout, now: c.now, tokens: &tokens{}}
		_, err := fresh.quote(ctx, values, freight.TestShipment(testCEP))
		if provider.HasStatus(err, http.StatusNotFound) {
			return "Sem cobertura no trecho de teste", nil
		}
		return "", classify(err)
	})
	return checks.List
}
