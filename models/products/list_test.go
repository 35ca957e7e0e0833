package products_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/products"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

func TestTheListIsFilteredAndSorted(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(), `update products set tags = '["Frágil"]', date_updated = now() + id * interval '1 hour' where id = 2`); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		input products.ListInput
		want  string
	}{
		"all, by name": {products.ListInput{}, "2 3 1"},
		"turned round": {products.ListInput{Sort: "-nome"}, "1 3 2"},
		"by code":      {products.ListInput{Sort: "codigo"}, "2 3 1"}, "by code, turned": {products.ListInput{Sort: "-codigo"}, "1 3 2"},
		"by price": {products.ListInput{Sort: "preco"}, "2 3 1"}, "by price, turned": {products.ListInput{Sort: "-preco"}, "1 3 2"},
		"lately changed": {products.ListInput{Sort: "-atualizado", Window: page.Window{Limit: new(1)}}, "2"},
		"sold":           {products.ListInput{Selling: products.Active}, "2 1"}, "not sold": {products.ListInput{Selling: products.Inactive}, "3"},
		"of a tag": {products.ListInput{Tag: "Frágil"}, "2"}, "of a part of a tag": {products.ListInput{Tag: "Frág"}, ""}, "of no tag": {products.ListInput{Tag: `"]`}, ""},
		"words":       {products.ListInput{Q: "oleo CBD", Selling: products.Active}, "1"},
		"code":        {products.ListInput{Q: "creme-60"}, "2"},
		"second page": {products.ListInput{Window: page.Window{Limit: new(2), Offset: 2}}, "1"},
	} {
		found, err := products.List(t.Context(), connection.DB, c.input)
		if got := ids(found.Items); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", name, got, err, c.want)
		}
		if c.input.Limit != nil {
			continue
		}
		if count, err := products.Count(t.Context(), connection.DB, c.input); err != nil || count != len(found.Items) {
			t.Errorf("%s: counted %d (%v) of %d", name, count, err, len(found.Items))
		}
	}
	for _, wrong := range []products.ListInput{{Sort: "id; drop table"}, {Selling: "talvez"}, {Window: page.Window{Limit: new(-2)}}} {
		if _, err := products.List(t.Context(), connection.DB, wrong); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%+v gave %v", wrong, err)
		}
	}
}

func TestFindByID(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if oil, err := products.FindByID(t.Context(), connection.DB, 1); err != nil || oil.Code != dbtest.Oil.Code || oil.WidthCm.Typed() != "5" {
		t.Errorf("%+v (%v)", oil, err)
	}
	if _, err := products.FindByID(t.Context(), connection.DB, 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one gave %v", err)
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
