package reads

import (
	"strconv"

	"acolhe/models/reads"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/reads"
	"acolhe/views/layouts"
	"acolhe/web"
)

// showAsk asks what the operator of unusual reads is asked.
func (p Pages) showAsk(r *web.Request) error {
	viewer, _ := strconv.ParseInt(r.Query("operador"), 10, 64) // nobody has the number of a malformed one
	return p.renderAsk(r, reads.AskInput{Kind: reads.UnusualKind(r.Query("tipo")), ViewerID: viewer, Day: r.Query("dia")}, nil)
}

// ask writes to the operator of unusual reads.
func (p Pages) ask(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input reads.AskInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	err = reads.Ask(r.Context(), p.DB, r.By, p.Mail, input)
	if errs.HasCode(err, errs.CodeValidation) {
		return p.renderAsk(r, input, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Pergunta enviada por e-mail.")
	return r.Redirect(view.Path)
}

func (p Pages) renderAsk(r *web.Request, input reads.AskInput, refused error) error {
	listed, err := reads.ListUnusual(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	found, err := view.Find(listed, reads.ReviewInput{Kind: input.Kind, ViewerID: input.ViewerID, Day: input.Day})
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Perguntar", layouts.Crumb{Label: "Quem viu", Href: view.Path})
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.Ask(around, view.AskData{Unusual: found, Text: input.Text, Refused: refused, IsDialog: r.IsFragment()}))
}
