package cluster

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

const (
	site     = "https://painel.associacao.org.br"
	email    = "ana@associacao.org.br"
	password = "Jabuticaba-71-rede"
)

// startInstance starts the program and what leads it to the database.
func startInstance(t *testing.T, m *machine, binary, key string) {
	t.Helper()
	m.start(t, nil, "haproxy", "-db", "-f", m.configure(t, "haproxy.cfg"))
	pooler := m.configure(t, "pgbouncer.ini", "/etc/pgbouncer/userlist.txt", m.configure(t, "userlist.txt"))
	m.start(t, nil, "pgbouncer", "-u", "postgres", pooler)
	startProgram(t, m, binary, key)
}

// startProgram starts the program with the environment of the layout, and the first administrator and the store of the test.
func startProgram(t *testing.T, m *machine, binary, key string) {
	t.Helper()
	environment := variables(t, m.configure(t, "acolhe.env", "KEY-OF-32-BYTES-IN-BASE64", key))
	m.start(t, append(environment, "APP_ENV=production", "DATA_DIR="+filepath.Join(m.folder, "data"), "OUTBOUND_ALLOW=store", "LOG_LEVEL=warn",
		"ADMIN_EMAIL="+email, "ADMIN_PASSWORD="+password), binary)
}

// newKey returns a key of encryption.
func newKey() string {
	key := make([]byte, 32)
	rand.Read(key)
	return base64.StdEncoding.EncodeToString(key)
}

// isReady reports whether the instance of a machine can write.
func isReady(m *machine) bool {
	client := http.Client{Timeout: 3 * time.Second}
	response, err := client.Get("http://" + m.address() + ":8080/readyz")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// startWeb starts the proxy before the instances, with a certificate of its own.
func startWeb(t *testing.T) {
	t.Helper()
	m := newMachine(t, "web")
	certificate := filepath.Join(m.folder, "acolhe.pem")
	if err := os.WriteFile(certificate, newCertificate(t), 0o644); err != nil {
		t.Fatal(err)
	}
	page := m.configure(t, "unavailable.http")
	path := m.configure(t, "haproxy-web.cfg", "/etc/haproxy/acolhe.pem", certificate, "/etc/haproxy/unavailable.http", page)
	m.start(t, nil, "haproxy", "-db", "-f", path)
}

// newCertificate returns a key and a certificate that only the test's clients accept.
func newCertificate(t *testing.T) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "cluster"}, NotAfter: time.Now().Add(24 * time.Hour)}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...)
}

// store is an S3 store that can be away.
type store struct {
	server *http.Server
	files  http.Handler
}

const bucket = "acolhe"

func startStore(t *testing.T) *store {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		t.Fatal(err)
	}
	s := &store{files: gofakes3.New(backend).Server()}
	s.start(t)
	t.Cleanup(s.stop)
	return s
}

func (s *store) start(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("tcp", addresses["store"]+":9000")
	if err != nil {
		t.Fatal(err)
	}
	s.server = &http.Server{Handler: s.files}
	go func() { _ = s.server.Serve(listener) }() // it is closed
}

func (s *store) stop() { _ = s.server.Close() } // it may be closed

// client sends requests to the proxy, as one person or script.
type client struct {
	*http.Client
	session *http.Cookie
	token   string
}

// newClient returns a client whose requests wait longer than the program takes for any of them.
func newClient() *client {
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, addresses["web"]+":443")
	}
	return &client{Client: &http.Client{Timeout: 45 * time.Second, Transport: &http.Transport{
		DialContext: dial, MaxIdleConnsPerHost: 100, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}} //nolint:gosec // of the test
}

// answer is what came back; status 0 is none.
type answer struct {
	status  int
	header  http.Header
	body    string
	cookies []*http.Cookie
}

// send sends a body as JSON, or as it is with its type.
func (c *client) send(method, path, key string, body any) answer {
	content, isRaw := body.(raw)
	if !isRaw && body != nil {
		content.kind = "application/json"
		content.bytes, _ = json.Marshal(body) // maps of texts and numbers
	}
	request, err := http.NewRequest(method, site+path, bytes.NewReader(content.bytes))
	if err != nil {
		return answer{body: err.Error()}
	}
	request.Header.Set("Content-Type", content.kind)
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.session != nil {
		request.AddCookie(c.session)
	}
	response, err := c.Do(request)
	if err != nil {
		return answer{body: err.Error()}
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{body: err.Error()}
	}
	return answer{response.StatusCode, response.Header, string(said), response.Cookies()}
}

// raw is a body that is no JSON.
type raw struct {
	kind  string
	bytes []byte
}

// must sends a request that succeeds, and decodes the data of the answer.
func (c *client) must(t *testing.T, method, path string, body, into any) answer {
	t.Helper()
	said := c.send(method, path, "", body)
	if said.status < 200 || said.status >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, said.status, said.body)
	}
	envelope := struct {
		Data any `json:"data"`
	}{into}
	if into != nil {
		if err := json.Unmarshal([]byte(said.body), &envelope); err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
	}
	return said
}

// office signs the administrator in, stores files in the bucket, and returns a script's client beside the person's.
func office(t *testing.T) (person, script *client) {
	t.Helper()
	person, script = newClient(), newClient()
	eventually(t, "the proxy before the instances", func() bool { return person.send("GET", "/readyz", "", nil).status == http.StatusOK })
	person.session = person.must(t, "POST", "/api/v1/auth/login", map[string]any{"email": email, "password": password}, nil).cookies[0]
	const storage = "/api/v1/admin/storage"
	person.must(t, "PUT", storage, map[string]any{"driver": "s3", "endpoint": "http://store:9000", "bucket": bucket, "access_key": "AKIA",
		"secret_key": "segredo", "path_style": true}, nil)
	if said := person.must(t, "POST", storage+"/test", map[string]any{"driver": "s3"}, nil); !strings.Contains(said.body, `"ok":true`) {
		t.Fatalf("the store: %s", said.body)
	}
	person.must(t, "POST", storage+"/activate", map[string]any{"driver": "s3"}, nil)
	var issued struct{ Token string }
	person.must(t, "POST", "/api/v1/auth/tokens", map[string]any{"name": "cluster", "scopes": []string{"*"}}, &issued)
	script.token = issued.Token
	return person, script
}

// newAssociate returns the code of an associate who orders.
func newAssociate(t *testing.T, script *client) string {
	t.Helper()
	var created struct {
		UserCode string `json:"user_code"`
	}
	script.must(t, "POST", "/api/v1/items/users", map[string]any{"associate_name": "Rui Alves"}, &created)
	if created.UserCode == "" {
		t.Fatal("the associate has no code")
	}
	return created.UserCode
}
