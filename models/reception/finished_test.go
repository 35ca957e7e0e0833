package reception_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Each filter of the finished items; days are those of the association, and open items are never in the list.
func TestListFinished_Filters(t *testing.T) {
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
		input reception.FinishedInput
		want  string
	}{
		"all, the last first": {reception.FinishedInput{}, "13 12 11"},
		"by arrival":          {reception.FinishedInput{Sort: "created"}, "13 11 12"},
		"a name":              {reception.FinishedInput{Q: "iris"}, "12"},
		"a reason":            {reception.FinishedInput{Reason: reception.Pedido}, "11"},
		"without a reason":    {reception.FinishedInput{WithoutReason: true}, "13"},
		"an attendant":        {reception.FinishedInput{Attendant: uuid.MustParse(dbtest.Camila.UserCode)}, "13 11"},
		"unattended":          {reception.FinishedInput{Unattended: true}, "12"},
		"linked":              {reception.FinishedInput{IsLinked: &yes}, "11"},
		"not linked":          {reception.FinishedInput{IsLinked: &no}, "13 12"},
		"a status":            {reception.FinishedInput{Status: "closed"}, "13"},
		"a tag":               {reception.FinishedInput{Label: "Urgente"}, "11"},
		"one evening":         {reception.FinishedInput{From: "2026-11-01", To: "2026-11-01"}, "11"},
		"today":               {reception.FinishedInput{Period: civil.Today}, "13"},
		"arrived":             {reception.FinishedInput{ArrivedFrom: "2026-11-01", ArrivedTo: "2026-11-02"}, "12 11"},
		"selected":            {reception.FinishedInput{IDs: []int64{12, 14}}, "12"},
	} {
		found, err := reception.ListFinished(t.Context(), connection.DB, bruno, c.input)
		counted, countErr := reception.CountFinished(t.Context(), connection.DB, bruno, c.input, page.CountLimit)
		var ids, each []string
		for _, item := range found.Items {
			ids = append(ids, fmt.Sprint(item.ID))
		}
		eachErr := reception.EachFinished(t.Context(), connection.DB, bruno, c.input, func(item reception.Waiting) error {
			each = append(each, fmt.Sprint(item.ID))
			return nil
		})
		if got := strings.Join(ids, " "); err != nil || got != c.want || strings.Join(each, " ") != c.want || counted.Rows != len(ids) ||
			countErr != nil || eachErr != nil {
			t.Errorf("%s: %s, each %v, counted %d (%v, %v, %v), want %s", name, got, each, counted.Rows, err, countErr, eachErr, c.want)
		}
	}
	first, err := reception.ListFinished(t.Context(), connection.DB, bruno, reception.FinishedInput{Reason: reception.Pedido})
	if err != nil || *first.Items[0].AttendantName != "Camila Torres" || first.Items[0].Labels[0] != "Urgente" {
		t.Errorf("%+v (%v)", first.Items, err)
	}
	for _, wrong := range []reception.FinishedInput{{Sort: "name"}, {From: "ontem"}, {ArrivedTo: "2026-13-01"}} {
		if _, err := reception.ListFinished(t.Context(), connection.DB, bruno, wrong); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	for _, by := range []auth.Caller{dbtest.Fernando.Caller(), {}} {
		if found, err := reception.ListFinished(t.Context(), connection.DB, by, reception.FinishedInput{}); err != nil || len(found.Items) != 0 {
			t.Errorf("%s sees %d (%v)", by.Name, len(found.Items), err)
		}
	}
}
