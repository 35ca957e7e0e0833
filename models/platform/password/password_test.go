package password

import (
	"context"
	"strings"
	"testing"

	"acolhe/models/types/errs"
)

func TestCheck(t *testing.T) {
	for plain, wrong := range map[string]int{
		"Segura!1": 0, "Ção!çãoç": 0, "Curta!1": 1, "minuscula!": 1, "SemEspecial1": 1, "": 3, "A!" + strings.Repeat("x", 71): 1, "A!" + strings.Repeat("x", 70): 0,
	} {
		if fields := errs.FieldsOf(Check(plain, "password")); len(fields) != wrong {
			t.Errorf("%q: %v, want %d problems", plain, fields, wrong)
		}
	}
}

func TestMatches(t *testing.T) {
	hash, err := Hash(t.Context(), "Segura!1")
	if err != nil || !strings.HasPrefix(hash, "$2a$12$") {
		t.Fatalf("hashed as %q (%v)", hash, err)
	}
	for plain, want := range map[string]bool{"Segura!1": true, "segura!1": false, "": false, strings.Repeat("x", 100): false} {
		if got, err := Matches(t.Context(), hash, plain); got != want || err != nil {
			t.Errorf("%q: %v (%v)", plain, got, err)
		}
	}
	if got, err := Matches(t.Context(), "", "Segura!1"); got || err != nil {
		t.Errorf("no hash at all: %v (%v)", got, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range cap(semaphore) {
		semaphore <- struct{}{}
	}
	defer func() {
		for range cap(semaphore) {
			<-semaphore
		}
	}()
	if _, err := Matches(gone, hash, "Segura!1"); err == nil {
		t.Error("a caller who went away still waits for a turn")
	}
}
