package panel

import (
	"acolhe/models/types/access"
	"acolhe/web"
)

// orderRoutes are those of the orders: the cart, the page of one.
func (p Panel) orderRoutes() []web.Route {
	const fresh, one = "/painel/pedidos/novo", "/painel/pedidos/:id"
	reads, creates, changes := web.StaffCan("orders", access.Read), web.StaffCan("orders", access.Create), web.StaffCan("orders", access.Update)
	return []web.Route{
		web.Page(fresh, creates, p.newOrder),
		web.Form(fresh, creates, p.placeOrder),
		web.Page(fresh+"/associados", creates, p.offerAssociates),
		web.Page(fresh+"/produtos", changes, p.offerProducts),
		web.Page(fresh+"/prescritores", web.StaffCan("professionals", access.Read), p.offerOrderPrescribers),
		web.Page(one, reads, p.showOrder),
		web.Page(one+"/folha.pdf", reads, p.printOrder),
		web.Page(one+"/editar", changes, p.editOrder),
		web.Form(one+"/editar", changes, p.changeOrder),
		web.Form(one+"/situacao", changes, p.moveOrder),
		web.Form(one+"/observacoes", changes, p.annotateOrder),
	}
}
