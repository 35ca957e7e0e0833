package agenda

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"acolhe/handlers/serve"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	view "acolhe/views/panel/agenda"
	"acolhe/views/paper"
	"acolhe/web"
)

// printDay answers with the day of the view as a PDF: all professionals, or those of the view.
func (p Pages) printDay(r *web.Request) error {
	association, zone, err := pdf.ReadAssociation(r.Context(), p.DB)
	if err != nil {
		return err
	}
	now := r.Now.In(zone)
	shown := view.ViewIn(r.Queries(), now)
	day := paper.Day{Phones: map[uuid.UUID]string{}, Head: pdf.Head{Association: association, IssuedBy: r.By.FullName(), Now: now,
		Title: "Agenda de " + fmtbr.ShortWeekday(shown.Day, zone) + " " + fmtbr.Date(shown.Day, zone)}}
	if day.Services, err = p.servicesOf(r, shown); err != nil {
		return err
	}
	for _, service := range day.Services {
		r.ShowsRecords("services", strconv.FormatInt(service.ID, 10))
	}
	if err := p.addPhones(r, &day); err != nil {
		return err
	}
	return serve.PDF(r, "agenda-"+civil.Of(shown.Day).String()+".pdf", func(context.Context) ([]byte, error) {
		var file bytes.Buffer
		err := day.Write(&file)
		return file.Bytes(), err
	})
}

// maxOfDay is the number of appointments of a printed day.
const maxOfDay = 2000

// servicesOf returns the services of the day of a view, by professional and time.
func (p Pages) servicesOf(r *web.Request, shown view.View) (services []bookings.Service, err error) {
	day := civil.Of(shown.Day).String()
	err = listing.Each(r.Context(), p.DB, r.By, listing.Input{From: day, To: day}, func(one bookings.Service) error {
		if len(services) < maxOfDay && (len(shown.Professionals) == 0 || slices.Contains(shown.Professionals, one.ProfessionalID)) {
			services = append(services, one)
		}
		return nil
	})
	slices.SortStableFunc(services, func(a, b bookings.Service) int {
		return cmp.Or(cmp.Compare(texts.Fold(a.ProfessionalName), texts.Fold(b.ProfessionalName)),
			cmp.Compare(a.ProfessionalID, b.ProfessionalID))
	})
	return services, err
}

// addPhones adds the phones of the associates, for a person who may read them.
func (p Pages) addPhones(r *web.Request, day *paper.Day) error {
	if !access.CanOpen(r.By, "users", access.Read) || len(day.Services) == 0 {
		return nil
	}
	codes := make([]uuid.UUID, len(day.Services))
	for i, one := range day.Services {
		codes[i] = one.AssociateUserCode
	}
	found, err := associates.ByCodeFor(r.Context(), p.DB, r.By, codes)
	for code, associate := range found {
		day.Phones[code] = texts.Of(associate.Phone)
	}
	return err
}
