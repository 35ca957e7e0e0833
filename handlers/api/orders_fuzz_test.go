package api_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/routers/gorillamux"

	"acolhe/handlers/handlertest"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/web"
)

// FuzzOrders places and changes orders with any request: each is answered as documented, and never with 5xx. If
// the body is not an object, the fuzzer's text becomes one member of an otherwise valid order.
func FuzzOrders(f *testing.F) {
	app := handlertest.New(f)
	issued, err := tokens.Issue(f.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "fuzz", Scopes: []string{"*"}})
	if err != nil {
		f.Fatal(err)
	}
	document := web.Document(app.Routes)
	document.Servers[0].URL = app.URL
	contract, err := gorillamux.NewRouter(document)
	if err != nil {
		f.Fatal(err)
	}
	for i, seed := range orderSeeds {
		f.Add(uint8(i), "", "", seed)
		f.Add(uint8(i), "k", "*", seed)
	}
	f.Add(uint8(1), strings.Repeat("k", 256), `W/"1", "x"`, `{}`)
	f.Fuzz(func(t *testing.T, what uint8, key, tag, body string) {
		method, path := http.MethodPost, "/api/v1/orders"
		if what%2 == 1 {
			method, path = http.MethodPatch, fmt.Sprintf("/api/v1/orders/%d", 1+what/2%3)
		}
		if !strings.HasPrefix(body, "{") {
			body = fmt.Sprintf(`{"items": [{"code": "A", "amount": 1, "quantity": 1}], "total": 1, "user": 1, %q: %s}`,
				orderFields[int(what/8)%len(orderFields)], body)
			if method == http.MethodPatch {
				body = strings.Replace(body, `"user": 1, `, "", 1)
			}
		}
		sent, err := http.NewRequestWithContext(t.Context(), method, app.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		sent.Header.Set("Authorization", "Bearer "+issued.Token)
		sent.Header.Set("Content-Type", "application/json")
		sent.Header.Set("Idempotency-Key", key)
		sent.Header.Set("If-Match", tag)
		answer, err := http.DefaultTransport.RoundTrip(sent)
		if err != nil {
			return // the client refuses to send such a header
		}
		defer answer.Body.Close()
		raw, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		(&authFuzzer{contract: contract}).check(t, sent, answer, raw)
	})
}

var orderFields = []string{"items", "total", "address", "custom_payment", "delivery_price", "discount", "donation", "email",
	"freight_carrier",
	"freight_option", "info", "name_associate", "prescriber", "prescriber_code", "status", "tags", "user", "user_code", "coupon_id",
	"service_user"}

var orderSeeds = []string{
	``, `{}`, `[]`, `null`, `{"items":`, `{"user": 1, "total": 10, "items": [{"code": "A", "amount": 10, "quantity": 1, "sku": "x", "n": 1e5}]}`,
	`{"info": "x", "tags": ["a"]}`, `{"status": "Pago"}`, `{"discount": 1, "total": 1e-2}`,
	`{"custom_payment": [{"item": "x", "qnt": 1, "value": -1.00}]}`,
	`{"address": {"street": "Rua", "number": "1", "neighborhood": "", "city": "", "state": "sc", "cep": "88010-000", "complement": null}}`,
	`[{"code": "A", "amount": 1, "quantity": 1, "\ud800": "\ud800"}]`, `[{"code": "A\u0000", "amount": 1, "quantity": 1}]`,
	`[{"code": "A", "amount": 1e-99, "quantity": 1e3}]`,
	`{"option_key": "a", "provider": "b", "price": 1, "eta_days": 99999999999}`, `"\ud800"`, `"x@\u0301y"`, `1e400`, `-0`, `"a"`, `["a", "a"]`,
	`[[]]`, `true`,
}
