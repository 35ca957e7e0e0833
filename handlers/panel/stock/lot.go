package stock

import (
	"strconv"
	"time"

	"acolhe/handlers/list"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/platform/shown"
	"acolhe/models/recalls"
	"acolhe/models/stock"
	"acolhe/models/types/access"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	view "acolhe/views/panel/stock"
	"acolhe/web"
)

// readLot reads the lot of the address with its product.
func (p Pages) readLot(r *web.Request) (data view.LotData, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return data, err
	}
	if data.Lot, err = stock.FindLot(r.Context(), p.DB, r.By, id); err != nil {
		return data, err
	}
	data.Product, err = stock.FindStocked(r.Context(), p.DB, r.By, data.Lot.ProductID)
	return data, err
}

func (p Pages) showLot(r *web.Request) error { return p.renderLot(r, nil, nil) }

func (p Pages) renderLot(r *web.Request, posted web.FormData, refused error) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	if data.Flow, err = stock.FlowOf(r.Context(), p.DB, r.By, data.Lot.ID); err != nil {
		return err
	}
	if err := p.readPeople(r, &data); err != nil {
		return err
	}
	if data.Certificate, err = data.Lot.Certificate(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	around, err := p.Frame(r, "Lote "+data.Lot.Number, crumb, layouts.Crumb{Label: data.Product.Name, Href: view.Href(data.Product.ID)})
	if err != nil {
		return err
	}
	data.CanChange, data.CanUnblock = access.Can(r.By, "products", access.Update), access.Can(r.By, "products", access.Delete)
	data.CanUpload = data.CanChange && access.Can(r.By, "files", access.Create)
	data.Now, data.Typed, data.Refused, around.Refused = around.Now, posted, refused, refused != nil
	return r.RenderForm(refused, view.LotPage(around, data), view.PeoplePart)
}

// exportLot answers with the people who have units of the lot and what was done to notify them, as a file for a spreadsheet.
func (p Pages) exportLot(r *web.Request) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "")
	if err != nil {
		return err
	}
	people, err := recalls.List(r.Context(), p.DB, r.By, recalls.ListInput{LotID: data.Lot.ID, Limit: stock.MaxWent})
	if err != nil {
		return err
	}
	export, err := exports.Prepare(r.Context(), exports.Source{DB: p.DB, Semaphore: p.Exports}, exports.List[recalls.Person]{
		Request: exports.Request{List: "pessoas-do-lote", Collection: "orders", Format: "csv", Summary: []string{"Lote: " + data.Lot.Number}},
		Columns: peopleColumns(around.Now.Location()), By: r.By,
		Record: func(one *recalls.Person) shown.Record {
			return shown.Record{Of: "orders", Key: strconv.FormatInt(one.OrderID, 10)}
		},
		Count: exports.CountOf(len(people)),
		Each:  exports.EachOf(people),
	})
	if err != nil {
		return err
	}
	export.FileName = "lote-" + data.Lot.Number + ".csv"
	return list.Stream(r, export)
}

// peopleColumns are the columns of the file of a lot, which has a line for each order with units of it.
func peopleColumns(zone *time.Location) []exports.Column[recalls.Person] {
	return []exports.Column[recalls.Person]{
		{Name: "Pessoa", Kind: kind.Text, Value: func(one recalls.Person) string { return one.Name }},
		{Name: "Pedido", Kind: kind.Integer, Value: func(one recalls.Person) string { return strconv.FormatInt(one.OrderID, 10) }},
		{Name: "Unidades", Kind: kind.Integer, Value: func(one recalls.Person) string { return strconv.Itoa(one.Quantity) }},
		{Name: "Separado em", Kind: kind.Timestamp, Value: func(one recalls.Person) string { return sheet.Moment(one.Separated) }},
		{Name: "Telefone", Kind: kind.Text, Value: func(one recalls.Person) string { return fmtbr.Phone(texts.Of(one.Phone)) }},
		{Name: "E-mail", Kind: kind.Text, Value: func(one recalls.Person) string { return texts.Of(one.Email) }},
		{Name: "Situação", Kind: kind.Text, Value: func(one recalls.Person) string { return string(one.Status) }},
		{Name: "Aviso", Kind: kind.Text, Value: func(one recalls.Person) string { return view.StateLabel(one.State) }},
		{Name: "Detalhe", Kind: kind.Text, Value: func(one recalls.Person) string { return view.Detail(one, zone) }},
	}
}

func (p Pages) adjust(r *web.Request) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input stock.AdjustInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.LotID = data.Lot.ID
	if _, err := stock.Adjust(r.Context(), p.DB, r.By, input); err != nil {
		return p.renderLot(r, posted, err)
	}
	r.Notify("Estoque ajustado.")
	return r.Redirect(view.LotHref(data.Lot.ID))
}

func (p Pages) askBlock(r *web.Request) error { return p.renderBlock(r, nil, nil) }

func (p Pages) renderBlock(r *web.Request, posted web.FormData, refused error) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Recolher lote", crumb)
	if err != nil {
		return err
	}
	data.Typed, data.Refused, around.Refused = posted, refused, refused != nil
	return r.RenderForm(refused, view.BlockPage(around, data))
}

func (p Pages) block(r *web.Request) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := stock.BlockInput{ID: data.Lot.ID, Typed: posted.Or("typed", ""), Reason: posted.Or("reason", "")}
	if _, err := stock.Block(r.Context(), p.DB, r.By, input); err != nil {
		return p.renderBlock(r, posted, err)
	}
	r.Notify("Lote " + data.Lot.Number + " recolhido.")
	return r.Redirect(view.LotHref(data.Lot.ID))
}

func (p Pages) unblock(r *web.Request) error {
	data, err := p.readLot(r)
	if err != nil {
		return err
	}
	if _, err := stock.Unblock(r.Context(), p.DB, r.By, data.Lot.ID); err != nil {
		return err
	}
	r.Notify("Recolhimento desfeito.")
	return r.Redirect(view.LotHref(data.Lot.ID))
}
