package privacy

import (
	"io"
	"net/http"
	"strconv"

	"acolhe/handlers/serve"
	"acolhe/models/privacy"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/privacy"
	"acolhe/web"
)

// sendCode sends a code to the person of a request, who says it to the staff.
func (p Pages) sendCode(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := privacy.SendCode(r.Context(), p.DB, r.By, p.Mail, id); err != nil {
		return err
	}
	r.Notify("Código enviado. Peça que a pessoa diga os 6 números.")
	return r.Redirect(view.At(view.RequestPath, id))
}

func (p Pages) askProof(r *web.Request) error { return p.ask(r, view.ProofPage, view.Form{}) }

func (p Pages) addProof(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	_, err = r.ReadUpload(1, func(name string, content io.Reader) error {
		return privacy.AddFile(r.Context(), p.DB, r.By, p.Desk.Key, privacy.FileInput{RequestID: id, Name: name, Content: content})
	})
	if err != nil {
		return p.ask(r, view.ProofPage, view.Form{Refused: err})
	}
	r.Notify("Prova juntada.")
	return r.Redirect(view.At(view.RequestPath, id))
}

// proof answers with a file of a request.
func (p Pages) proof(r *web.Request) error {
	request, err := r.ParamID("id")
	if err != nil {
		return err
	}
	id, err := r.ParamID("prova")
	if err != nil {
		return err
	}
	found, content, err := privacy.OpenFile(r.Context(), p.DB, r.By, p.Desk.Key, privacy.File{ID: id, RequestID: request})
	if err != nil {
		return err
	}
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		serve.SetAttachment(w.Header(), found.FileName, string(found.ContentType))
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		_, _ = w.Write(content) // a client that disconnected needs no answer
	}))
}

// requestPDF answers with a request as a PDF: what was asked, what was done and by whom, the answer.
func (p Pages) requestPDF(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	events, err := privacy.Events(r.Context(), p.DB, r.By, found.ID)
	if err != nil {
		return err
	}
	files, err := privacy.Files(r.Context(), p.DB, r.By, found.ID)
	if err != nil {
		return err
	}
	return serve.PrivacyRequest(r, p.DB, serve.RequestShown{Request: found, Events: events, Files: files})
}

func (p Pages) texts(r *web.Request) error {
	var kinds []view.KindTexts
	for _, kind := range privacy.Kinds() {
		texts, err := privacy.ReadTexts(r.Context(), p.DB, r.By, kind)
		if err != nil {
			return err
		}
		kinds = append(kinds, view.KindTexts{Kind: kind, Texts: texts})
	}
	around, err := p.Frame(r, "Textos", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.TextsPage(around, kinds))
}

func (p Pages) text(r *web.Request) error { return p.renderText(r, view.Form{}) }

func (p Pages) renderText(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	texts, err := privacy.ReadTexts(r.Context(), p.DB, r.By, privacy.Kind(r.Param("kind")))
	if err != nil {
		return err
	}
	shown := view.KindTexts{Kind: texts[0].Kind, Texts: texts}
	around, err := p.Frame(r, shown.Kind.Label(), crumb)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.TextPage(around, shown, form))
}

func (p Pages) saveText(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input privacy.TextsInput
	if err = posted.Bind(&input); err == nil {
		input.Kind = privacy.Kind(r.Param("kind"))
		err = privacy.SaveTexts(r.Context(), p.DB, r.By, input)
	}
	if err != nil {
		return p.renderText(r, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Textos salvos.")
	return r.Redirect(view.TextsPath)
}
