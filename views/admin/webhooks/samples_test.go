package webhooks_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/views/admin/webhooks"
)

// runners run a sample.
var runners = map[string]struct {
	file    string
	command []string
}{
	"Node": {"verify.js", []string{"node"}}, "Python": {"verify.py", []string{"python3"}}, "PHP": {"verify.php", []string{"php"}},
	"Go": {"verify.go", []string{"go", "run"}},
}

// Each sample accepts what was signed, and refuses a changed byte, an old timestamp and another secret.
func TestTool_SamplesVerify(t *testing.T) {
	t.Parallel()
	const secret, body = "whsec_c2VncmVkbw==", `{"id":"evt_1","data":{"name":"Olá"}}`
	now, old := strconv.FormatInt(time.Now().Unix(), 10), strconv.FormatInt(time.Now().Add(-6*time.Minute).Unix(), 10)
	if len(webhooks.Samples()) != len(runners) {
		t.Errorf("%d samples", len(webhooks.Samples()))
	}
	for _, sample := range webhooks.Samples() {
		runner := runners[sample.Language]
		file := filepath.Join(t.TempDir(), runner.file)
		if err := os.WriteFile(file, []byte(sample.Code), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			secret, timestamp, signature, body string
			accepts                            bool
		}{
			"right":          {secret, now, sign(secret, now, body), body, true},
			"a changed byte": {secret, now, sign(secret, now, body), body + " ", false},
			"old":            {secret, old, sign(secret, old, body), body, false},
			"another secret": {secret + "x", now, sign(secret, now, body), body, false},
			"another time":   {secret, now, sign(secret, old, body), body, false},
			"no signature":   {secret, now, "sha256=", body, false},
			"no time":        {secret, "", sign(secret, "", body), body, false},
			"a word as time": {secret, "now", sign(secret, "now", body), body, false},
		} {
			command := exec.CommandContext(t.Context(), runner.command[0], append(runner.command[1:], file, c.secret, c.timestamp, c.signature)...)
			command.Stdin = strings.NewReader(c.body)
			if out, err := command.CombinedOutput(); (err == nil) != c.accepts {
				t.Errorf("%s, %s: %v %s", sample.Language, name, err, out)
			}
		}
	}
}

func sign(secret, timestamp, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "." + body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}
