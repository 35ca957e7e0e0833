package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"acolhe/models/types/errs"
)

func TestDownload_FailureCutsTheConnection(t *testing.T) {
	file := File{Name: "lista, 1.csv", ContentType: "text/csv", Limit: time.Minute}
	download := func(write func(context.Context, io.Writer) error) Handler {
		return func(r *Request) error { return r.Download(file, write) }
	}
	long := strings.Repeat("linha\n", 100_000)
	server := serve(t, nil,
		Page("/whole", Public(), download(func(_ context.Context, w io.Writer) error {
			_, err := io.WriteString(w, long)
			return err
		})),
		Page("/empty", Public(), download(func(context.Context, io.Writer) error { return nil })),
		Page("/early", Public(), download(func(_ context.Context, w io.Writer) error {
			_, _ = io.WriteString(w, "linha\n")
			return errs.NotFound("Não há.")
		})),
		Page("/late", Public(), download(func(_ context.Context, w io.Writer) error {
			_, _ = io.WriteString(w, long)
			return errors.New("the database went away")
		})),
		Page("/slow", Public(), func(r *Request) error {
			return r.Download(File{ContentType: "text/csv", Limit: time.Millisecond}, func(ctx context.Context, _ io.Writer) error {
				<-ctx.Done()
				return ctx.Err()
			})
		}),
	)
	if response, body := server.send(t, "GET", "/whole", ""); response.StatusCode != 200 || body != long ||
		response.Header.Get("Content-Disposition") != `attachment; filename="lista, 1.csv"` {
		t.Errorf("whole: %d, %d bytes, %v", response.StatusCode, len(body), response.Header)
	}
	if response, body := server.send(t, "GET", "/empty", ""); response.StatusCode != 200 || body != "" {
		t.Errorf("empty: %d %q", response.StatusCode, body)
	}
	if response, _ := server.send(t, "GET", "/early", ""); response.StatusCode != 404 || response.Header.Get("Content-Disposition") != "" {
		t.Errorf("early: %d %v", response.StatusCode, response.Header)
	}
	if response, _ := server.send(t, "GET", "/slow", ""); response.StatusCode != 503 {
		t.Errorf("slow: %d", response.StatusCode)
	}
	for _, encoding := range []string{"identity", "gzip", "br"} {
		request, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/late", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", encoding)
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			continue // cut before the headers, so there is no answer to mistake
		}
		_, err = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if err == nil {
			t.Errorf("late, %s: the answer seems whole", encoding)
		}
	}
	server.Close() // waits for handlers that still write to the log
	if !strings.Contains(server.log.String(), "a download broke off") || !strings.Contains(server.log.String(), "the database went away") {
		t.Errorf("nothing in the log: %s", server.log)
	}
}
