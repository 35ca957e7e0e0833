package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// In development the key is created once, and concurrent starts use the same one.
func TestEncryptionKey_CreatedOnce(t *testing.T) {
	t.Parallel()
	c := config{dataDir: t.TempDir()}
	ids := make([]string, 8)
	var starting sync.WaitGroup
	for i := range ids {
		starting.Go(func() {
			key, err := c.encryptionKey()
			if err != nil {
				t.Error(err)
			}
			ids[i] = key.ID()
		})
	}
	starting.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Fatalf("the starts have the keys %v", ids)
		}
	}
	files, err := os.ReadDir(c.dataDir)
	if err != nil || len(files) != 1 || files[0].Name() != keyFile {
		t.Fatalf("the directory has %v, %v", files, err)
	}
	if info, err := files[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
}

// A file without a valid key is not replaced: the encrypted values may depend on it.
func TestEncryptionKey_BrokenFile(t *testing.T) {
	t.Parallel()
	c := config{dataDir: t.TempDir()}
	path := filepath.Join(c.dataDir, keyFile)
	if err := os.WriteFile(path, []byte("meia chave"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.encryptionKey(); err == nil {
		t.Error("it is a key")
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "meia chave" {
		t.Errorf("the file now says %q, %v", text, err)
	}
}

// A start with another key than that of the data is refused in production, and says so in development.
func TestServe_AnotherKey(t *testing.T) {
	t.Parallel()
	_, database := emptyDatabase(t)
	first, _ := randomKey(t)
	other, _ := randomKey(t)
	in := func(environment, key string) []string {
		return []string{database, "DATA_DIR=" + t.TempDir(), "APP_ENV=" + environment, "CONFIG_ENCRYPT_KEY=" + key,
			"BASE_URL=https://painel.associacao.org.br"}
	}
	serveOn(t, in("production", first)...).stop()
	requireRefusal(t, launch(t, nil, in("production", other)...), "não é a chave destes dados")
	warned := serveOn(t, in("development", other)...)
	if !strings.Contains(warned.log.String(), "not the one of this data") {
		t.Errorf("nothing warns: %s", warned.log.String())
	}
	warned.stop()
	again := serveOn(t, in("production", first)...)
	if strings.Contains(again.log.String(), "not the one of this data") {
		t.Errorf("the right key is doubted: %s", again.log.String())
	}
	again.stop()
}
