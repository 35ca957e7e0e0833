package record

import (
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// linkedCount returns the number of records of a kind that prevent the removal, as text.
func linkedCount(linked associates.Links) string {
	words := map[string][2]string{"orders": {"pedido", "pedidos"}, "services": {"serviço", "serviços"},
		"users": {"paciente", "pacientes"}, "contracts": {"contrato", "contratos"}}[linked.Collection]
	return fmtbr.Plural(linked.Count, words[0], words[1]) + ":"
}

// linkedRecords returns links to the records; a record without a page has no address.
func linkedRecords(data Data, linked associates.Links) []ui.Link {
	links := make([]ui.Link, 0, len(linked.IDs)+1)
	for _, id := range linked.IDs {
		link := ui.Link{Text: "nº\u00a0" + id}
		switch linked.Collection {
		case "orders":
			link.Href = "/painel/pedidos/" + id
		case "users":
			link.Href, link.Text = data.href()+"#paciente-"+id, data.patientName(id)
		}
		links = append(links, link)
	}
	if linked.Count > len(linked.IDs) {
		links = append(links, ui.Link{Text: "…"})
	}
	return links
}

func (s Data) patientName(id string) string {
	for _, patient := range s.Patients {
		if strconv.FormatInt(patient.ID, 10) == id {
			return patient.FullName()
		}
	}
	return "nº\u00a0" + id
}
