package portal

import (
	"bytes"
	"context"
	"strconv"

	"acolhe/handlers/serve"
	"acolhe/models/payoutyear"
	"acolhe/models/platform/pdf"
	"acolhe/models/reports"
	"acolhe/models/types/errs"
	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
	people "acolhe/views/panel/professionals"
	"acolhe/views/paper"
	view "acolhe/views/portal"
	"acolhe/web"
)

// findYear reads the year of the address, by default the current one.
func (p Portal) findYear(r *web.Request) (data view.YearData, err error) {
	zone, err := reports.Zone(r.Context(), p.DB)
	if err != nil {
		return data, err
	}
	data.Now = r.Now.In(zone)
	year := data.Now.Year()
	if asked := r.Query("ano"); asked != "" {
		if year, err = strconv.Atoi(asked); err != nil {
			return data, errs.Invalid("ano", "escolha um ano até o atual")
		}
	}
	data.Year, err = payoutyear.FindOwn(r.Context(), p.DB, r.By, year)
	return data, err
}

func (p Portal) year(r *web.Request) error {
	professional, err := p.professional(r)
	if err != nil {
		return p.unlinked(r, err, "Ano")
	}
	data, err := p.findYear(r)
	if err != nil {
		return err
	}
	data.Details = pix.ParseDetails(texts.Of(professional.PaymentDetails))
	around, err := p.frame(r, "Ano de "+strconv.Itoa(data.Year.Year))
	if err != nil {
		return err
	}
	return r.Render(view.YearPage(around, data))
}

// yearPDF answers with the payouts of a year as a PDF.
func (p Portal) yearPDF(r *web.Request) error {
	professional, err := p.professional(r)
	if err != nil {
		return err
	}
	data, err := p.findYear(r)
	if err != nil {
		return err
	}
	association, _, err := pdf.ReadAssociation(r.Context(), p.DB)
	if err != nil {
		return err
	}
	printed := paper.PayoutYear{Head: pdf.Head{Association: association, IssuedBy: r.By.FullName(), Now: data.Now}, Year: data.Year,
		Professional: professional.Name, TypeName: people.TypeName(professional.Type)}
	return serve.PDF(r, "repasses-"+strconv.Itoa(data.Year.Year)+".pdf", func(context.Context) ([]byte, error) {
		var file bytes.Buffer
		err := printed.Write(&file, data.Now)
		return file.Bytes(), err
	})
}

// yearSheet answers with the payouts of a year as CSV.
func (p Portal) yearSheet(r *web.Request) error {
	if _, err := p.professional(r); err != nil {
		return err
	}
	data, err := p.findYear(r)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := view.WriteYear(&file, data.Year, data.Now.Location()); err != nil {
		return err
	}
	return serve.Sheet(r, "repasses-"+strconv.Itoa(data.Year.Year)+".csv", file.Bytes())
}
