package backups_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/backups"
	"acolhe/models/backups/restore"
	"acolhe/models/files"
	"acolhe/models/platform/area"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// association is a database with its storage and its office of copies, which are kept in folder.
type association struct {
	backups.Office
	conn   *db.Connection
	folder string
	now    time.Time
}

func newAssociation(t *testing.T) *association {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	a := &association{conn: dbtest.New(t), folder: filepath.Join(t.TempDir(), "copias"), now: dbtest.Today}
	env := area.Env{
		DB: a.conn.DB, Pool: a.conn.Pool, Key: key, DataDir: t.TempDir(), Archive: archive.FS, Storage: storage.New(t.TempDir(), key),
		Outbound:    outbound.Guard{AllowPrivate: true},
		Environment: func(name string) string { return map[string]string{"BASE_URL": "https://painel.exemplo.org.br"}[name] },
		Now:         func() time.Time { return a.now },
	}
	a.Office = areas.NewBackups(env)
	return a
}

func (a *association) addFolder(t *testing.T) {
	t.Helper()
	if _, err := a.AddPlace(t.Context(), dbtest.Camila.Caller(),
		backups.PlaceInput{Name: "disco", Kind: backup.Folder, Path: a.folder}); err != nil {
		t.Fatal(err)
	}
}

func (a *association) upload(t *testing.T, name, text string) files.File {
	t.Helper()
	library, by := files.Library{DB: a.conn.DB, Drivers: a.Storage}, dbtest.Camila.Caller()
	upload, err := library.Receive(by, name, bytes.NewReader(mediatest.PDF(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Discard()
	stored, err := library.Store(t.Context(), by, upload, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func (a *association) mustMake(t *testing.T) backups.Copy {
	t.Helper()
	made, err := a.Make(t.Context(), "")
	if err != nil || made.State != backups.Done {
		t.Fatalf("the copy is %+v, %v", made, err)
	}
	return made
}

func (a *association) source(t *testing.T) restore.Source {
	t.Helper()
	place, err := backup.Open(t.Context(), a.folder, outbound.Guard{})
	if err != nil {
		t.Fatal(err)
	}
	key, err := backup.ServerKey(a.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	return restore.Source{Place: place, Key: key}
}

func quiet(string) {}

// Everything of a copy is the same in a restored one: each row of each table that is kept, the sequences, and the contents of
// files. Nobody is signed in, and triggers work again.
func TestRestore(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	pdf := a.upload(t, "receita.pdf", "um")
	a.upload(t, "igual.pdf", "um")
	made := a.mustMake(t)
	if made.Contents != 1 || made.Missing != 0 || made.Associates == 0 {
		t.Errorf("the copy is %+v", made)
	}
	target, drivers := dbtest.Empty(t), storage.New(t.TempDir(), a.Key)
	restored, err := restore.Copy(t.Context(), target, drivers, a.source(t), quiet)
	if err != nil {
		t.Fatal(err)
	}
	if restored.Files != 2 || restored.Lost != 0 || restored.Manifest.Environment["BASE_URL"] != "https://painel.exemplo.org.br" {
		t.Errorf("restored %+v", restored)
	}
	for _, table := range restored.Manifest.Tables {
		if table.Name == "backups" || table.Name == "backup_places" || table.Name == "schema_programs" {
			continue // written while the copy was made
		}
		if before, after := sumOf(t, a.conn, table), sumOf(t, target, table); before != after {
			t.Errorf("%s differs: %s, restored %s", table.Name, before, after)
		}
	}
	local, err := drivers.Of(t.Context(), target.DB, storage.Local)
	if err != nil {
		t.Fatal(err)
	}
	var key string
	scan(t, target, &key, "select storage_key from files where id = $1", pdf.ID)
	if size, err := local.Size(t.Context(), key); err != nil || size != pdf.Size {
		t.Errorf("the file has %d bytes, %v; want %d", size, err, pdf.Size)
	}
	var triggers, sessions int
	scan(t, target, &triggers, "select count(*) from pg_trigger where tgenabled = 'D'")
	scan(t, target, &sessions, "select count(*) from sessions")
	if triggers > 0 || sessions > 0 {
		t.Errorf("%d triggers are off, %d sessions are restored", triggers, sessions)
	}
	var next, largest int64
	scan(t, target, &next, "select nextval(pg_get_serial_sequence('users', 'id'))")
	scan(t, target, &largest, "select max(id) from users")
	if next <= largest {
		t.Errorf("the next associate would have the id %d of %d", next, largest)
	}
	if _, err := restore.Copy(t.Context(), target, drivers, a.source(t), quiet); !errors.Is(err, restore.ErrNotEmpty) {
		t.Errorf("a restore over data is %v", err)
	}
}

// sumOf returns a hash of all rows of a table, in any order.
func sumOf(t *testing.T, conn *db.Connection, table backup.Table) (sum string) {
	t.Helper()
	scan(t, conn, &sum, `select count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)), 0) from (select "`+strings.Join(table.Columns,
		`", "`)+`" from "`+table.Name+`") r`)
	return sum
}

func scan(t *testing.T, conn *db.Connection, into any, query string, args ...any) {
	t.Helper()
	if err := conn.Pool.QueryRow(t.Context(), query, args...).Scan(into); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// A second copy stores only what is new; the contents that no kept copy holds are removed with their copies.
func TestMake_Incremental(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	a.upload(t, "um.pdf", strings.Repeat("um", 20_000))
	first := a.mustMake(t)
	a.now = a.now.Add(time.Hour)
	second := a.mustMake(t)
	if first.Contents != 1 || second.Contents != 1 || second.Bytes-second.Added < 1000 {
		t.Errorf("first %+v, second %+v", first, second)
	}
	names, err := backup.List(t.Context(), a.source(t).Place)
	if err != nil || !slices.Equal(names, []string{second.Name}) {
		t.Errorf("of two copies of a day %v are kept, %v", names, err)
	}
}

// A copy that was changed, cut or lost one of its parts is found, whichever part it is, and so is another key.
func TestRestore_Damaged(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	a.upload(t, "um.pdf", "um")
	a.mustMake(t)
	var objects []string
	err := filepath.WalkDir(a.folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (strings.Contains(path, "manifest") || strings.Contains(path, "table-users") ||
			strings.Contains(path, "contents")) {
			objects = append(objects, path)
		}
		return err
	})
	if err != nil || len(objects) < 3 {
		t.Fatalf("%v, %v", objects, err)
	}
	for _, path := range objects {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		flipped := slices.Clone(whole)
		flipped[len(flipped)-20] ^= 1
		for name, content := range map[string][]byte{"flipped": flipped, "cut": whole[:len(whole)-10]} {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := restore.Copy(t.Context(), dbtest.Empty(t), storage.New(t.TempDir(), a.Key), a.source(t), quiet)
			if !errors.Is(err, backup.ErrDamaged) {
				t.Errorf("%s %s: %v", filepath.Base(path), name, err)
			}
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other, err := backup.ServerKey(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	source := a.source(t)
	source.Key = other
	if _, err := restore.Copy(t.Context(), dbtest.Empty(t), storage.New(t.TempDir(), a.Key), source, quiet); !errors.Is(err,
		backup.ErrOtherKey) {
		t.Errorf("with another key: %v", err)
	}
}

// The key on paper opens the copies that were made after it was printed.
func TestPaperKey(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	by := dbtest.Camila.Caller()
	text, err := a.PrintKey(t.Context(), by, backups.PrintKeyInput{KeptAt: "cofre"})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.CheckKey(t.Context(), by, backups.CheckKeyInput{Key: strings.ToLower(text[:30]) + "\n " + text[30:]}); err != nil {
		t.Errorf("the key as it was printed: %v", err)
	}
	other, err := backup.ServerKey(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{"", "abc", other.String()} {
		if err := a.CheckKey(t.Context(), by, backups.CheckKeyInput{Key: wrong}); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%q is %v", wrong, err)
		}
	}
	a.mustMake(t)
	source := a.source(t)
	if source.Key, err = backup.ParseKey(text); err != nil {
		t.Fatal(err)
	}
	if _, err := restore.Copy(t.Context(), dbtest.Empty(t), storage.New(t.TempDir(), a.Key), source, quiet); err != nil {
		t.Errorf("restoring with the paper: %v", err)
	}
}

// A copy says what failed: no place, a place that is gone, a content that is lost.
func TestMake_Failures(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	if made, err := a.Make(t.Context(), ""); err != nil || made.State != backups.Failed || !strings.Contains(made.Error, "Adicione um lugar") {
		t.Errorf("without a place: %+v, %v", made, err)
	}
	a.addFolder(t)
	a.upload(t, "perdido.pdf", "x")
	if err := os.RemoveAll(a.Storage.Folder); err != nil {
		t.Fatal(err)
	}
	if made := a.mustMake(t); made.Missing != 1 || made.Contents != 0 {
		t.Errorf("a lost content: %+v", made)
	}
	if err := os.RemoveAll(a.folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	made, err := a.Make(t.Context(), "")
	if err != nil || made.State != backups.Failed || !strings.Contains(made.Error, "disco") {
		t.Errorf("a place that is gone: %+v, %v", made, err)
	}
	status, err := a.ReadStatus(t.Context(), dbtest.Camila.Caller())
	if err != nil || !slices.Contains(status.Concerns(a.now), backups.PlaceFailed) || !status.Places[0].Fails() {
		t.Errorf("the status is %+v, %v", status, err)
	}
}

// The rehearsal restores the newest copy beside the system and compares it; a damaged copy fails it.
func TestRehearse(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	if drill, err := a.Rehearse(t.Context()); err != nil || drill.ID != 0 {
		t.Errorf("without a copy: %+v, %v", drill, err)
	}
	a.upload(t, "um.pdf", "um")
	// The rankings are computed again in a restored database.
	if _, err := a.conn.Pool.Exec(t.Context(), "insert into rankings (area, starts, ends, bound) values ('orders', '2026-01-01', '2026-01-31', 1)"); err != nil {
		t.Fatal(err)
	}
	made := a.mustMake(t)
	drill, err := a.Rehearse(t.Context())
	if err != nil || drill.State != backups.Passed || len(drill.Checks) < 3 {
		t.Errorf("the rehearsal is %+v, %v", drill, err)
	}
	if left, err := filepath.Glob(filepath.Join(a.DataDir, "backup", "drill-*")); err != nil || len(left) > 0 {
		t.Errorf("the scratch place is left: %v, %v", left, err)
	}
	table := filepath.Join(a.folder, "copies", made.Name, "table-users")
	if err := os.Truncate(table, 100); err != nil {
		t.Fatal(err)
	}
	if drill, err := a.Rehearse(t.Context()); err != nil || drill.State != backups.Failed || drill.Error == "" {
		t.Errorf("of a damaged copy: %+v, %v", drill, err)
	}
}

// One copy is made at a time, and one that a killed process left is no longer running.
func TestMake_Alone(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	if _, err := a.conn.Pool.Exec(t.Context(), "insert into backups (state, date_started) values ('running', $1)", a.now); err != nil {
		t.Fatal(err)
	}
	other, err := a.conn.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Release()
	if _, err := other.Exec(t.Context(), "select pg_advisory_lock(hashtext('acolhe.backups'))"); err != nil {
		t.Fatal(err)
	}
	if made, err := a.Make(t.Context(), ""); err != nil || made.ID != 0 {
		t.Errorf("beside another process: %+v, %v", made, err)
	}
	if _, err := other.Exec(t.Context(), "select pg_advisory_unlock_all()"); err != nil {
		t.Fatal(err)
	}
	a.mustMake(t)
	var interrupted int
	scan(t, a.conn, &interrupted, "select count(*) from backups where state = 'failed' and error = 'O servidor parou no meio.'")
	if interrupted != 1 {
		t.Error("the copy of a killed process is not marked")
	}
}

// Only administrators see and change copies.
func TestOffice_Access(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	ctx := t.Context()
	for name, call := range map[string]func(context.Context, auth.Caller) error{
		"status": func(ctx context.Context, by auth.Caller) error { _, err := a.ReadStatus(ctx, by); return err },
		"places": func(ctx context.Context, by auth.Caller) error { _, err := a.Places(ctx, by); return err },
		"add": func(ctx context.Context, by auth.Caller) error {
			_, err := a.AddPlace(ctx, by, backups.PlaceInput{})
			return err
		},
		"remove":   func(ctx context.Context, by auth.Caller) error { return a.RemovePlace(ctx, by, 1) },
		"request":  a.Request,
		"rehearse": a.RequestRehearsal,
		"print key": func(ctx context.Context, by auth.Caller) error {
			_, err := a.PrintKey(ctx, by, backups.PrintKeyInput{})
			return err
		},
		"check key": func(ctx context.Context, by auth.Caller) error {
			return a.CheckKey(ctx, by, backups.CheckKeyInput{Key: "x"})
		},
	} {
		for _, by := range []auth.Caller{dbtest.Bruno.Caller(), {}} {
			if err := call(ctx, by); !errs.HasCode(err, errs.CodeForbidden) {
				t.Errorf("%s by %q is %v", name, by.Name, err)
			}
		}
	}
}

// The content of a file that was added after the last copy is kept with the log, once, and comes back with a recovered database,
// in which nobody is signed in.
func TestComplete_FilesSinceTheCopy(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	a.upload(t, "antes.pdf", "um")
	var since time.Time
	err := a.conn.Pool.QueryRow(t.Context(), "update files set date_created = date_created - interval '1 day' returning date_created + interval '1 hour'").
		Scan(&since)
	if err != nil {
		t.Fatal(err)
	}
	a.upload(t, "depois.pdf", "dois")
	for range 2 {
		writer, _, err := a.OpenPlaces(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := a.SaveContents(t.Context(), writer, since); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := filepath.Glob(filepath.Join(a.folder, "contents/*/*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept are %q, %v", kept, err)
	}
	if _, err := a.conn.Pool.Exec(t.Context(), "insert into sessions (token, operator_id, expires_at) select sha256('x'), id, now() + interval '1 day' from system_users limit 1"); err != nil {
		t.Fatal(err)
	}
	restored, err := restore.Complete(t.Context(), a.conn, storage.New(t.TempDir(), a.Key), a.source(t), restore.Completion{Report: quiet})
	if err != nil || restored.Files != 1 || restored.Lost != 1 {
		t.Errorf("restored are %+v, %v", restored, err)
	}
	var signedIn int
	if err := a.conn.Pool.QueryRow(t.Context(), "select count(*) from sessions").Scan(&signedIn); err != nil || signedIn != 0 {
		t.Errorf("%d are signed in, %v", signedIn, err)
	}
}
