package entry

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"acolhe/models/types/auth"
	"acolhe/views/entry"
	"acolhe/web"
)

const (
	// keptFor is the time for which the login page keeps a form.
	keptFor = time.Hour
	// maxKept is the maximum size of a kept form in bytes, compressed and encrypted: the login page contains it and posts it
	// to a public address.
	maxKept = 60 << 10
	// maxUnpacked is the maximum size of a kept form in bytes.
	maxUnpacked = 4 << 20
	// keptPurpose is the purpose of the encryption.
	keptPurpose = "entry.kept_form"
)

// keptForm is a form that was sent after its session had ended. The login page contains it, encrypted, so that only its
// author sees the typed values.
type keptForm struct {
	OperatorID int64
	Until      time.Time
	// Action is the address of the form, Page that of the page with the form.
	Action, Page string
	Values       url.Values
}

// keepForm returns the form of the request without its passwords, encrypted. A form that is too large is not kept.
func (e Entry) keepForm(r *web.Request, operator int64) (kept string, isTooLarge bool, err error) {
	posted, err := r.FormData()
	if err != nil {
		return "", false, err
	}
	values := url.Values(posted)
	maps.DeleteFunc(values, func(name string, _ []string) bool { return name == "current" || strings.Contains(name, "password") })
	return e.encryptForm(r, operator, values)
}

// holdForm returns the form of a person who must pass the second step first, encrypted: with its passwords, because it
// continues without them being typed again.
func (e Entry) holdForm(r *web.Request) (held string, isTooLarge bool, err error) {
	posted, err := r.FormData()
	if err != nil {
		return "", false, err
	}
	return e.encryptForm(r, r.By.ID, url.Values(posted))
}

func (e Entry) encryptForm(r *web.Request, operator int64, values url.Values) (kept string, isTooLarge bool, err error) {
	form := keptForm{OperatorID: operator, Until: r.Now.Add(keptFor), Action: r.Path(), Page: r.CameFrom(r.Path()), Values: values}
	packed, err := form.pack()
	if err != nil {
		return "", false, err
	}
	kept = base64.RawURLEncoding.EncodeToString(e.Key.Encrypt(packed, keptPurpose))
	if len(kept) > maxKept {
		return "", true, nil
	}
	return kept, false, nil
}

// pack returns the form as compressed JSON.
func (f keptForm) pack() ([]byte, error) {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if err := json.NewEncoder(writer).Encode(f); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// restoreForm shows the page of a kept form with the typed values. It drops a form of another person, an expired form
// and one whose page is missing.
func (e Entry) restoreForm(r *web.Request, by auth.Caller, sealed string) error {
	form, ok := e.openForm(sealed)
	switch {
	case !ok || r.Now.After(form.Until):
		r.Notify("O formulário expirou. Preencha de novo.")
		return r.Redirect(wayBack(by, form.Page))
	case form.OperatorID != by.ID:
		r.Notify(notYours)
		return r.Redirect(wayBack(by, ""))
	}
	page, found := r.PageAt(form.Page)
	if !found {
		return r.Redirect(wayBack(by, form.Page))
	}
	filled, err := form.fill(r.Context(), page)
	if err != nil {
		return err
	}
	return r.RenderHTML(filled)
}

func (e Entry) openForm(sealed string) (form keptForm, ok bool) {
	encrypted, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return form, false
	}
	plain, err := e.Key.Decrypt(encrypted, keptPurpose)
	if err != nil {
		return form, false
	}
	reader, err := gzip.NewReader(bytes.NewReader(plain))
	if err != nil {
		return form, false
	}
	return form, json.NewDecoder(io.LimitReader(reader, maxUnpacked)).Decode(&form) == nil
}

// fill returns a page with the values in its form. Values without a control, such as those of rows added to a list,
// become hidden inputs, so that they are sent too.
func (f keptForm) fill(ctx context.Context, page []byte) ([]byte, error) {
	document, err := goquery.NewDocumentFromReader(bytes.NewReader(page))
	if err != nil {
		return nil, err
	}
	form := document.Find("form[method=post]").FilterFunction(func(_ int, one *goquery.Selection) bool {
		return one.AttrOr("action", "") == f.Action
	}).First()
	left := maps.Clone(f.Values)
	for _, control := range form.Find("input[name], textarea[name], select[name], button[name]").EachIter() {
		fillControl(control, left)
	}
	var restored bytes.Buffer
	if err := entry.Restored(left, form.Find("[type=file]").Length() > 0).Render(ctx, &restored); err != nil {
		return nil, err
	}
	form.SetAttr("data-unsaved", "").PrependHtml(restored.String())
	var filled bytes.Buffer
	err = goquery.Render(&filled, document.Selection)
	return filled.Bytes(), err
}

// fillControl sets a control to the remaining values of its name, and removes them from left. A button, a password and
// a file are never restored.
func fillControl(control *goquery.Selection, left url.Values) {
	name := control.AttrOr("name", "")
	kind := control.AttrOr("type", "text")
	switch {
	case goquery.NodeName(control) == "button" || kind == "submit" || kind == "password" || kind == "file":
		delete(left, name)
	case kind == "checkbox" || kind == "radio":
		control.RemoveAttr("checked")
		if takeValue(left, name, control.AttrOr("value", "on")) {
			control.SetAttr("checked", "")
		}
	case goquery.NodeName(control) == "select":
		for _, option := range control.Find("option").EachIter() {
			option.RemoveAttr("selected")
			if takeValue(left, name, option.AttrOr("value", option.Text())) {
				option.SetAttr("selected", "")
			}
		}
	case len(left[name]) > 0:
		setText(control, left[name][0])
		left[name] = left[name][1:]
	}
}

func setText(control *goquery.Selection, typed string) {
	if goquery.NodeName(control) == "textarea" {
		control.SetText(typed)
		return
	}
	control.SetAttr("value", typed)
}

// takeValue removes a value of a name and reports whether it was present.
func takeValue(left url.Values, name, value string) bool {
	at := slices.Index(left[name], value)
	if at < 0 {
		return false
	}
	left[name] = slices.Delete(slices.Clone(left[name]), at, at+1)
	return true
}
