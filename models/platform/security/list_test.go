package security_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Kinds returns every constant; the page's texts are checked against it.
func TestKinds_Complete(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "record.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(node ast.Node) bool {
		if value, ok := node.(*ast.ValueSpec); ok {
			if name, ok := value.Type.(*ast.Ident); ok && name.Name == "Kind" {
				declared += len(value.Names)
			}
		}
		return true
	})
	kinds := security.Kinds()
	slices.Sort(kinds)
	if declared == 0 || len(slices.Compact(kinds)) != declared {
		t.Errorf("%d kinds are listed, %d declared", len(kinds), declared)
	}
}

func TestGroups_CoverKinds(t *testing.T) {
	t.Parallel()
	grouped := map[security.Kind]int{}
	for _, group := range security.Groups() {
		for _, kind := range group.Kinds() {
			grouped[kind]++
		}
	}
	for _, kind := range security.Kinds() {
		if grouped[kind] == 0 {
			t.Errorf("%s is in no group", kind)
		}
	}
	if len(security.Group("others").Kinds()) > 0 {
		t.Error("an unknown group has kinds")
	}
}

// recordEvents records the events of the tests below, an hour apart.
func recordEvents(t *testing.T) *db.Connection {
	t.Helper()
	conn := dbtest.New(t)
	from := func(by auth.Caller, ip string) auth.Caller {
		by.Origin = auth.Origin{IP: ip, UserAgent: "Firefox"}
		return by
	}
	camila := auth.Caller{Kind: auth.Operator, Code: dbtest.Camila.UserCode, Name: "Camila", LastName: "Torres"}
	for i, c := range []struct {
		by    auth.Caller
		event security.Event
	}{
		{from(auth.Caller{}, "198.51.100.7"), security.Event{Kind: security.LoginFailed, Subject: dbtest.Bruno.Email}},
		{from(auth.Caller{}, "198.51.100.7"), security.Event{Kind: security.LoginLimited, Subject: dbtest.Bruno.Email}},
		{from(camila, "2001:db8::1"), security.Event{Kind: security.LoginSucceeded, Subject: dbtest.Camila.Email}},
		{from(camila, "2001:db8::1"), security.Event{Kind: security.RolesChanged, Subject: dbtest.Paula.UserCode}},
		{from(camila, "2001:db8::1"), security.Event{Kind: security.TokenIssued, Subject: "a1a1a1a1a1a1"}},
		{from(auth.Caller{Kind: auth.Associate, Code: dbtest.Ana.UserCode, Name: "Ana"}, ""),
			security.Event{Kind: security.PasswordReset, Subject: dbtest.Ana.UserCode}},
	} {
		if err := security.Record(t.Context(), conn.DB, c.by.At(dbtest.Today.Add(time.Duration(i)*time.Hour)), c.event); err != nil {
			t.Fatal(err)
		}
	}
	return conn
}

func TestList_Filters(t *testing.T) {
	t.Parallel()
	conn := recordEvents(t)
	all := []security.Kind{security.PasswordReset, security.TokenIssued, security.RolesChanged, security.LoginSucceeded, security.LoginLimited,
		security.LoginFailed}
	for name, c := range map[string]struct {
		input security.ListInput
		want  []security.Kind
	}{
		"all":               {security.ListInput{}, all},
		"logins":            {security.ListInput{Group: security.Logins}, all[3:]},
		"refusals":          {security.ListInput{Group: security.Refusals}, all[4:]},
		"operators":         {security.ListInput{Group: security.Operators}, all[2:3]},
		"who":               {security.ListInput{Q: "torres cam"}, all[1:4]},
		"an address tried":  {security.ListInput{Q: "BRUNO@acolhe"}, all[4:]},
		"whom":              {security.ListInput{Q: "paula"}, all[2:3]},
		"a prefix":          {security.ListInput{Q: "a1a1a1"}, all[1:2]},
		"from where":        {security.ListInput{Q: "198.51.100.7"}, all[4:]},
		"from where, IPv6":  {security.ListInput{Q: "2001:db8::1", Group: security.Logins}, all[3:4]},
		"nothing":           {security.ListInput{Q: "ninguem"}, nil},
		"a window":          {security.ListInput{Window: page.Window{Limit: new(2), Offset: 1}}, all[1:3]},
		"a day":             {security.ListInput{From: "2026-11-20", To: "2026-11-20"}, all},
		"the day before":    {security.ListInput{To: "2026-11-19"}, nil},
		"the day after":     {security.ListInput{From: "2026-11-21"}, nil},
		"upside down":       {security.ListInput{From: "2026-11-21", To: "2026-11-19"}, nil},
		"a percent is text": {security.ListInput{Q: "camila%torres"}, nil},
	} {
		found, err := security.List(t.Context(), conn.DB, dbtest.Camila.Caller(), c.input)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := kindsOf(found.Items); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Half past two at night in UTC is the previous day in São Paulo and the same day in Lisbon.
func TestList_DaysInTimeZone(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	at := time.Date(2026, 11, 21, 2, 30, 0, 0, time.UTC)
	if err := security.Record(t.Context(), conn.DB, auth.Caller{}.At(at), security.Event{Kind: security.LoginFailed}); err != nil {
		t.Fatal(err)
	}
	on := func(day string) int {
		found, err := security.List(t.Context(), conn.DB, dbtest.Camila.Caller(), security.ListInput{From: day, To: day})
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Items)
	}
	if on("2026-11-20") != 1 || on("2026-11-21") != 0 {
		t.Error("the days are not those of São Paulo")
	}
	_, err := conn.Pool.Exec(t.Context(), `insert into system_configs (system, key, value, value_type) values ('system', 'time_zone', '"Europe/Lisbon"', 'string')
		on conflict (system, key) do update set value = excluded.value`)
	if err != nil {
		t.Fatal(err)
	}
	if on("2026-11-20") != 0 || on("2026-11-21") != 1 {
		t.Error("the days are not those of Lisbon")
	}
}

func TestList_SubjectNames(t *testing.T) {
	t.Parallel()
	conn := recordEvents(t)
	found, err := security.List(t.Context(), conn.DB, dbtest.Camila.Caller(), security.ListInput{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range found.Items {
		names = append(names, entry.SubjectName)
	}
	if want := []string{dbtest.Ana.FullName(), "", dbtest.Paula.FullName(), "", "", ""}; !slices.Equal(names, want) {
		t.Errorf("the subjects are %q, want %q", names, want)
	}
}

func TestList_Invalid(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for path, input := range map[string]security.ListInput{
		"group": {Group: "all"}, "from": {From: "20/11/2026"}, "to": {To: "2026-02-30"}, "limit": {Window: page.Window{Limit: new(2000)}},
	} {
		if _, err := security.List(t.Context(), conn.DB, dbtest.Camila.Caller(), input); errs.For(errs.FieldsOf(err), path) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Events with the same time have a fixed order, so that pages never overlap.
func TestList_TotalOrder(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for i := range 30 {
		event := security.Event{Kind: security.LoginFailed, Subject: fmt.Sprint(i)}
		if err := security.Record(t.Context(), conn.DB, auth.Caller{}.At(dbtest.Today), event); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for offset := 0; offset < 30; offset += 7 {
		found, err := security.List(t.Context(), conn.DB, dbtest.Camila.Caller(),
			security.ListInput{Window: page.Window{Limit: new(7), Offset: offset, Count: page.FilterCount}})
		if err != nil || *found.Meta.FilterCount != 30 {
			t.Fatalf("%+v, %v", found.Meta, err)
		}
		for _, entry := range found.Items {
			seen[entry.Subject] = true
		}
	}
	if len(seen) != 30 {
		t.Errorf("%d of 30 events were seen", len(seen))
	}
}

func kindsOf(entries []security.Entry) []security.Kind {
	var kinds []security.Kind
	for _, entry := range entries {
		kinds = append(kinds, entry.Kind)
	}
	return kinds
}

func TestList_NotAdministrator(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := dbtest.Bruno.Caller()
	if err := security.Record(t.Context(), conn.DB, by, security.Event{Kind: security.LoginSucceeded, Subject: by.Code}); err != nil {
		t.Fatal(err)
	}
	for _, input := range []security.ListInput{{}, {Group: security.Logins}, {Q: "bruno"}} {
		if found, err := security.List(t.Context(), conn.DB, by, input); err != nil || len(found.Items) > 0 {
			t.Errorf("%+v: %v, %v", input, found.Items, err)
		}
	}
}
