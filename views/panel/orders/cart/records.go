package cart

import (
	"cmp"

	"acolhe/models/orders"
	"acolhe/models/types/errs"
	ordersview "acolhe/views/panel/orders"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// prescriber is a search of professionals, or a text field if the person may not search them.
func (c Cart) prescriber() ui.Content {
	if !c.FindsPrescribers {
		return c.optional("prescriber", control.Text)
	}
	return control.Search{Name: "prescriber_code", Label: "Prescritor", Value: c.value("prescriber_code"),
		Text: c.Typed.Or("prescriber_code_texto", c.known["prescriber"]), URL: PrescribersPath, Optional: true,
		Hint: c.prescriberHint(), Error: c.problems.For("prescriber")}
}

func (c Cart) prescriberHint() string {
	if c.AddsPrescriber {
		return "Escolha quem já está cadastrado ou escreva o nome."
	}
	return "Escolha quem já está cadastrado ou escreva o nome. O nome escrito vale só para este pedido: seu papel não cadastra prescritores. Peça à administração para cadastrar o prescritor."
}

// keep offers to store something of the order in the associate's record too. After a conflict it shows what is there.
func (c Cart) keep(name, label, stored string, isChosen bool) ui.Content {
	box := control.Checkbox{Name: name, Label: label, Checked: isChosen, Error: c.problems.For(name)}
	if errs.HasCode(c.Refused, orders.CodeAssociateChanged) {
		box.Hint = "No cadastro agora: " + cmp.Or(stored, "nada") + "."
	}
	return box
}

// newPrescriberType is the type of a prescriber to register, at first the first one.
func (c Cart) newPrescriberType() control.Select {
	return control.Select{Name: "new_prescriber.type", Label: ordersview.ShortLabel("new_prescriber.type"), Value: c.NewPrescriber.Type,
		Options: professionalsview.OfferedTypes(c.Types), Error: c.problems.For("new_prescriber.type")}
}

// council is the field of the council, which suggests those of prescribers.
func (c Cart) council() control.Input {
	input := c.input("new_prescriber.council", control.Text)
	input.Suggestions = []string{"CRM", "CRO", "CRMV"}
	return input
}
