package operators_test

import (
	"testing"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func TestCreateAdministrator(t *testing.T) {
	connection := dbtest.New(t)
	input := operators.AdministratorInput{Name: "Ana Maria Braga", Email: " ANA@acolhe.test ", Password: "Segura!1"}
	created, err := operators.CreateAdministrator(t.Context(), connection.DB, input, time.Now())
	if err != nil || created.Email != "ana@acolhe.test" || created.Name != "Ana" || created.LastName != "Maria Braga" {
		t.Fatalf("created %+v (%v)", created, err)
	}
	by, err := operators.Login{}.Authenticate(t.Context(), connection.DB, auth.Caller{}.At(time.Now()),
		operators.LoginInput{Email: "ana@acolhe.test", Password: "Segura!1"})
	if err != nil || !by.Is(auth.Administrador) || by.ID != created.ID {
		t.Errorf("signed in as %+v (%v)", by, err)
	}
	if _, err := operators.CreateAdministrator(t.Context(), connection.DB, input, time.Now()); errs.As(err) == nil {
		t.Errorf("a second one with the e-mail: %v", err)
	}
	_, err = operators.CreateAdministrator(t.Context(), connection.DB, operators.AdministratorInput{Email: "x", Password: "curta"}, time.Now())
	if fields := errs.FieldsOf(err); errs.For(fields, "name") == "" || errs.For(fields, "email") == "" || errs.For(fields, "password") == "" {
		t.Errorf("refused with %v", err)
	}
}

func TestCreateAdministrator_SampleOperators(t *testing.T) {
	connection := dbtest.New(t)
	if exist, err := operators.Exist(t.Context(), connection.DB); err != nil || !exist {
		t.Errorf("the cast is nobody (%v)", err)
	}
	if _, err := connection.Pool.Exec(t.Context(), "update system_users set is_sample = true"); err != nil {
		t.Fatal(err)
	}
	if exist, err := operators.Exist(t.Context(), connection.DB); err != nil || exist {
		t.Errorf("sample operators count (%v)", err)
	}
}
