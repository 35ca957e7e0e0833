package incidents_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"acolhe/models/incidents"
	"acolhe/models/platform/dbtest"
)

// read is a row of the log of reads.
type read struct {
	at              string
	kind            string
	viewer, person  int64
	subject, part   string
	channel         string
	isFound, isList bool
}

// The finder takes the reads of one viewer in a time span, whole minutes at both ends, of a way of seeing and of a kind of data, and
// nothing else: neither another viewer's, nor those of a token with the same number, nor those a minute before or after.
func TestLookUp_Conditions(t *testing.T) {
	t.Parallel()
	bruno := dbtest.Bruno.ID
	ana, joao, carla := dbtest.Ana.ID, dbtest.Joao.ID, dbtest.Carla.ID
	for name, of := range map[string]struct {
		channel, about string
		reads          []read
	}{
		"time": {"", "", []read{
			{"03:00:00", "operator", bruno, joao, "users", "", "page", true, false},
			{"03:30:59", "operator", bruno, carla, "users", "", "api", true, false},
			{"02:59:59", "operator", bruno, ana, "users", "", "page", false, false},
			{"03:31:00", "operator", bruno, ana, "users", "", "page", false, false},
		}},
		"viewer": {"", "", []read{
			{"03:10:00", "operator", bruno, joao, "users", "", "page", true, false},
			{"03:10:00", "api_key", bruno, ana, "users", "", "api", false, false},
			{"03:10:00", "associate", bruno, ana, "users", "", "page", false, false},
			{"03:10:00", "operator", dbtest.Camila.ID, carla, "users", "", "page", false, false},
		}},
		"way": {"export", "", []read{
			{"03:10:00", "operator", bruno, joao, "lists.users", "", "export", true, false},
			{"03:10:00", "operator", bruno, 0, "lists.orders", "", "export", false, true},
			{"03:10:00", "operator", bruno, 0, "lists.orders", "", "page", false, false},
			{"03:10:00", "operator", bruno, ana, "users", "", "page", false, false},
			{"03:10:00", "operator", bruno, carla, "users", "", "file", false, false},
		}},
		"kind of data": {"", "orders", []read{
			{"03:10:00", "operator", bruno, joao, "orders", "", "page", true, false},
			{"03:10:00", "operator", bruno, carla, "orders_files", "", "file", true, false},
			{"03:10:00", "operator", bruno, 0, "lists.orders", "", "page", false, true},
			{"03:10:00", "operator", bruno, ana, "users", "", "page", false, false},
			{"03:10:00", "operator", bruno, ana, "services", "", "page", false, false},
			{"03:10:00", "operator", bruno, 0, "lists.users", "", "page", false, false},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAssociation(t)
			id := a.open(t).ID
			var want []int64
			lists := 0
			for _, one := range of.reads {
				a.log(t, one)
				if one.isFound {
					want = append(want, one.person)
				}
				if one.isList {
					lists++
				}
			}
			input := incidents.SearchInput{Viewer: fmt.Sprintf("operator:%d", bruno), From: "2026-11-20T03:00", To: "2026-11-20T03:30",
				Channel: of.channel, About: of.about}
			if err := a.LookUp(t.Context(), a.by, id, input); err != nil {
				t.Fatal(err)
			}
			people, err := a.People(t.Context(), a.by, id, 100)
			if err != nil {
				t.Fatal(err)
			}
			found := map[int64]bool{}
			for _, person := range people {
				found[person.UserID] = true
			}
			for _, person := range want {
				if !found[person] {
					t.Errorf("%d is not found", person)
				}
			}
			if len(found) != len(want) {
				t.Errorf("found are %v, want %v", found, want)
			}
			if incident, err := a.Find(t.Context(), a.by, id); err != nil || incident.Lists != lists {
				t.Errorf("%d lists are counted (%v), want %d", incident.Lists, err, lists)
			}
		})
	}
}

// A record that was joined with another is that one, an erased person is nobody, and an associate who was seen by two ways gets one row
// with what was seen.
func TestLookUp_People(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	id, at := a.open(t).ID, time.Date(2026, 11, 20, 6, 10, 0, 0, time.UTC)
	a.exec(t, "insert into associate_aliases (gone_id, gone_code, kept_id) values (90001, gen_random_uuid(), ?)", dbtest.Joao.ID)
	a.exec(t, "insert into tombstones (user_id, user_code, date_erased) select id, user_code, now() from users where id = ?", dbtest.Carla.ID)
	a.seen(t, at, 90001, "orders::page")
	a.seen(t, at, dbtest.Joao.ID, "users:receita:file")
	a.seen(t, at, dbtest.Carla.ID, "users::page")
	input := incidents.SearchInput{Viewer: fmt.Sprintf("operator:%d", dbtest.Bruno.ID), From: "2026-11-20T03:00", To: "2026-11-20T03:30"}
	if err := a.LookUp(t.Context(), a.by, id, input); err != nil {
		t.Fatal(err)
	}
	people, err := a.People(t.Context(), a.by, id, 100)
	if err != nil || len(people) != 1 {
		t.Fatalf("%d persons are found, %v", len(people), err)
	}
	if joao := people[0]; joao.UserID != dbtest.Joao.ID || strings.Join(joao.Seen, ",") != "pedidos,receita" || !joao.HasHealth {
		t.Errorf("found is %+v", joao)
	}
}

// log stores a read on 20 November in the association's time.
func (a *association) log(t *testing.T, r read) {
	t.Helper()
	at, err := time.Parse(time.RFC3339, "2026-11-20T"+r.at+"-03:00")
	if err != nil {
		t.Fatal(err)
	}
	a.exec(t, "create table if not exists reads_202611 partition of reads for values from ('2026-11-01T00:00:00Z') to ('2026-12-01T00:00:00Z')")
	var person any
	if r.person != 0 {
		person = r.person
	}
	a.exec(t, `insert into reads (block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key, people, part, channel, reason, person_id)
		values (1, 1, ?, ?, ?, '', 'Alguém', '', 1, ?, '', 1, ?, ?, '', ?)`, at, r.kind, r.viewer, r.subject, r.part, r.channel, person)
}
