package mail_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/platform/mail"
)

// A message that an earlier version left in the outbox has the content of its kind.
func TestEntry_EarlierContent(t *testing.T) {
	t.Parallel()
	key := newOutbox(t).Key
	entry := mail.Entry{Reference: uuid.New()}
	const stored = `{"kind":"order_sent","to":"ana@exemplo.org.br","name":"Ana","by":"PAC","text":"42\nBR123\nhttps://correio.exemplo/BR123"}`
	entry.MessageEncrypted = key.Encrypt([]byte(stored), "mails.letter "+entry.Reference.String())
	message, err := entry.Decrypt(key)
	if err != nil {
		t.Fatal(err)
	}
	type sent struct {
		Number, Carrier string
		Code            string   `json:"tracking_code"`
		Address         string   `json:"tracking_address"`
		Lines           []string `json:"appointments"`
	}
	got, err := mail.KindOf[sent]{Kind: "order_sent"}.ContentOf(message)
	if err != nil || got.Number != "42" || got.Carrier != "PAC" || got.Code != "BR123" || got.Address != "https://correio.exemplo/BR123" {
		t.Errorf("the content is %+v, %v", got, err)
	}
	if !slices.Equal(got.Lines, []string{"42", "BR123", "https://correio.exemplo/BR123"}) {
		t.Errorf("the lines are %q", got.Lines)
	}
}
