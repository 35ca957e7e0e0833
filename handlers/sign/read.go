package sign

import (
	"strconv"

	"acolhe/models/signing"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/errs"
	view "acolhe/views/sign"
	"acolhe/web"
)

// read shows the term of a link to be signed, or why it cannot be signed any more.
func (p Sign) read(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return p.refuse(r, err)
	}
	if !found.contract.CanSign(r.Now) {
		return p.showState(r, found)
	}
	if _, isOpen, err := p.admit(r, found); !isOpen {
		return err
	}
	text, err := richtext.Parse(found.contract.ContentJSON)
	if err != nil {
		return err
	}
	page, err := p.pageOf(r, found, "Ler o termo")
	if err != nil {
		return err
	}
	letter, _ := strconv.Atoi(r.Query("letra")) // another text counts as the first size
	return r.Render(view.ReadPage(view.Reading{Page: page, Letter: letter, Text: view.Text(text), Minutes: text.ReadingMinutes()}))
}

// view records that a script opened the page of a link, with the time zone of the browser.
func (p Sign) view(r *web.Request) error {
	found, err := p.find(r)
	if err != nil {
		return err
	}
	if _, isOpen, err := p.admit(r, found); !isOpen {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if _, err := signing.View(r.Context(), p.DB, r.By,
		signing.ViewInput{Token: r.Param("token"), Timezone: posted.Or("timezone", "")}); err != nil {
		return err
	}
	return r.NoContent()
}

// showState shows why a link cannot be signed; the signer of a completed term comes to its documents.
func (p Sign) showState(r *web.Request, found link) error {
	if to := found.page(); to != view.Href(found.token, "") {
		return r.Redirect(to)
	}
	titles := map[signing.State]string{signing.StateCompleted: "Termo já assinado", signing.StateExpired: "Link vencido"}
	title, isKnown := titles[found.contract.State(r.Now)]
	if !isKnown {
		title = "Link cancelado"
	}
	page, err := p.pageOf(r, found, title)
	if err != nil {
		return err
	}
	successor, err := signing.FindSuccessor(r.Context(), p.DB, found.contract)
	if errs.HasCode(err, errs.CodeNotFound) {
		return r.Render(view.StatePage(page, nil))
	}
	if err != nil {
		return err
	}
	return r.Render(view.StatePage(page, &successor.DateCreated))
}
