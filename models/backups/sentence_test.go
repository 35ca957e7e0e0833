package backups

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/platform/backup"
	"acolhe/models/types/errs"
)

// People read why a copy or a rehearsal failed, so a full disk is named as such, wherever it is met.
func TestSentence(t *testing.T) {
	const full = "O disco do servidor está cheio: libere espaço na pasta de dados e tente de novo."
	for want, err := range map[string]error{
		full:                    &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC},
		"Escolha outro lugar.":  errs.Conflict(errs.CodeConflict, "Escolha outro lugar."),
		backup.ErrFull.Error():  backup.ErrFull,
		"o lugar não respondeu": errors.New("o lugar não respondeu\nstack"),
	} {
		if got := sentence(err); got != want {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
	inSQL := fmt.Errorf("não foi possível atualizar o esquema: %w", &pgconn.PgError{Code: "53100", Message: "could not extend file"})
	if got := sentence(inSQL); got != full {
		t.Errorf("%v: got %q", inSQL, got)
	}
}
