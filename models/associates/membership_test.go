package associates_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// Associates are found and counted by the same statuses, read by the index and without it.
func TestMembershipStatus_ListAgreesWithCounts(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if _, err := conn.Pool.Exec(t.Context(), `insert into users (status, associate_status, invalid_fields, associate_name) values
		('active', '1', '[]', 'A'), ('active', 'assinatura_termo', '[]', 'B'), ('active', '2', '["cpf"]', 'C'), ('Associado', '5', '[]', 'D')`); err != nil {
		t.Fatal(err)
	}
	counts, err := associates.CountByMembershipStatus(t.Context(), conn.DB, dbtest.Bruno.Caller())
	if err != nil || len(counts) != len(associates.MembershipStatuses()) {
		t.Errorf("counted %v, %v", counts, err)
	}
	for _, status := range associates.MembershipStatuses() {
		found := byIndex(t, conn, associates.ListInput{MembershipStatus: status})
		if len(found) == 0 || counts.Of(status).Rows != len(found) {
			t.Errorf("%s: %d found, %d counted", status, len(found), counts.Of(status).Rows)
		}
		for _, one := range found {
			if one.MembershipStatus() != status {
				t.Errorf("%s finds %s", status, one.MembershipStatus())
			}
		}
	}
}

// byIndex reads the list by the index of membership statuses, which holds the stored values.
func byIndex(t *testing.T, conn *db.Connection, input associates.ListInput) []associates.Listed {
	t.Helper()
	var found []associates.Listed
	err := conn.DB.Transaction(func(tx *db.DB) error {
		if err := tx.Exec("set local enable_seqscan = off").Error; err != nil {
			return err
		}
		listed, err := associates.List(t.Context(), tx, dbtest.Bruno.Caller(), input)
		found = listed.Items
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
