package incidents

import (
	"acolhe/models/incidents"
	people "acolhe/models/privacy"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/incidents"
	"acolhe/views/admin/privacy"
	"acolhe/web"
)

// posted reads the form of a part, does what it asks, and shows the page again: with what was refused, or the next part.
func posted[In any](p Pages, r *web.Request, part incidents.Part, done string, apply func(id int64, input In) error) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	typed, err := r.FormData()
	if err != nil {
		return err
	}
	var input In
	if err = typed.Bind(&input); err == nil {
		err = apply(id, input)
	}
	switch {
	case errs.HasCode(err, errs.CodeNotFound), errs.HasCode(err, errs.CodeForbidden):
		return err
	case err != nil:
		return p.renderShown(r, view.Form{Part: part, Typed: typed, Refused: err})
	}
	r.Notify(done)
	return r.Redirect(view.At(view.ShownPath, id))
}

func (p Pages) stop(r *web.Request) error {
	return posted(p, r, incidents.Stop, "Guardado.", func(id int64, input incidents.TextInput) error {
		return p.Desk.Describe(r.Context(), r.By, id, incidents.Stop, input)
	})
}

func (p Pages) happen(r *web.Request) error {
	return posted(p, r, incidents.Happen, "Guardado.", func(id int64, input incidents.TextInput) error {
		return p.Desk.Describe(r.Context(), r.By, id, incidents.Happen, input)
	})
}

func (p Pages) search(r *web.Request) error {
	return posted(p, r, incidents.Affect, "Confira quem foi atingido.", func(id int64, input incidents.SearchInput) error {
		return p.Desk.LookUp(r.Context(), r.By, id, input)
	})
}

func (p Pages) askAdd(r *web.Request) error { return p.renderAdd(r, view.Form{}) }

// renderAdd finds the persons of the query, to choose from.
func (p Pages) renderAdd(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	found, err := p.Desk.Find(r.Context(), r.By, id)
	if err != nil {
		return err
	}
	finder := privacy.Finder{Title: "Quem foi atingido?", Action: view.At(view.AddPath, id), Query: r.Query("q")}
	if finder.Found, err = people.FindPeople(r.Context(), p.DB, r.By, finder.Query); err != nil {
		return err
	}
	r.ShowsPeople(len(finder.Found))
	around, err := p.Frame(r, "Incluir pessoas", crumb, page)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.AddPage(around, found, finder, form))
}

func (p Pages) add(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	typed, err := r.FormData()
	if err != nil {
		return err
	}
	var input incidents.AddInput
	if err = typed.Bind(&input); err == nil {
		err = p.Desk.Add(r.Context(), r.By, id, input)
	}
	if errs.HasCode(err, errs.CodeNotFound) || errs.HasCode(err, errs.CodeForbidden) {
		return err
	}
	if err != nil {
		return p.renderAdd(r, view.Form{Typed: typed, Refused: err})
	}
	r.Notify("Incluídas.")
	return r.Redirect(view.At(view.ShownPath, id))
}

func (p Pages) confirm(r *web.Request) error {
	return posted(p, r, incidents.Affect, "Confirmado.", func(id int64, input incidents.ConfirmInput) error {
		return p.Desk.ConfirmPeople(r.Context(), r.By, id, input)
	})
}

// write keeps the text of the letters, or sends them.
func (p Pages) write(r *web.Request) error {
	typed, err := r.FormData()
	if err != nil {
		return err
	}
	if typed.Or("save", "") != "" {
		return posted(p, r, incidents.Write, "Texto guardado.", func(id int64, input incidents.LetterInput) error {
			return p.Desk.SaveLetter(r.Context(), r.By, id, input)
		})
	}
	return posted(p, r, incidents.Write, "As cartas estão saindo.", func(id int64, input incidents.LetterInput) error {
		return p.Desk.Announce(r.Context(), r.By, id, input)
	})
}

func (p Pages) markPosted(r *web.Request) error {
	person, err := r.ParamID("pessoa")
	if err != nil {
		return err
	}
	return posted(p, r, incidents.Write, "Marcada como avisada.", func(id int64, _ struct{}) error {
		return p.Desk.MarkPosted(r.Context(), r.By, id, person)
	})
}

func (p Pages) inform(r *web.Request) error {
	return posted(p, r, incidents.Report, "Guardado.", func(id int64, input incidents.AuthorityInput) error {
		return p.Desk.InformAuthority(r.Context(), r.By, id, input)
	})
}

func (p Pages) close(r *web.Request) error {
	return posted(p, r, incidents.End, "Incidente encerrado.", func(id int64, input incidents.TextInput) error {
		return p.Desk.Close(r.Context(), r.By, id, input)
	})
}

func (p Pages) askDismiss(r *web.Request) error { return p.renderDismiss(r, view.Form{}) }

func (p Pages) renderDismiss(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	found, err := p.Desk.Find(r.Context(), r.By, id)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Não é incidente", crumb, page)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.DismissPage(around, found, form))
}

func (p Pages) dismiss(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	typed, err := r.FormData()
	if err != nil {
		return err
	}
	var input incidents.DismissInput
	if err = typed.Bind(&input); err == nil {
		err = p.Desk.Dismiss(r.Context(), r.By, id, input)
	}
	if err != nil {
		return p.renderDismiss(r, view.Form{Typed: typed, Refused: err})
	}
	r.Notify("Fechado como não incidente.")
	return r.Redirect(view.Path)
}
