package contests_test

import (
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/professionals"
	"acolhe/models/reports/contests"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// month is the one of dbtest.AnasService.
const month = "2026-11"

// setUp gives Renata two more paid services in the month and one in the month before, and Otávio one.
func setUp(t *testing.T) *db.Connection {
	t.Helper()
	connection := dbtest.New(t)
	execute(t, connection, `insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, status, consultation_date)
		select s.id, 'R-' || s.id, associate_user_code, associate_name, s.professional, professional_name, type, 'Pagamento Concluído', s.day::timestamptz
		from services, (values (101, 1, '2026-11-01 00:30-03'), (102, 1, '2026-11-30 23:30-03'), (103, 2, '2026-11-12 10:00-03'),
			(105, 1, '2026-10-31 23:59-03')) as s (id, professional, day) where services.id = 1`)
	return connection
}

func execute(t *testing.T, connection *db.Connection, sql string) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, connection *db.Connection, where string) (rows int) {
	t.Helper()
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from services where "+where).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// A professional contests, the staff answers and approves, and the contest is among contest_contests.
func TestThread(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	tx, renata, fernando := connection.DB, dbtest.Renata.Caller(), dbtest.Fernando.Caller()
	contest := func(by auth.Caller, text string, ids ...int64) error {
		return contests.Add(t.Context(), tx, by, contests.Input{IDs: ids, Text: text})
	}
	if err := contest(renata, "Faltam R$ 50,00.", 101); err != nil || count(t, connection, "commission_validation = 'contested'") != 1 {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		err  error
		code string
	}{
		"another's": {contest(renata, "Meu", 103), errs.CodeNotFound}, "no text": {contest(renata, " ", 1), errs.CodeValidation},
		"Produção without services": {contest(closedTo(dbtest.Priscila), "x", 1), errs.CodeForbidden},
		"a professional approves": {contests.Reply(t.Context(), tx, renata, contests.ReplyInput{ID: 101, Text: "x", Outcome: contests.Approve}),
			errs.CodeForbidden},
	} {
		if !errs.HasCode(c.err, c.code) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	person, err := professionals.FindFor(t.Context(), tx, fernando, 1)
	if stored := person.Contests(); err != nil || len(stored) != 1 ||
		stored[0].Text != "Serviço R-101 de 01/11/2026: Faltam R$ 50,00." || stored[0].Month != month || stored[0].Date.IsZero() {
		t.Errorf("%+v, %v", stored, err)
	}
	if err := contests.Reply(t.Context(), tx, fernando, contests.ReplyInput{ID: 101, Text: "Corrigido.", Outcome: contests.Approve}); err != nil {
		t.Fatal(err)
	}
	messages, err := contests.Thread(t.Context(), tx, renata, 101)
	if err != nil || len(messages) != 2 || !messages[0].ByProfessional || messages[1].ByProfessional || messages[1].Text != "Corrigido." ||
		count(t, connection, "commission_validation = 'approved'") != 1 {
		t.Errorf("%+v, %v", messages, err)
	}
	if _, err := contests.Thread(t.Context(), tx, renata, 103); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("another's thread: %v", err)
	}
}

// Two people contest the same services in opposite orders: neither request ends as a deadlock.
func TestAdd_OppositeOrders(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	for range 15 {
		results := make(chan error, 2)
		for _, ids := range [][]int64{{1, 101, 102}, {102, 101, 1, 101}} {
			go func() {
				results <- contests.Add(t.Context(), connection.DB, dbtest.Fernando.Caller(), contests.Input{IDs: ids, Text: "Confira."})
			}()
		}
		for range 2 {
			if err := <-results; err != nil {
				t.Fatal(err)
			}
		}
	}
}

// closedTo returns the operator while role_pages closes the page of services to them.
func closedTo(operator dbtest.Operator) auth.Caller {
	by := operator.Caller()
	by.Closed = []string{"services"}
	return by
}

func TestListOpen_Months(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	// 105 is on 31 October at 23:59 of the association; the others are no open contests: on a statement, unpaid, without a date.
	execute(t, connection, "update services set commission_validation = 'contested' where id in (101, 102, 103, 105)")
	execute(t, connection, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, status, consultation_date, commission_validation)
		select 'N-' || s.status, associate_user_code, associate_name, 1, professional_name, type, s.status, s.day::timestamptz, 'contested' from services,
			(values ('Aguardando Pagamento', '2026-11-10'), ('Pagamento Concluído', null)) as s (status, day) where services.id = 1`)
	months, err := contests.ListOpen(t.Context(), connection.DB, dbtest.Fernando.Caller())
	if err != nil || len(months) != 2 || months[0].Month.String() != "2026-10" || months[0].Count != 1 || months[1].Month.String() != month ||
		months[1].Count != 3 {
		t.Errorf("%+v (%v)", months, err)
	}
	if own, err := contests.ListOpen(t.Context(), connection.DB, dbtest.Renata.Caller()); err != nil || len(own) != 2 ||
		own[0].Count+own[1].Count != 3 {
		t.Errorf("Renata has %+v (%v)", own, err)
	}
}
