package main

import (
	"fmt"
	"net/http"
	"os"
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

// Ten uploads of the largest size at once raise the process by little.
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
