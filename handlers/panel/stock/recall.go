package stock

import (
	"cmp"
	"context"
	"io"
	"strconv"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/recalls"
	"acolhe/models/stock"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	filesview "acolhe/views/panel/files"
	view "acolhe/views/panel/stock"
	"acolhe/web"
)

// readPeople reads the page of people that the address asks for, and how far they are notified.
func (p Pages) readPeople(r *web.Request, data *view.LotData) (err error) {
	data.Group, data.Page = view.GroupOf(r.Query("aviso")), 1
	if page, err := strconv.Atoi(r.Query("pagina")); err == nil && page > 0 && page <= stock.MaxWent {
		data.Page = page
	}
	data.CanNotify = access.Can(r.By, "products", access.Update) && access.Can(r.By, "orders", access.Read) && access.Can(r.By, "users", access.Read)
	if data.Progress, err = recalls.ReadProgress(r.Context(), p.DB, r.By, data.Lot.ID); err != nil {
		return err
	}
	input := recalls.ListInput{LotID: data.Lot.ID, Group: data.Group, Page: data.Page, Limit: view.PeopleOnPage}
	data.People, err = recalls.List(r.Context(), p.DB, r.By, input)
	return err
}

func (p Pages) askLetters(r *web.Request) error { return p.renderLetters(r, nil, nil) }

func (p Pages) renderLetters(r *web.Request, posted web.FormData, refused error) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	if err := p.readPeople(r, &data); err != nil {
		return err
	}
	if data.Recall, err = recalls.Find(r.Context(), p.DB, r.By, data.Lot.ID); err != nil {
		return err
	}
	around, err := p.Frame(r, "Avisar quem recebeu", crumb)
	if err != nil {
		return err
	}
	data.Typed, data.Refused, around.Refused = posted, refused, refused != nil
	return r.RenderForm(refused, view.NotifyPage(around, data))
}

func (p Pages) sendLetters(r *web.Request) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := recalls.AnnounceInput{LotID: data.Lot.ID, Advice: posted.Or("advice", "")}
	people, err := recalls.Announce(r.Context(), p.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.renderLetters(r, posted, err)
	}
	if errs.HasCode(err, errs.CodeConflict) {
		r.Notify(errs.As(err).Message)
		return r.Redirect(view.LotHref(data.Lot.ID))
	}
	if err != nil {
		return err
	}
	r.Notify(fmtbr.Plural(int(people), "carta está saindo.", "cartas estão saindo."))
	return r.Redirect(view.LotHref(data.Lot.ID))
}

func (p Pages) markCalled(r *web.Request) error {
	return p.changeCalled(r, recalls.MarkCalled, "Marcada como avisada.")
}

func (p Pages) unmarkCalled(r *web.Request) error {
	return p.changeCalled(r, recalls.UnmarkCalled, "Marca de avisada desfeita.")
}

type changeCalled = func(ctx context.Context, tx *db.DB, by auth.Caller, lot, person int64) error

// changeCalled changes whether a person was notified, and returns to the part of the list where the button was pressed.
func (p Pages) changeCalled(r *web.Request, change changeCalled, notice string) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	person, err := r.ParamID("pessoa")
	if err != nil {
		return err
	}
	if err := change(r.Context(), p.DB, r.By, data.Lot.ID, person); err != nil {
		return err
	}
	r.Notify(notice)
	return r.Redirect(r.CameFrom(view.LotHref(data.Lot.ID)) + "#quem")
}

// uploadCertificate stores the file of a form as the certificate of the lot.
func (p Pages) uploadCertificate(r *web.Request) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	var upload *files.Upload
	_, err = r.ReadUpload(1, func(name string, content io.Reader) (err error) {
		if name == "" { // no file was chosen
			_, err = io.Copy(io.Discard, content)
			return err
		}
		upload, err = p.Library.Receive(r.By, name, content)
		return err
	})
	if upload != nil {
		defer upload.Discard()
	}
	if err == nil && upload == nil {
		err = errs.Invalid("file", "escolha o arquivo do laudo")
	}
	if refusal := errs.As(err); refusal != nil && refusal.Kind != errs.KindUnavailable && refusal.Kind != errs.KindForbidden {
		return p.renderLot(r, nil, errs.Invalid("file", cmp.Or(filesview.Reason(err), refusal.Message)))
	}
	if err != nil {
		return err
	}
	_, err = p.Library.Store(r.Context(), r.By, upload, func(tx *db.DB, file files.File) error {
		_, err := stock.SetCertificate(r.Context(), tx, r.By, data.Lot.ID, file.ID)
		return err
	})
	if err != nil {
		return err
	}
	r.Notify("Laudo guardado.")
	return r.Redirect(view.LotHref(data.Lot.ID) + "#lote")
}
