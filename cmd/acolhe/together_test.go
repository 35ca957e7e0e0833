package main

import (
	"crypto/rand"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acolhe/models/platform/encryption"
)

// Two instances that start together on one empty database set it up once and share it.
func TestServe_TwoInstances(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	one := launch(t, nil, database, "DATA_DIR="+t.TempDir())
	other := launch(t, nil, database, "DATA_DIR="+t.TempDir())
	one.awaitScreen()
	other.awaitScreen()
	if made := scan[int](t, conn, "select count(*) from system_users where not is_sample"); made != 1 {
		t.Errorf("%d administrators were made", made)
	}
	if one.screenValue("Senha") == "" {
		one, other = other, one
	}
	if shown := other.screenValue("Senha"); shown != "" {
		t.Errorf("the instance that made nobody shows the password %q", shown)
	}
	by := signIn(t, one)
	orders := by.orders(t)
	by.address = other.screenValue("Endereço")
	if status := by.ready(t); status != 200 {
		t.Errorf("/readyz of the other answers %d", status)
	}
	if there := by.orders(t); len(there) != len(orders) || len(there) == 0 {
		t.Errorf("with the session of one, the other lists %d orders of %d", len(there), len(orders))
	}
	one.stop()
	if there := by.orders(t); len(there) != len(orders) {
		t.Errorf("alone, the other lists %d orders of %d", len(there), len(orders))
	}
	other.stop()
}

// In production no administrator, credentials file or sample data is created.
func TestServe_Production(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	dataDir := t.TempDir()
	key := make([]byte, encryption.KeyBytes)
	rand.Read(key)
	environment := []string{database, "DATA_DIR=" + dataDir, "APP_ENV=production", "BASE_URL=https://painel.associacao.org.br",
		"CONFIG_ENCRYPT_KEY=" + base64.StdEncoding.EncodeToString(key)}

	empty := serveOn(t, environment...)
	if !strings.Contains(empty.log.String(), "acolhe admin create") {
		t.Errorf("nothing says how to make the first operator: %s", empty.log.String())
	}
	empty.stop()
	weak := append(environment, "ADMIN_EMAIL=ana@associacao.org.br", "ADMIN_PASSWORD=fraca")
	requireRefusal(t, launch(t, nil, weak...), "ADMIN_PASSWORD inválido: password A senha precisa de pelo menos 8")

	const password = "Segura!2026"
	addr := closedPort(t)
	p := serveOn(t, append(environment, "ADDR="+addr, "ADMIN_EMAIL=ana@associacao.org.br", "ADMIN_PASSWORD="+password)...)
	by := signInAt(t, p, "http://"+addr, "ana@associacao.org.br", password)
	if !by.session.Secure {
		t.Error("the cookie of the session is not Secure")
	}
	if orders := by.orders(t); len(orders) != 0 {
		t.Errorf("there are %d orders", len(orders))
	}
	if said := p.screen.String() + p.log.String(); strings.Contains(said, password) || p.screenValue("Senha") != "" {
		t.Errorf("the password is in %s", said)
	}
	if sample := scan[int](t, conn, "select count(*) from users where is_sample"); sample != 0 {
		t.Errorf("%d sample people were loaded", sample)
	}
	if _, err := os.Stat(filepath.Join(dataDir, credentialsFile)); !os.IsNotExist(err) {
		t.Errorf("the password was written down: %v", err)
	}
	p.stop()
}
