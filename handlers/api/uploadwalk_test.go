package api_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

var walkUploads = flag.Int("walk-uploads", 12, "number of bodies that TestWalk_Uploads sends to each route that takes files")

// TestWalk_Uploads sends broken, hostile and truncated multipart bodies to every route that takes files, of the JSON
// interface and of forms: none is answered with 5xx, or recorded as a failure of ours.
func TestWalk_Uploads(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) {
		config.TrustedProxies, config.Log = []string{"127.0.0.1/32"}, slog.New(slog.DiscardHandler)
	})
	callers := []string{"service_oss_session=" + app.As(t, dbtest.Camila).Cookie("service_oss_session"),
		"associate_session=" + app.AsAssociate(t, dbtest.Ana).Cookie("associate_session")}
	targets := uploadTargets(t, app, callers)
	if len(targets) < 6 {
		t.Fatalf("only %v take files", targets)
	}
	good := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nnome;valor\r\n--x--\r\n"
	if status, answer := (uploadTarget{"/api/v1/files", callers[0]}).
		send(t, app.URL, good, "multipart/form-data; boundary=x", false); status != http.StatusCreated {
		t.Fatalf("a good file is answered with %d %s", status, answer)
	}
	random := hostile{rand.New(rand.NewPCG(*walkSeed, 1))}
	statuses := map[int]int{}
	for _, target := range targets {
		for range *walkUploads {
			body := random.upload()
			status, answer := target.send(t, app.URL, body, "multipart/form-data; boundary=x", random.IntN(8) == 0)
			statuses[status]++
			if status >= http.StatusInternalServerError {
				t.Errorf("POST %s %d\n%.1500q\n%.1500s", target.path, status, body, answer)
			}
		}
	}
	t.Logf("%d routes, statuses %v", len(targets), statuses)
	if found := app.Count(t, "system_errors", "true"); found > 0 {
		t.Errorf("%d failures were recorded", found)
	}
}

// uploadTarget is the address of a route that takes files, with the cookie of a caller who may send one.
type uploadTarget struct{ path, cookie string }

// uploadTargets returns the routes that take files: they ask for multipart/form-data when its boundary is missing.
func uploadTargets(t *testing.T, app *handlertest.App, callers []string) []uploadTarget {
	t.Helper()
	var targets []uploadTarget
	for _, route := range app.Routes {
		for _, cookie := range callers {
			target := uploadTarget{sampleAddress(route.Path), cookie}
			if route.Method != http.MethodPost || !mayTakeFiles(route) {
				continue
			}
			if _, answer := target.send(t, app.URL, "", "multipart/form-data", false); strings.Contains(answer, "multipart/form-data") {
				targets = append(targets, target)
				break
			}
		}
	}
	return targets
}

// mayTakeFiles excludes the JSON routes, which say so in the document, and the routes that end a session.
func mayTakeFiles(route web.Route) bool {
	if route.IsJSON() {
		operation := web.Document([]web.Route{route}).Paths.Value(documentPath(route.Path)).Post
		return operation.RequestBody != nil && operation.RequestBody.Value.Content.Get("multipart/form-data") != nil
	}
	return !slices.ContainsFunc([]string{"/sair", "/senha", "/sessoes"}, func(part string) bool { return strings.Contains(route.Path, part) })
}

// send posts a body over a connection of its own. A truncated one ends before its announced length.
func (target uploadTarget) send(t *testing.T, server, body, contentType string, truncated bool) (status int, answer string) {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	connection, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	length := len(body)
	if truncated {
		length += 1000
	}
	// The server may answer and close before it has read everything.
	_, _ = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: %s\r\nSec-Fetch-Site: same-origin\r\nCookie: %s\r\nX-Forwarded-For: 10.%d.%d.%d\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		target.path, address.Host, target.cookie, rand.IntN(250), rand.IntN(250), rand.IntN(250), contentType, length, body)
	if truncated {
		_ = connection.(*net.TCPConn).CloseWrite()
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return 0, "" // nobody is answered whose request did not arrive
	}
	defer response.Body.Close()
	raw, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(raw)
}

// uploadNames are the names of files, as a part's head has them.
var uploadNames = []string{
	`a.pdf`, `"a.pdf"`, `"a\x00.pdf"`, "\"a\x00b.pdf\"", "\"a\rb.pdf\"", `"a\"b.pdf"`, `"../../etc/passwd"`, `"C:\\x\\y.pdf"`, `".."`, `""`,
	`"/"`, "\"\xff\xfe.png\"",
	`"=?utf-8?Q?a=ZZ?="`, `"` + strings.Repeat("ã", 2000) + `.pdf"`, "\"\u202egnp.exe\"", `"a.pdf"; filename*=UTF-8''%00%zz`, `"CON"`, `"-rf"`,
}

// uploadHeads are further heads of a part.
var uploadHeads = []string{
	"", "", "", "Content-Type: application/pdf\r\n", "Content-Type: \x00\r\n", "Content-Transfer-Encoding: quoted-printable\r\n",
	"Content-Transfer-Encoding: base64\r\n", "no colon\r\n",
	": empty\r\n", " folded\r\n", strings.Repeat("A: b\r\n", 12_000), "A: " + strings.Repeat("x", 70_000) + "\r\n",
	"Content-Length: 99999999\r\n", "A: \xff\x00\r\n",
}

// uploadContents are the contents of files.
var uploadContents = []string{
	"", "x", "nome;valor\r\n1;2\r\n", "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n", "%PDF-1.4", "\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0",
	"PK\x03\x04", "RIFF\x00\x00\x00\x00WEBP", "\x00\x00\x00\x18ftypheic",
	"a=ZZ=\x01=\r\n", "\r\n--x\r\n", "--x--", strings.Repeat("\x00", 100_000), strings.Repeat("ação\n", 20_000),
}

// upload returns a multipart body with the boundary x, mostly broken somewhere.
func (h hostile) upload() string {
	var body strings.Builder
	if h.IntN(6) == 0 {
		body.WriteString(h.text() + "\r\n")
	}
	for range h.IntN(5) {
		body.WriteString("--x\r\n" + h.part())
	}
	body.WriteString([]string{"--x--\r\n", "--x--\r\n", "--x--\r\n", "--x--", "--x", "", "--y--\r\n", "--x--\r\n" + h.text()}[h.IntN(8)])
	if sent := body.String(); h.IntN(10) == 0 {
		return sent[:h.IntN(len(sent)+1)]
	}
	return body.String()
}

// part returns a part of a multipart body after its boundary: a file or a field.
func (h hostile) part() string {
	end := []string{"\r\n", "\r\n", "\r\n", "\n", ""}[h.IntN(5)]
	head := uploadHeads[h.IntN(len(uploadHeads))]
	if h.IntN(12) == 0 {
		return "\r\n" + uploadContents[h.IntN(len(uploadContents))] + end
	}
	if h.IntN(3) == 0 {
		names := []string{"kind", "doc_kind", "subject", "doc_type", "side", "collection", "id", "de", "password", "version", "", "\x00",
			"file\x00", strings.Repeat("n", 5000)}
		return fmt.Sprintf("Content-Disposition: form-data; name=\"%s\"\r\n%s\r\n%s%s", names[h.IntN(len(names))], head, h.text(), end)
	}
	return fmt.Sprintf("Content-Disposition: form-data; name=\"file\"; filename=%s\r\n%s\r\n%s%s",
		uploadNames[h.IntN(len(uploadNames))], head, uploadContents[h.IntN(len(uploadContents))], end)
}
