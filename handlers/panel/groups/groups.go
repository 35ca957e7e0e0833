// Package groups serves what is done with many associates after a question: a field, a message, the term.
package groups

import (
	"net/url"
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	panelassociates "acolhe/handlers/panel/associates"
	"acolhe/models/associates"
	"acolhe/models/groupedit"
	"acolhe/models/platform/db"
	"acolhe/models/readytexts"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/groups"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/web"
)

// Pages serves the questions.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// BaseURL is the public address with which links in texts begin.
	BaseURL *url.URL
}

var crumb = layouts.Crumb{Label: "Associados", Href: associatesview.Path}

// Routes returns the routes.
func (p Pages) Routes() []web.Route {
	changes, signs := web.StaffCan("users", access.Update), web.StaffCan(access.DocSign, access.Create)
	return []web.Route{
		web.Page(view.FieldPath, changes, p.askField),
		web.Form(view.FieldPath, changes, p.setField),
		web.Page(view.WritePath, changes, p.askWrite),
		web.Form(view.WritePath, changes, p.write),
		web.Page(view.ChatsPath, changes, p.chats),
		web.Page(view.TermPath, signs, p.askTerm),
		web.Form(view.TermPath, signs, p.sendTerms),
	}
}

func (p Pages) list() list.Pages[associates.Listed, associates.ListInput] {
	return list.Pages[associates.Listed, associates.ListInput]{DB: p.DB, Frame: p.Frame, List: panelassociates.List()}
}

// selected reads the selection of the request and counts it.
func (p Pages) selected(r *web.Request) (associates.ListInput, view.Selected, error) {
	query, err := p.list().Selected(r)
	if err != nil {
		return query.Input, view.Selected{}, err
	}
	sent, err := url.ParseQuery(r.RawQuery())
	if err == nil && !r.IsGet() {
		var posted web.FormData
		posted, err = r.FormData()
		sent = url.Values(posted)
	}
	if err != nil {
		return query.Input, view.Selected{}, err
	}
	shown := view.Selected{Sent: sent, Next: web.LocalPath(sent.Get("volta"), associatesview.Path)}
	counted, err := associates.Count(r.Context(), p.DB, r.By, query.Input, page.CountLimit)
	shown.Count, shown.More = counted.Rows, counted.More
	return query.Input, shown, err
}

func (p Pages) askField(r *web.Request) error {
	_, shown, err := p.selected(r)
	if err != nil {
		return err
	}
	return p.renderField(r, view.FieldData{Selected: shown})
}

func (p Pages) renderField(r *web.Request, data view.FieldData) error {
	around, err := p.Frame(r, "Editar um campo", crumb)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.FieldPage(around, data))
}

// setField shows what a value changes, and changes it when it was shown.
func (p Pages) setField(r *web.Request) error {
	input, shown, err := p.selected(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	field := groupedit.Input{Field: posted.Or("campo", ""), Value: posted.Or("valor", "")}
	data := view.FieldData{Selected: shown, Typed: posted}
	if posted.Or("passo", "") == "mudar" {
		outcome, refused := p.apply(r, tasks.Input{Kind: tasks.SetField, Facts: tasks.Facts{Field: field}, Associates: input})
		if refused == nil {
			return p.list().Finish(r, outcome, shown.Next)
		}
		data.Refused = refused
	} else {
		preview, refused := groupedit.PreviewOf(r.Context(), p.DB, r.By, input, field)
		data.Preview, data.Refused = &preview, refused
	}
	if data.Refused != nil {
		if data.Preview = nil; errs.As(data.Refused) == nil {
			return data.Refused
		}
		return p.renderField(r, data)
	}
	around, err := p.Frame(r, "Editar um campo", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.FieldPage(around, data))
}

// apply does an action, and says what was done or where its task is.
func (p Pages) apply(r *web.Request, input tasks.Input) (list.Outcome, error) {
	result, err := tasks.Apply(r.Context(), p.DB, r.By, input)
	if err != nil {
		return list.Outcome{}, err
	}
	if result.Task != nil {
		return list.Outcome{Text: tasksview.Started(*result.Task), Path: tasksview.Href(result.Task.ID)}, nil
	}
	return list.Outcome{Text: tasksview.Applied(input, result), UndoID: result.UndoID}, nil
}

func (p Pages) askWrite(r *web.Request) error {
	_, shown, err := p.selected(r)
	if err != nil {
		return err
	}
	return p.renderWrite(r, view.WriteData{Selected: shown})
}

func (p Pages) renderWrite(r *web.Request, data view.WriteData) (err error) {
	if data.Texts, err = readytexts.List(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	around, err := p.Frame(r, "Escrever", crumb)
	if err != nil {
		return err
	}
	return r.RenderForm(data.Refused, view.WritePage(around, data))
}

// write starts the task that sends a text, or leads to the list of links.
func (p Pages) write(r *web.Request) error {
	input, shown, err := p.selected(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	id, _ := strconv.ParseInt(posted.Or("texto", ""), 10, 64) // any other value is no text
	text, refused := readytexts.FindFor(r.Context(), p.DB, r.By, id)
	if refused == nil && posted.Or("canal", "") == "whatsapp" {
		query := url.Values{"texto": {strconv.FormatInt(text.ID, 10)}}
		for _, name := range view.Fields() {
			query[name] = shown.Sent[name]
		}
		return r.Redirect(view.ChatsPath + "?" + query.Encode())
	}
	if refused == nil {
		var outcome list.Outcome
		if outcome, refused = p.apply(r, tasks.Input{Kind: tasks.SendText, Facts: tasks.Facts{Text: text.ID},
			Associates: input}); refused == nil {
			return p.list().Finish(r, outcome, shown.Next)
		}
	}
	if errs.As(refused) == nil {
		return refused
	}
	return p.renderWrite(r, view.WriteData{Selected: shown, Chosen: id, Refused: refused})
}

// chats lists the first people with a link to their WhatsApp.
func (p Pages) chats(r *web.Request) error {
	input, shown, err := p.selected(r)
	if err != nil {
		return err
	}
	id, _ := strconv.ParseInt(r.Query("texto"), 10, 64) // any other value is no text
	text, err := readytexts.FindFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	data := view.ChatsData{Selected: shown, Text: text}
	if data.Chats, err = p.chatsOf(r, input, text); err != nil {
		return err
	}
	around, err := p.Frame(r, "WhatsApp", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ChatsPage(around, data))
}

func (p Pages) chatsOf(r *web.Request, input associates.ListInput, text readytexts.Text) (chats []view.Chat, err error) {
	input.Window = page.Window{Limit: new(view.MaxChats)}
	found, err := associates.List(r.Context(), p.DB, r.By, input)
	if err != nil {
		return nil, err
	}
	for _, associate := range found.Items {
		to, err := readytexts.FindRecipient(r.Context(), p.DB, r.By, readytexts.Subject{Kind: readytexts.OfAssociate, ID: associate.ID})
		if err != nil {
			return nil, err
		}
		values, err := readytexts.ValuesFor(r.Context(), p.DB, r.By, to, p.BaseURL)
		if err != nil {
			return nil, err
		}
		chat := view.Chat{To: to, Filled: readytexts.Fill(text, values)}
		switch {
		case to.Phone == "":
			chat.Missing = "Sem telefone."
		case to.NoWhatsApp:
			chat.Missing = "Não permite recados pelo WhatsApp."
		case len(chat.Filled.Missing) > 0:
			chat.Missing = "Falta um dado do texto: " + chat.Filled.Missing[0] + "."
		}
		chats = append(chats, chat)
	}
	return chats, nil
}

func (p Pages) askTerm(r *web.Request) error {
	_, shown, err := p.selected(r)
	if err != nil {
		return err
	}
	return p.renderTerm(r, view.TermData{Selected: shown})
}

func (p Pages) renderTerm(r *web.Request, data view.TermData) error {
	around, err := p.Frame(r, "Enviar o termo", crumb)
	if err != nil {
		return err
	}
	return r.RenderForm(data.Refused, view.TermPage(around, data))
}

func (p Pages) sendTerms(r *web.Request) error {
	input, shown, err := p.selected(r)
	if err != nil {
		return err
	}
	outcome, refused := p.apply(r, tasks.Input{Kind: tasks.SendTerms, Associates: input})
	if refused == nil {
		return p.list().Finish(r, outcome, shown.Next)
	}
	if errs.As(refused) == nil {
		return refused
	}
	return p.renderTerm(r, view.TermData{Selected: shown, Refused: refused})
}
