package account_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/registration/account"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const address = "sandra@exemplo.org.br"

var stranger = auth.Caller{Now: dbtest.Today.Add(time.Hour)}

// Of many who open an account with one e-mail at once, one does; the others learn that it is in progress, or that the machine is busy
// with other passwords.
func TestOpen_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	const many = 6
	results := make([]error, many)
	var wait sync.WaitGroup
	for i := range many {
		wait.Go(func() {
			_, results[i] = account.Open(t.Context(), connection.DB, stranger,
				account.OpenInput{Email: " Sandra@Exemplo.org.br", Password: "girassol na janela"})
		})
	}
	wait.Wait()
	opened := 0
	for _, err := range results {
		if err == nil {
			opened++
		} else if !errs.HasCode(err, account.CodeInProgress) && !errs.HasCode(err, errs.CodeRateLimited) {
			t.Errorf("refused with %v", err)
		}
	}
	var stored int
	err := connection.Pool.QueryRow(t.Context(), `select count(*) from users where email_account = $1 and associate_status = '1' and status = 'active'
		and account_password like '$2a$12$%'`, address).Scan(&stored)
	if err != nil || opened != 1 || stored != 1 {
		t.Errorf("%d were opened, %d are stored (%v)", opened, stored, err)
	}
}

func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		email, password, code string
	}{
		"an Associado":         {dbtest.Ana.Email, "girassol na janela", account.CodeExists},
		"in the second phase":  {dbtest.Carla.Email, "girassol na janela", account.CodeInProgress},
		"a short password":     {address, "girasso", errs.CodeValidation},
		"a malformed e-mail":   {"sandra", "girassol na janela", errs.CodeValidation},
		"a password too large": {address, strings.Repeat("a", 73), errs.CodeValidation},
	} {
		if _, err := account.Open(t.Context(), connection.DB, stranger,
			account.OpenInput{Email: c.email, Password: c.password}); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A patient's login e-mail is nobody's account.
func TestExists(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	err := connection.DB.Exec("update users set email_account = 'miguel@exemplo.org.br' where id = ?", dbtest.Miguel.ID).Error
	if err != nil {
		t.Fatal(err)
	}
	for email, want := range map[string]account.State{
		dbtest.Ana.Email: account.Complete, "CARLA@exemplo.org.br ": account.InProgress,
		"miguel@exemplo.org.br": account.None, "ninguem@exemplo.org.br": account.None,
	} {
		found, err := account.Exists(t.Context(), connection.DB, account.ExistsInput{Email: email})
		if err != nil || found.State != want || found.Exists != (want != account.None) {
			t.Errorf("%s: %+v (%v)", email, found, err)
		}
	}
}
