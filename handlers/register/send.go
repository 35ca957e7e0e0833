package register

import (
	"acolhe/models/files"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/register"
	view "acolhe/views/register/documents"
	"acolhe/web"
)

// sendRoutes are the pages on which an associate sends a prescription, a report or an exam again.
func (p Register) sendRoutes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(view.SendPath, own, p.showSending).ShowsQuota(files.UploadQuota()),
		web.Form(view.SendPath, own, p.endSending).Quota(registration.OwnQuota()),
		web.Form(view.SendFilePath, own, p.receiveAgain).Quota(files.UploadQuota()),
		web.Page(view.ReceivedPath, own, p.showSent),
	}
}

// readSending reads the kind and the person of the address. It redirects an associate whose registration is not complete,
// and then returns false.
func (p Register) readSending(r *web.Request) (sending view.Sending, complete bool, err error) {
	sending = view.Sending{Kind: view.ValidKind(r.Query("tipo")), Whom: r.Query("para")}
	if sending.Progress, err = registration.ReadProgress(r.Context(), p.DB, r.By); err != nil {
		return sending, false, err
	}
	if !registration.IsComplete(sending.Progress.Row) {
		return sending, false, r.Redirect(register.Home)
	}
	if sending.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return sending, false, err
	}
	sending.Frame, err = p.frame(r, sending.Title())
	return sending, true, err
}

func (p Register) showSending(r *web.Request) error {
	sending, complete, err := p.readSending(r)
	if err != nil || !complete {
		return err
	}
	if sending.MustChoose() {
		return r.Render(view.ChooseRecipient(sending))
	}
	return r.Render(view.SendPage(sending))
}

// endSending leads to the confirmation once a file has been sent.
func (p Register) endSending(r *web.Request) error {
	sending, complete, err := p.readSending(r)
	switch {
	case err != nil || !complete:
		return err
	case sending.MustChoose():
		return r.Redirect(sending.Href())
	case len(sending.Today()) == 0:
		return p.refuseSending(r, sending, errs.Invalid("file", "Escolha a foto ou o PDF."))
	}
	return r.Redirect(sending.ReceivedHref())
}

// receiveAgain stores a document sent without scripts.
func (p Register) receiveAgain(r *web.Request) error {
	sending, complete, err := p.readSending(r)
	if err != nil || !complete {
		return err
	}
	if _, err := p.receiveDocument(r); err != nil {
		return p.refuseSending(r, sending, err)
	}
	return r.Redirect(sending.Href())
}

// refuseSending shows why a file was refused; it returns other errors.
func (p Register) refuseSending(r *web.Request, sending view.Sending, refused error) error {
	refusal := errs.As(refused)
	if refusal == nil || refusal.Kind == errs.KindUnavailable || refusal.Kind == errs.KindNotFound || sending.MustChoose() {
		return refused
	}
	sending.Problem = refusal.Message
	if len(refusal.Fields) > 0 {
		sending.Problem = refusal.Fields[0].Message
	}
	sending.Frame.Refused = true
	return r.RenderForm(refused, view.SendPage(sending))
}

// showSent confirms what was sent today; without anything it leads back.
func (p Register) showSent(r *web.Request) error {
	sending, complete, err := p.readSending(r)
	if err != nil || !complete {
		return err
	}
	if sending.MustChoose() || len(sending.Today()) == 0 {
		return r.Redirect(sending.Href())
	}
	return r.Render(view.ReceivedPage(sending))
}
