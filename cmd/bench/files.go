package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"
)

// filesName is the name of this measurement for -only.
const filesName = "files: upload and download"

// fileSizes are the sizes of the files in bytes.
var fileSizes = []int{1 << 20, 5 << 20, 20 << 20}

// transfer is a program with which files are exchanged: Acolhe, or one that only copies to the disk and back.
type transfer struct {
	upload   string
	download func(id int64) string
	session  string
}

// transfers are the times of one size.
type transfers struct {
	size                   int
	upload, bareUpload     []time.Duration
	download, bareDownload []time.Duration
}

// measureFiles uploads and downloads files of each size, in turns with a bare server. Acolhe checks and hashes an upload and
// syncs it to the disk, the bare server does not.
func (g *testbed) measureFiles(ctx context.Context, rounds int, out io.Writer) error {
	bare, err := g.copyingServer()
	if err != nil {
		return err
	}
	routes := "http://" + g.acolhe + "/api/v1/files"
	acolhe := transfer{upload: routes, download: func(id int64) string { return fmt.Sprintf("%s/%d/download", routes, id) },
		session: g.session}
	var measured []transfers
	for _, size := range fileSizes {
		took := transfers{size: size}
		for range rounds {
			up, down, err := acolhe.exchange(ctx, size)
			if err != nil {
				return fmt.Errorf("%s: %w", filesName, err)
			}
			bareUp, bareDown, err := bare.exchange(ctx, size)
			if err != nil {
				return fmt.Errorf("%s: bare: %w", filesName, err)
			}
			took.upload, took.download = append(took.upload, up), append(took.download, down)
			took.bareUpload, took.bareDownload = append(took.bareUpload, bareUp), append(took.bareDownload, bareDown)
		}
		measured = append(measured, took)
	}
	reportFiles(out, measured)
	return nil
}

// copyingServer serves a program that copies what is sent to a file, and back.
func (g *testbed) copyingServer() (transfer, error) {
	folder, err := os.MkdirTemp("", "acolhe-bench-")
	if err != nil {
		return transfer{}, err
	}
	g.closers = append(g.closers, func() error { return os.RemoveAll(folder) })
	path := filepath.Join(folder, "file")
	addr, err := g.serve(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.Method == http.MethodGet {
			http.ServeFile(w, request, path)
			return
		}
		if err := copyUpload(path, request); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"data":{"id":1}}`) // a client that disconnected needs no answer
	}))
	address := "http://" + addr
	return transfer{upload: address, download: func(int64) string { return address }}, err
}

func copyUpload(path string, request *http.Request) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	parts, err := request.MultipartReader()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	part, err := parts.NextPart()
	if err == nil {
		_, err = io.Copy(file, part)
	}
	return errors.Join(err, file.Close())
}

// exchange uploads a file of this size and downloads it again.
func (t transfer) exchange(ctx context.Context, size int) (up, down time.Duration, err error) {
	var form bytes.Buffer
	kind, err := writeForm(&form, size)
	if err != nil {
		return 0, 0, err
	}
	begun := time.Now()
	said, err := t.do(ctx, http.MethodPost, t.upload, kind, &form)
	if up = time.Since(begun); err != nil {
		return up, 0, err
	}
	var stored struct{ Data struct{ ID int64 } }
	if err := json.Unmarshal(said, &stored); err != nil {
		return up, 0, err
	}
	begun = time.Now()
	said, err = t.do(ctx, http.MethodGet, t.download(stored.Data.ID), "", nil)
	if err == nil && len(said) != size {
		err = fmt.Errorf("downloaded %d bytes of %d", len(said), size)
	}
	return up, time.Since(begun), err
}

// writeForm writes a form with a PDF of random bytes, and returns its content type.
func writeForm(into io.Writer, size int) (kind string, err error) {
	const head, foot = "%PDF-1.4\n", "\n%%EOF\n"
	content := make([]byte, size)
	rand.Read(content)
	copy(content, head)
	copy(content[size-len(foot):], foot)
	form := multipart.NewWriter(into)
	part, err := form.CreateFormFile("file", "medida.pdf")
	if err == nil {
		_, err = part.Write(content)
	}
	return form.FormDataContentType(), errors.Join(err, form.Close())
}

// do sends a request and returns the body of its answer.
func (t transfer) do(ctx context.Context, method, address, kind string, body io.Reader) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", kind)
	request.AddCookie(&http.Cookie{Name: sessionCookie, Value: t.session})
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s: %s", response.Status, said)
	}
	return said, err
}

func reportFiles(out io.Writer, measured []transfers) {
	median := func(took []time.Duration) string {
		return milliseconds(medianOf(took, func(d time.Duration) time.Duration { return d }))
	}
	fmt.Fprintln(out, filesName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\truns\tupload ms\tbare\tdownload ms\tbare\t")
	for _, took := range measured {
		fmt.Fprintf(table, "%d MiB\t%d\t%s\t%s\t%s\t%s\t\n", took.size>>20, len(took.upload), median(took.upload), median(took.bareUpload),
			median(took.download), median(took.bareDownload))
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprint(out, "the bare server copies to the disk and back, without a check, a hash or a sync\n\n")
}
