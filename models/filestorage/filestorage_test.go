package filestorage_test

import (
	"bytes"
	"context"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"acolhe/models/files"
	"acolhe/models/filestorage"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

var camila = dbtest.Camila.Caller()

// place is a storage with a bucket of a server in this process, which does not check signatures.
type place struct {
	filestorage.Office
	library files.Library
	server  *httptest.Server
	bucket  filestorage.BucketInput
}

func newPlace(t *testing.T) place {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("acolhe-arquivos"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	conn, drivers := dbtest.New(t), storage.New(t.TempDir(), key).Through(outbound.Guard{AllowPrivate: true})
	return place{
		filestorage.Office{DB: conn.DB, Drivers: drivers}, files.Library{DB: conn.DB, Drivers: drivers}, server,
		filestorage.BucketInput{Driver: storage.S3, Endpoint: server.URL, Bucket: "acolhe-arquivos", Prefix: "/producao", AccessKey: "AKIA",
			SecretKey: "segredo", PathStyle: true},
	}
}

func (p place) useBucket(t *testing.T) {
	t.Helper()
	if _, err := p.SaveBucket(t.Context(), camila, p.bucket); err != nil {
		t.Fatal(err)
	}
	if tested, err := p.Test(t.Context(), camila, filestorage.TestInput{}); err != nil || !tested.OK {
		t.Fatalf("tested %+v: %v", tested, err)
	}
	if _, err := p.Activate(t.Context(), camila, filestorage.ActivateInput{Driver: storage.S3}); err != nil {
		t.Fatal(err)
	}
}

func (p place) store(t *testing.T, name string) files.File {
	t.Helper()
	upload, err := p.library.Receive(camila, name, bytes.NewReader(mediatest.PDF("% "+name)))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Discard()
	file, err := p.library.Store(t.Context(), camila, upload, nil)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func (p place) status(t *testing.T) filestorage.Status {
	t.Helper()
	status, err := p.ReadStatus(t.Context(), camila)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

func (p place) mustRead(t *testing.T, file files.File) {
	t.Helper()
	opened, err := p.library.Open(t.Context(), camila, file.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if read, err := io.ReadAll(opened); err != nil || !bytes.Equal(read, mediatest.PDF("% "+file.FileName)) {
		t.Errorf("%s is %q: %v", file.FileName, read, err)
	}
}

// A bucket is used once its test passed: the settings are stored without being shown, and files go there.
func TestActivate_AfterPassedTest(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	use := filestorage.ActivateInput{Driver: storage.S3}
	if _, err := p.Activate(t.Context(), camila, use); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("activated without settings: %v", err)
	}
	saved, err := p.SaveBucket(t.Context(), camila, p.bucket)
	if err != nil || !saved.Configured || !saved.HasSecretKey || saved.Prefix != "producao/" || saved.Region != "us-east-1" ||
		saved.Test != nil {
		t.Fatalf("saved %+v: %v", saved, err)
	}
	if _, err := p.Activate(t.Context(), camila, use); !errs.HasCode(err, filestorage.CodeNotTested) {
		t.Errorf("activated without a test: %v", err)
	}
	before := p.store(t, "antes.pdf")
	p.useBucket(t)
	after := p.store(t, "depois.pdf")
	if before.Driver != storage.Local || after.Driver != storage.S3 {
		t.Errorf("stored in %s and %s", before.Driver, after.Driver)
	}
	p.mustRead(t, before)
	p.mustRead(t, after)
	status := p.status(t)
	bucket, disk := status.Of(storage.S3), status.Of(storage.Local)
	if status.Active != storage.S3 || bucket.Files != 1 || disk.Files != 1 || bucket.Bytes != after.Size || !bucket.Test.OK ||
		len(bucket.Test.Steps) != 4 || bucket.Test.By != "Camila Torres" {
		t.Errorf("the status is %+v", status)
	}
	var stored []byte
	if err := p.DB.Raw("select access_key_encrypted || secret_key_encrypted from storage_drivers where driver = 's3'").Row().
		Scan(&stored); err != nil || bytes.Contains(stored, []byte("segredo")) {
		t.Errorf("the keys are stored as %q: %v", stored, err)
	}
	keep := p.bucket
	keep.AccessKey, keep.SecretKey = "", ""
	if _, err := p.SaveBucket(t.Context(), camila, keep); err != nil {
		t.Errorf("saved without keys: %v", err)
	}
	p.mustRead(t, after)
	if _, err := p.Activate(t.Context(), camila, filestorage.ActivateInput{Driver: storage.Local}); err != nil ||
		p.status(t).Active != storage.Local {
		t.Errorf("back to the disk: %v", err)
	}
}

func TestSaveBucket_Refused(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for path, change := range map[string]func(*filestorage.BucketInput){
		"driver":     func(in *filestorage.BucketInput) { in.Driver = storage.Local },
		"endpoint":   func(in *filestorage.BucketInput) { in.Endpoint = "ftp://x" },
		"bucket":     func(in *filestorage.BucketInput) { in.Bucket = "Arquivos" },
		"region":     func(in *filestorage.BucketInput) { in.Region = "São Paulo" },
		"prefix":     func(in *filestorage.BucketInput) { in.Prefix = "a/../b" },
		"access_key": func(in *filestorage.BucketInput) { in.AccessKey = "" },
		"secret_key": func(in *filestorage.BucketInput) { in.SecretKey = "a\nb" },
	} {
		input := p.bucket
		change(&input)
		_, err := p.SaveBucket(t.Context(), camila, input)
		if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	p.useBucket(t)
	p.store(t, "a.pdf")
	other := p.bucket
	other.Bucket = "outro-bucket"
	if _, err := p.SaveBucket(t.Context(), camila, other); !errs.HasCode(err, filestorage.CodeNotTested) {
		t.Errorf("the bucket in use was changed to one that does not work: %v", err)
	}
	other = p.bucket
	other.Prefix = "outra"
	if _, err := p.SaveBucket(t.Context(), camila, other); !errs.HasCode(err, filestorage.CodeInUse) {
		t.Errorf("the folder was changed under stored files: %v", err)
	}
	p.mustRead(t, p.store(t, "b.pdf"))
}

// Only administrators see or change the storage.
func TestOffice_Callers(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for name, by := range map[string]auth.Caller{"reception": dbtest.Bruno.Caller(),
		"token": {Kind: auth.Token, Scopes: []string{"files:write"}}, "nobody": {}} {
		for what, err := range map[string]error{
			"status":   second(p.ReadStatus(t.Context(), by)),
			"save":     second(p.SaveBucket(t.Context(), by, p.bucket)),
			"test":     second(p.Test(t.Context(), by, filestorage.TestInput{})),
			"activate": second(p.Activate(t.Context(), by, filestorage.ActivateInput{Driver: storage.Local})),
			"move":     second(p.StartMove(t.Context(), by)),
			"stop":     p.StopMove(t.Context(), by),
		} {
			if !errs.HasCode(err, errs.CodeForbidden) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Files move one by one, each compared by its hash; lost and damaged ones stay with the reason, and a stopped move goes on.
func TestMove(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	var stored []files.File
	for _, name := range []string{"a.pdf", "b.pdf", "lost.pdf", "damaged.pdf", "c.pdf"} {
		stored = append(stored, p.store(t, name))
	}
	p.damage(t, stored[2].ID, os.Remove)
	p.damage(t, stored[3].ID, func(path string) error { return os.WriteFile(path, mediatest.PDF("% damaged.pdX"), 0o600) })
	if _, err := p.StartMove(t.Context(), camila); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a move to where the files are: %v", err)
	}
	p.useBucket(t)
	move, err := p.StartMove(t.Context(), camila)
	if err != nil || move.Total != 5 {
		t.Fatalf("started %+v: %v", move, err)
	}
	if _, err := p.StartMove(t.Context(), camila); !errs.HasCode(err, filestorage.CodeMoveRunning) {
		t.Errorf("a second move: %v", err)
	}
	p.step(t, move.ID, true)
	if err := p.StopMove(t.Context(), camila); err != nil {
		t.Fatal(err)
	}
	p.step(t, move.ID, false)
	if status := p.status(t); status.Move.Moved != 1 || status.Move.IsRunning() || status.Of(storage.S3).Files != 1 {
		t.Errorf("after the stop: %+v", status)
	}
	again, err := p.StartMove(t.Context(), camila)
	if err != nil || again.Total != 4 {
		t.Fatalf("started again %+v: %v", again, err)
	}
	for range 4 {
		p.step(t, again.ID, true)
	}
	p.step(t, again.ID, false)
	status := p.status(t)
	if status.Move.Status != "done" || status.Move.Moved != 2 || status.Move.Failed != 2 || status.Of(storage.S3).Files != 3 {
		t.Errorf("at the end: %+v", status.Move)
	}
	var reasons []string
	for _, failure := range status.Move.Failures {
		reasons = append(reasons, failure.FileName+": "+strings.Fields(failure.Reason)[2])
	}
	if !slices.Equal(reasons, []string{"lost.pdf: sumiu", "damaged.pdf: está"}) {
		t.Errorf("not moved: %v", status.Move.Failures)
	}
	for _, at := range []int{0, 1, 4} {
		p.mustRead(t, stored[at])
	}
	var removals int64
	if err := p.DB.Table("river_job").Where("kind = 'remove_blob' and args ->> 'driver' = 'local' and scheduled_at > now()").Count(&removals).
		Error; err != nil || removals != 3 {
		t.Errorf("%d old contents are removed later: %v", removals, err)
	}
}

func (p place) step(t *testing.T, move int64, want bool) {
	t.Helper()
	if hasMore, err := p.MoveNext(t.Context(), move, time.Now()); err != nil || hasMore != want {
		t.Fatalf("more %t, %v", hasMore, err)
	}
}

// damage changes the content of a file on the disk.
func (p place) damage(t *testing.T, id int64, change func(path string) error) {
	t.Helper()
	var key string
	if err := p.DB.Table("files").Where("id = ?", id).Pluck("storage_key", &key).Error; err != nil {
		t.Fatal(err)
	}
	if err := change(filepath.Join(p.Drivers.Folder, key[:2], key)); err != nil {
		t.Fatal(err)
	}
}

// While the bucket is down, uploads and downloads are 503, a move waits, and nothing is lost.
func TestBucket_Down(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.store(t, "disk.pdf")
	p.useBucket(t)
	file := p.store(t, "bucket.pdf")
	move, err := p.StartMove(t.Context(), camila)
	if err != nil {
		t.Fatal(err)
	}
	p.server.Close()
	upload, err := p.library.Receive(camila, "c.pdf", bytes.NewReader(mediatest.PDF("")))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Discard()
	limited, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, storeErr := p.library.Store(limited, camila, upload, func(*db.DB, files.File) error {
		t.Error("a row was stored without its bytes")
		return nil
	})
	_, openErr := p.library.Open(limited, camila, file.ID)
	_, moveErr := p.MoveNext(limited, move.ID, time.Now())
	for what, err := range map[string]error{"upload": storeErr, "download": openErr, "move": moveErr} {
		if !errs.HasCode(err, errs.CodeUnavailable) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if status := p.status(t); status.Of(storage.Local).Files != 1 || status.Of(storage.S3).Files != 1 || !status.Move.IsRunning() ||
		status.Move.Failed != 0 {
		t.Errorf("the status is %+v", status)
	}
}
