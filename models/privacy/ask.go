package privacy

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// QuestionInput is a question to the person of a request.
type QuestionInput struct {
	ID   int64  `form:"-"`
	Text string `form:"question"`
}

// Question asks the person of an open request for more information: the request waits, the person gets a letter, and the days that
// were left are noted. The days go on: the law knows no pause. It returns 409 CONFLICT for a closed request.
func Question(ctx context.Context, tx *db.DB, by auth.Caller, input QuestionInput) error {
	input.Text = normal(input.Text)
	var problems errs.Problems
	problems.Require(input.Text != "" && len([]rune(input.Text)) <= maxText, "question", "escreva em até 4.000 caracteres")
	if err := problems.Err(); err != nil {
		return err
	}
	found, err := Find(ctx, tx, by, input.ID)
	if err != nil {
		return err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	event := Event{RequestID: input.ID, Action: WasAsked,
		Text: "Prazo até " + found.DueOn.Shown() + ", " + leftOf(found.DaysLeft(civil.Of(by.Now.In(zone))))}
	return change(ctx, tx, by, event, func(_ Request, row *Request) error {
		row.AskedText, row.DateAsked = input.Text, &by.Now
		return nil
	})
}

// leftOf says how many days are left.
func leftOf(days int) string {
	if days < 0 {
		return fmtbr.Plural(-days, "dia", "dias") + " de atraso"
	}
	return fmtbr.Plural(days, "dia restante", "dias restantes")
}

// InformInput is what a person answered to a question.
type InformInput struct {
	ID   int64  `form:"-"`
	Text string `form:"information"`
}

// Inform records what the person of a waiting request answered by letter, phone or at the office. It returns 409 CONFLICT for a
// request that waits for nothing.
func Inform(ctx context.Context, tx *db.DB, by auth.Caller, input InformInput) error {
	if err := require(by); err != nil {
		return err
	}
	return inform(ctx, tx, by, input)
}

// InformOwn records what the calling associate answered to a question about an own request; any other is 404 NOT_FOUND.
func InformOwn(ctx context.Context, tx *db.DB, by auth.Caller, input InformInput) error {
	var count int64
	err := tx.WithContext(ctx).Model(&Request{}).Where("id = ? and user_id = ?", input.ID, by.ID).Count(&count).Error
	if err != nil {
		return err
	}
	if by.Kind != auth.Associate || count == 0 {
		return errNotFound()
	}
	return inform(ctx, tx, by, input)
}

func inform(ctx context.Context, tx *db.DB, by auth.Caller, input InformInput) error {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	text := normal(input.Text)
	event := Event{RequestID: input.ID, Action: WasInformed}
	return apply(ctx, tx, by, &event, func(before Request, row *Request) error {
		if before.DateAsked == nil {
			return errs.Conflict(errs.CodeConflict, "Este pedido não espera mais informação.")
		}
		row.Text = strings.TrimSpace(before.Text + "\n\n" + text)
		if text == "" || len([]rune(row.Text)) > maxText {
			return errs.Invalid("information", "escreva; com o que já foi dito, em até 4.000 caracteres")
		}
		days := civil.Of(before.DateAsked.In(zone)).DaysUntil(civil.Of(by.Now.In(zone)))
		event.Text = "Esperamos " + fmtbr.Plural(days, "dia", "dias")
		row.DateAsked = nil
		return nil
	})
}
