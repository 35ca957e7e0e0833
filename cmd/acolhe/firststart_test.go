package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"acolhe/models/operators"
	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// After a first start was interrupted at any point, the next one shows valid credentials and leaves one administrator
// and one set of sample data.
func TestFirstStart_Resumed(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*testing.T, *database, config){
		"before everything": func(*testing.T, *database, config) {},
		"with the credentials half written": func(t *testing.T, _ *database, c config) {
			if err := os.WriteFile(filepath.Join(c.dataDir, credentialsFile), []byte("admin@"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"while the sample data loads": func(t *testing.T, opened *database, c config) {
			interruptAt(t, opened, c, "lock table users in share mode")
		},
		"while the administrator is created": func(t *testing.T, opened *database, c config) {
			interruptAt(t, opened, c, `insert into system_users (user_code, name, email, permissions)
				values (gen_random_uuid(), 'Outra', 'admin@acolhe.local', '["Administrador"]')`)
		},
		"after everything": func(t *testing.T, opened *database, c config) { start(t, opened, c) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opened, c := migratedDatabase(t)
			leave(t, opened, c)
			shown := start(t, opened, c)
			if !canSignIn(t, opened, shown) {
				t.Errorf("the credentials %v are not valid", shown)
			}
			if count := scan[int](t, opened.Connection, "select count(*) from system_users where not is_sample"); count != 1 {
				t.Errorf("there are %d administrators", count)
			}
			if people := scan[int](t, opened.Connection,
				"select count(*) from users where is_sample and responsible_code is null"); people != samples.DefaultAssociates {
				t.Errorf("there are %d sample associates, want %d", people, samples.DefaultAssociates)
			}
		})
	}
}

// Of two instances that start together only one sets up the database.
func TestFirstStart_Concurrent(t *testing.T) {
	t.Parallel()
	opened, _ := migratedDatabase(t)
	var starting sync.WaitGroup
	shown := make([]credentials, 2)
	for i := range shown {
		c := config{dataDir: t.TempDir()}
		starting.Go(func() {
			var err error
			if shown[i], err = firstStart(t.Context(), opened, c, slog.New(slog.DiscardHandler)); err != nil {
				t.Errorf("instance %d: %v", i, err)
			}
		})
	}
	starting.Wait()
	if (shown[0] == credentials{}) == (shown[1] == credentials{}) {
		t.Errorf("the two show %v", shown)
	}
	if count := scan[int](t, opened.Connection, "select count(*) from system_users where not is_sample"); count != 1 {
		t.Errorf("there are %d administrators", count)
	}
}

// A password that was changed since, or belongs to another database, is not shown.
func TestFirstStart_StaleCredentials(t *testing.T) {
	t.Parallel()
	opened, c := migratedDatabase(t)
	start(t, opened, c)
	if err := (credentials{"admin@acolhe.local", "De!outro!banco"}).save(c.dataDir); err != nil {
		t.Fatal(err)
	}
	if shown := start(t, opened, c); shown != (credentials{}) {
		t.Errorf("shown %v", shown)
	}
}

// interruptAt interrupts a first start where it waits for the lock of the statement.
func interruptAt(t *testing.T, opened *database, c config, statement string) {
	t.Helper()
	holder, err := opened.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Rollback(context.Background()) }() // there is nothing to keep
	if _, err := holder.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := firstStart(ctx, opened, c, slog.New(slog.DiscardHandler))
		ended <- err
	}()
	waits := func() bool {
		return scan[bool](t, opened.Connection, `select exists (select from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock')`)
	}
	eventually(t, "the wait for the lock", waits)
	cancel()
	if err := <-ended; err == nil {
		t.Fatal("the first start was not interrupted")
	}
	// The statement may outlive its connection until it gets the lock.
	_, err = opened.Pool.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the end of the statement", func() bool { return !waits() })
}

func migratedDatabase(t *testing.T) (*database, config) {
	t.Helper()
	conn := dbtest.Empty(t)
	if err := schema.Migrate(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	return &database{Connection: conn}, config{dataDir: t.TempDir()}
}

func start(t *testing.T, opened *database, c config) credentials {
	t.Helper()
	shown, err := firstStart(t.Context(), opened, c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

func canSignIn(t *testing.T, opened *database, c credentials) bool {
	t.Helper()
	serve, err := operators.PasswordMatches(t.Context(), opened.DB, operators.LoginInput{Email: c.email, Password: c.password})
	return err == nil && serve
}

// A password of ADMIN_PASSWORD is on no screen, in no log and in no file.
func TestFirstStart_GivenPassword(t *testing.T) {
	t.Parallel()
	_, database := emptyDatabase(t)
	dataDir := t.TempDir()
	const email, password = "ana@associacao.org.br", "Segura!2026"
	p := serveOn(t, database, "DATA_DIR="+dataDir, "ADMIN_EMAIL="+email, "ADMIN_PASSWORD="+password)
	if said := p.screen.String(); strings.Contains(said, password) || p.screenValue("Senha") != "" || p.screenValue("E-mail") != email {
		t.Errorf("the screen is %s", said)
	}
	if _, err := os.Stat(filepath.Join(dataDir, credentialsFile)); !os.IsNotExist(err) {
		t.Errorf("the password was written down: %v", err)
	}
	signInAs(t, p, email, password)
	p.stop()
}
