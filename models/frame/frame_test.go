package frame_test

import (
	"strconv"
	"testing"

	"acolhe/models/frame"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/settings"
)

// For each record that waits there is one that does not.
func TestRead_Waiting(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for _, statement := range []string{
		"update reception set attendant = '" + dbtest.Bruno.UserCode + "' where id = 1",
		"update orders set status = 'Aguardando pagamento' where id in (1, 2)",
		"update orders set status = 'Pago' where id not in (1, 2)",
		"update services set status = 'Pagamento Concluído', consultation_date = date_created, commission_validation = case when id % 2 = 1 then 'contested' end",
		"update services set status = 'Aguardando Pagamento' where id = 1",
	} {
		if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	var contests int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from services where id % 2 = 1 and id <> 1").Scan(&contests); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		operator dbtest.Operator
		want     frame.Waiting
	}{
		{dbtest.Camila, frame.Waiting{Orders: 2, Reception: 1, Contests: contests}},
		{dbtest.Bruno, frame.Waiting{Orders: 2, Reception: 1}},
		{dbtest.Priscila, frame.Waiting{Orders: 2}},
	} {
		if got, err := frame.Read(t.Context(), connection.DB, c.operator.Caller()); err != nil || got.Waiting != c.want {
			t.Errorf("%s counts %+v, want %+v (%v)", c.operator.Name, got.Waiting, c.want, err)
		}
	}
}

// The frame has the association's stored settings, and says whether there is sample data and whether the caller's own tasks
// are unseen.
func TestRead_Association(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	expect := func(by dbtest.Operator, name string, hasSamples, hasTasks bool) {
		t.Helper()
		got, err := frame.Read(t.Context(), connection.DB, by.Caller())
		if err != nil || settings.Of(got.Settings, settings.AssociationName) != name || got.HasSamples != hasSamples || got.HasTasks != hasTasks {
			t.Errorf("%s reads %+v, want %s, %t and %t (%v)", by.Name, got, name, hasSamples, hasTasks, err)
		}
	}
	expect(dbtest.Bruno, "Acolhe", false, false)
	for _, statement := range []string{
		`insert into system_configs (system, key, value) values ('system', 'association_name', '"Jardim"')`,
		"update users set is_sample = true where id = 1",
		"insert into tasks (kind, tag, owner_id, owner_name) values ('add_tag', 'Urgente', " + strconv.FormatInt(dbtest.Bruno.ID,
			10) + ", 'Bruno')",
	} {
		if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	expect(dbtest.Bruno, "Jardim", true, true)
	expect(dbtest.Camila, "Jardim", true, false)
}
