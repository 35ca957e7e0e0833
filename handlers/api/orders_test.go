package api_test

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

type body = map[string]any

// anOrder is Ana's order of two creams and an oil: 2 × 68.50 + 290.00 = 427.00.
func anOrder(changes body) body {
	order := body{
		"user_code": dbtest.Ana.UserCode, "total": 427.00,
		"items": []body{{"code": "CREME-60", "amount": 68.50, "quantity": 2}, {"code": "OLEO-30", "amount": 290, "quantity": 1}},
	}
	maps.Copy(order, changes)
	return order
}

type placed struct {
	ID            int64           `json:"id"`
	User          int64           `json:"user"`
	UserCode      string          `json:"user_code"`
	NameAssociate string          `json:"name_associate"`
	Email         string          `json:"email"`
	Total         json.Number     `json:"total"`
	Status        string          `json:"status"`
	ServiceUser   *string         `json:"service_user"`
	Items         []body          `json:"items"`
	Tags          json.RawMessage `json:"tags"`
	Address       body            `json:"address"`
}

func TestPlaceOrder_ServerTotal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var order placed
	bruno.POST("/api/v1/orders", anOrder(body{
		"delivery_price": 23.90, "discount": 20, "donation": 0.90, "total": 420.00,
		"custom_payment": []body{{"item": "Campanha", "qnt": 1, "value": 10}},
		"address": body{"street": "Rua A", "number": "1", "neighborhood": "Centro", "city": "Florianópolis", "state": "sc",
			"cep": "88010-000", "complement": ""},
	})).Want(201).Data(&order)
	if order.Total != "420.00" || order.Status != "Aguardando pagamento" || order.User != dbtest.Ana.ID || order.Email != dbtest.Ana.Email {
		t.Errorf("placed %+v", order)
	}
	if order.NameAssociate != dbtest.Ana.FullName() || order.ServiceUser == nil || *order.ServiceUser != dbtest.Bruno.UserCode ||
		string(order.Tags) != "[]" {
		t.Errorf("placed %+v", order)
	}
	if order.Address["cep"] != "88010000" || order.Address["state"] != "SC" {
		t.Errorf("the address was stored as %v", order.Address)
	}
	var listed []placed
	bruno.GET("/api/v1/orders?limit=1").Want(200).Data(&listed)
	if len(listed) != 1 || listed[0].ID != order.ID || listed[0].Total != order.Total {
		t.Errorf("listed %+v", listed)
	}
}

func TestPlaceOrder_NothingToShip(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for _, address := range []any{body{}, nil, body{"cep": ""}} {
		bruno.POST("/api/v1/orders", anOrder(body{"address": address})).Want(201)
	}
}

func TestPlaceOrder_AnswerSentBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	var answered, again body
	camila.POST("/api/v1/orders", anOrder(nil)).Want(201).Data(&answered)
	for _, serverOnly := range []string{"id", "date_created", "date_updated"} {
		delete(answered, serverOnly)
	}
	camila.POST("/api/v1/orders", answered).Want(201).Data(&again)
	if again["info"] != nil || again["prescriber"] != nil || again["email"] != dbtest.Ana.Email {
		t.Errorf("placed %v", again)
	}
}

func TestPlaceOrder_TotalMismatch(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "orders", "true")
	for _, total := range []any{426.98, 427.02, 0, 9999999.99, 10_000_000, -1, -427, json.Number("427.015"), json.Number("427.01000000000005")} {
		bruno.POST("/api/v1/orders", anOrder(body{"total": total})).WantCode(400, "TOTAL_MISMATCH")
	}
	if after := app.Count(t, "orders", "true"); after != before {
		t.Errorf("%d orders were stored", after-before)
	}
	if app.Count(t, "reception", "id = $1 and completed_at is null", dbtest.AnaWaits.ID) != 1 {
		t.Error("the reception item was completed all the same")
	}
	for _, total := range []any{426.99, 427.01, json.Number("427.00000000000006"), json.Number("426.999999999999999")} {
		var order placed
		bruno.POST("/api/v1/orders", anOrder(body{"total": total})).Want(201).Data(&order)
		if order.Total != "427.00" {
			t.Errorf("%v was stored as %s", total, order.Total)
		}
	}
}

// Totals of binary floats, whole numbers in any notation, and parts of a piece.
func TestPlaceOrder_Notations(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	answer := app.As(t, dbtest.Bruno).POST("/api/v1/orders", `{"user": 1e0, "total": 30.299999999999997,
		"items": [{"code": "A", "amount": 10.1, "quantity": 3.0}, {"code": "B", "amount": 1, "quantity": 1e0}],
		"custom_payment": [{"item": "x", "qnt": 1.250, "value": 1}, {"item": "y", "qnt": 2e0, "value": 0}]}`).Want(201)
	for _, want := range []string{`"total":30.30,`, `"quantity":3}`, `"quantity":1}`, `"qnt":1.25,`, `"qnt":2,`} {
		if !strings.Contains(answer.Body, want) {
			t.Errorf("%s is not in %s", want, answer.Body)
		}
	}
}

// An option goes into an order as the quote answers it; the order stores what it has always stored.
func TestPlaceOrder_QuotedOption(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	var quote struct{ Options []body }
	bruno.POST(freightPath+"/quote", aParcel(nil)).Want(200).Data(&quote)
	for _, option := range quote.Options {
		var order struct {
			FreightOption body `json:"freight_option"`
		}
		bruno.POST("/api/v1/orders", anOrder(body{"freight_option": option})).Want(201).Data(&order)
		for _, dropped := range []string{"company_id", "company_name", "service_id", "service_name", "status"} {
			delete(option, dropped)
		}
		if got, want := jsonOf(order.FreightOption), jsonOf(option); got != want {
			t.Errorf("stored %s, want %s", got, want)
		}
	}
	for _, empty := range []any{body{}, body{"option_key": nil}, nil} {
		if placed := bruno.POST("/api/v1/orders", anOrder(body{"freight_option": empty})).Want(201).Body; !strings.Contains(placed, `"freight_option":null`) {
			t.Errorf("%v is stored: %s", empty, placed)
		}
	}
}

func TestPlaceOrder_WrongFields(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "orders", "true")
	for name, c := range map[string]struct {
		changes body
		fields  []string
	}{
		"no associate":         {body{"user_code": nil, "user": 0}, []string{"user_code"}},
		"unknown associate":    {body{"user_code": "0a000000-0000-4000-8000-00000000ffff"}, []string{"user_code"}},
		"two associates":       {body{"user": dbtest.Joao.ID}, []string{"user_code"}},
		"associate 0 as well":  {body{"user": 0}, []string{"user_code"}},
		"associate below 0":    {body{"user": -1}, []string{"user_code"}},
		"no items":             {body{"items": []body{}, "total": 0}, []string{"items"}},
		"quantity 0":           {body{"items": []body{{"code": "A", "amount": 1, "quantity": 0}}}, []string{"items[0].quantity"}},
		"quantity 10000":       {body{"items": []body{{"code": "A", "amount": 1, "quantity": 10000}}}, []string{"items[0].quantity"}},
		"fraction":             {body{"items": []body{{"code": "A", "amount": 1, "quantity": 1.5}}}, []string{"items[0].quantity"}},
		"negative amount":      {body{"items": []body{{"code": "A", "amount": -1, "quantity": 1}}}, []string{"items[0].amount"}},
		"three decimals":       {body{"items": []body{{"code": "A", "amount": 1.001, "quantity": 1}}}, []string{"items[0].amount"}},
		"no code":              {body{"items": []body{{"code": " ", "amount": 1, "quantity": 1}}}, []string{"items[0].code"}},
		"unknown fields":       {body{"coupon_id": 1, "no_commission": true, "bvid": "x"}, []string{"bvid", "coupon_id", "no_commission"}},
		"no total":             {body{"total": nil}, []string{"total"}},
		"total as text":        {body{"total": "427"}, []string{"total"}},
		"endless total":        {body{"total": json.Number("1e400")}, []string{"total"}},
		"another status":       {body{"status": "Pago"}, []string{"status"}},
		"negative discount":    {body{"discount": -1}, []string{"discount"}},
		"wrong address":        {body{"address": body{"cep": "123", "state": "XX"}}, []string{"address.cep", "address.state"}},
		"no CEP":               {body{"address": body{"cep": "abc"}}, []string{"address.cep"}},
		"CEP with letters":     {body{"address": body{"cep": "88010-000 fundos"}}, []string{"address.cep"}},
		"unknown in address":   {body{"address": body{"zip": "1"}}, []string{"address.zip"}},
		"total beyond storage": {body{"total": 0, "items": []body{{"code": "A", "amount": 9999999.99, "quantity": 9999}}}, []string{"total"}},
		"wrong e-mail":         {body{"email": "nada"}, []string{"email"}},
	} {
		t.Run(name, func(t *testing.T) {
			answer := bruno.POST("/api/v1/orders", anOrder(c.changes)).WantCode(400, "VALIDATION_ERROR")
			var fields []string
			for _, message := range answer.Messages() {
				field, _, _ := strings.Cut(message, ": ")
				fields = append(fields, field)
			}
			if strings.Join(fields, " ") != strings.Join(c.fields, " ") {
				t.Errorf("refused %v, want %v: %s", fields, c.fields, answer.Body)
			}
		})
	}
	if after := app.Count(t, "orders", "true"); after != before {
		t.Errorf("%d orders were stored", after-before)
	}
}

func TestPlaceOrder_CompletesReception(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Bruno).POST("/api/v1/orders", anOrder(nil)).Want(201)
	if app.Count(t, "reception", "id = $1 and completed_at is not null and completion_reason = 'Pedido'", dbtest.AnaWaits.ID) != 1 {
		t.Error("Ana still waits")
	}
	if app.Count(t, "reception", "id = $1 and completed_at is null", dbtest.StrangerWaits.ID) != 1 {
		t.Error("somebody else's item was completed")
	}
}

func TestPlaceOrder_FreightPaidSeparately(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.POST("/api/v1/orders", anOrder(body{"delivery_price": 10, "total": 437})).Want(201)
	_, err := app.Pool.Exec(t.Context(), `insert into system_configs (system, key, value) values ('store', 'freight.apply_to_total', 'false')`)
	if err != nil {
		t.Fatal(err)
	}
	bruno.POST("/api/v1/orders", anOrder(body{"delivery_price": 10, "total": 437})).WantCode(400, "TOTAL_MISMATCH")
	bruno.POST("/api/v1/orders", anOrder(body{"delivery_price": 10, "total": 427})).Want(201)
}

func TestListOrders(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string][]int64{
		"":                                 {dbtest.JoaosOrder.ID, dbtest.AnasOrder.ID},
		"?limit=1":                         {dbtest.JoaosOrder.ID},
		"?limit=1&offset=1":                {dbtest.AnasOrder.ID},
		"?status=Pago":                     {dbtest.AnasOrder.ID},
		"?q=conceicao":                     {dbtest.JoaosOrder.ID},
		"?q=JO%C3%83O":                     {dbtest.JoaosOrder.ID},
		"?q=ana@exemplo":                   {dbtest.AnasOrder.ID},
		"?q=%231":                          {dbtest.AnasOrder.ID},
		"?q=ningu%C3%A9m":                  {},
		"?limit=-1&meta=*":                 {dbtest.JoaosOrder.ID, dbtest.AnasOrder.ID},
		"?q=%25":                           {},
		"?q=%27%3B+drop+table+orders%3B--": {},
	} {
		var found []placed
		bruno.GET("/api/v1/orders" + query).Want(200).Data(&found)
		ids := make([]int64, len(found))
		for i, order := range found {
			ids[i] = order.ID
		}
		if len(ids) != len(want) || len(want) > 0 && ids[0] != want[0] {
			t.Errorf("%q finds %v, want %v", query, ids, want)
		}
	}
	var meta struct {
		Limit, Offset           int
		FilterCount, TotalCount *int `json:"-"`
	}
	answer := bruno.GET("/api/v1/orders?status=Pago&meta=filter_count,total_count").Want(200).Meta(&meta)
	if !strings.Contains(answer.Body, `"total_count":2,"filter_count":1`) || meta.Limit != 100 {
		t.Errorf("meta in %s", answer.Body)
	}
	for _, query := range []string{"?limit=1001", "?limit=-2", "?offset=-1", "?limit=x", "?status=Nada", "?meta=all", "?sort=id", "?q=%00"} {
		bruno.GET("/api/v1/orders"+query).WantCode(400, "VALIDATION_ERROR")
	}
}

func TestListOrdersByUser(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var found []placed
	bruno.GET("/api/v1/orders/by-user/" + dbtest.Ana.UserCode).Want(200).Data(&found)
	if len(found) != 1 || found[0].ID != dbtest.AnasOrder.ID || found[0].Total != json.Number(dbtest.AnasOrder.Total) {
		t.Errorf("found %+v", found)
	}
	bruno.GET("/api/v1/orders/by-user/" + dbtest.Carla.UserCode).Want(200).Data(&found)
	if len(found) != 0 {
		t.Errorf("Carla has %+v", found)
	}
	for _, code := range []string{"0a000000-0000-4000-8000-00000000ffff", "abc", strconv.Itoa(1)} {
		bruno.GET("/api/v1/orders/by-user/"+code).WantCode(404, "NOT_FOUND")
	}
}

func TestOrders_Scopes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	writer := app.WithToken(t, "items:orders:write")
	var order placed
	writer.POST("/api/v1/orders", anOrder(body{"service_user": "integração"})).Want(201).Data(&order)
	if app.Count(t, "orders", "id = $1 and service_user = 'integração'", order.ID) != 1 || order.ServiceUser != nil {
		t.Errorf("placed %+v", order)
	}
	if refused := writer.GET("/api/v1/orders").WantCode(403, "FORBIDDEN"); !strings.Contains(refused.Body, "(orders.read)") {
		t.Errorf("refused as %s", refused.Body)
	}
	app.WithToken(t, "items:orders:read").GET("/api/v1/orders").Want(200)
	// An invalid token fails even beside a valid cookie.
	app.As(t, dbtest.Bruno).With("Authorization", "Bearer nada").GET("/api/v1/orders").WantCode(401, "UNAUTHORIZED")
}
