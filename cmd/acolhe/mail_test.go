package main

import (
	"crypto/rand"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// In development nothing is sent: mails are written to DATA_DIR/mail, with links to this server.
func TestServe_MailFolderInDevelopment(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	raw := make([]byte, encryption.KeyBytes)
	rand.Read(raw)
	key, err := encryption.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	dataDir := t.TempDir()
	p := serveOn(t, database, "DATA_DIR="+dataDir, "CONFIG_ENCRYPT_KEY="+base64.StdEncoding.EncodeToString(raw),
		"SYSTEM_ASSOCIATION_NAME=Flor de Maio")
	message := mail.Message{Kind: mail.Invite.Kind, To: "eva@exemplo.org.br", Path: "/convite?token=segredo",
		Expires: time.Now().Add(time.Hour)}
	if _, err := (mail.Outbox{Key: key, Configured: true}).
		Send(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()), message); err != nil {
		t.Fatal(err)
	}
	kept := awaitMail(t, filepath.Join(dataDir, "mail"))
	for _, want := range []string{"Auto-Submitted: auto-generated", "<eva@exemplo.org.br>", "<no-reply@localhost>",
		p.screenValue("Endereço")} {
		if !strings.Contains(kept, want) {
			t.Errorf("%q is missing in\n%s", want, kept)
		}
	}
	p.stop()
	for _, hidden := range []string{"segredo", message.To} {
		if strings.Contains(p.log.String(), hidden) {
			t.Errorf("the log contains %q", hidden)
		}
	}
}

func awaitMail(t *testing.T, folder string) string {
	t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(testTimeout); ; <-ticker.C {
		files, err := filepath.Glob(filepath.Join(folder, "*.eml"))
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("the folder has %v, %v", files, err)
		}
		if len(files) == 1 {
			text, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
}
