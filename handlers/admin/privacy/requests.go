package privacy

import (
	"context"

	"github.com/a-h/templ"

	"acolhe/models/erasure"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/settings"
	"acolhe/models/privacy"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/privacy"
	"acolhe/views/layouts"
	"acolhe/web"
)

// find returns the request of the address.
func (p Pages) find(r *web.Request) (privacy.Request, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return privacy.Request{}, err
	}
	return privacy.Find(r.Context(), p.DB, r.By, id)
}

func (p Pages) show(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	shown := view.Shown{Request: found, Today: civil.Of(r.Now.In(zone)), Zone: zone}
	if shown.Erasure, err = p.erasureOf(r, found.UserID); err != nil {
		return err
	}
	shown.Now = r.Now
	if shown.Events, err = privacy.Events(r.Context(), p.DB, r.By, found.ID); err != nil {
		return err
	}
	if shown.Files, err = privacy.Files(r.Context(), p.DB, r.By, found.ID); err != nil {
		return err
	}
	if shown.Copy, err = p.Copies.ReadShown(r.Context(), r.By, found.UserID); err != nil {
		return err
	}
	around, err := p.Frame(r, found.Kind.Label(), crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ShownPage(around, shown), view.CopyPart)
}

func (p Pages) prepareCopy(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	if err := p.Copies.PrepareFor(r.Context(), r.By, found.ID); err != nil {
		return err
	}
	r.Notify("Estamos preparando a cópia.")
	return r.Redirect(view.At(view.RequestPath, found.ID))
}

// downloadCopy answers with the copy of a person who has no e-mail, to be handed over.
func (p Pages) downloadCopy(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	opened, err := p.Copies.Open(r.Context(), r.By, id)
	if err != nil {
		return err
	}
	return r.Download(web.File{Name: opened.Name, ContentType: "application/zip", Limit: exports.Timeout}, opened.Write)
}

// erasureOf returns the erasure of an associate; nil if nobody proposed one.
func (p Pages) erasureOf(r *web.Request, user int64) (*erasure.Erasure, error) {
	found, err := p.Desk.OfUser(r.Context(), r.By, user)
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil, nil
	}
	return &found, err
}

// asking draws a form about a request.
type asking func(around layouts.Frame, request privacy.Request, form view.Form) templ.Component

func (p Pages) ask(r *web.Request, draw asking, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	found, err := p.find(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, found.Kind.Label(), crumb)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	return r.RenderForm(form.Refused, draw(around, found, form))
}

func (p Pages) askIdentity(r *web.Request) error { return p.ask(r, view.IdentifyPage, view.Form{}) }

func (p Pages) identify(r *web.Request) error {
	return p.change(r, view.IdentifyPage, "Identidade conferida.", func(id int64, posted web.FormData) error {
		return privacy.Identify(r.Context(), p.DB, r.By, privacy.IdentifyInput{ID: id, Identity: posted.Or("identity", ""), Code: posted.Or("code", "")})
	})
}

func (p Pages) askQuestion(r *web.Request) error { return p.ask(r, view.QuestionPage, view.Form{}) }

func (p Pages) question(r *web.Request) error {
	return p.change(r, view.QuestionPage, "Pergunta enviada.", func(id int64, posted web.FormData) error {
		return privacy.Question(r.Context(), p.DB, r.By, privacy.QuestionInput{ID: id, Text: posted.Or("question", "")})
	})
}

func (p Pages) askInform(r *web.Request) error { return p.ask(r, view.InformPage, view.Form{}) }

func (p Pages) inform(r *web.Request) error {
	return p.change(r, view.InformPage, "Resposta registrada.", func(id int64, posted web.FormData) error {
		return privacy.Inform(r.Context(), p.DB, r.By, privacy.InformInput{ID: id, Text: posted.Or("information", "")})
	})
}

func (p Pages) askAnswer(r *web.Request) error {
	return p.askWithText(r, view.AnswerPage, privacy.Answered)
}

// askWithText draws a form with the text of the letter.
func (p Pages) askWithText(r *web.Request, draw asking, use privacy.State) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	text, err := privacy.Filled(r.Context(), p.DB, found, use)
	if err != nil {
		return err
	}
	return p.ask(r, draw, view.Form{Text: text})
}

func (p Pages) answer(r *web.Request) error {
	return p.change(r, view.AnswerPage, "Pedido respondido.", p.closing(r, privacy.Answer))
}

func (p Pages) askRefusal(r *web.Request) error {
	return p.askWithText(r, view.RefusePage, privacy.Refused)
}

func (p Pages) refuse(r *web.Request) error {
	return p.change(r, view.RefusePage, "Pedido recusado.", p.closing(r, privacy.Refuse))
}

type closer func(ctx context.Context, tx *db.DB, by auth.Caller, input privacy.AnswerInput) error

func (p Pages) closing(r *web.Request, with closer) func(int64, web.FormData) error {
	return func(id int64, posted web.FormData) error {
		return with(r.Context(), p.DB, r.By, privacy.AnswerInput{ID: id, Answer: posted.Or("answer", ""), Reason: posted.Or("reason", "")})
	}
}

// change applies a form to the request of the address.
func (p Pages) change(r *web.Request, draw asking, done string, apply func(id int64, posted web.FormData) error) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := apply(id, posted); err != nil {
		return p.ask(r, draw, view.Form{Typed: posted, Refused: err})
	}
	r.Notify(done)
	return r.Redirect(view.At(view.RequestPath, id))
}
