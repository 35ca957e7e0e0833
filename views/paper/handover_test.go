package paper_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
)

// handovers are parcels of two companies.
func handovers(correios, loggi int) paper.Handovers {
	group := func(company, seller, service string, first, count int) parcels.Handover {
		made := parcels.Handover{Company: company, Seller: seller}
		for i := range count {
			code := fmt.Sprintf("AB%09dBR", i+1)
			made.Parcels = append(made.Parcels, parcels.HandedOver{
				Parcel: parcels.Parcel{TrackingCode: &code, ServiceLabel: service, WeightG: 620, Content: "Cosméticos", Provider: "carrier_b",
					OptionKey: "carrier_b:1-1"},
				Order: orders.Order{ID: int64(first + i), NameAssociate: "Fátima Raquel Machado Quintana de Souza Lins",
					Address: &orders.Address{City: "Belo Horizonte", State: "MG", CEP: "30130010"}},
			})
		}
		return made
	}
	return paper.Handovers{
		Head: pdf.Head{Association: pdf.Association{Name: "Associação Flor da Ilha"}, Title: "20/11/2026", IssuedBy: "Priscila Prado",
			Now: issuedAt},
		Groups: []parcels.Handover{group("Correios", "Melhor Envio", "Correios SEDEX", 100, correios),
			group("Loggi", "", "Loggi Expresso", 600, loggi)},
	}
}

// The shipping list has the parcels of each company with lines for signatures, and nothing of the contents.
func TestHandovers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ correios, loggi, pages int }{{3, 2, 1}, {40, 2, 3}} {
		var file bytes.Buffer
		if err := handovers(c.correios, c.loggi).Write(&file); err != nil {
			t.Fatal(err)
		}
		pages := pagesOf(t, file.Bytes())
		all := strings.ReplaceAll(strings.Join(pages, "\n"), "\u00a0", " ")
		for _, want := range []string{"Lista de envios – 20 de novembro de 2026",
			fmt.Sprintf("%d pacotes, 2 transportadoras", c.correios+c.loggi), "Correios, por Melhor Envio", fmt.Sprintf("%d pacotes", c.correios),
			"AB000000001BR", "0,62 kg", "30130-010", "Emitido por Priscila Prado", fmt.Sprintf("Página 1 de %d", len(pages))} {
			if !strings.Contains(all, want) {
				t.Errorf("%q is missing in %s", want, all[:min(len(all), 600)])
			}
		}
		if strings.Count(all, "Nome de quem recebeu") != 2 || strings.Contains(all, "Cosméticos") || len(pages) != c.pages {
			t.Errorf("%d pages", len(pages))
		}
	}
	var file bytes.Buffer
	if err := (paper.Handovers{Head: pdf.Head{Now: issuedAt}}).Write(&file); err != nil ||
		!strings.Contains(pagesOf(t, file.Bytes())[0], "Nenhum pacote para enviar hoje.") {
		t.Errorf("without parcels: %v", err)
	}
}
