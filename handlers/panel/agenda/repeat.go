package agenda

import (
	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/series"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/agenda/booking"
	"acolhe/views/panel/repeat"
	"acolhe/web"
)

// repeat makes the only item of a booking that repeats one for each date of its series.
func (p Pages) repeat(r *web.Request, booking view.Booking, input *bookings.BookInput) error {
	if err := p.completeRows(r, &booking); err != nil || !booking.Repeats() || len(input.Items) != 1 {
		return err
	}
	rule, plan, err := p.plan(r, booking)
	if err != nil {
		return err
	}
	times := series.Times(plan)
	if len(times) == 0 {
		return errs.Invalid("items[0].consultation_date", "nenhuma das datas sobrou para agendar")
	}
	item := input.Items[0]
	input.Items = make([]bookings.ItemInput, len(times))
	for i, at := range times {
		item.ConsultationDate = patch.Of(at)
		input.Items[i] = item
	}
	input.Series = &bookings.Series{Code: uuid.New(), Every: string(rule.Every), IsPackage: rule.IsPackage}
	return nil
}

// plan computes the dates of a booking that repeats. Without a professional and a first date there are none to check.
func (p Pages) plan(r *web.Request, booking view.Booking) (rule series.Rule, plan []series.Planned, err error) {
	if err := booking.Typed.Bind(&rule); err != nil {
		return rule, nil, err
	}
	row := booking.Rows[0]
	switch {
	case row.Professional.ID == 0:
		return rule, nil, errs.Invalid("items[0].professional_id", "escolha o profissional")
	case row.At == nil || !isPossible(*row.At):
		return rule, nil, errs.Invalid("items[0].consultation_date", "informe a primeira data")
	}
	plan, err = series.Plan(r.Context(), p.DB, r.By,
		series.PlanInput{ProfessionalID: row.Professional.ID, First: *row.At, Rule: rule, Choices: repeat.Choices(booking.Typed)})
	return rule, plan, err
}
