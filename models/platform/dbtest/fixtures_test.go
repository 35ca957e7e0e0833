package dbtest_test

import (
	"testing"

	"golang.org/x/crypto/bcrypt"

	"acolhe/models/platform/dbtest"
	"acolhe/models/types/brdoc"
)

func TestFixtures_Passwords(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for _, o := range append(dbtest.Staff(), dbtest.Ivo) {
		var hash, status string
		if err := pool.QueryRow(t.Context(), "select password, status from system_users where email = $1", o.Email).
			Scan(&hash, &status); err != nil {
			t.Fatalf("%s: %v", o.Name, err)
		}
		if err := bcrypt.CompareHashAndPassword([]byte(hash), []byte(dbtest.Password)); err != nil {
			t.Errorf("%s: %v", o.Name, err)
		}
		if status != o.Status {
			t.Errorf("%s is %s, want %s", o.Name, status, o.Status)
		}
	}
}

func TestStaff_OnePerRole(t *testing.T) {
	roles := map[string]bool{}
	for _, o := range dbtest.Staff() {
		roles[string(o.Role)] = true
	}
	if len(roles) != 5 {
		t.Errorf("the staff holds %d roles, want 5", len(roles))
	}
}

func TestFixtures_People(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for _, a := range []dbtest.Associate{dbtest.Ana, dbtest.Joao, dbtest.Carla} {
		if _, valid := brdoc.CPF(a.CPF); !valid {
			t.Errorf("%s has the invalid CPF %s", a.Name, a.CPF)
		}
		var id int64
		if err := pool.QueryRow(t.Context(), "select id from users where user_code = $1 and associate_name = $2", a.UserCode, a.FullName()).
			Scan(&id); err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		if id != a.ID {
			t.Errorf("%s has the id %d, want %d", a.Name, id, a.ID)
		}
	}
	var own, foreign int
	if err := pool.QueryRow(t.Context(), `
		select count(*) filter (where p.user_code in ($1, $2)), count(*) filter (where r.status = 'patient')
		from users p join users r on r.user_code = p.responsible_code`, dbtest.Miguel.UserCode, dbtest.Pipoca.UserCode).
		Scan(&own, &foreign); err != nil {
		t.Fatal(err)
	}
	if own != 2 || foreign != 0 {
		t.Errorf("%d patients of associates and %d of patients, want 2 and 0", own, foreign)
	}
}

// The totals that tests quote are those of the specification's computation.
func TestFixtures_OrderTotals(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for _, o := range []dbtest.Order{dbtest.AnasOrder, dbtest.JoaosOrder} {
		var computed string
		if err := pool.QueryRow(t.Context(), `
			select greatest(0, delivery_price - discount - donation +
				(select sum((i ->> 'amount')::numeric * (i ->> 'quantity')::int) from jsonb_array_elements(items) i))::numeric(12,2)::text
			from orders where id = $1`, o.ID).Scan(&computed); err != nil {
			t.Fatal(err)
		}
		if computed != o.Total {
			t.Errorf("%s's order comes to %s, want %s", o.By.Name, computed, o.Total)
		}
	}
}

// The ids of rows that a test writes do not collide with those of the fixtures.
func TestFixtures_NewRowsGetOtherIDs(t *testing.T) {
	t.Parallel()
	var id int64
	if err := dbtest.New(t).Pool.QueryRow(t.Context(), "insert into tags (name) values ('nova') returning id").Scan(&id); err != nil {
		t.Fatal(err)
	}
	if id <= 1000 {
		t.Errorf("a new row got the id %d, want one above 1000", id)
	}
}
