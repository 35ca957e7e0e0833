package home

import (
	"strconv"

	"acolhe/models/reception/queue"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	associatesview "acolhe/views/panel/associates"
	receptionview "acolhe/views/panel/reception"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

func claimHref(id int64) string { return Path + "/recepcao/" + strconv.FormatInt(id, 10) + "/atender" }

// itemHref returns the record of the waiting person, of an unknown one the item on the board of the reception.
func itemHref(item queue.Waiting) string {
	if item.AssociateID == nil {
		return receptionview.Href(item.ID)
	}
	return associatesview.Href(*item.AssociateID)
}

func itemNote(item queue.Waiting) string {
	who := "Primeiro contato"
	if item.Membership != nil {
		who = associatesview.MembershipName(*item.Membership)
	}
	return fmtbr.Join(" · ", who, texts.Of(item.Message))
}

func (t Today) waiting(item queue.Waiting) ui.Content {
	waited := t.Now.Sub(item.DateCreated)
	return nav.Elapsed{Text: fmtbr.Elapsed(waited), What: "espera há", Title: "chegou " + fmtbr.DateTime(item.DateCreated, t.Now.Location()),
		Tone: toneOf(waited, t.Queue.Warn, t.Queue.Late)}
}

// attend is the button to attend to an item, the link to continue, or the name of the colleague who attends.
func (t Today) attend(item queue.Waiting) ui.Content {
	switch {
	case item.Attendant != nil && item.Attendant.String() != t.By.Code:
		return ui.Quiet("com " + texts.Of(item.AttendantName))
	case !t.CanClaim:
		return ui.Literal("")
	case item.Attendant != nil:
		return ui.PostButton{Label: "Continuar", Name: "com " + item.DisplayName(), Action: claimHref(item.ID)}
	}
	return ui.PostButton{Label: "Atender", Name: item.DisplayName(), Action: claimHref(item.ID)}
}

// queueFoot says how many more wait, and how long people wait today.
func (t Today) queueFoot() ui.Content {
	var foot ui.CardFoot
	if more := t.Queue.Count - len(t.Queue.Items); more > 0 {
		foot.Text = "Mais " + number(more) + " na fila"
	}
	if t.Queue.Mean > 0 {
		foot.Note = "espera média hoje: " + fmtbr.Elapsed(t.Queue.Mean)
	}
	if foot == (ui.CardFoot{}) {
		return nil
	}
	return foot
}
