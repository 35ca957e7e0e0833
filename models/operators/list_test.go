package operators_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"acolhe/models/operators"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

func namesOf(found page.Of[operators.Record]) string {
	var names []string
	for _, record := range found.Items {
		names = append(names, record.Name)
	}
	return strings.Join(names, " ")
}

func TestList_Filters(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		by    dbtest.Operator
		input operators.ListInput
		want  string
	}{
		"all by name":          {dbtest.Camila, operators.ListInput{}, "Bruno Camila Fernando Ivo Paula Priscila Renata"},
		"second page":          {dbtest.Camila, operators.ListInput{Window: page.Window{Limit: new(2), Offset: 2}}, "Fernando Ivo"},
		"pending":              {dbtest.Camila, operators.ListInput{Status: operators.Pending}, "Paula"},
		"words":                {dbtest.Camila, operators.ListInput{Q: "INACIO"}, "Ivo"},
		"two words":            {dbtest.Bruno, operators.ListInput{Q: "peix paula"}, "Paula"},
		"by e-mail":            {dbtest.Camila, operators.ListInput{Q: "ivo@acolhe"}, "Ivo"},
		"no e-mail to a clerk": {dbtest.Bruno, operators.ListInput{Q: "@acolhe"}, ""},
		"the portal's":         {dbtest.Bruno, operators.ListInput{InternalCode: dbtest.DraRenata.Code}, "Renata"},
		"the portal's by _eq":  {dbtest.Bruno, operators.ListInput{InternalCodeEquals: dbtest.DraRenata.Code}, "Renata"},
		"both must fit":        {dbtest.Bruno, operators.ListInput{InternalCode: dbtest.DraRenata.Code, InternalCodeEquals: "X"}, ""},
	} {
		found, err := operators.List(t.Context(), connection.DB, c.by.Caller(), c.input)
		if err != nil || namesOf(found) != c.want {
			t.Errorf("%s: %q (%v), want %q", name, namesOf(found), err, c.want)
		}
	}
	found, err := operators.List(t.Context(), connection.DB, dbtest.Bruno.Caller(),
		operators.ListInput{Status: operators.Active, Window: page.Window{Count: "*"}})
	if err != nil || *found.Meta.TotalCount != 7 || *found.Meta.FilterCount != 5 {
		t.Errorf("counted %+v (%v)", found.Meta, err)
	}
	if _, err := operators.List(t.Context(), connection.DB, dbtest.Camila.Caller(),
		operators.ListInput{Status: "viva"}); errs.FieldsOf(err) == nil {
		t.Errorf("an unknown status: %v", err)
	}
	counts, err := operators.CountByStatus(t.Context(), connection.DB, dbtest.Camila.Caller())
	if err != nil || counts[operators.Active] != 5 || counts[operators.Pending] != 1 || counts[operators.Inactive] != 1 {
		t.Errorf("counted %v (%v)", counts, err)
	}
}

// The query selects only the columns that the caller may read.
func TestFindFor_Columns(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	limited := []string{"id", "internal_code", "last_name", "name", "permissions", "status", "user_code"}
	full := slices.Sorted(slices.Values(append(slices.Clone(limited),
		"email", "invite_expires", "last_login_at", "is_sample", "date_created", "date_updated")))
	for name, c := range map[string]struct {
		by   auth.Caller
		want []string
	}{
		"administrator":      {dbtest.Camila.Caller(), full},
		"everything's token": {auth.Caller{Kind: auth.Token, Scopes: []string{"*"}}, full},
		"reception":          {dbtest.Bruno.Caller(), limited},
		"a reading token":    {auth.Caller{Kind: auth.Token, Scopes: []string{"items:system_users:read"}}, limited},
	} {
		record, err := operators.FindFor(t.Context(), connection.DB, c.by, dbtest.Ivo.ID)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]any
		if err := json.Unmarshal(raw, &members); err != nil {
			t.Fatal(err)
		}
		var read []string
		for member := range members {
			read = append(read, member)
		}
		slices.Sort(read)
		if !slices.Equal(read, c.want) {
			t.Errorf("%s reads %v, want %v", name, read, c.want)
		}
	}
	if _, err := operators.FindFor(t.Context(), connection.DB, dbtest.Camila.Caller(), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
	if _, err := operators.FindFor(t.Context(), connection.DB, dbtest.Renata.Caller(), dbtest.Ivo.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a caller who may not read operators: %v", err)
	}
}

func TestCount_Caller(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for who, want := range map[dbtest.Operator]int{dbtest.Camila: 1, dbtest.Bruno: 0, dbtest.Renata: 0} {
		counted, err := operators.Count(t.Context(), connection.DB, who.Caller(), operators.ListInput{Q: "ivo@acolhe"}, page.CountLimit)
		if err != nil || counted.Rows != want {
			t.Errorf("%s counts %+v (%v), want %d", who.Name, counted, err, want)
		}
	}
}
