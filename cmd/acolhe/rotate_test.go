package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
)

// encryptedDatabase is a database with encrypted values, and the environment of the program.
type encryptedDatabase struct {
	*db.Connection
	t           *testing.T
	environment map[string]string
}

func newEncryptedDatabase(t *testing.T) *encryptedDatabase {
	t.Helper()
	conn, database := emptyDatabase(t)
	_, address, _ := strings.Cut(database, "=")
	v := &encryptedDatabase{conn, t, map[string]string{"DATABASE_URL": address, "DATA_DIR": t.TempDir()}}
	if _, err := v.run("migrate"); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v *encryptedDatabase) run(words ...string) (string, error) {
	var out bytes.Buffer
	err := run(v.t.Context(), words, func(name string) string { return v.environment[name] }, nil, &out)
	return out.String(), err
}

// fill stores a secret setting and a waiting mail.
func (v *encryptedDatabase) fill(key encryption.Key) {
	v.t.Helper()
	now := time.Now()
	_, err := configuration.New(areas.Keys(), key).
		Create(v.t.Context(), v.DB, auth.Caller{Kind: auth.System}.At(now), configuration.CreateInput{
			System: "shop", Key: "token", IsSensitive: true, Value: patch.Of(json.RawMessage(`"segredo"`))})
	if err != nil {
		v.t.Fatal(err)
	}
	letter := mail.Message{Kind: mail.PasswordChanged.Kind, To: "ana@associacao.org.br", Name: "Ana"}
	if _, err := (mail.Outbox{Key: key, Configured: true}).
		Send(v.t.Context(), v.DB, auth.Caller{Kind: auth.System}.At(now), letter); err != nil {
		v.t.Fatal(err)
	}
}

// requireDecryptable fails the test unless the key decrypts every value.
func (v *encryptedDatabase) requireDecryptable(key encryption.Key) {
	v.t.Helper()
	var box []byte
	if err := v.Pool.QueryRow(v.t.Context(), "select value_encrypted from system_configs where system = 'shop'").Scan(&box); err != nil {
		v.t.Fatal(err)
	}
	if plain, err := key.Decrypt(box, "system_configs.value shop token"); err != nil || string(plain) != "segredo" {
		v.t.Errorf("the value is %q, %v", plain, err)
	}
	var envelope mail.Entry
	if err := v.DB.WithContext(v.t.Context()).First(&envelope).Error; err != nil {
		v.t.Fatal(err)
	}
	if letter, err := envelope.Decrypt(key); err != nil || letter.Name != "Ana" || envelope.EncryptionKeyID != key.ID() {
		v.t.Errorf("the letter is %v by %s, %v", letter, envelope.EncryptionKeyID, err)
	}
}

func randomKey(t *testing.T) (text string, key encryption.Key) {
	t.Helper()
	raw := make([]byte, encryption.KeyBytes)
	rand.Read(raw)
	key, err := encryption.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(raw), key
}

func TestRotateKey_FromEnvironment(t *testing.T) {
	t.Parallel()
	v := newEncryptedDatabase(t)
	oldText, oldKey := randomKey(t)
	newText, newKey := randomKey(t)
	wrongText, _ := randomKey(t)
	v.fill(oldKey)
	for _, c := range []struct{ current, next, says string }{
		{oldText, "", "CONFIG_ENCRYPT_KEY_NEW deve ter a chave nova"},
		{oldText, "fraca", "CONFIG_ENCRYPT_KEY_NEW deve ter a chave nova"},
		{oldText, oldText, "já é a chave de agora"},
		{wrongText, newText, "não abre tudo o que está guardado: nada foi mudado (valores de configuração)"},
	} {
		v.environment["CONFIG_ENCRYPT_KEY"], v.environment["CONFIG_ENCRYPT_KEY_NEW"] = c.current, c.next
		if out, err := v.run("rotate-key"); err == nil || !strings.Contains(err.Error(), c.says) || out != "" {
			t.Errorf("refused with %v, want %q; said %q", err, c.says, out)
		}
		v.requireDecryptable(oldKey)
	}
	v.environment["CONFIG_ENCRYPT_KEY"] = oldText
	for _, counts := range [][]string{{"1  valores", "1  mensagens"}, {"0  valores", "0  mensagens"}} {
		out, err := v.run("rotate-key")
		if err != nil || !strings.Contains(out, counts[0]) || !strings.Contains(out, counts[1]) || !strings.Contains(out, "ponha a chave nova") {
			t.Errorf("said %q, %v", out, err)
		}
		if strings.Contains(out, newText) || strings.Contains(out, oldText) {
			t.Errorf("a key is on the screen: %s", out)
		}
		v.requireDecryptable(newKey)
	}
	if files, err := os.ReadDir(v.environment["DATA_DIR"]); err != nil || len(files) > 0 {
		t.Errorf("the directory has %v, %v", files, err)
	}
	if told := scan[int](t, v.Connection, "select count(*) from security_events where kind = 'config.key_rotated' and subject = '"+newKey.ID()+"'"); told != 2 {
		t.Errorf("%d events tell of it", told)
	}
}

// A value that the rotation does not encrypt again stops it.
func TestRotateKey_UnreadableRow(t *testing.T) {
	t.Parallel()
	v := newEncryptedDatabase(t)
	oldText, oldKey := randomKey(t)
	newText, _ := randomKey(t)
	v.fill(oldKey)
	_, err := v.Pool.Exec(t.Context(), `insert into webhook_endpoints (name, url, secret_encrypted, encryption_key_id) values ('x', 'https://exemplo.org.br', 'x', $1)`, oldKey.ID())
	if err != nil {
		t.Fatal(err)
	}
	v.environment["CONFIG_ENCRYPT_KEY"], v.environment["CONFIG_ENCRYPT_KEY_NEW"] = oldText, newText
	if _, err := v.run("rotate-key"); err == nil || !strings.Contains(err.Error(), "segredos dos webhooks") {
		t.Errorf("refused with %v", err)
	}
	v.requireDecryptable(oldKey)
}

// A table with secrets that no area encrypts again stops the rotation.
func TestRotateKey_ForgottenArea(t *testing.T) {
	t.Parallel()
	v := newEncryptedDatabase(t)
	oldText, oldKey := randomKey(t)
	newText, _ := randomKey(t)
	v.fill(oldKey)
	for _, statement := range []string{
		"create table forgotten (token_encrypted bytea, encryption_key_id text)",
		"insert into forgotten values ('x', '" + oldKey.ID() + "')",
	} {
		if _, err := v.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	v.environment["CONFIG_ENCRYPT_KEY"], v.environment["CONFIG_ENCRYPT_KEY_NEW"] = oldText, newText
	if _, err := v.run("rotate-key"); err == nil || !strings.Contains(err.Error(), "(forgotten)") {
		t.Errorf("refused with %v", err)
	}
	v.requireDecryptable(oldKey)
}

// The key file is replaced together with the database. After an interruption the next command finds out which key
// encrypts the database.
func TestRotateKey_KeyFile(t *testing.T) {
	t.Parallel()
	v := newEncryptedDatabase(t)
	c, err := readConfig(func(name string) string { return v.environment[name] })
	if err != nil {
		t.Fatal(err)
	}
	oldKey, err := c.encryptionKey()
	if err != nil {
		t.Fatal(err)
	}
	v.fill(oldKey)
	opened := &database{Connection: v.Connection}
	mustSettleOn := func(want encryption.Key, when string) {
		t.Helper()
		settled, err := c.currentKey(t.Context(), opened)
		if err != nil || settled.ID() != want.ID() {
			t.Errorf("%s: the key is %s, want %s, %v", when, settled.ID(), want.ID(), err)
		}
		v.requireDecryptable(settled)
		if files, err := os.ReadDir(c.dataDir); err != nil || len(files) != 1 || files[0].Name() != keyFile {
			t.Errorf("%s: the directory has %v, %v", when, files, err)
		}
	}
	mustSettleOn(oldKey, "before")

	newText, newKey := randomKey(t)
	if err := writeSecret(c.dataDir, newKeyFile, newText, os.Rename); err != nil {
		t.Fatal(err)
	}
	mustSettleOn(oldKey, "cut short before the database changed")

	v.environment["CONFIG_ENCRYPT_KEY_NEW"] = newText
	before, err := os.ReadFile(filepath.Join(c.dataDir, keyFile))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := v.run("rotate-key"); err != nil || !strings.Contains(out, "A chave nova está em") {
		t.Fatalf("said %q, %v", out, err)
	}
	mustSettleOn(newKey, "done")

	// Interrupted after the database changed and before the file did.
	if err := os.WriteFile(filepath.Join(c.dataDir, keyFile), before, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeSecret(c.dataDir, newKeyFile, newText, os.Rename); err != nil {
		t.Fatal(err)
	}
	mustSettleOn(newKey, "cut short after the database changed")

	// Back to the first key and away from it, then back again and interrupted: an earlier rotation to the same key must
	// not count.
	for _, next := range []string{strings.TrimSpace(string(before)), newText} {
		v.environment["CONFIG_ENCRYPT_KEY_NEW"] = next
		if _, err := v.run("rotate-key"); err != nil {
			t.Fatal(err)
		}
	}
	mustSettleOn(newKey, "there and back")
	if err := writeSecret(c.dataDir, newKeyFile, strings.TrimSpace(string(before)), os.Rename); err != nil {
		t.Fatal(err)
	}
	mustSettleOn(newKey, "back again, cut short")
	if info, err := os.Stat(filepath.Join(c.dataDir, keyFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
}
