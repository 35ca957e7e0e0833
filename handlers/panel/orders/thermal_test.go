package orders_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The labels of an order are a page for each vial with its lot, and one for the parcel, as PDF and as ZPL.
func TestLabels_Thermal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update orders set name_associate = 'Ana ^XZ Souza', address = '{"street": "Rua das Acácias", "number": "120", "city": "Palhoça", "state": "SC", "cep": "88130000"}',
		items = jsonb_build_array(jsonb_build_object('code', $1::text, 'name', 'Óleo CBD', 'amount', 1, 'quantity', 3)) where id = 1`, dbtest.Oil.Code)
	app.Exec(t, `insert into lots (product_id, number, expires_on, quantity) select id, 'L-77', '2027-03-31', 5 from products where code = $1`, dbtest.Oil.Code)
	app.Exec(t, `insert into stock_movements (lot_id, order_id, kind, quantity, actor_name, date_created) select max(id), 1, 'separation', -2, 'Priscila', now() from lots`)
	priscila := app.As(t, dbtest.Priscila)
	const page = "/painel/pedidos/1/etiquetas"
	if links := priscila.GET(page).Want(200).HTML().Find("a[href^='" + page + "/']").Length(); links != 8 {
		t.Errorf("%d files are offered", links)
	}
	vials := priscila.GET(page + "/frasco-62x100.zpl").Want(200).Body
	if strings.Count(vials, "^XA") != 3 || strings.Count(vials, "Lote L-77") != 2 || strings.Count(vials, "Validade 31/03/2027") != 2 ||
		!strings.Contains(vials, "Ana _5EXZ Souza") || strings.Contains(vials, "Ana ^XZ") || !strings.Contains(vials, "^PW496^LL800") {
		t.Errorf("the vials are %s", vials)
	}
	parcel := priscila.GET(page + "/endereco-100x150.zpl").Want(200).Body
	if strings.Count(parcel, "^XA") != 1 || !strings.Contains(parcel, "Rua das Acácias, 120") || !strings.Contains(parcel, "CEP 88130-000") {
		t.Errorf("the parcel is %s", parcel)
	}
	for _, name := range []string{"frasco-100x150.pdf", "endereco-62x100.pdf"} {
		file := priscila.GET(page + "/" + name).Want(200)
		if !strings.HasPrefix(file.Body, "%PDF") || file.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%s is %.20s", name, file.Body)
		}
	}
	for _, name := range []string{"frasco-10x10.pdf", "frasco-62x100.exe", "outra-62x100.pdf", "frasco"} {
		priscila.GET(page + "/" + name).Want(404)
	}
	app.As(t, dbtest.Renata).GET(page).Want(403)
	app.Nobody(t).GET(page).Want(303)
}
