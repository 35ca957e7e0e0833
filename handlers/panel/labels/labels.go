// Package labels serves the labels of an order for thermal printers: of its vials and of the parcel.
package labels

import (
	"bytes"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/handlers/frame"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/stock"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/labels"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/paper/labels"
	"acolhe/web"
)

// Pages serves the labels.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes.
func (p Pages) Routes() []web.Route {
	reads := web.StaffCan("orders", access.Read)
	return []web.Route{
		web.Page(ordersview.Path+"/:id"+view.Slug, reads, p.choose),
		web.Page(ordersview.Path+"/:id"+view.Slug+"/:file", reads, p.print),
	}
}

func (p Pages) find(r *web.Request) (orders.Order, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return orders.Order{}, err
	}
	return orders.FindFor(r.Context(), p.DB, r.By, id)
}

// choose shows the labels of the order with their sizes and forms.
func (p Pages) choose(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Etiquetas do pedido "+ordersview.Number(order.ID), layouts.Crumb{Label: "Pedidos", Href: ordersview.Path},
		layouts.Crumb{Label: "Pedido " + ordersview.Number(order.ID), Href: ordersview.Href(order.ID)})
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, order))
}

// print answers with the labels that the name of the file says: frasco-62x100.zpl. Any other name is 404 NOT_FOUND.
func (p Pages) print(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	file, known := parse(r.Param("file"))
	if !known {
		return errs.NotFound("Esta etiqueta não existe.")
	}
	association, zone, err := pdf.ReadAssociation(r.Context(), p.DB)
	if err != nil {
		return err
	}
	all := []labels.Label{labels.Address(order, association)}
	if file.kind == view.Vial {
		taken, err := stock.TakenBy(r.Context(), p.DB, order.ID)
		if err != nil {
			return err
		}
		all = labels.Vials(order, taken, association)
	}
	return file.serve(r, order, all, r.By.Now.In(zone))
}

// file is what the name of a file asks for: frasco-62x100.zpl.
type file struct {
	kind, form string
	size       labels.Size
}

func (f file) serve(r *web.Request, order orders.Order, all []labels.Label, now time.Time) error {
	var content bytes.Buffer
	var err error
	kind, disposition := "application/pdf", "inline"
	if f.form == view.ZPL {
		kind, disposition, err = "text/plain; charset=utf-8", "attachment", labels.ZPL(&content, f.size, all)
	} else {
		err = labels.PDF(&content, "Etiquetas do pedido nº "+strconv.FormatInt(order.ID, 10), now, f.size, all)
	}
	if err != nil {
		return err
	}
	name := "etiquetas-pedido-" + strconv.FormatInt(order.ID, 10) + "." + f.form
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", kind)
		header.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": name}))
		header.Set("Content-Length", strconv.Itoa(content.Len()))
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write(content.Bytes()) // a client that disconnected needs no answer
	}))
}

// parse reads the name of a file.
func parse(name string) (wanted file, known bool) {
	base, form, _ := strings.Cut(name, ".")
	kind, sized, _ := strings.Cut(base, "-")
	at := slices.IndexFunc(labels.Sizes(), func(s labels.Size) bool { return s.Name == sized })
	if at < 0 || form != view.PDF && form != view.ZPL || kind != view.Vial && kind != view.Parcel {
		return file{}, false
	}
	return file{kind, form, labels.Sizes()[at]}, true
}
