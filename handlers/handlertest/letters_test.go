package handlertest_test

import (
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

func TestLetters_Sent(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, to := range []string{"primeira@exemplo.org.br", "segunda@exemplo.org.br"} {
		letter := mail.Message{Kind: mail.Reset.Kind, To: to, Path: "/nova-senha?token=x", Expires: time.Now().Add(time.Hour)}
		if _, err := app.Mail.Send(t.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()), letter); err != nil {
			t.Fatal(err)
		}
	}
	letters := app.Letters(t)
	if len(letters) != 2 || letters[0].To != "primeira@exemplo.org.br" || letters[1].Path != "/nova-senha?token=x" {
		t.Errorf("the letters are %+v", letters)
	}
}
