package orders

import (
	"bytes"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/platform/settings"
	"acolhe/models/types/texts"
	"acolhe/views/paper"
	"acolhe/web"
)

// print answers with the order as a PDF, which the browser shows and prints.
func (p Pages) print(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	return p.printAll(r, []orders.Order{order})
}

// printAll answers with a PDF of at least one order, a sheet for each.
func (p Pages) printAll(r *web.Request, found []orders.Order) error {
	printed, err := p.onPaper(r, found)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := paper.WriteOrders(&file, printed); err != nil {
		return err
	}
	name := strings.ToLower(strings.ReplaceAll(paper.OrdersTitle(printed), " ", "-")) + ".pdf"
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "application/pdf")
		header.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
		header.Set("Content-Length", strconv.Itoa(file.Len()))
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write(file.Bytes()) // a client that disconnected needs no answer
	}))
}

// onPaper adds to orders the data that only their sheets show.
func (p Pages) onPaper(r *web.Request, found []orders.Order) ([]paper.Order, error) {
	head, err := p.paperHead(r)
	if err != nil {
		return nil, err
	}
	contacts, err := p.contactsOf(r, found)
	if err != nil {
		return nil, err
	}
	printed := make([]paper.Order, len(found))
	for i, order := range found {
		associate := contacts[order.User]
		head.Title = paper.OrderTitle(order.ID)
		printed[i] = paper.Order{Head: head, Order: order, Totals: order.Totals(), Phone: texts.Of(associate.Phone), CPF: texts.Of(associate.AssociateCPF)}
		if printed[i].Pix, err = orders.PayByPix(r.Context(), p.DB, order); err != nil {
			return nil, err
		}
	}
	return printed, nil
}

// contactsOf returns the associates of orders by row id, as far as the caller may read them.
func (p Pages) contactsOf(r *web.Request, found []orders.Order) (map[int64]associates.Associate, error) {
	ids := make([]int64, len(found))
	for i, order := range found {
		ids[i] = order.User
	}
	return associates.ByIDFor(r.Context(), p.DB, r.By, ids)
}

// paperHead returns the head of printed documents, without a title.
func (p Pages) paperHead(r *web.Request) (paper.Head, error) {
	stored, err := settings.Read(r.Context(), p.DB, settings.TimeZone, settings.AssociationName, settings.AssociationCNPJ,
		settings.AssociationAddress, settings.AssociationPhone, settings.AssociationLogo)
	if err != nil {
		return paper.Head{}, err
	}
	location, err := stored.Location()
	if err != nil {
		return paper.Head{}, err
	}
	return paper.Head{IssuedBy: r.By.FullName(), Now: r.Now.In(location), Association: paper.Association{
		Name: settings.Of(stored, settings.AssociationName), CNPJ: settings.Of(stored, settings.AssociationCNPJ),
		Address: settings.Of(stored, settings.AssociationAddress), Phone: settings.Of(stored, settings.AssociationPhone),
		Logo: settings.LogoOf(settings.Of(stored, settings.AssociationLogo)),
	}}, nil
}
