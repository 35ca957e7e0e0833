package associates_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/page"
)

// crowd adds this number of similar people of Acre without orders.
func crowd(t *testing.T, conn *db.Connection, status associates.Status, size int) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), conn.Pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "set local statement_timeout = 0; set local gin_pending_list_limit = '32MB'")
		if err == nil {
			_, err = tx.Exec(t.Context(), `insert into users (status, associate_status, associate_name, state)
				select $1, '5', 'Pessoa ' || n, 'AC' from generate_series(1, $2) n`, status, size)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCount_CountersAndLimits(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	crowd(t, conn, associates.Associado, 10_001)
	more := page.Counted{Rows: page.CountLimit, More: true}
	for _, c := range []struct {
		what  string
		input associates.ListInput
		want  page.Counted
	}{
		{"the whole list, which has counters", associates.ListInput{}, page.Counted{Rows: 10_004}},
		{"a membership status, which has a counter", associates.ListInput{MembershipStatus: associates.Enrolled}, page.Counted{Rows: 10_003}},
		{"nobody", associates.ListInput{MembershipStatus: associates.AwaitingSignature}, page.Counted{}},
		{"those without an order", associates.ListInput{DaysWithoutOrders: 90}, more},
		{"a filter", associates.ListInput{State: "AC"}, more},
		{"words", associates.ListInput{Q: "pessoa"}, more},
		{"a filter beside a membership status", associates.ListInput{State: "SC", MembershipStatus: associates.Enrolled}, page.Counted{Rows: 2}},
		{"those without an order and another filter", associates.ListInput{State: "SC", DaysWithoutOrders: 1}, page.Counted{Rows: 1}},
		{"an order and a page, which filter nothing", associates.ListInput{Sort: "name", Window: page.Window{Limit: new(3), Offset: 9}},
			page.Counted{Rows: 10_004}},
	} {
		if got, err := associates.Count(t.Context(), conn.DB, dbtest.Bruno.Caller(), c.input, page.CountLimit); err != nil || got != c.want {
			t.Errorf("%s: counted %v, %v, want %v", c.what, got, err, c.want)
		}
	}
	if _, err := conn.Pool.Exec(t.Context(),
		"delete from users where associate_name like 'Pessoa %' and id not in (select id from users where associate_name like 'Pessoa %' order by id limit 1000)"); err != nil {
		t.Fatal(err)
	}
	if got, err := associates.Count(t.Context(), conn.DB, dbtest.Bruno.Caller(), associates.ListInput{DaysWithoutOrders: 90},
		1_000); err != nil || got != (page.Counted{Rows: 1_000}) {
		t.Errorf("counted %v, %v, want the 1,000 who are left", got, err)
	}
}

// The groups of a list count what the list finds in each of them, with and without filters; a caller who may read no
// associates counts none.
func TestCountGroups_AgreesWithList(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	crowd(t, conn, associates.Associado, 20)
	crowd(t, conn, associates.Active, 7)
	for _, input := range []associates.ListInput{{}, {State: "AC"}, {State: "SC"}, {Q: "pessoa 1"}} {
		groups, err := associates.CountGroups(t.Context(), conn.DB, dbtest.Bruno.Caller(), input, page.CountLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, status := range append(associates.MembershipStatuses(), "") {
			input.MembershipStatus = status
			if found := byIndex(t, conn, input); groups.Memberships[status].Rows != len(found) {
				t.Errorf("%+v: %d counted, %d found", input, groups.Memberships[status].Rows, len(found))
			}
		}
		input.DaysWithoutOrders = associates.LapsedDays
		if found := byIndex(t, conn, input); groups.Lapsed.Rows != len(found) {
			t.Errorf("%+v: %d lapsed are counted, %d found", input, groups.Lapsed.Rows, len(found))
		}
	}
	groups, err := associates.CountGroups(t.Context(), conn.DB, dbtest.Renata.Caller(), associates.ListInput{}, page.CountLimit)
	if err != nil || groups.Memberships[""].Rows > 0 || groups.Lapsed.Rows > 0 {
		t.Errorf("Renata counts %+v (%v)", groups, err)
	}
}

// Each order is total: the pages together contain every row once, and the reversed order begins with the last row,
// except that rows without a value are last in both.
func TestList_Sorts(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	crowd(t, conn, associates.Active, 20)
	crowd(t, conn, associates.Associado, 20)
	for _, change := range []string{
		"update users set associate_status = null where id = 1005",
		"update users set associate_status = 'assinatura_termo' where id in (1002, 1022)",
		`update users set invalid_fields = '["cpf"]' where id in (1008, 1010, 1024)`,
	} {
		if _, err := conn.Pool.Exec(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	for sort, first := range map[associates.Sort][2]int64{
		// the possible first rows: of equal ones the newest
		"phase": {dbtest.Carla.ID}, "last_order": {dbtest.Ana.ID, dbtest.Joao.ID}, "-last_order": {dbtest.Joao.ID, dbtest.Ana.ID},
	} {
		got := everybody(t, conn, sort)
		for i, want := range first {
			if want != 0 && got[i] != want {
				t.Errorf("%s begins with %v, want %v", sort, got[:2], first)
			}
		}
	}
	for _, sort := range []associates.Sort{"phase", "membership_status", "last_order", "name", "city", "created", "updated"} {
		for _, asked := range []associates.Sort{sort, "-" + sort} {
			if got := slices.Compact(slices.Sorted(slices.Values(everybody(t, conn, asked)))); len(got) != 43 {
				t.Errorf("%s gives %d people over its pages, want each of the 43 once", asked, len(got))
			}
		}
	}
	for sort, last := range map[associates.Sort]int64{"phase": 1005, "-phase": 1005} {
		if got := everybody(t, conn, sort); got[42] != last {
			t.Errorf("%s ends with %d, want %d, who has no phase", sort, got[42], last)
		}
	}
	if got, want := membershipStatuses(t, conn, "membership_status"), membershipStatuses(t, conn, "-membership_status"); len(got) != 4 ||
		slices.Equal(got, want) {
		t.Errorf("the membership statuses come in the order %v and turned around %v", got, want)
	}
}

// everybody reads the list page by page.
func everybody(t *testing.T, conn *db.Connection, sort associates.Sort) []int64 {
	t.Helper()
	var ids []int64
	for {
		found := read(t, conn, associates.ListInput{Sort: sort, Window: page.Window{Limit: new(10), Offset: len(ids)}})
		if len(found) == 0 {
			return ids
		}
		for _, one := range found {
			ids = append(ids, one.ID)
		}
	}
}

// membershipStatuses returns the membership statuses in the order of the list; one in two places occurs twice.
func membershipStatuses(t *testing.T, conn *db.Connection, sort associates.Sort) []associates.MembershipStatus {
	t.Helper()
	var all []associates.MembershipStatus
	for _, one := range read(t, conn, associates.ListInput{Sort: sort}) {
		all = append(all, one.MembershipStatus())
	}
	return slices.Compact(all)
}

func read(t *testing.T, conn *db.Connection, input associates.ListInput) []associates.Listed {
	t.Helper()
	found, err := associates.List(t.Context(), conn.DB, dbtest.Bruno.Caller(), input)
	if err != nil {
		t.Fatal(err)
	}
	return found.Items
}
