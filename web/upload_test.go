package web

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

const multipartType = "multipart/form-data; boundary=x"

// A body that cannot be read is the caller's fault, wherever it breaks; what fails while it is stored is ours.
func TestReadUpload_WhoseFault(t *testing.T) {
	const head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
	storing := errors.New("disk on fire")
	for name, c := range map[string]struct {
		body   string
		fails  error
		status int
	}{
		"whole":                    {head + "\r\nx\r\n--x--\r\n", nil, 200},
		"no parts":                 {"--x--\r\n", nil, 400},
		"empty":                    {"", nil, 400},
		"text alone":               {"hello", nil, 400},
		"text before the boundary": {"hello\r\n" + head + "\r\nx\r\n--x--\r\n", nil, 200},
		"ends in the head":         {"--x\r\nContent-Dis", nil, 400},
		"ends in the content":      {head + "\r\nhalf", nil, 400},
		"ends in a field":          {"--x\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nhalf", nil, 400},
		"a head without a colon":   {"--x\r\nnonsense\r\n\r\nx\r\n--x--\r\n", nil, 400},
		"no head":                  {"--x\r\n\r\nx\r\n--x--\r\n", nil, 400},
		"a NUL in a head":          {"--x\r\nContent-Disposition: form-data; name=\"fi\x00le\"\r\n\r\nx\r\n--x--\r\n", nil, 400},
		"bad quoted-printable":     {head + "Content-Transfer-Encoding: quoted-printable\r\n\r\na\x01b\r\n--x--\r\n", nil, 400},
		"thousands of heads":       {"--x\r\n" + strings.Repeat("A: b\r\n", 20_000) + "\r\nx\r\n--x--\r\n", nil, 400},
		"thousands of names": {strings.Repeat("--x\r\nContent-Disposition: form-data; name=\"aaaaaaaaaaaaaaaa\"\r\n\r\n\r\n",
			5000) + "--x--\r\n", nil, 413},
		"whole, but not to be kept": {head + "\r\nx\r\n--x--\r\n", storing, 500},
		"storing stops early":       {head + "\r\nx\r\n--x--\r\n", io.ErrUnexpectedEOF, 500},
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, nil, Form("/upload", Public(), func(r *Request) error {
				_, err := r.ReadUpload(1, func(_ string, content io.Reader) error {
					_, err := io.ReadAll(content)
					return errors.Join(c.fails, err)
				})
				return err
			}))
			if response, body := server.send(t, "POST", "/upload", c.body, "Content-Type", multipartType, "Sec-Fetch-Site",
				"same-origin"); response.StatusCode != c.status {
				t.Errorf("%d %s, want %d", response.StatusCode, body, c.status)
			}
		})
	}
}

// An upload that sends nothing for a while is refused at once with its own words.
func TestReadUpload_Paused(t *testing.T) {
	server := serve(t, func(c *Config) { c.UploadPause = 50 * time.Millisecond }, Form("/api/v1/upload", Public(), func(r *Request) error {
		_, err := r.ReadUpload(1, func(_ string, content io.Reader) error {
			_, err := io.ReadAll(content)
			return err
		})
		return err
	}))
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	_, err = fmt.Fprintf(connection, "POST /api/v1/upload HTTP/1.1\r\nHost: %s\r\nSec-Fetch-Site: same-origin\r\nContent-Type: %s\r\nContent-Length: 1000\r\n\r\n--x\r\n"+
		"Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf", server.Listener.Addr(), multipartType)
	if err != nil {
		t.Fatal(err)
	}
	if err := connection.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal("nothing is answered: ", err)
	}
	defer answer.Body.Close()
	if body, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), "ficou parado") {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
}
