package files

import (
	"strconv"

	"acolhe/handlers/list"
	"acolhe/models/files"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	view "acolhe/views/panel/files"
	"acolhe/web"
)

var crumb = layouts.Crumb{Label: "Arquivos", Href: view.Path}

// offered is the number of matches of a search.
const offered = 8

// shown is the number of files that a record's page offers to choose from.
const shown = 20

// List returns the list of files with the records that hold them.
func List() list.List[files.Held, files.HeldInput] {
	return list.List[files.Held, files.HeldInput]{Definition: view.List(), Find: files.ListHeld, Count: files.CountHeld, Each: files.EachHeld}
}

func (p Pages) list() list.Pages[files.Held, files.HeldInput] {
	return list.Pages[files.Held, files.HeldInput]{DB: p.DB, Frame: p.Frame, List: List(), Exports: p.Exports,
		RequestedExport: p.RequestedExport}
}

// searchRecords answers with the records to which a file can be attached.
func (p Pages) searchRecords(r *web.Request) error {
	found, err := files.SearchRecords(r.Context(), p.DB, r.By,
		files.RecordSearch{Owner: files.Owner(r.Param("em")), Words: r.Query("q"), Limit: offered})
	if err != nil {
		return err
	}
	return r.Render(view.RecordOptions(r.Query("lista"), found))
}

// askAttach shows the form that attaches a stored file to another record.
func (p Pages) askAttach(r *web.Request) error {
	return p.renderAttach(r, view.AttachData{Owner: files.Owner(r.Query("em"))})
}

func (p Pages) renderAttach(r *web.Request, data view.AttachData) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if data.File, err = files.FindHeld(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	if view.ParsePlace(string(data.Owner)+"-1").Owner == "" {
		data.Owner = files.OfUser
	}
	frame, err := p.Frame(r, "Anexar a outro registro", crumb, layouts.Crumb{Label: data.File.FileName, Href: view.FileHref(id)})
	if err != nil {
		return err
	}
	frame.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.AttachPage(frame, data))
}

// attach attaches a stored file to another record. Without scripts the typed text finds the record.
func (p Pages) attach(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	data := view.AttachData{Owner: files.Owner(posted.Or("collection", "")), Typed: posted}
	chosen := posted.Or("id", "")
	if chosen == "" {
		chosen = posted.Or("escolhido", "")
	}
	if chosen == "" && posted.Or("id_texto", "") != "" {
		if data.Found, err = files.SearchRecords(r.Context(), p.DB, r.By,
			files.RecordSearch{Owner: data.Owner, Words: posted.Or("id_texto", ""), Limit: offered}); err != nil {
			return err
		}
	}
	record, err := strconv.ParseInt(chosen, 10, 64)
	if err != nil {
		data.Refused = errs.Invalid("id", "escolha o registro")
		return p.renderAttach(r, data)
	}
	place := view.Place{Owner: data.Owner, ID: record}
	if data.Refused = p.attachTo(r, place, id, posted); data.Refused != nil {
		if errs.As(data.Refused) == nil || errs.HasCode(data.Refused, errs.CodeNotFound) {
			return data.Refused
		}
		return p.renderAttach(r, data)
	}
	r.NotifyOf("Arquivo anexado.", place.Href())
	return r.Redirect(view.FileHref(id))
}

// attachTo attaches a stored file to a record as the kind of document of the form.
func (p Pages) attachTo(r *web.Request, place view.Place, file int64, posted web.FormData) error {
	input := files.AttachFileInput{FileID: file, Collection: place.Owner, ID: place.ID}
	if kind := patch.Of(posted.Or("doc_kind", "")); place.Owner == files.OfUser {
		input.DocKind = kind
	} else {
		input.Kind = kind
	}
	_, err := files.Attach(r.Context(), p.DB, r.By, input)
	return err
}

// choose shows stored files of which one can be attached to a record.
func (p Pages) choose(r *web.Request) error {
	data := view.ChooseData{Place: view.ParsePlace(r.Query("de")), Q: r.Query("q")}
	if data.Place.Owner == "" {
		return errs.NotFound("Registro não encontrado.")
	}
	found, err := files.ListHeld(r.Context(), p.DB, r.By, files.HeldInput{Window: page.Window{Limit: new(shown)}, Q: data.Q})
	if err != nil {
		return err
	}
	data.Found = found.Items
	frame, err := p.Frame(r, "Anexar arquivo existente", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ChoosePage(frame, data))
}

func (p Pages) attachChosen(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	place := view.ParsePlace(posted.Or("de", ""))
	file, err := strconv.ParseInt(posted.Or("file_id", ""), 10, 64)
	if place.Owner == "" || err != nil {
		return errs.NotFound("Arquivo não encontrado.")
	}
	if err := p.attachTo(r, place, file, posted); err != nil {
		return err
	}
	r.Notify("Arquivo anexado.")
	return r.Redirect(place.Href())
}

// delete deletes a file that no record holds.
func (p Pages) delete(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := files.Remove(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Arquivo excluído.")
	return r.Redirect(view.Path)
}
