package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/media"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

// maxUploadMemory is by how much ten uploads of 20 MiB at once may raise the process.
const maxUploadMemory = 64 << 20

// Ten uploads of the largest size at once raise the process by little; the times of uploads and downloads are reported
// beside those of a server that only copies to the disk and back.
func TestTool_UploadMemory(t *testing.T) {
	conn, database := emptyDatabase(t)
	p := serveOn(t, database, "DATA_DIR="+t.TempDir(), "LOG_LEVEL=warn")
	issued, err := tokens.Issue(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "memória", Scopes: []string{"files:write", "items:files:read"}})
	if err != nil {
		t.Fatal(err)
	}
	p.secrets = append(p.secrets, issued.Token)
	address := p.screenValue("Endereço") + "/api/v1/files"
	largest := mediatest.SizedPDF(media.MaxBytes)
	if status, said := postFile(t, address, issued.Token, mediatest.SizedPDF(1<<20)); status != http.StatusCreated {
		t.Fatalf("%d %s", status, said)
	}

	before := memoryOf(t, p, "VmRSS")
	var uploading sync.WaitGroup
	for range 10 {
		uploading.Go(func() {
			if status, said := postFile(t, address, issued.Token, largest); status != http.StatusCreated {
				t.Errorf("%d %s", status, said)
			}
		})
	}
	uploading.Wait()
	raised := memoryOf(t, p, "VmHWM") - before
	t.Logf("10 uploads of 20 MiB at once: %d MB before, %d MB more at most", before>>20, raised>>20)
	if raised > maxUploadMemory {
		t.Errorf("10 uploads raise the process by %d MB", raised>>20)
	}

	bare := copyingServer(t)
	for _, size := range []int{1 << 20, 5 << 20, media.MaxBytes} {
		content := mediatest.SizedPDF(size)
		t.Logf("%2d MiB: upload %s (bare %s), download %s (bare %s)", size>>20,
			timeUpload(t, address, issued.Token, content), timeUpload(t, bare, "", content),
			timeDownload(t, address, issued.Token, content), timeDownload(t, bare, "", content))
	}
	p.stop()
}

// memoryOf returns a figure of the process in bytes.
func memoryOf(t *testing.T, p *process, name string) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, name+":"); found {
			kilobytes, err := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	t.Fatalf("no %s", name)
	return 0
}

// repeats is how often each transfer is timed; the shortest time counts.
const repeats = 5

func shortest(do func()) time.Duration {
	best := time.Hour
	for range repeats {
		begun := time.Now()
		do()
		best = min(best, time.Since(begun))
	}
	return best.Round(100 * time.Microsecond)
}

func timeUpload(t *testing.T, address, token string, content []byte) time.Duration {
	return shortest(func() {
		if status, said := postFile(t, address, token, content); status != http.StatusCreated {
			t.Errorf("%d %s", status, said)
		}
	})
}

// timeDownload times downloads of a file that it uploads first.
func timeDownload(t *testing.T, address, token string, content []byte) time.Duration {
	t.Helper()
	_, said := postFile(t, address, token, content)
	var stored struct{ Data struct{ ID int64 } }
	if err := json.Unmarshal([]byte(said), &stored); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodGet, fmt.Sprintf("%s/%d/download", address, stored.Data.ID), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	return shortest(func() {
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if read, err := io.Copy(io.Discard, response.Body); err != nil || read != int64(len(content)) {
			t.Errorf("%d bytes: %v", read, err)
		}
	})
}

// copyingServer copies what is sent to a file, and back.
func copyingServer(t *testing.T) (address string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.Method == http.MethodGet {
			http.ServeFile(w, request, path)
			return
		}
		file, err := os.Create(path)
		if err == nil {
			defer file.Close()
			parts, _ := request.MultipartReader()
			part, _ := parts.NextPart()
			_, err = io.Copy(file, part)
		}
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"data":{"id":1}}`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}
