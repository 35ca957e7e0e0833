package finished_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reception/finished"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

var bruno = dbtest.Bruno.Caller().At(dbtest.Today.Add(time.Hour))

// Each filter of the finished items; days are those of the association, and open items are never in the list.
func TestList_Filters(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "delete from reception")
	execute(t, connection, `insert into reception (id, name, email, phone, status, attendant, associate_code, completion_reason, labels, date_created, completed_at) values
		(11, 'Zé', null, '48999991234', 'done', $1, $2, 'Pedido', '["Urgente"]', '2026-11-01T12:00Z', '2026-11-02T02:30Z'),
		(12, 'Íris', 'iris@exemplo.org.br', null, 'done', null, null, 'Serviço', '[]', '2026-11-02T12:00Z', '2026-11-02T13:00Z'),
		(13, 'Davi', null, null, 'closed', $1, null, null, '[]', '2026-10-10T12:00Z', '2026-11-20T13:00Z'),
		(14, 'Espera', null, null, 'waiting', $1, null, null, '[]', '2026-11-02T12:00Z', null)`, dbtest.Camila.UserCode, dbtest.Ana.UserCode)
	yes, no := true, false
	for name, c := range map[string]struct {
		input finished.Input
		want  string
	}{
		"all, the last first": {finished.Input{}, "13 12 11"},
		"by arrival":          {finished.Input{Sort: "created"}, "13 11 12"},
		"a name":              {finished.Input{Q: "iris"}, "12"},
		"a reason":            {finished.Input{Reason: triage.Pedido}, "11"},
		"without a reason":    {finished.Input{WithoutReason: true}, "13"},
		"an attendant":        {finished.Input{Attendant: uuid.MustParse(dbtest.Camila.UserCode)}, "13 11"},
		"unattended":          {finished.Input{Unattended: true}, "12"},
		"linked":              {finished.Input{IsLinked: &yes}, "11"},
		"not linked":          {finished.Input{IsLinked: &no}, "13 12"},
		"a status":            {finished.Input{Status: "closed"}, "13"},
		"a tag":               {finished.Input{Label: "Urgente"}, "11"},
		"one evening":         {finished.Input{From: "2026-11-01", To: "2026-11-01"}, "11"},
		"today":               {finished.Input{Period: civil.Today}, "13"},
		"arrived":             {finished.Input{ArrivedFrom: "2026-11-01", ArrivedTo: "2026-11-02"}, "12 11"},
		"selected":            {finished.Input{IDs: []int64{12, 14}}, "12"},
	} {
		found, err := finished.List(t.Context(), connection.DB, bruno, c.input)
		counted, countErr := finished.Count(t.Context(), connection.DB, bruno, c.input, page.CountLimit)
		var ids, each []string
		for _, item := range found.Items {
			ids = append(ids, fmt.Sprint(item.ID))
		}
		eachErr := finished.Each(t.Context(), connection.DB, bruno, c.input, func(item queue.Waiting) error {
			each = append(each, fmt.Sprint(item.ID))
			return nil
		})
		if got := strings.Join(ids, " "); err != nil || got != c.want || strings.Join(each, " ") != c.want || counted.Rows != len(ids) ||
			countErr != nil || eachErr != nil {
			t.Errorf("%s: %s, each %v, counted %d (%v, %v, %v), want %s", name, got, each, counted.Rows, err, countErr, eachErr, c.want)
		}
	}
	first, err := finished.List(t.Context(), connection.DB, bruno, finished.Input{Reason: triage.Pedido})
	if err != nil || *first.Items[0].AttendantName != "Camila Torres" || first.Items[0].Labels[0] != "Urgente" {
		t.Errorf("%+v (%v)", first.Items, err)
	}
	for _, wrong := range []finished.Input{{Sort: "name"}, {From: "ontem"}, {ArrivedTo: "2026-13-01"}} {
		if _, err := finished.List(t.Context(), connection.DB, bruno, wrong); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	for _, by := range []auth.Caller{dbtest.Fernando.Caller(), {}} {
		if found, err := finished.List(t.Context(), connection.DB, by, finished.Input{}); err != nil || len(found.Items) != 0 {
			t.Errorf("%s sees %d (%v)", by.Name, len(found.Items), err)
		}
	}
}

func execute(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}
