// Package health serves the page of the examination of the installation.
package health

import (
	"context"
	"io"
	"time"

	"acolhe/handlers/frame"
	"acolhe/models/doctor"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/health"
	"acolhe/web"
)

// Pages serves the page.
type Pages struct {
	Frame  frame.Func
	Doctor doctor.Doctor
}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.show),
		web.Form(view.Path, web.Administrator(), p.examine),
		web.Page(view.ReportPath, web.Administrator(), p.download),
	}
}

func (p Pages) show(r *web.Request) error {
	report, err := p.Doctor.Last(r.Context(), r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Saúde")
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, view.PageData{Report: report, Now: around.Now}))
}

func (p Pages) examine(r *web.Request) error {
	report, err := p.Doctor.Examine(r.Context(), r.By)
	if err != nil {
		return err
	}
	r.Notify(report.Summary())
	return r.Redirect(view.Path)
}

// downloadLimit is the time for sending the report, a page of text.
const downloadLimit = time.Minute

// download serves the last report as `acolhe doctor` prints it.
func (p Pages) download(r *web.Request) error {
	report, err := p.Doctor.Last(r.Context(), r.By)
	if err != nil {
		return err
	}
	if report == nil {
		return errs.NotFound("Ainda não houve um exame.")
	}
	around, err := p.Frame(r, "Saúde")
	if err != nil {
		return err
	}
	zone := around.Now.Location()
	file := web.File{Name: "saude-" + civil.Of(report.DateCreated.In(zone)).String() + ".txt", ContentType: "text/plain; charset=utf-8",
		Limit: downloadLimit}
	return r.Download(file, func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, report.Text(zone))
		return err
	})
}
