package main

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"acolhe/models/files"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/storage"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

// The load of uploads: concurrent clients, their size, and answers before the kill.
const (
	uploaders     = 16
	uploadBytes   = 2 << 20
	enoughUploads = 60
)

// Clients upload as fast as they can, and the process is killed meanwhile. Every confirmed file is stored whole, no row is
// without its bytes, and after the clean-up no bytes are without a row.
func TestKill_DuringUploads(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	data := t.TempDir()
	p := serveOn(t, database, "DATA_DIR="+data, "LOG_LEVEL=warn")
	issued, err := tokens.Issue(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "queda", Scopes: []string{"files:write"}})
	if err != nil {
		t.Fatal(err)
	}
	p.secrets = append(p.secrets, issued.Token)
	address := p.screenValue("Endereço") + "/api/v1/files"

	content := mediatest.SizedPDF(uploadBytes)
	var confirmed atomic.Int64
	var uploading sync.WaitGroup
	for range uploaders {
		uploading.Go(func() {
			for uploadOnce(t, address, issued.Token, content) {
				confirmed.Add(1)
			}
		})
	}
	p.eventually("enough uploads", func() bool { return confirmed.Load() >= enoughUploads })
	p.signal(syscall.SIGKILL)
	uploading.Wait()
	p.status()
	awaitQuiet(t, conn)

	library := files.Library{DB: conn.DB, Drivers: storage.New(filepath.Join(data, "files"), encryption.Key{})}
	rows := rowsOf[struct {
		StorageKey string
		Size       int64
	}](t, conn, "select storage_key, size from files")
	if int64(len(rows)) < confirmed.Load() || int64(len(rows)) > confirmed.Load()+uploaders {
		t.Errorf("%d rows of %d confirmed uploads", len(rows), confirmed.Load())
	}
	for _, row := range rows {
		stored, err := os.Stat(filepath.Join(data, "files", row.StorageKey[:2], row.StorageKey))
		if err != nil || stored.Size() != row.Size || row.Size != uploadBytes {
			t.Errorf("%s has %v: %v", row.StorageKey, stored, err)
		}
	}
	before := countFiles(t, data)
	if err := library.Clean(t.Context(), time.Now().Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if after := countFiles(t, data); after != len(rows) {
		t.Errorf("%d contents are left of %d, want those of %d rows", after, before, len(rows))
	}
	t.Logf("%d uploads confirmed, %d rows; the kill left %d contents and parts without a row", confirmed.Load(), len(rows), before-len(rows))
}

// uploadOnce uploads a file and reports whether it was confirmed; after the kill nothing is.
func uploadOnce(t *testing.T, address, token string, content []byte) bool {
	status, said := postFile(t, address, token, content)
	if status != 0 && status != http.StatusCreated {
		t.Errorf("refused: %d %s", status, said)
	}
	return status == http.StatusCreated
}

// postFile uploads a file and returns the answer; 0 without one.
func postFile(t *testing.T, address, token string, content []byte) (status int, said string) {
	contentType, body, err := fileForm("queda.pdf", content)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, ""
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, ""
	}
	return response.StatusCode, string(answer)
}

// countFiles counts the contents and the parts of uploads on the disk.
func countFiles(t *testing.T, data string) (count int) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(data, "files", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

// A full disk is a 503 with its reason; nothing is left, and uploads go on when there is room again. The small disk is a
// tmpfs, so this runs as root.
func TestTool_FullDisk(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	data := t.TempDir()
	folder := filepath.Join(data, "files")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=4m"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	p := serveOn(t, database, "DATA_DIR="+data, "LOG_LEVEL=error")
	issued, err := tokens.Issue(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "cheio", Scopes: []string{"files:write"}})
	if err != nil {
		t.Fatal(err)
	}
	p.secrets = append(p.secrets, issued.Token)
	address := p.screenValue("Endereço") + "/api/v1/files"
	status, said := postFile(t, address, issued.Token, mediatest.SizedPDF(6<<20))
	if status != http.StatusServiceUnavailable || !strings.Contains(said, "sem espaço") {
		t.Errorf("%d %s", status, said)
	}
	if left := countFiles(t, data); left != 0 || scan[int](t, conn, "select count(*) from files") != 0 {
		t.Errorf("%d parts are left", left)
	}
	if status, said := postFile(t, address, issued.Token, mediatest.SizedPDF(1<<20)); status != http.StatusCreated {
		t.Errorf("with room again: %d %s", status, said)
	}
	// The full disk is in the log, as it should be.
	p.signal(syscall.SIGKILL)
	p.status()
}

// fileForm returns the form of a file with its type.
func fileForm(name string, content []byte) (contentType string, body []byte, err error) {
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	err = errors.Join(err, form.Close())
	return form.FormDataContentType(), sent.Bytes(), err
}
