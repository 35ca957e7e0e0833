package agenda

import (
	"acolhe/models/bookings"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	"acolhe/views/ui/control"
)

// Form returns the form of a service: its amounts and remarks.
func Form() form.Definition[bookings.Service] {
	return form.Definition[bookings.Service]{
		ID: "servico", This: "este serviço", Path: Path, EditSlug: EditSlug, Verb: "Salvar",
		Title: func(s *bookings.Service) string {
			return "Editar serviço de " + Person(s.AssociateName, s.PatientName)
		},
		RowID: func(s *bookings.Service) int64 { return s.ID },
		Name:  func(s *bookings.Service) string { return Person(s.AssociateName, s.PatientName) },
		Sections: []form.Section[bookings.Service]{
			{Title: "Valores", Fields: []form.Field[bookings.Service]{
				amountField("price", "", func(s *bookings.Service) *money.Amount { return s.Price }),
				amountField("donation", "A associação paga esta parte.", func(s *bookings.Service) *money.Amount { return &s.Donation }),
				amountField("price_paid", "", func(s *bookings.Service) *money.Amount { return s.PricePaid }),
				{Name: "payment_type", Label: labels["payment_type"], Optional: true,
					Suggestions: []string{"Pix", "Cartão", "Dinheiro", "Transferência"}, MaxLength: 60,
					Value: func(s *bookings.Service) string { return texts.Of(s.PaymentType) }},
			}},
			{Title: "Observações e etiquetas", Fields: []form.Field[bookings.Service]{
				{Name: "observations", Label: labels["observations"], Kind: form.Area, Optional: true,
					Value: func(s *bookings.Service) string { return texts.Of(s.Observations) }},
				{Name: "tags", Label: labels["tags"], Kind: form.Tags, Hint: "Nenhuma etiqueta para serviços ainda.",
					Values: func(s *bookings.Service) []string { return s.Tags }},
			}},
		},
	}
}

func amountField(name, hint string, amount func(s *bookings.Service) *money.Amount) form.Field[bookings.Service] {
	return form.Field[bookings.Service]{Name: name, Label: labels[name], Input: control.Money, Optional: true, Hint: hint,
		Spell: form.SpellAs[money.Amount],
		Value: func(s *bookings.Service) string {
			stored := amount(s)
			if stored == nil || stored.IsZero() {
				return ""
			}
			return stored.Typed()
		}}
}
