package home

import (
	"slices"

	"acolhe/models/platform/preferences"
	"acolhe/views/panel/arrangement"
	view "acolhe/views/panel/home"
	"acolhe/web"
)

// chosen is a person's choice of cards.
const chosen preferences.Key[arrangement.Arrangement] = "painel.cartoes"

// isOffered returns whether the caller may see a card.
func isOffered(r *web.Request) func(string) bool {
	return func(card string) bool {
		return slices.ContainsFunc(parts, func(p part) bool { return p.name == view.CardParts[card] && p.isFor(r.By) })
	}
}

// arrange shows the cards to arrange.
func (p Pages) arrange(r *web.Request) error {
	stored, err := chosen.Of(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return p.renderArrange(r, arrangement.Data{Places: arrangement.Arranged(stored, isOffered(r)), IsOwn: stored != nil})
}

func (p Pages) renderArrange(r *web.Request, data arrangement.Data) error {
	around, err := p.Frame(r, "Organizar o painel")
	if err != nil {
		return err
	}
	return r.Render(arrangement.Page(around, data))
}

// keepArrangement stores the cards as they were sent, or shows them after one of the form's buttons.
func (p Pages) keepArrangement(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	places := arrangement.Arranged(arrangement.Parse(posted["cartao"]), isOffered(r))
	switch action := posted.Or("acao", "concluir"); action {
	case "concluir":
		err = chosen.Choose(r.Context(), p.DB, r.By, places)
	case "padrao":
		err = chosen.Forget(r.Context(), p.DB, r.By)
	default:
		return p.renderArrange(r, arrangement.Data{Places: places.Do(action), IsOwn: true, Changed: true})
	}
	if err != nil {
		return err
	}
	r.Notify("Sua página foi organizada.")
	return r.Redirect(view.Path)
}
