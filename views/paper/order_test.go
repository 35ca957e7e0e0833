package paper_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/pdf"
	"acolhe/models/stock"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
	"acolhe/models/types/pix"
	"acolhe/views/paper"
)

var issuedAt = time.Date(2026, 11, 20, 14, 5, 0, 0, time.FixedZone("Brasília", -3*60*60))

// anOrder returns an order with this many items, each with a price of its own.
func anOrder(items int) paper.Order {
	email, prescriber, carrier := "ana@exemplo.org.br", "Dra. Renata Ribeiro", "Correios"
	order := orders.Order{
		ID: 1840, NameAssociate: "Ana Beatriz de Souza Conceição", Email: &email, Prescriber: &prescriber, FreightCarrier: &carrier,
		Status: orders.AwaitingPayment, DateCreated: issuedAt.Add(-time.Hour).UTC(),
		DeliveryPrice: money.MustParse("23.90"), Discount: money.MustParse("20"), Donation: money.MustParse("0.10"),
		CustomPayment: []orders.CustomPayment{{Item: "Vale do mês", Qnt: 2, Value: money.MustParse("5.5")}},
		Address: &orders.Address{Street: "Rua das Acácias", Number: "120", Neighborhood: "Centro", City: "Florianópolis", State: "SC",
			CEP: "88010000", Complement: "ap. 3"},
	}
	for i := range items {
		order.Items = append(order.Items, orders.Item{Code: fmt.Sprintf("OLEO-%03d", i+1), Name: fmt.Sprintf("Óleo nº %d", i+1),
			Amount: money.FromCents(int64(100 + i)), Quantity: 3})
	}
	totals := orders.TotalsOf(orders.Priced{Items: order.Items, DeliveryPrice: order.DeliveryPrice, Discount: order.Discount,
		Donation: order.Donation, CustomPayment: order.CustomPayment})
	order.Total = totals.Total
	return paper.Order{
		Head: pdf.Head{Association: pdf.Association{Name: "Associação Flor da Ilha"}, Title: paper.OrderTitle(order.ID),
			IssuedBy: "Bruno Acioli", Now: issuedAt},
		Order: order, Totals: totals,
	}
}

func render(t *testing.T, printed ...paper.Order) ([]byte, []string) {
	t.Helper()
	var file bytes.Buffer
	sheets := paper.NewOrders(paper.OrdersTitle(len(printed), printed[0].Order.ID), issuedAt)
	for _, order := range printed {
		sheets.Add(order)
	}
	if err := sheets.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), pagesOf(t, file.Bytes())
}

// A separated order has its lots on the sheet.
func TestOrder_Lots(t *testing.T) {
	order := anOrder(1)
	order.Lots = []stock.Taken{{Name: "Óleo nº 1", Number: "LT-2605-CT04", ExpiresOn: civil.MustParse("2027-01-31"), Quantity: 3}}
	if _, pages := render(t, order); !strings.Contains(pages[0], "LT-2605-CT04") || !strings.Contains(pages[0], "31/01/2027") {
		t.Errorf("the sheet is %s", pages[0])
	}
	if _, pages := render(t, anOrder(1)); strings.Contains(pages[0], "Lotes") {
		t.Error("a sheet without lots has their heading")
	}
}

func TestOrder_Text(t *testing.T) {
	order := anOrder(30)
	code, err := pix.Charge{Key: "pagamentos@associacao-flor.org.br", Name: "Flor da Ilha do Mel", City: "Ilhéus", Amount: order.Order.Total,
		ID: "PEDIDO1840"}.Code()
	if err != nil {
		t.Fatal(err)
	}
	squares, err := pix.QR(code)
	if err != nil {
		t.Fatal(err)
	}
	info := "Entregar na portaria.\nAvisar antes."
	order.Order.Info, order.Pix = &info, orders.PixPayment{Code: code, Amount: order.Order.Total, QR: squares}
	_, pages := render(t, order)
	all := strings.Join(pages, "\n")
	for _, want := range []string{
		"Associação Flor da Ilha", "Pedido 1840", "Ana Beatriz de Souza Conceição", "ana@exemplo.org.br", "20/11/2026 13:05",
		"Aguardando pagamento", "Dra. Renata Ribeiro", "Rua das Acácias, 120, ap. 3", "88010-000, Florianópolis/SC",
		"Óleo nº 30", "OLEO-030", "R$\u00a01,29", "R$\u00a03,87", "Produtos", "Frete (Correios)", "R$\u00a023,90", "−R$\u00a020,00",
		"Vale do mês (2×)", "−R$\u00a05,50",
		"−R$\u00a00,10", "Total", "Entregar na portaria.", "Avisar antes.", "Pague com Pix", "Emitido por Bruno Acioli em 20/11/2026 14:05",
		"Página 1 de 2", "Página 2 de 2",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
	if !strings.Contains(strings.ReplaceAll(all, "\n", ""), code) {
		t.Error("the Pix code is not there whole")
	}
}

// The freight has the name of its service, or of the carrier, and not the key of a provider.
func TestOrder_Freight(t *testing.T) {
	order := anOrder(1)
	provider := "carrier_b"
	order.Order.FreightCarrier, order.Order.FreightOption = &provider,
		&orders.FreightOption{OptionKey: "carrier_b:1-17", Provider: provider, ServiceLabel: "Correios Mini Envios"}
	if _, pages := render(t, order); !strings.Contains(pages[0], "Frete (Correios Mini Envios)") {
		t.Errorf("the service is not named: %s", pages[0])
	}
	order.Order.FreightOption = nil
	if _, pages := render(t, order); !strings.Contains(pages[0], "Frete (Melhor Envio)") {
		t.Errorf("the carrier is not named: %s", pages[0])
	}
}

func TestOrder_MissingValues(t *testing.T) {
	order := anOrder(1)
	order.Order.Email, order.Order.Address, order.Order.Prescriber, order.Order.CustomPayment = nil, nil, nil, nil
	order.Order.Donation, order.Order.Discount = money.Zero, money.Zero
	order.Totals = orders.TotalsWithoutFreight(orders.Priced{Items: order.Order.Items})
	_, pages := render(t, order)
	for _, unwanted := range []string{"E-mail", "Entrega", "Prescritor", "Desconto", "Doação", "Observações", "Pix", "Frete ("} {
		if strings.Contains(pages[0], unwanted) {
			t.Errorf("%q is in %s", unwanted, pages[0])
		}
	}
	if len(pages) != 1 || !strings.Contains(pages[0], "O frete de R$\u00a023,90 é pago à parte.") {
		t.Errorf("%d pages: %s", len(pages), pages)
	}
}

// The head of the table is repeated on each page with rows, and no row is lost or cut.
func TestOrder_SeveralPages(t *testing.T) {
	for items, want := range map[int]int{1: 1, 40: 2, 500: 14} {
		_, pages := render(t, anOrder(items))
		if len(pages) != want {
			t.Errorf("%d items take %d pages, want %d", items, len(pages), want)
		}
		rows := 0
		for i, page := range pages {
			here := strings.Count(page, "OLEO-")
			if here > 0 != strings.Contains(page, "Produto\nCódigo") {
				t.Errorf("page %d of %d items has %d rows and another head", i+1, items, here)
			}
			if !strings.Contains(page, fmt.Sprintf("Página %d de %d", i+1, len(pages))) || !strings.Contains(page, "Pedido 1840") {
				t.Errorf("page %d of %d items does not say where it belongs", i+1, items)
			}
			rows += here
		}
		if rows != items {
			t.Errorf("%d of %d items are there", rows, items)
		}
	}
}

func TestOrder_LongTexts(t *testing.T) {
	order := anOrder(2)
	wide, info := strings.Repeat("W", 250), strings.Repeat("Cuidado com a entrega. ", 434)+"\nFIM"
	order.Order.Items[0].Name, order.Order.Items[0].Code, order.Order.Items[1].Name = wide, wide, strings.Repeat("\n", 240)+"Fundo"
	order.Order.NameAssociate, order.Order.Email, order.Order.Info = wide, &wide, &info
	order.Order.Address = &orders.Address{Street: wide, Number: wide, Neighborhood: strings.Repeat("\n", 250), City: wide, State: "SC",
		CEP: "88010000", Complement: wide}
	order.Order.CustomPayment[0].Item = wide
	file, pages := render(t, order)
	if last := pages[len(pages)-1]; !strings.Contains(last, "FIM") {
		t.Errorf("the end is missing in %s", last)
	}
	if !strings.Contains(strings.Join(pages, ""), "Fundo") {
		t.Error("an item is missing")
	}
	for _, at := range placesOf(t, file) {
		if at[0] < 0 || at[0] > 596 || at[1] < 0 || at[1] > 842 {
			t.Fatalf("a text stands at %v, beside the paper", at)
		}
	}
}

func TestOrder_UnknownCharacters(t *testing.T) {
	order := anOrder(1)
	order.Order.NameAssociate = "Łukasz Dvořák (ﬁlho) 李 “x” – € \\ )( \x01 a\u0301 {nb} 🌿"
	_, pages := render(t, order)
	if want := "Łukasz Dvořák (filho) ? “x” – € \\ )(  á {nb} ?"; !strings.Contains(strings.ReplaceAll(pages[0], "\n", " "), want) {
		t.Errorf("%q is not in %q", want, pages[0])
	}
}

func TestOrder_RecipientAndTags(t *testing.T) {
	order := anOrder(2)
	order.Phone, order.CPF, order.Order.Tags = "48999990001", "52998224725", []string{"Urgente", "Retirada na sede"}
	_, pages := render(t, order)
	for _, want := range []string{"CPF\n529.982.247-25", "Telefone\n(48) 99999-0001", "Etiquetas\nUrgente, Retirada na sede"} {
		if !strings.Contains(pages[0], want) {
			t.Errorf("%q is not in\n%s", want, pages[0])
		}
	}
}

func TestOrder_HeadOfTheAssociation(t *testing.T) {
	order := anOrder(60)
	order.Association = pdf.Association{Name: "Flor da Ilha", CNPJ: "11222333000181", Address: "Rua Um, 2, Centro, Florianópolis/SC",
		Phone: "4833330000"}
	_, pages := render(t, order)
	if len(pages) < 2 {
		t.Fatalf("%d pages", len(pages))
	}
	for _, page := range pages {
		if !strings.Contains(page, "CNPJ 11.222.333/0001-81 · Rua Um, 2, Centro, Florianópolis/SC · (48) 3333-0000") {
			t.Errorf("the association is missing in\n%s", page)
		}
	}
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 30, 10))); err != nil {
		t.Fatal(err)
	}
	order.Association.Logo = logo.Bytes()
	if file, _ := render(t, order); !bytes.Contains(file, []byte("/Subtype /Image")) {
		t.Error("the logo is missing")
	}
	order.Association.Logo = []byte("no image")
	if file, pages := render(t, order); bytes.Contains(file, []byte("/Subtype /Image")) || !strings.Contains(pages[0], "Flor da Ilha") {
		t.Error("a wrong logo is not left out")
	}
}

// Each row has a box to be ticked, and the letters that are used are in the file.
func TestOrder_BoxesAndEmbeddedFont(t *testing.T) {
	file, _ := render(t, anOrder(7))
	if boxes := strings.Count(contentsOf(t, file)[0], " re S"); boxes != 7 {
		t.Errorf("%d boxes for 7 items", boxes)
	}
	if fonts := bytes.Count(file, []byte("/FontFile2")); fonts != 2 {
		t.Errorf("%d fonts are embedded: run make build, then look at static/dist", fonts)
	}
}

func TestOrders_SheetForEach(t *testing.T) {
	long, short := anOrder(40), anOrder(1)
	short.Title = "Pedido 7"
	_, pages := render(t, short, long, short)
	if len(pages) != 4 {
		t.Fatalf("%d pages, want 4", len(pages))
	}
	for i, want := range [][2]string{{"Pedido 7", "Página 1 de 1"}, {"Pedido 1840", "Página 1 de 2"}, {"Pedido 1840", "Página 2 de 2"},
		{"Pedido 7", "Página 1 de 1"}} {
		if !strings.Contains(pages[i], want[0]) || !strings.Contains(pages[i], want[1]) {
			t.Errorf("page %d is not %v:\n%s", i+1, want, pages[i])
		}
	}
}

// The same order printed at the same time is the same file, without names in its metadata.
func TestOrder_ReproducibleWithoutNames(t *testing.T) {
	first, _ := render(t, anOrder(40))
	second, _ := render(t, anOrder(40))
	if !bytes.Equal(first, second) {
		t.Error("two printings differ")
	}
	if !bytes.Contains(first, []byte("/CreationDate (D:20261120140500-03'00')")) {
		t.Error("the file is not of the moment that was given")
	}
	// Metadata of a file may be in UTF-16.
	readable := bytes.ReplaceAll(first, []byte{0}, nil)
	for _, name := range []string{"Ana", "Bruno", "Flor", "exemplo"} {
		if bytes.Contains(readable, []byte(name)) {
			t.Errorf("the file tells of %s outside of its pages", name)
		}
	}
}
