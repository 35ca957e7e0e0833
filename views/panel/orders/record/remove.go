package record

import (
	"acolhe/models/orders"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
)

// RemoveSlug ends the address that deletes an order.
const RemoveSlug = "/excluir"

// RemoveData is the question whether to delete an order.
type RemoveData struct {
	Order orders.Order
	// Refused is the reason why it was not deleted.
	Refused error
}

func (d RemoveData) ask() dialog.Ask {
	ask := dialog.Ask{Title: "Excluir pedido", Text: ordersview.Title(d.Order.ID) + " de " + d.Order.NameAssociate,
		Action: ordersview.Href(d.Order.ID) + RemoveSlug, Back: ordersview.Href(d.Order.ID), Variant: ui.Danger}
	switch refused := errs.As(d.Refused); {
	case refused != nil:
		ask.Refusal = refused.Message
	case !d.Order.CanRemove():
		ask.Refusal = "O pedido está em “" + string(d.Order.Status) + "”. Só um pedido que aguarda pagamento ou foi cancelado pode ser excluído."
	default:
		ask.Verb = "Excluir pedido"
	}
	return ask
}

// effect says what is lost.
func (d RemoveData) effect() string {
	return "O pedido de " + fmtbr.Money(d.Order.Total) + " some da lista, das somas e da página do associado, com o histórico e as ligações com arquivos. " +
		"Os arquivos continuam guardados. Não dá para desfazer; fica registrado quem excluiu."
}
