package operators_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// demotions are all ways in which an account stops being an active administrator.
var demotions = map[string]func(t *testing.T, connection *db.Connection, by dbtest.Operator, id int64) error{
	"remove": func(t *testing.T, connection *db.Connection, by dbtest.Operator, id int64) error {
		return operators.Remove(t.Context(), connection.DB, by.Caller().At(now), id)
	},
	"deactivate": func(t *testing.T, connection *db.Connection, by dbtest.Operator, id int64) error {
		_, err := (operators.Accounts{}).Change(t.Context(), connection.DB, by.Caller().At(now),
			operators.ChangeInput{ID: id, Fields: operators.Fields{Status: patch.Of(operators.Inactive)}})
		return err
	},
	"demote": func(t *testing.T, connection *db.Connection, by dbtest.Operator, id int64) error {
		_, err := (operators.Accounts{}).Change(t.Context(), connection.DB, by.Caller().At(now),
			operators.ChangeInput{ID: id, Fields: operators.Fields{Permissions: roles(auth.Acolhimento)}})
		return err
	},
	"to the portal": func(t *testing.T, connection *db.Connection, by dbtest.Operator, id int64) error {
		input := operators.ChangeInput{ID: id,
			Fields: operators.Fields{Permissions: roles(auth.Profissional), InternalCode: patch.Of(dbtest.DrOtavio.Code)}}
		_, err := (operators.Accounts{}).Change(t.Context(), connection.DB, by.Caller().At(now), input)
		return err
	},
}

const activeAdministrators = `system_users where status = 'active' and permissions @> '["Administrador"]'`

// Camila is the only active administrator: neither she nor a colleague can remove the role. Pending
// and inactive administrators do not count.
func TestLastAdministrator_Refused(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	exec(t, connection, `update system_users set permissions = '["Administrador"]' where id in ($1, $2)`, dbtest.Paula.ID, dbtest.Ivo.ID)
	for name, demote := range demotions {
		for _, by := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno} {
			if err := demote(t, connection, by, dbtest.Camila.ID); !errs.HasCode(err, operators.CodeLastAdmin) {
				t.Errorf("%s by %s: %v", name, by.Name, err)
			}
		}
	}
	if count(t, connection, activeAdministrators+" and id = $1", dbtest.Camila.ID) != 1 || count(t, connection, "security_events") != 0 {
		t.Error("Camila was changed")
	}
	// Changes that leave her an administrator are allowed.
	if _, err := change(t, connection, dbtest.Camila,
		operators.Fields{Name: patch.Of("Mila"), Permissions: roles(auth.Administrador, auth.Financeiro)}); err != nil {
		t.Error(err)
	}
	for name, who := range map[string]dbtest.Operator{"pending": dbtest.Paula, "inactive": dbtest.Ivo} {
		if err := operators.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), who.ID); err != nil {
			t.Errorf("the %s one: %v", name, err)
		}
	}
}

// If two administrators demote each other concurrently, in any combination of ways, one succeeds
// and one remains.
func TestLastAdministrator_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	const rounds = 50
	names := []string{"remove", "deactivate", "demote", "to the portal"}
	for round := range rounds {
		resetAdministrators(t, connection)
		first, second := names[rand.IntN(len(names))], names[rand.IntN(len(names))]
		if round < 10 {
			first, second = "remove", "remove"
		}
		errors := simultaneously(
			func() error { return demotions[first](t, connection, dbtest.Camila, dbtest.Bruno.ID) },
			func() error { return demotions[second](t, connection, dbtest.Bruno, dbtest.Camila.ID) },
		)
		refused := 0
		for _, err := range errors {
			if errs.HasCode(err, operators.CodeLastAdmin) {
				refused++
			} else if err != nil {
				t.Errorf("round %d, %s against %s: %v", round, first, second, err)
			}
		}
		if left := count(t, connection, activeAdministrators); left != 1 || refused != 1 {
			t.Fatalf("round %d, %s against %s: %d are left, %d were refused", round, first, second, left, refused)
		}
	}
}

// A change that waited for the lock reads the current administrators.
func TestLastAdministrator_AddedMeanwhile(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	handover := connection.DB.WithContext(t.Context()).Begin()
	for _, step := range []operators.ChangeInput{
		{ID: dbtest.Bruno.ID, Fields: operators.Fields{Permissions: roles(auth.Administrador)}},
		{ID: dbtest.Camila.ID, Fields: operators.Fields{Permissions: roles(auth.Acolhimento)}},
	} {
		if _, err := (operators.Accounts{}).Change(t.Context(), handover, dbtest.Camila.Caller().At(now), step); err != nil {
			t.Fatal(err)
		}
	}
	answered := make(chan error)
	go func() { answered <- demotions["demote"](t, connection, dbtest.Camila, dbtest.Bruno.ID) }()
	dbtest.AwaitLock(t, connection.Pool, 1)
	if err := handover.Commit().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-answered; !errs.HasCode(err, operators.CodeLastAdmin) ||
		count(t, connection, activeAdministrators+" and id = $1", dbtest.Bruno.ID) != 1 {
		t.Errorf("Bruno was the only one, and is no administrator any more: %v", err)
	}
}

// resetAdministrators stores Camila and Bruno as administrators.
func resetAdministrators(t *testing.T, connection *db.Connection) {
	t.Helper()
	exec(t, connection, "delete from system_users where id in ($1, $2)", dbtest.Camila.ID, dbtest.Bruno.ID)
	for _, o := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno} {
		exec(t, connection, `insert into system_users (id, user_code, name, email, permissions, status, password)
			values ($1, $2, $3, $4, '["Administrador"]', 'active', 'x')`, o.ID, o.UserCode, o.Name, o.Email)
	}
}

// simultaneously starts calls at the same time and returns their errors.
func simultaneously(calls ...func() error) []error {
	answers := make([]error, len(calls))
	start := make(chan struct{})
	var done sync.WaitGroup
	for i, call := range calls {
		done.Go(func() {
			<-start
			answers[i] = call()
		})
	}
	close(start)
	done.Wait()
	return answers
}

// Records of an operator's actions keep their code, and an associate who waits for them in reception waits for any
// operator.
func TestRemove_KeepsTheirWork(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	exec(t, connection, signedIn, dbtest.Bruno.ID)
	exec(t, connection, "update reception set attendant = $2 where id = $1", dbtest.AnaWaits.ID, dbtest.Bruno.UserCode)
	exec(t, connection, "insert into saved_views (owner_id, page, name) values ($1, 'pedidos', 'Meus')", dbtest.Bruno.ID)
	exec(t, connection, "insert into operator_preferences (operator_id, key, value) values ($1, 'densidade', '1')", dbtest.Bruno.ID)
	orders := count(t, connection, "orders where service_user = $1", dbtest.Bruno.UserCode)
	if err := operators.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), dbtest.Bruno.ID); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]int{
		"system_users where id = 2":                                                             0,
		"saved_views where owner_id = 2":                                                        0,
		"operator_preferences where operator_id = 2":                                            0,
		"reception where id = 1":                                                                1,
		"reception where attendant = '" + dbtest.Bruno.UserCode + "'":                           0,
		"orders where service_user = '" + dbtest.Bruno.UserCode + "'":                           orders,
		"security_events where kind = 'operator.removed' and details->>'name' = 'Bruno Acioli'": 1,
	} {
		if n := count(t, connection, from); n != want {
			t.Errorf("%s: %d, want %d", from, n, want)
		}
	}
	if err := operators.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), dbtest.Bruno.ID); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("again: %v", err)
	}
}
