package operators_test

import (
	"slices"
	"testing"

	"acolhe/models/operators"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/patch"
)

// An operator whose e-mail or password an administrator changes gets a letter at the address before, and nobody else.
func TestChange_Letters(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	for _, step := range []struct {
		id     int64
		fields operators.Fields
		want   []mail.Kind
	}{
		{dbtest.Bruno.ID, operators.Fields{Name: patch.Of("Breno"), Email: patch.Of(dbtest.Bruno.Email)}, nil},
		{dbtest.Bruno.ID, operators.Fields{Password: patch.Of("Recomeço!7")}, []mail.Kind{mail.PasswordChanged.Kind}},
		{dbtest.Bruno.ID, operators.Fields{Email: patch.Of("breno@acolhe.test"), Password: patch.Of("Recomeço!8")},
			[]mail.Kind{mail.EmailChanged.Kind, mail.PasswordChanged.Kind}},
		{dbtest.Paula.ID, operators.Fields{Email: patch.Of("paula.p@acolhe.test")}, nil},
	} {
		earlier := len(messages(t, connection, outbox))
		input := operators.ChangeInput{ID: step.id, Fields: step.fields}
		if _, err := (operators.Accounts{Mail: outbox}).Change(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input); err != nil {
			t.Fatal(err)
		}
		var kinds []mail.Kind
		for _, message := range messages(t, connection, outbox)[earlier:] {
			kinds = append(kinds, message.Kind)
			if message.To != dbtest.Bruno.Email || message.By != dbtest.Camila.FullName() {
				t.Errorf("the letter is %+v", message)
			}
		}
		if !slices.Equal(kinds, step.want) {
			t.Errorf("the letters are %v, want %v", kinds, step.want)
		}
	}
}
