package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func newLibrary(t *testing.T) Library {
	t.Helper()
	return Library{DB: dbtest.New(t).DB, Drivers: storage.New(t.TempDir(), encryption.Key{})}
}

func associate(who dbtest.Associate) auth.Caller {
	return auth.Caller{Kind: auth.Associate, ID: who.ID, Code: who.UserCode, Now: dbtest.Today}
}

func (l Library) mustReceive(t *testing.T, by auth.Caller, name string, content []byte) *Upload {
	t.Helper()
	upload, err := l.Receive(by, name, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(upload.Discard)
	return upload
}

func (l Library) mustStore(t *testing.T, by auth.Caller, name string, content []byte) File {
	t.Helper()
	file, err := l.Store(t.Context(), by, l.mustReceive(t, by, name, content), nil)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// blobs returns the number of stored contents on the disk, and of uploads that wait.
func (l Library) blobs(t *testing.T) (stored, waiting int) {
	t.Helper()
	for _, c := range []struct {
		pattern string
		count   *int
	}{{"??/*", &stored}, {"tmp/*", &waiting}} {
		found, err := filepath.Glob(filepath.Join(l.Drivers.Folder, c.pattern))
		if err != nil {
			t.Fatal(err)
		}
		*c.count = len(found)
	}
	return stored, waiting
}

func (l Library) rows(t *testing.T, where string, arguments ...any) (count int64) {
	t.Helper()
	if err := l.DB.Table("files").Where(where, arguments...).Count(&count).Error; err != nil {
		t.Fatal(err)
	}
	return count
}

func TestLibrary_StoreAndOpen(t *testing.T) {
	t.Parallel()
	l, bruno := newLibrary(t), dbtest.Bruno.Caller()
	content := mediatest.PDF("")
	file := l.mustStore(t, bruno, `..\..\receita de João.exe`, content)
	sum := sha256.Sum256(content)
	if file.FileName != "receita de João.pdf" || file.ContentType != "application/pdf" || file.Size != int64(len(content)) ||
		file.SHA256 != hex.EncodeToString(sum[:]) || file.Driver != storage.Local || file.UploadedBy.String() != dbtest.Bruno.UserCode ||
		!file.DateCreated.Equal(dbtest.Today) {
		t.Errorf("stored as %+v", file)
	}
	opened, err := l.Open(t.Context(), bruno, file.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if whole, err := io.ReadAll(opened); err != nil || !bytes.Equal(whole, content) {
		t.Errorf("read %d bytes: %v", len(whole), err)
	}
	if _, err := opened.Seek(5, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if part, err := io.ReadAll(opened); err != nil || !bytes.Equal(part, content[5:]) {
		t.Errorf("read %q from the middle: %v", part, err)
	}
	if stored, waiting := l.blobs(t); stored != 1 || waiting != 0 {
		t.Errorf("%d contents and %d uploads on the disk", stored, waiting)
	}
}

// Associates may not send office files, and nobody without the right to files may send any.
func TestReceive_Callers(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	sheet := mediatest.Office(t, "[Content_Types].xml", "xl/workbook.xml")
	for name, c := range map[string]struct {
		by            auth.Caller
		pdf, workbook string
	}{
		"reception":    {dbtest.Bruno.Caller(), "", ""},
		"associate":    {associate(dbtest.Ana), "", errs.CodeUnsupportedMediaType},
		"token":        {auth.Caller{Kind: auth.Token, Scopes: []string{"files:write"}}, "", ""},
		"other token":  {auth.Caller{Kind: auth.Token, Scopes: []string{"items:files:read"}}, errs.CodeForbidden, errs.CodeForbidden},
		"finance":      {dbtest.Fernando.Caller(), errs.CodeForbidden, errs.CodeForbidden},
		"professional": {dbtest.Renata.Caller(), errs.CodeForbidden, errs.CodeForbidden},
		"nobody":       {auth.Caller{}, errs.CodeUnauthorized, errs.CodeUnauthorized},
	} {
		for _, sent := range []struct {
			content []byte
			want    string
		}{{mediatest.PDF(""), c.pdf}, {sheet, c.workbook}} {
			upload, err := l.Receive(c.by, "a", bytes.NewReader(sent.content))
			if err == nil {
				upload.Discard()
			}
			if (err == nil) != (sent.want == "") || err != nil && !errs.HasCode(err, sent.want) {
				t.Errorf("%s: %v, want %q", name, err, sent.want)
			}
		}
	}
	if _, waiting := l.blobs(t); waiting != 0 {
		t.Errorf("%d uploads are left on the disk", waiting)
	}
}

// What fails in the transaction leaves no row; the clean-up removes the bytes a day later, and no younger ones.
func TestStore_FailedTransaction(t *testing.T) {
	t.Parallel()
	l, bruno := newLibrary(t), dbtest.Bruno.Caller()
	failed := errors.New("attaching failed")
	upload := l.mustReceive(t, bruno, "a.pdf", mediatest.PDF(""))
	if _, err := l.Store(t.Context(), bruno, upload, func(*db.DB, File) error { return failed }); !errors.Is(err, failed) {
		t.Fatalf("stored: %v", err)
	}
	kept := l.mustStore(t, bruno, "b.pdf", mediatest.PDF(""))
	for _, c := range []struct {
		at   time.Time
		want int
	}{{time.Now(), 2}, {time.Now().Add(2 * cleanAge), 1}} {
		if err := l.Clean(t.Context(), c.at); err != nil {
			t.Fatal(err)
		}
		if stored, _ := l.blobs(t); stored != c.want || l.rows(t, "true") != 1 {
			t.Errorf("after the clean-up at %s: %d contents, %d rows", c.at, stored, l.rows(t, "true"))
		}
	}
	if opened, err := l.Open(t.Context(), bruno, kept.ID); err != nil {
		t.Error(err)
	} else {
		_ = opened.Close()
	}
}

// The row of lost bytes goes if nothing refers to it; an attached one stays, is marked, and is unmarked when they return.
func TestClean_LostBytes(t *testing.T) {
	t.Parallel()
	l, bruno := newLibrary(t), dbtest.Bruno.Caller()
	l.mustStore(t, bruno, "a.pdf", mediatest.PDF(""))
	attached := l.mustStore(t, bruno, "b.pdf", mediatest.PDF(""))
	input := AttachToUserInput{AttachInput: AttachInput{FileID: attached.ID}, UserID: dbtest.Ana.ID}
	if _, err := AttachToUser(t.Context(), l.DB, bruno, input); err != nil {
		t.Fatal(err)
	}
	away := l.Drivers.Folder + ".away"
	for _, c := range []struct {
		from, to string
		missing  int64
	}{{l.Drivers.Folder, away, 1}, {away, l.Drivers.Folder, 0}} {
		if err := os.Rename(c.from, c.to); err != nil {
			t.Fatal(err)
		}
		if err := l.Clean(t.Context(), dbtest.Today); err != nil {
			t.Fatal(err)
		}
		if l.rows(t, "true") != 1 || l.rows(t, "id = ? and date_missing is not null", attached.ID) != c.missing {
			t.Errorf("%d rows, %d are missing, want %d", l.rows(t, "true"), l.rows(t, "date_missing is not null"), c.missing)
		}
		opened, err := l.Open(t.Context(), bruno, attached.ID)
		if errs.HasCode(err, errs.CodeNotFound) != (c.missing == 1) {
			t.Errorf("opened: %v", err)
		}
		if err == nil {
			_ = opened.Close()
		}
	}
}

// A removed file leaves with its bytes; the job does nothing for bytes that a row refers to.
func TestRemove_Bytes(t *testing.T) {
	t.Parallel()
	l, bruno := newLibrary(t), dbtest.Bruno.Caller()
	file := l.mustStore(t, bruno, "a.pdf", mediatest.PDF(""))
	row, err := findStored(t.Context(), l.DB, bruno, file.ID)
	if err != nil {
		t.Fatal(err)
	}
	work := func() {
		t.Helper()
		job := &river.Job[removeBlob]{Args: removeBlob{row.Driver, row.StorageKey}}
		if err := l.workRemoveBlob(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	work()
	if stored, _ := l.blobs(t); stored != 1 {
		t.Fatal("the bytes of a file that is there were removed")
	}
	if err := Remove(t.Context(), l.DB, bruno, file.ID); err != nil {
		t.Fatal(err)
	}
	var queued int64
	if err := l.DB.Table("river_job").Where("kind = 'remove_blob' and args ->> 'key' = ?", row.StorageKey).Count(&queued).Error; err != nil ||
		queued != 1 {
		t.Errorf("%d jobs: %v", queued, err)
	}
	work()
	if stored, _ := l.blobs(t); stored != 0 {
		t.Error("the bytes are left")
	}
}

// An associate sees what they sent and what is attached to them and their patients; nobody else's.
func TestFindFor_Associate(t *testing.T) {
	t.Parallel()
	l, bruno := newLibrary(t), dbtest.Bruno.Caller()
	own := l.mustStore(t, associate(dbtest.Ana), "own.pdf", mediatest.PDF(""))
	miguels := l.mustStore(t, bruno, "patient.pdf", mediatest.PDF(""))
	ordered := l.mustStore(t, bruno, "order.pdf", mediatest.PDF(""))
	other := l.mustStore(t, bruno, "other.pdf", mediatest.PDF(""))
	if _, err := AttachToUser(t.Context(), l.DB, bruno,
		AttachToUserInput{AttachInput: AttachInput{FileID: miguels.ID}, UserID: dbtest.Miguel.ID}); err != nil {
		t.Fatal(err)
	}
	if _, err := AttachToOrder(t.Context(), l.DB, bruno,
		AttachToOrderInput{AttachInput: AttachInput{FileID: ordered.ID}, OrderID: dbtest.AnasOrder.ID}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		by   auth.Caller
		want []int64
	}{
		"Ana":       {associate(dbtest.Ana), []int64{own.ID, miguels.ID, ordered.ID}},
		"João":      {associate(dbtest.Joao), nil},
		"reception": {bruno, []int64{own.ID, miguels.ID, ordered.ID, other.ID}},
		"portal":    {dbtest.Renata.Caller(), nil},
		"writing":   {auth.Caller{Kind: auth.Token, Scopes: []string{"files:write"}}, nil},
	} {
		var seen []int64
		for _, file := range []File{own, miguels, ordered, other} {
			_, err := FindFor(t.Context(), l.DB, c.by, file.ID)
			opened, openErr := l.Open(t.Context(), c.by, file.ID)
			if (err == nil) != (openErr == nil) {
				t.Errorf("%s: found %v, opened %v", name, err, openErr)
			}
			if err == nil {
				_ = opened.Close()
				seen = append(seen, file.ID)
			}
		}
		if len(seen) != len(c.want) {
			t.Errorf("%s sees %v, want %v", name, seen, c.want)
		}
	}
}

func TestOwn_AttachAndRemove(t *testing.T) {
	t.Parallel()
	l, ana := newLibrary(t), associate(dbtest.Ana)
	upload := l.mustReceive(t, ana, "rg.jpg", mediatest.JPEG(t, 20, 10))
	var attached UserFile
	file, err := l.Store(t.Context(), ana, upload, func(tx *db.DB, file File) (err error) {
		attached, err = AttachOwn(t.Context(), tx, ana, file,
			OwnInput{UserFileFields: UserFileFields{DocType: patch.Of[DocType]("rg"), Side: patch.Of[Side]("front")}, UserID: ana.ID,
				Subject: "responsible"})
		return err
	})
	if err != nil || attached.UserID != dbtest.Ana.ID || *attached.Subject != "responsible" || *attached.Side != "front" {
		t.Fatalf("attached %+v: %v", attached, err)
	}
	if err := RemoveOwn(t.Context(), l.DB, associate(dbtest.Joao), file.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("João removed it: %v", err)
	}
	if err := RemoveOwn(t.Context(), l.DB, ana, file.ID); err != nil || l.rows(t, "true") != 0 {
		t.Errorf("removed: %v", err)
	}
}

// A full or read-only disk is 503 UNAVAILABLE, and leaves neither a row nor an upload.
func TestReceive_ReadOnlyFolder(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	blocked := filepath.Join(l.Drivers.Folder, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l.Drivers = storage.New(blocked, encryption.Key{})
	if _, err := l.Receive(dbtest.Bruno.Caller(), "a.pdf", bytes.NewReader(mediatest.PDF(""))); !errs.HasCode(err, errs.CodeUnavailable) {
		t.Errorf("received: %v", err)
	}
}
