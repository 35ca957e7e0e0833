package items_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Pages of an order with many equal rows neither overlap nor skip a row, also at large offsets,
// where another statement reads them.
func TestList_PagesNeverOverlap(t *testing.T) {
	t.Parallel()
	rows := make([]sample, 1300)
	for i := range rows {
		truth := i%2 == 0
		rows[i] = sample{ID: int64(i + 1), Lot: i % 3, Truth: &truth}
	}
	engine := newEngine(t, rows)
	for _, sort := range []string{"lot", "-lot", "truth,-lot", "-word,truth", "id", "-id"} {
		var seen []int64
		for page := 1; ; page++ {
			ids, err := idsOf(t, engine, url.Values{"sort": {sort}, "limit": {"97"}, "page": {strconv.Itoa(page)}})
			if err != nil {
				t.Fatal(err)
			}
			if len(ids) == 0 {
				break
			}
			seen = append(seen, ids...)
		}
		whole, err := idsOf(t, engine, url.Values{"sort": {sort}})
		if err != nil || !slices.Equal(whole, seen[:min(1000, len(seen))]) {
			t.Errorf("%s: the pages are not in the order of the list (%v)", sort, err)
		}
		slices.Sort(seen)
		if len(slices.Compact(seen)) != len(rows) {
			t.Errorf("%s: the pages show %d of %d rows", sort, len(slices.Compact(seen)), len(rows))
		}
	}
}

// A field that the caller may not see is unknown in every parameter.
func TestList_GuardedFields(t *testing.T) {
	t.Parallel()
	guarded := "x"
	engine := newEngine(t, []sample{{ID: 1, Guarded: &guarded}})
	staff := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Financeiro}}
	for _, query := range []string{"fields=guarded", "sort=guarded", "filter[guarded]=x", "aggregate[count]=guarded", "groupBy=guarded",
		"filter[_or][0][guarded][_null]=1"} {
		req := asAdministrator(query)
		if _, err := engine.List(t.Context(), req, nil); err != nil {
			t.Errorf("an administrator: %s: %v", query, err)
		}
		req.By = staff
		_, err := engine.List(t.Context(), req, nil)
		req.Query = strings.ReplaceAll(query, "guarded", "unknown")
		_, unknown := engine.List(t.Context(), req, nil)
		if !errs.HasCode(err, errs.CodeValidation) || strings.ReplaceAll(err.Error(), "guarded", "unknown") != unknown.Error() {
			t.Errorf("%s: %v, an unknown field %v", query, err, unknown)
		}
	}
	found, err := engine.List(t.Context(), items.Request{Collection: "samples", By: staff.At(now)}, nil)
	if err != nil || strings.Contains(string(found.JSON), "guarded") || strings.Contains(string(found.JSON), "segredo") {
		t.Errorf("%s (%v)", found.JSON, err)
	}
}

// A collection without a rule for partners refuses them.
func TestEngine_RefusesPartners(t *testing.T) {
	t.Parallel()
	engine := newEngine(t, nil)
	for name, by := range map[string]auth.Caller{
		"professional": {Kind: auth.Operator, Roles: []auth.Role{auth.Profissional}, InternalCode: "A"},
		"token":        {Kind: auth.Token, Scopes: []string{"*"}, InternalCode: "A"},
	} {
		req := items.Request{Collection: "samples", By: by.At(now)}
		if _, err := engine.List(t.Context(), req, nil); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s lists: %v", name, err)
		}
		if _, err := engine.Find(t.Context(), req, 1, nil); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s finds: %v", name, err)
		}
		if _, err := engine.Export(t.Context(), req); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s exports: %v", name, err)
		}
		if err := engine.Delete(t.Context(), req, 1, nil); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s deletes: %v", name, err)
		}
	}
}
