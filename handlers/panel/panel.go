// Package panel answers the pages of the staff under /painel: a file per area, a thin
// handler per page. A page and a script call the same verb with the same input type.
package panel

import (
	"slices"

	"acolhe/handlers/panel/home"
	"acolhe/handlers/panel/orders"
	"acolhe/handlers/panel/products"
	"acolhe/handlers/panel/search"
	"acolhe/handlers/panel/tags"
	"acolhe/handlers/panel/tasks"
	"acolhe/models/cep"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/types/access"
	"acolhe/web"
)

// Panel answers the pages of the staff.
type Panel struct {
	DB  *db.DB
	CEP cep.Directory
	// Exports are the turns that exported lists take.
	Exports exports.Semaphore
}

// Routes is the table of the panel.
func (p Panel) Routes() []web.Route {
	return slices.Concat(p.personRoutes(), p.orderRoutes(), p.orders().Routes(), products.Pages{DB: p.DB, Frame: p.frame}.Routes(), tags.Pages{DB: p.DB, Frame: p.frame}.Routes(), p.tasks().Routes(), search.Pages{DB: p.DB}.Routes(), []web.Route{
		web.Page("/painel", web.Staff(), home.Pages{DB: p.DB, Frame: p.frame}.Show),

		web.Page("/painel/associados", web.StaffCan("users", access.Read), p.listAssociates),
		web.Form("/painel/associados/exportar", web.StaffCan("users", access.Read), p.exportAssociates),
		web.Form("/painel/associados/exportar/selecionados", web.StaffCan("users", access.Read), p.exportChosenAssociates),
		web.Form("/painel/associados/etiquetar", web.StaffCan("users", access.Update), p.tagAssociates),
		web.Form("/painel/associados/desetiquetar", web.StaffCan("users", access.Update), p.untagAssociates),
		web.Form("/painel/associados/recepcao", web.StaffCan("reception", access.Create), p.enqueueAssociates),

		web.Page("/painel/cep/:cep", web.Staff(), p.findAddress),

		web.Form("/painel/colunas", web.Staff(), p.chooseColumns),
		web.Form("/painel/visoes", web.Staff(), p.saveView),
		web.Page("/painel/visoes/contagens", web.Staff(), p.countViews),
		web.Page("/painel/visoes/:id", web.Staff(), p.editView),
		web.Form("/painel/visoes/:id", web.Staff(), p.changeView),
		web.Form("/painel/visoes/:id/filtros", web.Staff(), p.keepFilters),
		web.Form("/painel/visoes/:id/excluir", web.Staff(), p.removeView),
	})
}

func (p Panel) orders() orders.Pages {
	return orders.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports, RequestedExport: p.tasks().Requested}
}

func (p Panel) tasks() tasks.Pages { return tasks.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports} }
