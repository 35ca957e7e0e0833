package main

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
)

// rows is the number of rows of the lists.
const rows = 60

// workload is one kind of request with the programs that answer it: first Acolhe, then its
// baselines.
type workload struct {
	name       string
	contenders []contender
}

// contender is the request of a workload to one program.
type contender struct {
	name    string
	addr    string
	request []byte
	status  int
	// content returns the part of an answer that is the same for all programs.
	content func(body []byte) (any, error)
	// target is the ratio that Acolhe should reach to this program (performance.md); 0 for none.
	target float64
}

// workloads returns all workloads. The targets of performance.md for lists are the ratio to raw
// values for lists, and the ratio to structs for pages. The workload that writes
// comes last, because it changes the lists.
func (g *testbed) workloads() []workload {
	list := fmt.Sprintf("/api/v1/orders?limit=%d", rows)
	byUser := fmt.Sprintf("/api/v1/orders/by-user/%s?limit=%d", g.busiest, rows)
	bareList := fmt.Sprintf("/orders?limit=%d", rows)
	bareByUser := fmt.Sprintf("/orders/by-user/%s?limit=%d", g.busiest, rows)
	reads := []workload{
		{"GET /orders: 60 newest", []contender{
			g.acolheGets(list, envelopeOf),
			g.bareGets("bare, raw values", "/raw"+bareList, envelopeOf).withTarget(0.6),
			g.bareGets("bare, structs", "/structs"+bareList, envelopeOf).withTarget(0.6),
		}},
		{"GET /orders/by-user", []contender{
			g.acolheGets(byUser, envelopeOf),
			g.bareGets("bare, raw values", "/raw"+bareByUser, envelopeOf).withTarget(0.6),
			g.bareGets("bare, structs", "/structs"+bareByUser, envelopeOf).withTarget(0.6),
		}},
		{"who am I", []contender{
			g.acolheGets("/api/v1/auth/me", envelopeOf),
			g.bareGets("bare, struct", "/me", envelopeOf).withTarget(0.6),
		}},
		{"page of 60 orders, with brotli", []contender{
			g.acolheGets("/painel/pedidos", linkedOrders).packed(),
			g.bareGets("JSON, bare structs, brotli", "/structs"+bareList, listedIDs).packed().withTarget(0.5),
		}},
		{"page of 60 associates, with brotli", []contender{
			g.acolheGets("/painel/associados", linkedAssociates).packed(),
			g.bareGets("JSON, bare structs, brotli", fmt.Sprintf("/structs/associates?limit=%d", rows), listedIDs).packed().withTarget(0.5),
		}},
	}
	return append(slices.Concat(reads, g.itemWorkloads()), workload{"place an order", []contender{
		g.acolhePosts("/api/v1/orders", g.order(), createdOrder),
		g.barePosts("bare, without triggers", "/orders", g.order(), createdOrder).withTarget(0.6),
	}})
}

// itemWorkloads returns the workloads of the generic collections, each compared with raw values
// through pgx.
func (g *testbed) itemWorkloads() []workload {
	var works []workload
	for i, q := range itemQueries(g.facts.orders, g.facts.at) {
		works = append(works, workload{q.name, []contender{
			g.acolheGets(q.path, envelopeOf), g.bareGets("bare, raw values", fmt.Sprintf("/items/%d", i), envelopeOf),
			g.bareGets("bare, with the session", fmt.Sprintf("/items/%d", i), envelopeOf).signedIn(g.session).withTarget(0.8),
		}})
	}
	one := fmt.Sprintf("/items/orders/%d", g.facts.orders/2)
	return append(works, workload{"items: one order", []contender{
		g.acolheGets("/api/v1"+one, envelopeOf), g.bareGets("bare, raw values", one, envelopeOf),
		g.bareGets("bare, with the session", one, envelopeOf).signedIn(g.session).withTarget(0.75),
	}})
}

func (g *testbed) acolheGets(path string, content func([]byte) (any, error)) contender {
	return contender{name: "Acolhe", addr: g.acolhe, request: get(g.acolhe, path, g.session), status: http.StatusOK, content: content}
}

func (g *testbed) bareGets(name, path string, content func([]byte) (any, error)) contender {
	return contender{name: name, addr: g.bare, request: get(g.bare, path, ""), status: http.StatusOK, content: content}
}

func (g *testbed) acolhePosts(path, body string, content func([]byte) (any, error)) contender {
	return contender{name: "Acolhe", addr: g.acolhe, request: post(g.acolhe, path, g.session, body), status: http.StatusCreated,
		content: content}
}

func (g *testbed) barePosts(name, path, body string, content func([]byte) (any, error)) contender {
	return contender{name: name, addr: g.bare, request: post(g.bare, path, "", body), status: http.StatusCreated, content: content}
}

func (s contender) withTarget(target float64) contender {
	s.target = target
	return s
}

// packed returns the contender with a request for a compressed answer.
func (s contender) packed() contender {
	s.request = packed(s.request)
	return s
}

// signedIn returns the contender with a session that it looks up.
func (s contender) signedIn(session string) contender {
	s.request = bytes.Replace(s.request, []byte(sessionCookie+"=\r"), []byte(sessionCookie+"="+session+"\r"), 1)
	return s
}

// get returns a whole request without Accept-Encoding, so that answers are not compressed.
func get(addr, path, session string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\n\r\n", path, addr, sessionCookie, session)
}

func post(addr, path, session, body string) []byte {
	return send(http.MethodPost, addr, path, session, body)
}

// send returns a whole request with a JSON body.
func send(method, addr, path, session, body string) []byte {
	return fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		method, path, addr, sessionCookie, session, len(body), body)
}

// order returns the body of a typical order with its right total.
func (g *testbed) order() string { return orderOf(g.busiest) }

// orderOf is the body of a new order of an associate.
func orderOf(code string) string {
	return fmt.Sprintf(`{"user_code":%q,"items":[
		{"code":"CBD-3000","name":"Óleo CBD 3000 mg","amount":349.90,"quantity":2},
		{"code":"BAL-50","name":"Bálsamo 50 g","amount":89.50,"quantity":1}],
		"delivery_price":23.90,"freight_carrier":"carrier_b",
		"freight_option":{"option_key":"carrier_b:1-1","provider":"carrier_b","service_label":"Correios PAC","price":23.90,"eta_days":7},
		"discount":10.00,"total":803.20,"prescriber":"Dra. Helena Prado","info":"Entregar na portaria."}`, code)
}
