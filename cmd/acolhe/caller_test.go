package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
)

// caller is an API client of a running server, with a session or a token.
type caller struct {
	address string
	session *http.Cookie
	token   string
}

// order has the fields of an order that these tests read and write.
type order struct {
	ID         int64            `json:"id,omitempty"`
	UserCode   string           `json:"user_code"`
	Items      []map[string]any `json:"items"`
	Total      json.Number      `json:"total"`
	Prescriber string           `json:"prescriber,omitempty"`
}

// signIn signs in with the address and the credentials of the start screen.
func signIn(t *testing.T, p *process) caller {
	t.Helper()
	return signInAs(t, p, p.screenValue("E-mail"), p.screenValue("Senha"))
}

func signInAs(t *testing.T, p *process, email, password string) caller {
	t.Helper()
	return signInAt(t, p, p.screenValue("Endereço"), email, password)
}

// signInAt signs in at the address at which the program listens, where the one on the screen is public.
func signInAt(t *testing.T, p *process, address, email, password string) caller {
	t.Helper()
	c := caller{address: address}
	response, said, err := c.send(http.MethodPost, "/api/v1/auth/login", map[string]string{"email": email, "password": password})
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || len(response.Cookies()) == 0 {
		t.Fatalf("login as %q: %s %s", email, response.Status, said)
	}
	c.session = response.Cookies()[0]
	p.secrets = append(p.secrets, password, c.session.Value)
	return c
}

// authorization returns the header of a token, empty without one.
func (c caller) authorization() string {
	if c.token == "" {
		return ""
	}
	return "Bearer " + c.token
}

func (c caller) send(method, path string, body any) (*http.Response, []byte, error) {
	var content io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, nil, err
		}
		content = bytes.NewReader(raw)
	}
	request, err := http.NewRequest(method, c.address+path, content)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.session != nil {
		request.AddCookie(c.session)
	}
	if header := c.authorization(); header != "" {
		request.Header.Set("Authorization", header)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	return response, said, err
}

// place returns the stored order of the response, or an error if the server did not confirm it.
func (c caller) place(wanted order) (order, error) {
	response, said, err := c.send(http.MethodPost, "/api/v1/orders", wanted)
	if err != nil {
		return order{}, err
	}
	if response.StatusCode != http.StatusCreated {
		return order{}, fmt.Errorf("%s %s", response.Status, said)
	}
	var envelope struct{ Data order }
	return envelope.Data, json.Unmarshal(said, &envelope)
}

// orders reads the whole list, page by page.
func (c caller) orders(t *testing.T) []order {
	t.Helper()
	const limit = 1000
	var all []order
	for {
		var envelope struct{ Data []order }
		c.get(t, fmt.Sprintf("/api/v1/orders?limit=%d&offset=%d", limit, len(all)), &envelope)
		all = append(all, envelope.Data...)
		if len(envelope.Data) < limit {
			return all
		}
	}
}

// get reads a JSON response that must be 200.
func (c caller) get(t *testing.T, path string, into any) {
	t.Helper()
	response, said, err := c.send(http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s %s", path, response.Status, said)
	}
	if err := json.Unmarshal(said, into); err != nil {
		t.Fatalf("GET %s: %v in %s", path, err, said)
	}
}

// ready returns the status of /readyz.
func (c caller) ready(t *testing.T) int {
	t.Helper()
	response, _, err := c.send(http.MethodGet, "/readyz", nil)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode
}

// oneLike returns a new order of the same associate with two items at 10.25.
func oneLike(sample order, prescriber string) order {
	return order{
		UserCode: sample.UserCode, Total: "20.50", Prescriber: prescriber,
		Items: []map[string]any{{"code": "OLEO-30", "amount": 10.25, "quantity": 2}},
	}
}
