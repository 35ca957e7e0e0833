package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The freight is quoted by itself when items and address stand, while the person goes on; the order keeps the option. Each
// role of the checkout chooses the default option.
func TestFreight_Quoted(t *testing.T) {
	t.Parallel()
	for _, operator := range []dbtest.Operator{dbtest.Bruno, dbtest.Camila} {
		t.Run(operator.Name, func(t *testing.T) {
			t.Parallel()
			app := handlertest.NewCarriers(t)
			page := browsertest.Open(t, app.App)
			page.SignIn(operator)
			fillCart(page)
			page.WaitForText("#frete", "Mais barato")
			page.WaitForText(".cart-total", "Frete")
			page.Click(`.choice-beside:has([value="carrier_a:EXPRESS"]) [aria-pressed]`)
			page.WaitForText("#frete", "Loggi Expresso é o frete favorito")
			placeBy(page, "Loggi Expresso")
			if text := page.Text("main"); !strings.Contains(text, "Loggi Expresso") {
				t.Errorf("the order shows %s", text)
			}
		})
	}
}
