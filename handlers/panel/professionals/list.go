package professionals

import (
	"acolhe/handlers/list"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/access"
	listview "acolhe/views/list"
	view "acolhe/views/panel/professionals"
	"acolhe/web"
)

// List returns the list of professionals, which filters by type.
func List(types []catalog.Type) list.List[professionals.Professional, professionals.ListInput] {
	return list.List[professionals.Professional, professionals.ListInput]{Definition: view.List(types), Find: professionals.List,
		Count: professionals.Count}
}

func (p Pages) list(r *web.Request) error {
	types, err := catalog.Types(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return list.Pages[professionals.Professional, professionals.ListInput]{DB: p.DB, Frame: p.Frame, List: List(types),
		Complete: func(r *web.Request, state *listview.State, _ []professionals.Professional, _ listview.Query[professionals.ListInput]) error {
			if !access.CanOpen(r.By, "professionals", access.Create) {
				state.Actions = view.AskAdministration()
			}
			return nil
		}}.Show(r)
}
