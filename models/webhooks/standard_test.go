package webhooks_test

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// verifier checks deliveries with the public library, one per line.
const verifier = `
const { Webhook } = require('standardwebhooks');
for (const line of require('node:fs').readFileSync(0, 'utf8').trim().split('\n')) {
  const { secret, body, headers } = JSON.parse(line);
  try { new Webhook(secret).verify(body, headers); console.log('accepted'); } catch (e) { console.log('refused'); }
}`

// A receiver written with the library standardwebhooks accepts every delivery, and refuses a changed byte, an old
// timestamp and another secret.
func TestTool_StandardWebhooks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "insert into tags (name) values ('Olá ☕'), ('<b>'), ('\\\"')")
	b.run(t, to.ID)
	rotated, err := b.RotateSecret(t.Context(), admin(), to.ID)
	if err != nil {
		t.Fatal(err)
	}
	b.exec(t, "insert into tags (name) values ('Depois da troca')")
	b.run(t, to.ID)
	got := b.receiver.got()
	last := got[len(got)-1]
	var lines, want []string
	check := func(secret string, sent request, change func(h map[string]string, body *string), result string) {
		headers, body := headersOf(sent.header), string(sent.body)
		if change != nil {
			change(headers, &body)
		}
		line, err := json.Marshal(map[string]any{"secret": secret, "body": body, "headers": headers})
		if err != nil {
			t.Fatal(err)
		}
		lines, want = append(lines, string(line)), append(want, result)
	}
	for _, sent := range got[:3] {
		check(to.Secret, sent, nil, "accepted")
	}
	check(to.Secret, last, nil, "accepted")
	check(rotated.Secret, last, nil, "accepted")
	check(rotated.Secret, got[0], nil, "refused")
	check(to.Secret, got[0], func(_ map[string]string, body *string) { *body = strings.Replace(*body, "tags", "tagz", 1) }, "refused")
	check(to.Secret, got[0], func(h map[string]string, _ *string) {
		h["webhook-timestamp"] = strconv.FormatInt(time.Now().Add(-time.Hour).Unix(), 10)
	}, "refused")
	command := exec.CommandContext(t.Context(), "node", "-e", verifier)
	command.Dir, command.Stdin = "../..", strings.NewReader(strings.Join(lines, "\n"))
	out, err := command.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != strings.Join(want, "\n") {
		t.Errorf("%v:\n%s\nwant\n%s", err, out, strings.Join(want, "\n"))
	}
}

func headersOf(sent http.Header) map[string]string {
	headers := map[string]string{}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		headers[name] = sent.Get(name)
	}
	return headers
}
