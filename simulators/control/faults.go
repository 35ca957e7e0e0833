package control

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Mode is a way in which a call fails.
type Mode string

// The modes that every simulator has (integrations.md, 9).
const (
	Unauthorized Mode = "401"
	Forbidden    Mode = "403"
	// TooMany is 429 without Retry-After, TooManyRetry with one of 0 seconds.
	TooMany      Mode = "429"
	TooManyRetry Mode = "429_retry_after"
	Internal     Mode = "500"
	// BadGateway is 502 with a body of HTML.
	BadGateway  Mode = "502"
	Unavailable Mode = "503"
	// Slow answers after slowTime, Hang never.
	Slow Mode = "slow"
	Hang Mode = "hang"
	// Reset closes the connection after a part of the headers.
	Reset Mode = "reset"
	// Malformed cuts the JSON, WrongType answers an array instead of an object or the reverse.
	Malformed Mode = "malformed"
	WrongType Mode = "wrong_type"
	Empty     Mode = "empty_200"
	HTML      Mode = "html_200"
	// Huge answers more than any client reads.
	Huge Mode = "huge"
	// Redirect leads to a page of sign-in.
	Redirect Mode = "redirect"
	// SlowThenDone does what is asked for and loses the answer.
	SlowThenDone Mode = "slow_then_done"
)

const (
	slowTime  = 40 * time.Second
	hugeBytes = 24 << 20
)

// Modes lists the modes.
func Modes() []Mode {
	return []Mode{Unauthorized, Forbidden, TooMany, TooManyRetry, Internal, BadGateway, Unavailable, Slow, Hang, Reset, Malformed, WrongType,
		Empty,
		HTML, Huge, Redirect, SlowThenDone}
}

func (m Mode) isKnown() bool { return slices.Contains(Modes(), m) }

const page = "<!doctype html><title>Bad Gateway</title><h1>Bad Gateway</h1>"

func (p *Plane) fail(w http.ResponseWriter, r *http.Request, mode Mode) {
	switch mode {
	case Unauthorized, Forbidden, Internal, Unavailable, TooMany, TooManyRetry:
		p.refuse(w, mode)
	case BadGateway:
		writeHTML(w, http.StatusBadGateway)
	case HTML:
		writeHTML(w, http.StatusOK)
	case Empty:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
	case Redirect:
		http.Redirect(w, r, "/login", http.StatusFound)
	case Slow:
		wait(r, slowTime)
		p.routes.ServeHTTP(w, r)
	case Hang:
		<-r.Context().Done()
	case Reset:
		reset(w)
	case Huge:
		writeHuge(w)
	case Malformed, WrongType:
		p.spoil(w, r, mode)
	case SlowThenDone:
		p.routes.ServeHTTP(httptest.NewRecorder(), r)
		<-r.Context().Done()
	}
}

// refuse answers with a status in the provider's form.
func (p *Plane) refuse(w http.ResponseWriter, mode Mode) {
	if mode == TooManyRetry {
		w.Header().Set("Retry-After", "0")
	}
	digits, _, _ := strings.Cut(string(mode), "_")
	status, _ := strconv.Atoi(digits)
	p.errors(w, status)
}

func wait(r *http.Request, longest time.Duration) {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Context().Done():
	}
}

// reset closes the connection in the middle of the headers.
func reset(w http.ResponseWriter) {
	hijacker, can := w.(http.Hijacker)
	if !can {
		return
	}
	connection, buffer, err := hijacker.Hijack()
	if err != nil {
		return
	}
	_, _ = buffer.WriteString("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
	_ = buffer.Flush()
	_ = connection.Close()
}

func writeHTML(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(page))
}

func writeHuge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	block := bytes.Repeat([]byte(" "), 1<<20)
	for written := 0; written < hugeBytes; written += len(block) {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
	_, _ = w.Write([]byte("{}"))
}

// spoil answers the right answer cut in the middle, or a value of another type.
func (p *Plane) spoil(w http.ResponseWriter, r *http.Request, mode Mode) {
	recorded := httptest.NewRecorder()
	p.routes.ServeHTTP(recorded, r)
	body := bytes.TrimSpace(recorded.Body.Bytes())
	answer := []byte(`["unexpected"]`)
	switch {
	case mode == Malformed:
		answer = body[:len(body)/2]
	case bytes.HasPrefix(body, []byte("[")):
		answer = []byte(`{"unexpected":true}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(recorded.Code)
	_, _ = w.Write(answer)
}
