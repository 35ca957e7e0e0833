package list

import (
	"net/url"
	"testing"

	"acolhe/web"
)

// Only the first page without a filter, an order or another size is the same for all.
func TestAddress_IsPlain(t *testing.T) {
	for name, c := range map[string]struct {
		address Address
		want    bool
	}{
		"nothing asked":    {Address{Path: "/painel/pedidos"}, true},
		"the first page":   {Address{Page: web.PageQuery{Number: 1, Size: 60}}, true},
		"another page":     {Address{Page: web.PageQuery{Number: 2, Size: 60}}, false},
		"another size":     {Address{Page: web.PageQuery{Number: 1, Size: 25}}, false},
		"an order":         {Address{Sort: "-total"}, false},
		"a filter":         {Address{Filters: url.Values{"q": {"ana"}}}, false},
		"a view's filters": {Address{View: "3", Filters: url.Values{"uf": {"SC"}}}, false},
	} {
		if got := c.address.IsPlain(); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}
