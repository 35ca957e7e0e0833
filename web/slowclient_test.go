package web

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A client that stops reading is disconnected, and its handler returns; one that reads gets everything.
func TestDownload_StalledReader(t *testing.T) {
	ended := make(chan error, 1)
	endless := func(_ context.Context, w io.Writer) error {
		piece := strings.Repeat("linha\n", 10_000)
		for {
			if _, err := io.WriteString(w, piece); err != nil {
				ended <- err
				return err
			}
		}
	}
	server := serve(t, func(c *Config) { c.StalledAfter = 50 * time.Millisecond }, Page("/endless", Public(), func(r *Request) error {
		return r.Download(File{Name: "lista.csv", ContentType: "text/csv", Limit: time.Hour}, endless)
	}))
	conn := request(t, server, "/endless")
	if _, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !strings.Contains(err.Error(), "timeout") {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the handler still writes to a client that does not read")
	}
	server.Close()
	if strings.Contains(server.log.String(), `"ERROR"`) {
		t.Errorf("the log has an error: %s", server.log)
	}
}

// One person downloads one file at a time; others are not held up.
func TestDownload_OnePerPerson(t *testing.T) {
	begun, finish := make(chan bool), make(chan bool)
	server := serve(t, func(c *Config) { c.TrustedProxies = []string{"127.0.0.1/32"} }, Page("/file", Public(), func(r *Request) error {
		return r.Download(File{Name: "lista.csv", ContentType: "text/csv", Limit: time.Minute}, func(context.Context, io.Writer) error {
			if r.Query("wait") != "" {
				begun <- true
				<-finish
			}
			return nil
		})
	}))
	first := request(t, server, "/file?wait=1")
	<-begun
	second, said := server.send(t, "GET", "/file", "")
	if second.StatusCode != 429 || second.Header.Get("Retry-After") != "15" {
		t.Errorf("a second file of one person: %d, Retry-After %q, %s", second.StatusCode, second.Header.Get("Retry-After"), said)
	}
	if other, _ := server.send(t, "GET", "/file", "", "X-Forwarded-For", "203.0.113.7"); other.StatusCode != 200 {
		t.Errorf("another person: %d", other.StatusCode)
	}
	finish <- true
	if response, err := http.ReadResponse(bufio.NewReader(first), nil); err != nil || response.StatusCode != 200 {
		t.Errorf("the first: %v %v", response, err)
	}
	if again, _ := server.send(t, "GET", "/file", ""); again.StatusCode != 200 {
		t.Errorf("after the first ended: %d", again.StatusCode)
	}
}

// A caller that disconnects is no error of the server, whatever its handler returns.
func TestFail_AbortedRequest(t *testing.T) {
	begun := make(chan bool)
	server := serve(t, nil, Page("/wait", Public(), func(r *Request) error {
		begun <- true
		<-r.Context().Done()
		return r.Context().Err()
	}))
	conn := request(t, server, "/wait")
	<-begun
	conn.Close()
	server.Close()
	if said := server.log.String(); strings.Contains(said, `"ERROR"`) || !strings.Contains(said, `"status":499`) {
		t.Errorf("logged %s", said)
	}
}

// request sends a GET and returns the connection without reading the answer.
func request(t *testing.T, server testServer, path string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: painel\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return conn
}
