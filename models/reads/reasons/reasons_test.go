package reasons_test

import (
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reads/reasons"
	"acolhe/models/types/errs"
)

func execute(t *testing.T, conn *db.Connection, statement string) {
	t.Helper()
	if err := conn.DB.Exec(statement).Error; err != nil {
		t.Fatal(err)
	}
}

// The record of an order, a document, a prescription and a service leads to its person; anything malformed to nobody.
func TestPersonOf_Records(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	execute(t, conn, "insert into files (id, file_name, content_type, size, sha256, storage_key) values (900, 'rg.png', 'image/png', 1, repeat('a', 64), 'x')")
	execute(t, conn, "insert into users_files (id, file_id, user_id) values (901, 900, 3)")
	execute(t, conn, `insert into document_checks (id, associate_id, person_id, file_id, date_created, date_updated) values (901, 3, 3, 900, now(), now())
		on conflict (id) do nothing`)
	execute(t, conn, `insert into prescriptions (id, user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (902, 3, 'Dra. Lia', 'CRM', '1', 'SC', current_date, current_date + 90, '[]')`)
	for of, key := range map[string]string{"": "3", "users": dbtest.Joao.UserCode, "documents": "901", "prescriptions": "902"} {
		if person, err := reasons.PersonOf(t.Context(), conn.DB, of, key); err != nil || person.ID != dbtest.Joao.ID {
			t.Errorf("%s %s is %+v, %v", of, key, person, err)
		}
	}
	for of, key := range map[string]string{"orders": dbtest.Joao.UserCode, "documents": "x", "services": "999999", "": "'"} {
		if _, err := reasons.PersonOf(t.Context(), conn.DB, of, key); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s %s: %v", of, key, err)
		}
	}
}
