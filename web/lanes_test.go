package web

import (
	"bufio"
	"net/http"
	"testing"
	"time"
)

// Requests beyond the limit of a route wait, and other routes answer meanwhile.
func TestLanes_RoutesSeparate(t *testing.T) {
	entered, finish := make(chan bool, 10), make(chan bool)
	server := serve(t, func(c *Config) { c.Concurrent = 2 },
		Page("/stuck", Public(), func(r *Request) error {
			entered <- true
			<-finish
			return r.NoContent()
		}),
		Page("/free", Public(), func(r *Request) error { return r.NoContent() }))
	conns := []*bufio.Reader{}
	for range 5 {
		conns = append(conns, bufio.NewReader(request(t, server, "/stuck")))
	}
	<-entered
	<-entered
	for range 5 {
		if response, _ := server.send(t, "GET", "/free", ""); response.StatusCode != http.StatusNoContent {
			t.Errorf("another route: %d", response.StatusCode)
		}
	}
	if len(entered) > 0 {
		t.Error("a third request of the route runs")
	}
	close(finish)
	for _, conn := range conns {
		if response, err := http.ReadResponse(conn, nil); err != nil || response.StatusCode != http.StatusNoContent {
			t.Errorf("a request that waited: %v %v", response, err)
		}
	}
}

// Expensive requests share their places whatever their route; one that finds none in time is answered 503, and other
// routes answer meanwhile.
func TestLanes_Expensive(t *testing.T) {
	entered, finish := make(chan bool, 10), make(chan bool)
	stuck := func(r *Request) error {
		entered <- true
		<-finish
		return r.NoContent()
	}
	server := serve(t, func(c *Config) { c.ExpensiveWait = time.Millisecond },
		Page("/report", Public(), stuck).Expensive(), Page("/chart", Public(), stuck).Expensive(),
		Page("/free", Public(), func(r *Request) error { return r.NoContent() }))
	conns := []*bufio.Reader{}
	for i := range expensivePlaces {
		conns = append(conns, bufio.NewReader(request(t, server, []string{"/report", "/chart"}[i%2])))
		<-entered
	}
	for _, path := range []string{"/report", "/chart"} {
		response, _ := server.send(t, "GET", path, "")
		if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
			t.Errorf("%s without a place: %d", path, response.StatusCode)
		}
	}
	if response, _ := server.send(t, "GET", "/free", ""); response.StatusCode != http.StatusNoContent {
		t.Errorf("another route: %d", response.StatusCode)
	}
	close(finish)
	for _, conn := range conns {
		if response, err := http.ReadResponse(conn, nil); err != nil || response.StatusCode != http.StatusNoContent {
			t.Errorf("a request with a place: %v %v", response, err)
		}
	}
}
