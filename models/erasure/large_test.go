package erasure_test

import (
	"fmt"
	"testing"
	"time"

	"acolhe/models/erasure"
	"acolhe/models/platform/dbtest"
)

// A person with two hundred rows more and fifty files is erased whole in one go; the time is logged.
func TestErase_LargePerson(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seedLarge(t)
	id := a.confirmed(t).ID
	began := time.Now()
	if err := a.Work(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	t.Logf("erased in %s", time.Since(began).Round(time.Millisecond))
	done, err := a.Find(t.Context(), dbtest.Camila.Caller(), id)
	if left := withoutDeclared(a.found(t)); err != nil || done.State != erasure.Done || len(left) > 0 {
		t.Errorf("the erasure is %s (%v), left are %v", done.State, err, left)
	}
}

// seedLarge writes two hundred rows more and fifty files, half of which a law keeps.
func (a *association) seedLarge(t *testing.T) {
	t.Helper()
	a.exec(t, `insert into orders (user_id, user_code, name_associate, email, items, total, status, info, date_created)
		select 7001, '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', 'v.q@exemplo.org.br', '[{"code": "OLEO-30", "name": "Óleo", "amount": 10, "quantity": 1}]', 10,
			'Entregue', 'Entregar a Genoveva Quaresma', now() - n * interval '3 days' from generate_series(1, 100) n`)
	a.exec(t, `insert into services (service_code, booking_group_code, associate_user_code, associate_name, patient_user_code, patient_name, professional_id, professional_name, type, consultation_date, price, status, observations, tags, date_created)
		select 'L-' || n, gen_random_uuid(), '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', '7a000000-0000-4000-8000-000000000002', 'Teobaldo Nhanderu', 1, 'Renata Ribeiro', 'medic',
			timestamptz '2026-01-01 09:00-03' + n * interval '1 day', 10, 'Aguardando Pagamento', 'Teobaldo melhora', '[]', now() from generate_series(1, 100) n`)
	for n := range 50 {
		id := a.upload(t, fmt.Sprintf("documento-%d.pdf", n))
		if n%2 == 0 {
			a.exec(t, "insert into users_files (file_id, user_id, doc_kind) values ($1, 7001, 'report')", id)
			continue
		}
		a.exec(t, "insert into orders_files (file_id, order_id, kind) values ($1, 7101, 'proof')", id) // a law keeps it
	}
}
