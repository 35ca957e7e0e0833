package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"acolhe/models/db"
	"acolhe/models/dbtest"
	"acolhe/models/operators"
	"acolhe/models/samples"
)

// Wherever a first start was cut short, the next one shows credentials that open the door,
// to a house with one administrator and one set of sample data.
func TestFirstStartGoesOn(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*testing.T, *database, config){
		"before everything": func(*testing.T, *database, config) {},
		"with the credentials written": func(t *testing.T, _ *database, c config) {
			if err := (credentials{"admin@acolhe.local", "Antiga!2026"}).writeDown(c.dataDir); err != nil {
				t.Fatal(err)
			}
		},
		"with the credentials half written": func(t *testing.T, _ *database, c config) {
			if err := os.WriteFile(filepath.Join(c.dataDir, credentialsFile), []byte("admin@"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"with the sample data loaded": func(t *testing.T, opened *database, c config) {
			start(t, opened, c)
			if err := opened.DB.Exec("delete from system_users where not is_sample").Error; err != nil {
				t.Fatal(err)
			}
		},
		"after everything": func(t *testing.T, opened *database, c config) { start(t, opened, c) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opened, c := unfurnished(t)
			leave(t, opened, c)
			shown := start(t, opened, c)
			if !opens(t, opened, shown) {
				t.Errorf("the credentials %v do not open the door", shown)
			}
			if made := scan[int](t, opened.Connection, "select count(*) from system_users where not is_sample"); made != 1 {
				t.Errorf("there are %d administrators", made)
			}
			if people := scan[int](t, opened.Connection, "select count(*) from users where is_sample and responsible_code is null"); people != samples.DefaultAssociates {
				t.Errorf("there are %d sample associates, want %d", people, samples.DefaultAssociates)
			}
		})
	}
}

// A password that was changed since is not shown, nor one of another database.
func TestStaleCredentialsAreNotShown(t *testing.T) {
	t.Parallel()
	opened, c := unfurnished(t)
	start(t, opened, c)
	if err := (credentials{"admin@acolhe.local", "De!outro!banco"}).writeDown(c.dataDir); err != nil {
		t.Fatal(err)
	}
	if shown := start(t, opened, c); shown != (credentials{}) {
		t.Errorf("shown %v", shown)
	}
}

func unfurnished(t *testing.T) (*database, config) {
	t.Helper()
	conn := dbtest.Empty(t)
	if err := db.Migrate(t.Context(), conn); err != nil {
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

func opens(t *testing.T, opened *database, c credentials) bool {
	t.Helper()
	_, err := operators.Authenticate(t.Context(), opened.DB, operators.LoginInput{Email: c.email, Password: c.password})
	return err == nil
}
