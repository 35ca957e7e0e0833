package frame_test

import (
	"testing"

	"acolhe/models/frame"
	"acolhe/models/platform/dbtest"
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
