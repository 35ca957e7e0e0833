package handlertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/web"
)

// Client sends requests as one caller. Its methods fail the test if there is no answer.
type Client struct {
	t       testing.TB
	app     *App
	cookies []*http.Cookie
	headers []string
}

// With returns a client that also sends a header.
func (c *Client) With(name, value string) *Client {
	copied := *c
	copied.headers = append(slices.Clone(c.headers), name, value)
	return &copied
}

// WithCookie returns a client that also sends a cookie, whichever site set it.
func (c *Client) WithCookie(name, value string) *Client {
	copied := *c
	copied.cookies = append(slices.Clone(c.cookies), &http.Cookie{Name: name, Value: value})
	return &copied
}

// Cookie returns the value of a cookie that the caller holds.
func (c *Client) Cookie(name string) string {
	for _, cookie := range c.cookies {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

// CookieHeader returns the Cookie header that the caller sends; empty for one without cookies.
func (c *Client) CookieHeader() string {
	var pairs []string
	for _, cookie := range c.cookies {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(pairs, "; ")
}

// GET requests a path.
func (c *Client) GET(path string) *Answer {
	c.t.Helper()
	return c.send(http.MethodGet, path, "", nil)
}

// POST sends a value as JSON; a string is sent as it is.
func (c *Client) POST(path string, body any) *Answer {
	c.t.Helper()
	return c.JSON(http.MethodPost, path, body)
}

// JSON sends a value as JSON with any method; a string is sent as it is.
func (c *Client) JSON(method, path string, body any) *Answer {
	c.t.Helper()
	if text, ok := body.(string); ok {
		return c.send(method, path, "application/json", []byte(text))
	}
	raw, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.send(method, path, "application/json", raw)
}

// Form posts a form like a page of this site.
func (c *Client) Form(path string, fields url.Values) *Answer {
	c.t.Helper()
	return c.With("Sec-Fetch-Site", "same-origin").
		send(http.MethodPost, path, "application/x-www-form-urlencoded", []byte(fields.Encode()))
}

// Upload sends a file with fields as a multipart body.
func (c *Client) Upload(path, name string, content []byte, fields map[string]string) *Answer {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	for field, value := range fields {
		err = errors.Join(err, form.WriteField(field, value))
	}
	if err = errors.Join(err, form.Close()); err != nil {
		c.t.Fatal(err)
	}
	return c.With("Sec-Fetch-Site", "same-origin").send(http.MethodPost, path, form.FormDataContentType(), body.Bytes())
}

// requestTimeout is the maximum time of a request on a loaded machine.
const requestTimeout = time.Minute

// send does not follow redirects: the location is part of the answer.
func (c *Client) send(method, path, contentType string, body []byte) *Answer {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), requestTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, c.app.URL+path, bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	for i := 0; i < len(c.headers); i += 2 {
		request.Header.Set(c.headers[i], c.headers[i+1])
	}
	for _, cookie := range c.cookies {
		request.AddCookie(cookie)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	var raw []byte
	if response.Header.Get("Content-Type") != "text/event-stream" { // which does not end
		raw, err = io.ReadAll(response.Body)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	answer := &Answer{Response: response, Body: string(raw), t: c.t}
	c.app.secrets.note(request, body, answer)
	if err := c.app.contract.check(c.t.Context(), request, answer); err != nil {
		c.t.Errorf("%s %s: the answer does not match the OpenAPI document: %v\n%s", request.Method, request.URL.Path, err, answer.Body)
	}
	return answer
}

// Answer is a response with its whole body.
type Answer struct {
	*http.Response
	Body string

	t testing.TB
}

// Notice returns the notice for the next page.
func (a *Answer) Notice() web.Notice {
	a.t.Helper()
	for _, cookie := range a.Cookies() {
		if cookie.Name == web.NoticeCookie {
			return web.ParseNotice(cookie.Value)
		}
	}
	return web.Notice{}
}

// Want fails the test unless the answer has this status.
func (a *Answer) Want(status int) *Answer {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Fatalf("%s %s: %d, want %d\n%s", a.Request.Method, a.Request.URL.Path, a.StatusCode, status, a.Body)
	}
	return a
}

// WantCode fails the test unless the envelope has an error with this status and code.
func (a *Answer) WantCode(status int, code string) *Answer {
	a.t.Helper()
	a.Want(status)
	if !slices.Contains(a.Codes(), code) {
		a.t.Fatalf("%s %s: codes %v, want %s", a.Request.Method, a.Request.URL.Path, a.Codes(), code)
	}
	return a
}

// Codes returns the codes of the envelope's errors.
func (a *Answer) Codes() []string {
	var codes []string
	for _, entry := range a.errors() {
		codes = append(codes, entry.Code)
	}
	return codes
}

// Messages returns the messages of the envelope's errors.
func (a *Answer) Messages() []string {
	var messages []string
	for _, entry := range a.errors() {
		messages = append(messages, entry.Message)
	}
	return messages
}

// Data decodes the envelope's data into a value.
func (a *Answer) Data(into any) *Answer {
	a.t.Helper()
	a.part("data", into)
	return a
}

// Meta decodes the envelope's meta into a value.
func (a *Answer) Meta(into any) *Answer {
	a.t.Helper()
	a.part("meta", into)
	return a
}

// Location returns the target of a redirect.
func (a *Answer) Location() string { return a.Header.Get("Location") }

func (a *Answer) part(name string, into any) {
	a.t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(a.Body), &members); err != nil {
		a.t.Fatalf("%v in %s", err, a.Body)
	}
	if err := json.Unmarshal(members[name], into); err != nil {
		a.t.Fatalf("%s: %v in %s", name, err, a.Body)
	}
}

func (a *Answer) errors() []struct{ Code, Message string } {
	var envelope struct {
		Errors []struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(a.Body), &envelope); err != nil {
		a.t.Fatalf("no envelope: %v in %s", err, a.Body)
	}
	return envelope.Errors
}
