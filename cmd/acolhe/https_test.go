package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	wire "encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// ownName is the name for which the tests obtain certificates.
const ownName = "painel.acolhe.test"

// A program with TLS_DOMAIN obtains its certificate at an ACME server, keeps it for itself, redirects to https, and serves at
// once with the stored certificate when it starts again, whether or not the authority is there.
func TestTool_HTTPS(t *testing.T) {
	t.Parallel()
	_, database := emptyDatabase(t)
	site := newOwnSite(t)
	authority := startAuthority(t, site.tlsPort(), site.redirectPort(), 90*24*60*60)
	environment := append(site.environment(t, authority), database)

	p := serveOn(t, environment...)
	p.eventually("a certificate", func() bool { return site.certificate(t, authority.roots(t)) != nil })
	first := site.certificate(t, authority.roots(t))
	if first.VerifyHostname(ownName) != nil {
		t.Errorf("the certificate is for %q", first.DNSNames)
	}
	requireServed(t, site, authority.roots(t))
	requireRedirected(t, site)
	requireOwnNameAlone(t, site)
	requireKeptForItself(t, site.dataDir)
	if said := runDoctor(t, environment...); !strings.Contains(said, ownName+": vale até ") {
		t.Errorf("the doctor does not know the certificate: %s", said)
	}

	pending := site.startSignIn(t, authority.roots(t))
	p.signal(syscall.SIGTERM)
	p.eventually("the closed port", func() bool { return !answers(site.redirect) })
	if status := pending.finish(t); status != http.StatusUnauthorized {
		t.Errorf("the request that ran at the stop is answered with %d", status)
	}
	if status := p.status(); status != 0 {
		t.Errorf("ended with status %d: %s", status, p.log.String())
	}

	roots := authority.roots(t)
	authority.stop()
	again := serveOn(t, environment...)
	if found := site.certificate(t, roots); found == nil || found.SerialNumber.Cmp(first.SerialNumber) != 0 {
		t.Errorf("after the restart there is %v: %s", found, again.log.String())
	}
	again.stop()
}

// Where the authority reaches port 80 alone, the challenge is answered there. A certificate is replaced before it ends, while
// the program serves.
func TestTool_HTTPSRenewal(t *testing.T) {
	t.Parallel()
	_, database := emptyDatabase(t)
	site := newOwnSite(t)
	_, closed, err := net.SplitHostPort(closedPort(t))
	if err != nil {
		t.Fatal(err)
	}
	const validity = 15
	authority := startAuthority(t, closed, site.redirectPort(), validity)
	p := serveOn(t, append(site.environment(t, authority), database)...)
	p.eventually("a certificate", func() bool { return site.certificate(t, authority.roots(t)) != nil })
	first := site.certificate(t, authority.roots(t))
	p.eventually("another certificate", func() bool {
		found := site.certificate(t, authority.roots(t))
		return found != nil && found.SerialNumber.Cmp(first.SerialNumber) != 0
	})
	p.stop()
}

// `acolhe health` ends well exactly while the process answers.
func TestHealth(t *testing.T) {
	t.Parallel()
	_, database := emptyDatabase(t)
	address := "ADDR=" + closedPort(t)
	p := serveOn(t, database, "DATA_DIR="+t.TempDir(), address)
	if well := launch(t, []string{"health"}, address); well.status() != 0 || well.log.String() != "" {
		t.Errorf("status %d beside a running process: %s", well.status(), well.log.String())
	}
	p.stop()
	requireRefusal(t, launch(t, []string{"health"}, address), errSilent.Error())
}

// production is the environment of a production without a database.
func production(t *testing.T) []string {
	t.Helper()
	return []string{"APP_ENV=production", "CONFIG_ENCRYPT_KEY=c2VncmVkby1kZS10ZXN0ZS1jb20tMzItYnl0ZXMuLi4="}
}

// ownSite is a program that serves https itself, with its two ports.
type ownSite struct{ secure, redirect, dataDir string }

func newOwnSite(t *testing.T) ownSite {
	return ownSite{secure: closedPort(t), redirect: closedPort(t), dataDir: filepath.Join(t.TempDir(), "data")}
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address) // valid: from a listener
	return port
}

func (s ownSite) tlsPort() string      { return portOf(s.secure) }
func (s ownSite) redirectPort() string { return portOf(s.redirect) }

func (s ownSite) environment(t *testing.T, authority *authority) []string {
	return append(production(t), "DATA_DIR="+s.dataDir, "TLS_DOMAIN="+ownName, "TLS_ADDR="+s.secure, "TLS_REDIRECT_ADDR="+s.redirect,
		"TLS_ACME_DIRECTORY="+authority.directory, "TLS_ACME_CA="+authority.caFile)
}

// certificate returns what the program presents, nil before it has one.
func (s ownSite) certificate(t *testing.T, roots *x509.CertPool) *x509.Certificate {
	t.Helper()
	conn, err := tls.Dial("tcp", s.secure, &tls.Config{ServerName: ownName, RootCAs: roots})
	if err != nil {
		return nil
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0]
}

func (s ownSite) client(roots *x509.CertPool) *http.Client {
	transport := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, net.JoinHostPort("127.0.0.1", portOf(address)))
		}}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func requireServed(t *testing.T, s ownSite, roots *x509.CertPool) {
	t.Helper()
	client := s.client(roots)
	defer client.CloseIdleConnections()
	answer, err := client.Get("https://" + net.JoinHostPort(ownName, s.tlsPort()) + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.ProtoMajor != 2 || answer.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("answers %s over %s with %q", answer.Status, answer.Proto, answer.Header)
	}
}

func requireRedirected(t *testing.T, s ownSite) {
	t.Helper()
	client := s.client(nil)
	defer client.CloseIdleConnections()
	page := "http://" + net.JoinHostPort(ownName, s.redirectPort()) + "/entrar?volta=%2Fpainel"
	answer, err := client.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	want := "https://" + net.JoinHostPort(ownName, s.tlsPort()) + "/entrar?volta=%2Fpainel"
	if answer.StatusCode != http.StatusPermanentRedirect || answer.Header.Get("Location") != want {
		t.Errorf("answers %s to %q", answer.Status, answer.Header.Get("Location"))
	}
	refused, err := client.Post(page, "text/plain", strings.NewReader("senha"))
	if err != nil {
		t.Fatal(err)
	}
	refused.Body.Close()
	if refused.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a form without TLS is answered with %s", refused.Status)
	}
}

// requireOwnNameAlone requires that connections for other names, and old ones, fail without an order at the authority.
func requireOwnNameAlone(t *testing.T, s ownSite) {
	t.Helper()
	for _, config := range []*tls.Config{
		{ServerName: "outro.acolhe.test"}, {ServerName: "127.0.0.1"}, {ServerName: ownName, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11},
		{ServerName: ownName, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}},
	} {
		config.InsecureSkipVerify = true
		if conn, err := tls.Dial("tcp", s.secure, config); err == nil {
			conn.Close()
			t.Errorf("a connection for %q (%x) is served", config.ServerName, config.CipherSuites)
		}
	}
}

// requireKeptForItself requires that other accounts of the machine read no key, and that only keys are kept.
func requireKeptForItself(t *testing.T, dataDir string) {
	t.Helper()
	kept := []string{}
	err := filepath.WalkDir(filepath.Join(dataDir, "certificados"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %s", path, info.Mode())
		}
		if !entry.IsDir() {
			kept = append(kept, entry.Name())
		}
		return err
	})
	if err != nil || len(kept) < 2 {
		t.Errorf("kept are %q, %v", kept, err)
	}
}

// runDoctor returns what `acolhe doctor` prints.
func runDoctor(t *testing.T, environment ...string) string {
	t.Helper()
	p := launch(t, []string{"doctor"}, environment...)
	p.status()
	return p.screen.String()
}

// signingIn is a request over TLS of which the body is not sent yet.
type signingIn struct {
	conn *tls.Conn
	read *bufio.Reader
	body string
}

func (s ownSite) startSignIn(t *testing.T, roots *x509.CertPool) signingIn {
	t.Helper()
	conn, err := tls.Dial("tcp", s.secure, &tls.Config{ServerName: ownName, RootCAs: roots})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	started := signingIn{conn: conn, read: bufio.NewReader(conn), body: `{"email":"ana@exemplo.org.br","password":"errada-mesmo"}`}
	fmt.Fprintf(conn, "POST /api/v1/auth/login HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"+
		"Expect: 100-continue\r\n\r\n", ownName, len(started.body))
	if line, err := started.read.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("the server says %q, %v", line, err)
	}
	if _, err := started.read.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	return started
}

// finish sends the body and returns the status.
func (s signingIn) finish(t *testing.T) int {
	t.Helper()
	if _, err := io.WriteString(s.conn, s.body); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(s.read, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

func answers(address string) bool {
	conn, err := net.Dial("tcp", address)
	if err == nil {
		conn.Close()
	}
	return err == nil
}

// authority is a running Pebble, the ACME server for tests of Let's Encrypt.
type authority struct {
	directory, caFile, management string
	stop                          func()
}

// startAuthority starts an authority that validates at the ports of this machine and issues certificates for so many seconds.
func startAuthority(t *testing.T, tlsPort, httpPort string, validity int) *authority {
	t.Helper()
	program := filepath.Join(t.TempDir(), "pebble")
	goTool(t, "build", "-o", program, "github.com/letsencrypt/pebble/v2/cmd/pebble") // fetches the module where it is missing
	source := goTool(t, "list", "-m", "-f", "{{.Dir}}", "github.com/letsencrypt/pebble/v2")
	listen, management := closedPort(t), closedPort(t)
	secure, plain := number(t, tlsPort), number(t, httpPort)
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": listen, "managementListenAddress": management, "tlsPort": secure, "httpPort": plain, "keyAlgorithm": "ecdsa",
		"certificate": filepath.Join(source, "test/certs/localhost/cert.pem"), "privateKey": filepath.Join(source, "test/certs/localhost/key.pem"),
		"profiles": map[string]any{"default": map[string]any{"description": "x", "validityPeriod": validity}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pebble.json")
	if err := os.WriteFile(path, config, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "-config", path, "-dnsserver", serveOwnName(t))
	command.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1")
	var said output
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	stop := func() {
		_ = command.Process.Kill() // it may have ended
		_ = command.Wait()
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(said.String())
		}
	})
	t.Cleanup(stop)
	eventually(t, "the authority", func() bool { return answers(listen) && answers(management) })
	return &authority{directory: "https://" + listen + "/dir", caFile: filepath.Join(source, "test/certs/pebble.minica.pem"),
		management: management, stop: stop}
}

// goTool runs go with the modules of the packaging tools.
func goTool(t *testing.T, verb string, words ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", append([]string{verb, "-modfile=packaging/tools.mod"}, words...)...)
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go %s: %v", verb, err)
	}
	return strings.TrimSpace(string(out))
}

// roots returns the authorities of the issued certificates, which are new with each start.
func (a *authority) roots(t *testing.T) *x509.CertPool {
	t.Helper()
	own, err := os.ReadFile(a.caFile)
	if err != nil {
		t.Fatal(err)
	}
	trusted, issued := x509.NewCertPool(), x509.NewCertPool()
	trusted.AppendCertsFromPEM(own)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}
	defer transport.CloseIdleConnections()
	answer, err := (&http.Client{Transport: transport}).Get("https://" + a.management + "/roots/0")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || !issued.AppendCertsFromPEM(text) {
		t.Fatalf("the roots are %q, %v", text, err)
	}
	return issued
}

// serveOwnName is a name server that leads every name to this machine. It returns its address, for TCP as Pebble calls it.
func serveOwnName(t *testing.T) string {
	t.Helper()
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		for {
			conn, err := server.Accept()
			if err != nil {
				return
			}
			go answerName(conn)
		}
	}()
	return server.Addr().String()
}

// answerName answers one question; messages over TCP begin with their length.
func answerName(conn net.Conn) {
	defer conn.Close()
	var length uint16
	if wire.Read(conn, wire.BigEndian, &length) != nil {
		return
	}
	asked := make([]byte, length)
	if _, err := io.ReadFull(conn, asked); err != nil {
		return
	}
	answer := leadHere(asked)
	conn.Write(append(wire.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...))
}

func leadHere(asked []byte) []byte {
	var message dnsmessage.Message
	if message.Unpack(asked) != nil || len(message.Questions) != 1 {
		return nil
	}
	question := message.Questions[0]
	message.Response, message.Authoritative, message.Additionals = true, true, nil
	if question.Type == dnsmessage.TypeA {
		message.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: question.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: 1},
			Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	packed, err := message.Pack()
	if err != nil {
		return nil
	}
	return packed
}
