// Package panel answers the pages of the staff under /painel: a package per area, a thin
// handler per page. A page and a script call the same verb with the same input type.
package panel

import (
	"slices"

	"acolhe/handlers/panel/associates"
	"acolhe/handlers/panel/cep"
	"acolhe/handlers/panel/home"
	"acolhe/handlers/panel/orders"
	"acolhe/handlers/panel/products"
	"acolhe/handlers/panel/savedviews"
	"acolhe/handlers/panel/search"
	"acolhe/handlers/panel/tags"
	"acolhe/handlers/panel/tasks"
	"acolhe/handlers/panel/undo"
	directory "acolhe/models/cep"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/views/panel"
	"acolhe/web"
)

// Panel answers the pages of the staff.
type Panel struct {
	DB  *db.DB
	CEP directory.Directory
	// Exports limits how many exports run at once.
	Exports exports.Semaphore
}

// Routes is the table of the panel.
func (p Panel) Routes() []web.Route {
	return slices.Concat(
		p.associates().Routes(),
		p.orders().Routes(),
		products.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		tags.Pages{DB: p.DB, Frame: p.frame}.Routes(),
		p.tasks().Routes(),
		savedviews.Pages{DB: p.DB, Frame: p.frame, Lists: panel.Lists()}.Routes(),
		search.Pages{DB: p.DB}.Routes(),
		undo.Pages{DB: p.DB, Acts: acts()}.Routes(),
		[]web.Route{
			web.Page("/painel", web.Staff(), home.Pages{DB: p.DB, Frame: p.frame}.Show),
			web.Page("/painel/cep/:cep", web.Staff(), cep.Pages{DB: p.DB, Directory: p.CEP}.Show),
		},
	)
}

func (p Panel) associates() associates.Pages {
	return associates.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports, RequestedExport: p.tasks().Requested}
}

func (p Panel) orders() orders.Pages {
	return orders.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports, RequestedExport: p.tasks().Requested}
}

func (p Panel) tasks() tasks.Pages { return tasks.Pages{DB: p.DB, Frame: p.frame, Exports: p.Exports} }
