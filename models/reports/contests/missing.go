package contests

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Maximum lengths of a claim of a missing service.
const (
	maxWho   = 120
	maxClaim = 1500
)

// MissingInput claims a service of a day, YYYY-MM-DD, that the report of its month does not have.
type MissingInput struct {
	Day  string `form:"day"`
	Who  string `form:"who"`
	Text string `form:"text"`
}

// ClaimMissing adds the claim of a missing service to the contest_reports of the caller's professional, and returns its
// month. It returns 400 VALIDATION_ERROR for an incomplete claim and for a day to come, and 409 CONFLICT if the report has
// a service of this person on the day, or the claim.
func ClaimMissing(ctx context.Context, tx *db.DB, by auth.Caller, input MissingInput) (month civil.Month, err error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return month, err
	}
	input.Who, input.Text = strings.Join(strings.Fields(input.Who), " "), strings.TrimSpace(input.Text)
	input.Day = civil.TypedDay(input.Day)
	day := civil.Midnight(input.Day, zone)
	if err := input.validate(day.After(by.Now)); err != nil {
		return month, err
	}
	month = civil.MonthOf(day)
	professional, err := professionals.FindByCode(ctx, tx, by, by.InternalCode)
	if err != nil {
		return month, err
	}
	services, err := bookings.ListReported(ctx, tx, by, bookings.ReportedInput{Span: civil.Span{From: day, To: day.AddDate(0, 0, 1)}})
	if err != nil {
		return month, err
	}
	if slices.ContainsFunc(services, input.isOf) {
		return month, errs.Conflict(errs.CodeConflict, "Este atendimento já está no relatório.")
	}
	claim := "Falta o atendimento de " + day.Format("02/01/2006") + ", " + input.Who + ": "
	if slices.ContainsFunc(professional.ContestsOf(month.String()), func(earlier professionals.MonthContest) bool {
		return strings.HasPrefix(texts.Fold(earlier.Text), texts.Fold(claim))
	}) {
		return month, errs.Conflict(errs.CodeConflict, "Você já pediu este atendimento. A associação responde por aqui.")
	}
	_, err = professionals.AddContest(ctx, tx, by,
		professionals.ContestInput{ID: professional.ID, Month: month.String(), Text: claim + input.Text})
	return month, err
}

func (in MissingInput) validate(isToCome bool) error {
	var problems errs.Problems
	problems.Require(civil.IsDay(in.Day), "day", "escreva o dia do atendimento")
	problems.Require(!isToCome, "day", "este dia ainda não chegou")
	problems.Require(in.Who != "" && texts.Fits(in.Who, maxWho), "who", "escreva quem foi atendido, com até 120 caracteres")
	problems.Require(in.Text != "" && texts.Fits(in.Text, maxClaim), "text", "conte como podemos conferir, com até 1.500 caracteres")
	return problems.Err()
}

// isOf reports whether a service is of the person of the claim: each word is one of the associate's or the patient's name.
func (in MissingInput) isOf(service bookings.Service) bool {
	for _, name := range []string{service.AssociateName, texts.Of(service.PatientName)} {
		words := strings.Fields(texts.Fold(name))
		if !slices.ContainsFunc(strings.Fields(texts.Fold(in.Who)), func(word string) bool { return !slices.Contains(words, word) }) {
			return true
		}
	}
	return false
}
