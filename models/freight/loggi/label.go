package loggi

import (
	"bytes"
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

// Steps implements freight.Provider. The reference is sent as tracking code and sequence, because Loggi has no
// idempotency key: a shipment without an answer is found by it.
func (c *Carrier) Steps() []freight.Step {
	return []freight.Step{
		{Name: "shipment", Spends: true, Do: c.stepShipment, Ask: c.askShipment},
		{Name: "label", Repeats: true, Do: c.stepLabel},
	}
}

func (c *Carrier) stepShipment(ctx context.Context, input freight.LabelInput, _ freight.Label) (freight.Label, error) {
	values, err := c.values(ctx)
	if err != nil {
		return freight.Label{}, err
	}
	if values[externalservices.ServiceID] == "" {
		return freight.Label{}, freight.ErrMissing("das etiquetas da Loggi (ID do serviço)")
	}
	var answer struct {
		Packages []struct {
			TrackingCode string `json:"trackingCode"`
			LoggiKey     string `json:"loggiKey"`
		} `json:"packages"`
	}
	err = c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/async-shipments", Timeout: c.timeouts.Label, Into: &answer,
		Body: shipmentOf(values, input)})
	if failed := provider.As(err); failed != nil && failed.IsUnknown {
		return freight.Label{}, freight.ErrUnknown("na Loggi", err)
	}
	if err != nil {
		return freight.Label{}, classify(err)
	}
	if len(answer.Packages) != 1 || answer.Packages[0].LoggiKey == "" {
		return freight.Label{}, freight.ErrUnknown("na Loggi", nil)
	}
	return freight.Label{ID: answer.Packages[0].LoggiKey, TrackingCode: answer.Packages[0].TrackingCode}, nil
}

func (c *Carrier) askShipment(ctx context.Context, reference string, label freight.Label) (freight.Label, bool, error) {
	tracked, err := c.Track(ctx, []string{reference})
	if err != nil || len(tracked) == 0 {
		return label, false, err
	}
	return freight.Label{ID: tracked[0].ID, TrackingCode: tracked[0].TrackingCode}, true, nil
}

// stepLabel asks whether the label can be printed, some time after the shipment was accepted.
func (c *Carrier) stepLabel(ctx context.Context, _ freight.LabelInput, label freight.Label) (freight.Label, error) {
	_, err := c.PDF(ctx, label.ID)
	return label, err
}

// PDF implements freight.Provider. Loggi answers 200 with a failure, or 500, for a label that is not ready.
func (c *Carrier) PDF(ctx context.Context, id string) (file []byte, err error) {
	values, err := c.values(ctx)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Success struct {
			Content []byte `json:"content"`
			URL     string `json:"url"`
		} `json:"success"`
	}
	err = c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/labels", Timeout: c.timeouts.Label, Repeatable: true,
		MaxBytes: freight.MaxLabelBytes, Into: &answer,
		Body: map[string]any{"loggiKeys": []string{id}, "responseType": "LABEL_RESPONSE_TYPE_BASE_64", "format": "LABEL_FORMAT_PDF",
			"layout":    "LABEL_LAYOUT_A6",
			"labelType": "LABEL_TYPE_DEFAULT"}})
	switch {
	case provider.HasStatus(err, http.StatusInternalServerError):
		return nil, freight.ErrNotReady("A "+company, err)
	case err != nil:
		return nil, classify(err)
	case externalservices.IsDownload(answer.Success.URL, values[externalservices.BaseURL]):
		err = c.client.Do(ctx, provider.Call{Method: http.MethodGet, URL: answer.Success.URL, Timeout: c.timeouts.Label, Repeatable: true,
			MaxBytes: freight.MaxLabelBytes, PDF: &file})
		return file, classify(err)
	case !bytes.HasPrefix(answer.Success.Content, []byte("%PDF-")):
		return nil, freight.ErrNotReady("A "+company, nil)
	}
	return answer.Success.Content, nil
}

func shipmentOf(values externalservices.Values, label freight.LabelInput) map[string]any {
	box := boxOf(label.Package)
	_, freightType, _ := strings.Cut(freight.KeyOf(label.OptionKey), ":")
	box["freightType"] = "FREIGHT_TYPE_" + freightType
	box["trackingCode"], box["sequence"] = label.Reference, label.Reference
	box["documentTypes"] = []any{map[string]any{"contentDeclaration": map[string]any{"totalValue": label.Value.String(),
		"description": label.Content}}}
	from := label.From
	return map[string]any{
		"shipFrom": party(freight.Recipient{Name: from.Name, Document: from.Document, Phone: from.Phone, Email: from.Email},
			freight.Address{Street: from.Street, Number: from.Number, Complement: from.Complement, Neighborhood: from.Neighborhood, City: from.City,
				State: from.State, CEP: from.CEP}),
		"shipTo": party(label.Recipient, label.To), "packages": []any{box}, "externalServiceId": values[externalservices.ServiceID],
	}
}

func party(who freight.Recipient, at freight.Address) map[string]any {
	number := at.Number
	if number == "" {
		number = "S/N"
	}
	return map[string]any{"name": who.Name, "federalTaxId": who.Document, "phoneNumber": who.Phone, "email": who.Email,
		"address": map[string]any{
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
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/packages/cancel?loggi_key=" + url.QueryEscape(id),
		Timeout: c.timeouts.Label, Into: &answer})
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
	err := c.try(ctx, values, provider.Call{Method: http.MethodGet, URL: "/packages/" + url.PathEscape(code) + "/tracking", Repeatable: true,
		Into: &answer})
	var found []freight.Tracking
	for _, p := range answer.Packages {
		found = append(found, freight.Tracking{ID: p.LoggiKey, TrackingCode: p.TrackingCode, Status: string(p.Status.Code),
			Description: provider.Clean(p.Status.Description), UpdatedAt: p.Status.UpdatedTime, Stage: stageOf(string(p.Status.Code)),
			IsCancelled: p.Status.Code == "7"})
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
		fresh := &Carrier{store: c.store, client: c.client, timeouts: c.timeouts, now: c.now, tokens: &tokens{}}
		_, err := fresh.quote(ctx, values, freight.TestShipment(testCEP))
		if provider.HasStatus(err, http.StatusNotFound) {
			return "Sem cobertura no trecho de teste", nil
		}
		return "", classify(err)
	})
	return checks.List
}

// stageOf knows the codes of integrations.md, 1.5; others are on their way.
func stageOf(code string) freight.Stage {
	switch code {
	case "", "1", "3", "7":
		return freight.NotPosted
	case "11":
		return freight.Out
	case "5":
		return freight.Arrived
	case "6":
		return freight.Problem
	}
	return freight.InTransit
}
