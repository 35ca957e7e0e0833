package panel

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/products"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/views/ui"
	"acolhe/web"
)

// ProductSheet is the page of one product.
type ProductSheet struct {
	Product products.Product
	// CanChange and CanRemove tell what is offered to be done.
	CanChange, CanRemove bool
	// Refused says why it was not removed, or not switched.
	Refused error
	// Now carries the association's time zone.
	Now time.Time
}

func (s ProductSheet) refusal() string {
	if refusal := errs.As(s.Refused); refusal != nil {
		return refusal.Message
	}
	return ""
}

// toggle is the button that takes a product out of sale, or back.
func (s ProductSheet) toggle() ui.Button {
	button := ui.Button{Label: "Tirar de venda", Variant: ui.Outline, Submit: true, Name: "active", Value: "false"}
	if !s.Product.Active {
		button.Label, button.Value = "Pôr à venda", "true"
	}
	return button
}

// removal asks before a product goes.
func (s ProductSheet) removal() ui.Confirm {
	return ui.Confirm{ID: "excluir", Title: "Excluir o produto “" + s.Product.Name + "”?", Verb: "Excluir produto", Variant: ui.Danger,
		Text:   "Ele sai do catálogo de vez. Os pedidos já feitos guardam o nome e o preço que ele tinha.",
		Action: ProductHref(s.Product.ID) + "/excluir"}
}

// ProductForm is a product as far as the form is filled.
type ProductForm struct {
	// Row is what is stored; without an id it is a new one.
	Row products.Product
	// Edition is the state of the row that the form was drawn from.
	Edition string
	// Key names a new product, so that sending the form twice makes it once.
	Key string
	// Typed is the form as it was posted, drawn again as it was.
	Typed web.FormData
	// Tags are offered to be ticked.
	Tags []string
	// Refused says why nothing was stored.
	Refused error
}

func (f ProductForm) isNew() bool { return f.Row.ID == 0 }

// Title is what the page is called.
func (f ProductForm) Title() string {
	if f.isNew() {
		return "Novo produto"
	}
	return "Editar " + f.Row.Name
}

func (f ProductForm) action() string {
	if f.isNew() {
		return ProductsPath + "/novo"
	}
	return ProductHref(f.Row.ID) + "/editar"
}

// back is where Cancelar leads.
func (f ProductForm) back() string {
	if f.isNew() {
		return ProductsPath
	}
	return ProductHref(f.Row.ID)
}

func (f ProductForm) verb() string {
	if f.isNew() {
		return "Cadastrar"
	}
	return "Salvar"
}

// productFields are the fields of the form, in its order.
var productFields = []string{"code", "name", "price", "width_cm", "height_cm", "length_cm", "weight_g", "stock_note", "description"}

var productLabels = map[string]string{
	"code": "Código", "name": "Nome", "price": "Preço", "width_cm": "Largura (cm)", "height_cm": "Altura (cm)", "length_cm": "Comprimento (cm)",
	"weight_g": "Peso (g)", "stock_note": "Estoque", "description": "Descrição", "tags": "Etiquetas", "active": "À venda",
}

// ProductLabel names a field as people call it.
func ProductLabel(name string) string { return productLabels[name] }

// problems says what is wrong in the words of the form, and in its order. The one conflict
// beside a colleague's change is a code that another product has.
func (f ProductForm) problems() ui.Problems {
	fields := slices.Clone(errs.FieldsOf(f.Refused))
	slices.SortStableFunc(fields, func(a, b errs.Field) int {
		return slices.Index(productFields, a.Path) - slices.Index(productFields, b.Path)
	})
	problems := ui.ProblemsOf(fields, ProductLabel)
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 && !patch.IsStale(f.Refused) {
		problem := ui.Problem{Message: refusal.Message}
		if refusal.Code == errs.CodeConflict {
			problem.Field = "code"
		}
		problems = append(problems, problem)
	}
	return problems
}

func (f ProductForm) input(name string, kind ui.Kind) ui.Input {
	return ui.Input{Name: name, Label: ProductLabel(name), Kind: kind, Value: f.value(name), Error: f.problems().For(name), Autocomplete: "off"}
}

func (f ProductForm) optional(name string, kind ui.Kind) ui.Input {
	input := f.input(name, kind)
	input.Optional = true
	return input
}

func (f ProductForm) long(name, hint string) ui.Textarea {
	return ui.Textarea{Name: name, Label: ProductLabel(name), Value: f.value(name), Rows: 2, Hint: hint, Optional: true, Error: f.problems().For(name)}
}

func (f ProductForm) active() ui.Checkbox {
	return ui.Checkbox{Name: "active", Label: "À venda: é oferecido nos pedidos", Checked: f.isActive()}
}

func (f ProductForm) isActive() bool {
	if f.Typed != nil {
		return f.Typed.Or("active", "") != ""
	}
	return f.Row.Active || f.isNew()
}

// tags are those of the catalogue and those that the product wears besides.
func (f ProductForm) tags() ui.Checks {
	chosen := f.Row.Tags
	if f.Typed != nil {
		chosen = f.Typed.Values("tags")
	}
	checks := ui.Checks{Name: "tags", Label: "Etiquetas", Chosen: chosen, Optional: true, Error: f.problems().For("tags")}
	checks.Options = withChosen(f.Tags, "")
	for _, name := range chosen {
		if !slices.Contains(f.Tags, name) {
			checks.Options = append(checks.Options, ui.Option{Value: name, Label: name})
		}
	}
	return checks
}

func (f ProductForm) value(name string) string { return f.Typed.Or(name, f.stored()[name]) }

// differences are in the order of the form.
func (f ProductForm) differences() []difference {
	var found []difference
	for _, name := range productFields {
		stored := f.stored()[name]
		if typed := asStored(name, f.value(name)); typed != stored {
			found = append(found, difference{ProductLabel(name), stored, typed})
		}
	}
	if f.isActive() != f.Row.Active {
		found = append(found, difference{ProductLabel("active"), yesOrNo(f.Row.Active), yesOrNo(f.isActive())})
	}
	if chosen := f.tags().Chosen; !slices.Equal(chosen, f.Row.Tags) {
		found = append(found, difference{ProductLabel("tags"), strings.Join(f.Row.Tags, ", "), strings.Join(chosen, ", ")})
	}
	return found
}

// asStored spells what was typed as stored does: 1.234,50 is 1234,50.
func asStored(name, typed string) string {
	typed = strings.TrimSpace(typed)
	var price money.Amount
	var size products.Centimetres
	switch {
	case name == "price" && price.UnmarshalText([]byte(typed)) == nil:
		return price.Typed()
	case strings.HasSuffix(name, "_cm") && size.UnmarshalText([]byte(typed)) == nil:
		return size.Typed()
	}
	return typed
}

// stored is the row in the spelling of the form.
func (f ProductForm) stored() map[string]string {
	p := f.Row
	values := map[string]string{"code": p.Code, "name": p.Name, "stock_note": text(p.StockNote), "description": text(p.Description)}
	if !f.isNew() {
		values["price"] = p.Price.Typed()
	}
	if p.WeightG != nil {
		values["weight_g"] = strconv.Itoa(*p.WeightG)
	}
	for name, size := range map[string]*products.Centimetres{"width_cm": p.WidthCm, "height_cm": p.HeightCm, "length_cm": p.LengthCm} {
		if size != nil {
			values[name] = size.Typed()
		}
	}
	return values
}
