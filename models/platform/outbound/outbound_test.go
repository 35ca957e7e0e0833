package outbound_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"acolhe/models/platform/outbound"
)

// forbidden are forms of addresses that do not lead to one host on the Internet.
var forbidden = []string{
	"http://127.0.0.1/", "http://127.1/", "http://127.0.1/", "http://127.255.255.254:8080/x", "http://2130706433/", "http://0x7f000001/",
	"http://0x7f.0.0.1/",
	"http://0177.0.0.1/", "http://017700000001/", "http://0/", "http://0.0.0.0/", "http://localhost/", "http://LOCALHOST:80/",
	"http://localhost./",
	"http://api.localhost/", "http://10.0.0.1/", "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.1.1/", "http://192.168.1.1./",
	"http://100.64.0.1/", "http://169.254.169.254/latest/meta-data/", "http://169.254.1.1/", "http://192.0.0.192/", "http://198.18.0.1/",
	"http://203.0.113.9/",
	"http://224.0.0.1/", "http://240.0.0.1/", "http://255.255.255.255/", "http://[::1]/", "http://[::]/", "http://[0:0:0:0:0:0:0:1]/",
	"http://[::ffff:127.0.0.1]/",
	"http://[::ffff:7f00:1]/", "http://[::ffff:169.254.169.254]/", "http://[::127.0.0.1]/", "http://[64:ff9b::7f00:1]/",
	"http://[64:ff9b:1::a00:1]/",
	"http://[2002:7f00:1::]/", "http://[2001:0:53aa:64c::1]/", "http://[fe80::1]/", "http://[fe80::1%25eth0]/", "http://[fc00::1]/",
	"http://[fd00:ec2::254]/",
	"http://[fec0::1]/", "http://[ff02::1]/", "http://[2001:db8::1]/", "http://metadata.google.internal/", "http://servidor/",
	"http://impressora.local/",
	"http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/", "http://1.1.1.1%2f@127.0.0.1/",
}

func TestProblem_ForbiddenAddresses(t *testing.T) {
	t.Parallel()
	if len(forbidden) < 40 {
		t.Fatalf("%d forms", len(forbidden))
	}
	for _, address := range forbidden {
		if (outbound.Guard{}).Problem(t.Context(), address) == "" {
			t.Errorf("%s is accepted", address)
		}
	}
}

func TestProblem_OtherAddresses(t *testing.T) {
	t.Parallel()
	dead := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil,
			errors.New("no DNS here")
	}}
	guard := outbound.Guard{Resolver: dead}
	for address, want := range map[string]string{
		"https://exemplo.org.br/acolhe":       "",
		"https://exemplo.org.br:8443/a?b=c":   "",
		"http://1.1.1.1/":                     "",
		"http://[2606:4700:4700::1111]/":      "",
		"http://[::ffff:1.1.1.1]/":            "",
		"ftp://exemplo.org.br/":               "endereço completo",
		"exemplo.org.br":                      "endereço completo",
		"https:///x":                          "endereço completo",
		"https://a:b@exemplo.org.br/":         "usuário e senha",
		"https://exemplo.org.br/#x":           "não pode ter #",
		"https://exemplo.org.br/\x00":         "endereço completo",
		"https://exemplo.org.br:porta/acolhe": "endereço completo",
		"HTTPS://exemplo.org.br:65535/":       "",
		"https://exemplo.org.br:65536/":       "porta",
		"https://exemplo.org.br:443443/":      "porta",
		"https://exemplo.org.br:0/":           "porta",
	} {
		if got := guard.Problem(t.Context(), address); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
	strict := outbound.Guard{RequireTLS: true, AllowPrivate: true}
	if strict.Problem(t.Context(), "http://exemplo.org.br/") == "" || strict.Problem(t.Context(), "https://127.0.0.1/") != "" {
		t.Error("production takes https alone, and WEBHOOK_ALLOW_PRIVATE any address")
	}
}

// Whatever the environment permits, link-local and metadata addresses are refused, when an address is saved and when it is
// called.
func TestGuard_Never(t *testing.T) {
	t.Parallel()
	all := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	for _, host := range []string{"169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "168.63.129.16", "[fe80::1]",
		"[fd00:ec2::254]", "[fd20:ce::254]",
		"[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::1]", "[::169.254.169.254]", "224.0.0.1", "[ff02::1]"} {
		for name, guard := range map[string]outbound.Guard{
			"any private one": {AllowPrivate: true}, "all networks": {Networks: all},
			"by its name": outbound.Guard{}.Naming(strings.Trim(host, "[]")),
		} {
			if guard.Problem(t.Context(), "http://"+host+"/") == "" {
				t.Errorf("%s is accepted with %s", host, name)
			}
			if _, err := guard.DialContext(t.Context(), "tcp", host+":80"); !errors.Is(err, outbound.ErrPrivate) {
				t.Errorf("%s is dialed with %s: %v", host, name, err)
			}
		}
	}
}

// A private address is called if the environment names it, its network or its name, and no other.
func TestGuard_Named(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	port := server.URL[strings.LastIndexByte(server.URL, ':'):]
	names := &nameServer{answers: []netip.Addr{netip.MustParseAddr("127.0.0.1")}}
	resolver := names.resolver(t)
	network := outbound.Guard{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Resolver: resolver}
	named := outbound.Guard{Resolver: resolver}.Naming("minio.interno")
	for _, c := range []struct {
		guard     outbound.Guard
		host      string
		permitted bool
	}{
		{outbound.Guard{}, "127.0.0.1", false}, {network, "127.0.0.1", true}, {network, "minio.interno", true},
		{network, "outro.exemplo.org.br", true},
		{named, "minio.interno", true}, {named, "MINIO.interno", true}, {named, "outro.exemplo.org.br", false}, {named, "127.0.0.1", false},
		{outbound.Guard{}.Naming("127.0.0.1"), "127.0.0.1", true},
		{outbound.Guard{Networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}, "127.0.0.1", false},
	} {
		address := "http://" + c.host + port + "/"
		if problem := c.guard.Problem(t.Context(), address); (problem == "") != c.permitted {
			t.Errorf("%s: %q", c.host, problem)
		}
		if err := get(t, c.guard, address); (err == nil) != c.permitted || err != nil && !errors.Is(err, outbound.ErrPrivate) {
			t.Errorf("%s is called: %v", c.host, err)
		}
	}
}

// nameServer answers with one address after another, and repeats the last.
type nameServer struct {
	answers []netip.Addr
	asked   atomic.Int32
}

func (s *nameServer) resolver(t *testing.T) *net.Resolver {
	t.Helper()
	listening, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listening.Close() })
	go s.serve(listening)
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", listening.LocalAddr().String())
	}}
}

func (s *nameServer) serve(listening net.PacketConn) {
	buffer := make([]byte, 1500)
	for {
		n, from, err := listening.ReadFrom(buffer)
		if err != nil {
			return
		}
		var message dnsmessage.Message
		if message.Unpack(buffer[:n]) != nil || len(message.Questions) != 1 {
			continue
		}
		message.Response, message.Authoritative, message.Additionals = true, true, nil
		if question := message.Questions[0]; question.Type == dnsmessage.TypeA {
			at := min(int(s.asked.Add(1)), len(s.answers)) - 1
			message.Answers = []dnsmessage.Resource{{
				Header: dnsmessage.ResourceHeader{Name: question.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: 0},
				Body:   &dnsmessage.AResource{A: s.answers[at].As4()},
			}}
		}
		packed, err := message.Pack()
		if err == nil {
			_, _ = listening.WriteTo(packed, from)
		}
	}
}

// A name that leads to a public address when it is saved and to a private one when it is called is refused then.
func TestClient_NameThatChanges(t *testing.T) {
	t.Parallel()
	called := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer inside.Close()
	names := &nameServer{answers: []netip.Addr{netip.MustParseAddr("93.184.215.14"), netip.MustParseAddr("127.0.0.1")}}
	guard := outbound.Guard{Resolver: names.resolver(t)}
	address := "http://rebind.exemplo.org.br:" + inside.URL[strings.LastIndexByte(inside.URL, ':')+1:] + "/"
	if problem := guard.Problem(t.Context(), address); problem != "" || names.asked.Load() != 1 {
		t.Fatalf("the public answer is refused: %q", problem)
	}
	if err := get(t, guard, address); !errors.Is(err, outbound.ErrPrivate) || called {
		t.Errorf("connected: %v, %v", called, err)
	}
	if guard.Problem(t.Context(), address) == "" {
		t.Error("the private answer is accepted")
	}
}

// Every form that parses as an address is refused by the connection too.
func TestClient_ForbiddenAddresses(t *testing.T) {
	t.Parallel()
	dead := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil,
			errors.New("no DNS here")
	}}
	for _, address := range forbidden {
		if err := get(t, outbound.Guard{Resolver: dead}, address); err == nil {
			t.Errorf("%s was called", address)
		}
	}
}

func TestClient_FollowsNoRedirect(t *testing.T) {
	t.Parallel()
	calls := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		http.Redirect(w, r, "/other", http.StatusFound)
	}))
	defer server.Close()
	if err := get(t, outbound.Guard{AllowPrivate: true}, server.URL); err != nil || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func get(t *testing.T, guard outbound.Guard, address string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := guard.Client().Do(request)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}
