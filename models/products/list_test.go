package products_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/products"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

func TestList_FiltersAndSorts(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(),
		`update products set tags = '["Frágil"]', date_updated = now() + id * interval '1 hour' where id = 2`); err != nil {
		t.Fatal(err)
	}
	clerk := dbtest.Bruno.Caller()
	active, inactive := true, false
	for name, c := range map[string]struct {
		input products.ListInput
		want  string
	}{
		"all, by name": {products.ListInput{}, "2 3 1"},
		"turned round": {products.ListInput{Sort: "-name"}, "1 3 2"},
		"by code":      {products.ListInput{Sort: "code"}, "2 3 1"}, "by code, turned": {products.ListInput{Sort: "-code"}, "1 3 2"},
		"by price": {products.ListInput{Sort: "price"}, "2 3 1"}, "by price, turned": {products.ListInput{Sort: "-price"}, "1 3 2"},
		"lately changed": {products.ListInput{Sort: "-updated", Window: page.Window{Limit: new(1)}}, "2"},
		"sold":           {products.ListInput{Active: &active}, "2 1"}, "not sold": {products.ListInput{Active: &inactive}, "3"},
		"of a tag": {products.ListInput{Tag: "Frágil"}, "2"}, "of a part of a tag": {products.ListInput{Tag: "Frág"}, ""},
		"of no tag":   {products.ListInput{Tag: `"]`}, ""},
		"words":       {products.ListInput{Q: "oleo CBD", Active: &active}, "1"},
		"code":        {products.ListInput{Q: "creme-60"}, "2"},
		"second page": {products.ListInput{Window: page.Window{Limit: new(2), Offset: 2}}, "1"},
	} {
		found, err := products.List(t.Context(), connection.DB, clerk, c.input)
		if got := ids(found.Items); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", name, got, err, c.want)
		}
		if c.input.Limit != nil {
			continue
		}
		if count, err := products.Count(t.Context(), connection.DB, clerk, c.input, 10); err != nil || count.Rows != len(found.Items) {
			t.Errorf("%s: counted %+v (%v) of %d", name, count, err, len(found.Items))
		}
	}
	for _, wrong := range []products.ListInput{{Sort: "id; drop table"}, {Window: page.Window{Limit: new(-2)}}} {
		if _, err := products.List(t.Context(), connection.DB, clerk, wrong); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%+v gave %v", wrong, err)
		}
	}
}

func TestFindFor(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if oil, err := products.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), 1); err != nil || oil.Code != dbtest.Oil.Code ||
		oil.WidthCm.Typed() != "5" {
		t.Errorf("%+v (%v)", oil, err)
	}
	if _, err := products.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one gave %v", err)
	}
	if _, err := products.FindFor(t.Context(), connection.DB, dbtest.Renata.Caller(), 1); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a caller who may not read products gets %v", err)
	}
}

func ids(rows []products.Product) string {
	var all string
	for _, row := range rows {
		if all != "" {
			all += " "
		}
		all += string(rune('0' + row.ID))
	}
	return all
}
