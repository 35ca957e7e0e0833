package main

import (
	"fmt"
	"net/http"
	"slices"
)

// rows is how many rows the lists have.
const rows = 60

// work is one kind of request and who answers it: Acolhe first, its baselines after it.
type work struct {
	name  string
	sides []side
}

// side is one program's way to do a work.
type side struct {
	name    string
	addr    string
	request []byte
	status  int
	// content returns what the answers of all sides of a work have in common.
	content func(body []byte) (any, error)
	// target is the ratio that Acolhe should reach to this side (performance.md); 0 for none.
	target float64
}

// works lists what is measured. Of a list, the ratio to raw values is what performance.md asks
// of the generic lists, the one to structs what it asks of typed verbs. The work that writes
// comes last, because it changes the lists.
func (g *ground) works() []work {
	list := fmt.Sprintf("/api/v1/orders?limit=%d", rows)
	byUser := fmt.Sprintf("/api/v1/orders/by-user/%s?limit=%d", g.busiest, rows)
	bareList := fmt.Sprintf("/orders?limit=%d", rows)
	bareByUser := fmt.Sprintf("/orders/by-user/%s?limit=%d", g.busiest, rows)
	reading := []work{
		{"60 newest orders", []side{
			g.acolheGets(list, envelopeOf),
			g.bareGets("bare, raw values", "/raw"+bareList, envelopeOf).toReach(0.6),
			g.bareGets("bare, structs", "/structs"+bareList, envelopeOf).toReach(0.6),
		}},
		{"orders by user", []side{
			g.acolheGets(byUser, envelopeOf),
			g.bareGets("bare, raw values", "/raw"+bareByUser, envelopeOf).toReach(0.6),
			g.bareGets("bare, structs", "/structs"+bareByUser, envelopeOf).toReach(0.6),
		}},
		{"who am I", []side{
			g.acolheGets("/api/v1/auth/me", envelopeOf),
			g.bareGets("bare, struct", "/me", envelopeOf).toReach(0.6),
		}},
		{"page of 60 orders (alone: under 15 ms)", []side{
			g.acolheGets("/painel/pedidos", linkedOrders),
			g.bareGets("JSON, bare structs", "/structs"+bareList, listedIDs).toReach(0.3),
		}},
		{"page of 60 associates (alone: under 15 ms)", []side{
			g.acolheGets("/painel/associados", linkedAssociates),
			g.bareGets("JSON, bare structs", fmt.Sprintf("/structs/associates?limit=%d", rows), listedIDs).toReach(0.3),
		}},
	}
	return append(slices.Concat(reading, g.itemWorks()), work{"place an order", []side{
		g.acolhePosts("/api/v1/orders", g.order(), placedOrder),
		g.barePosts("bare transaction", "/orders", g.order(), placedOrder).toReach(0.6),
	}})
}

// itemWorks are the works of the generic collections, each beside raw values of bare pgx.
func (g *ground) itemWorks() []work {
	var works []work
	for i, q := range g.questions() {
		works = append(works, work{q.name, []side{
			g.acolheGets(q.path, envelopeOf), g.bareGets("bare, raw values", fmt.Sprintf("/items/%d", i), envelopeOf).toReach(0.6),
		}})
	}
	one := fmt.Sprintf("/items/orders/%d", g.facts.orders/2)
	return append(works, work{"items: one order", []side{
		g.acolheGets("/api/v1"+one, envelopeOf), g.bareGets("bare, raw values", one, envelopeOf).toReach(0.6),
	}})
}

func (g *ground) acolheGets(path string, content func([]byte) (any, error)) side {
	return side{name: "Acolhe", addr: g.acolhe, request: get(g.acolhe, path, g.session), status: http.StatusOK, content: content}
}

func (g *ground) bareGets(name, path string, content func([]byte) (any, error)) side {
	return side{name: name, addr: g.bare, request: get(g.bare, path, ""), status: http.StatusOK, content: content}
}

func (g *ground) acolhePosts(path, body string, content func([]byte) (any, error)) side {
	return side{name: "Acolhe", addr: g.acolhe, request: post(g.acolhe, path, g.session, body), status: http.StatusCreated, content: content}
}

func (g *ground) barePosts(name, path, body string, content func([]byte) (any, error)) side {
	return side{name: name, addr: g.bare, request: post(g.bare, path, "", body), status: http.StatusCreated, content: content}
}

func (s side) toReach(target float64) side {
	s.target = target
	return s
}

// get is a whole request, without Accept-Encoding: answers come as they are.
func get(addr, path, session string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\n\r\n", path, addr, sessionCookie, session)
}

func post(addr, path, session, body string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		path, addr, sessionCookie, session, len(body), body)
}

// order is the body of an order such as the panel takes all day, with its right total.
func (g *ground) order() string {
	return fmt.Sprintf(`{"user_code":%q,"items":[
		{"code":"CBD-3000","name":"Óleo CBD 3000 mg","amount":349.90,"quantity":2},
		{"code":"BAL-50","name":"Bálsamo 50 g","amount":89.50,"quantity":1}],
		"delivery_price":23.90,"freight_carrier":"carrier_b",
		"freight_option":{"option_key":"carrier_b:1-1","provider":"carrier_b","service_label":"Correios PAC","price":23.90,"eta_days":7},
		"discount":10.00,"total":803.20,"prescriber":"Dra. Helena Prado","info":"Entregar na portaria."}`, g.busiest)
}
