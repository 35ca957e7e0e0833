package control_test

import (
	"testing"

	"acolhe/views/ui/control"
	"acolhe/views/ui/uitest"
)

func TestInput_LabelHintAndError(t *testing.T) {
	html := uitest.Draw(t, control.Input{Name: "items[0].quantity", Label: "Quantidade", Kind: control.Number, Value: `1"2`,
		Hint: "Inteira.", Error: "Quantidade: use um número", Optional: true})
	uitest.Has(t, html,
		`<label for="campo-items-0-quantity">`, `id="campo-items-0-quantity" name="items[0].quantity"`,
		`aria-describedby="campo-items-0-quantity-dica campo-items-0-quantity-erro"`, `aria-invalid="true"`,
		`id="campo-items-0-quantity-dica"`, `id="campo-items-0-quantity-erro"`, "(opcional)", `value="1&#34;2"`)

	bare := uitest.Draw(t, control.Input{Name: "nome", Label: "Nome"})
	uitest.HasNot(t, bare, "aria-describedby", "aria-invalid", "(opcional)")
}
