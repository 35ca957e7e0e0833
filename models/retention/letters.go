package retention

import (
	"context"
	"strconv"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
)

// Path is the page of what leaves and when.
const Path = "/admin/privacidade/retencao"

// The letters: the counts to administrators after switching on, and to a person whose registration leaves.
var (
	Announced = mail.KindOf[Announcement]{Kind: "retention_announced", Label: "O que vai sair por prazo", Required: true}
	Leaving   = mail.KindOf[Farewell]{Kind: "registration_leaving", Label: "Cadastro parado vai ser apagado", Required: true}
)

// Announcement says what leaves first. Begins is the first day (12/12/2026), Lines are counts in words.
type Announcement struct {
	Begins string   `json:"begins"`
	Lines  []string `json:"lines"`
}

// Farewell says when a registration leaves (15/12/2026).
type Farewell struct {
	Day string `json:"day"`
}

// announce sends the counts to the administrators once after switching on; nothing leaves before it, nor while mail is off.
func (k Keeper) announce(ctx context.Context, zone *time.Location) error {
	now := k.Now()
	if !k.Mail.Configured {
		return nil
	}
	return k.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		noticed := tx.Exec("update retention_state set date_noticed = ? where date_on is not null and date_noticed is null", now)
		if noticed.Error != nil || noticed.RowsAffected == 0 {
			return noticed.Error
		}
		state, err := ReadState(ctx, tx)
		if err != nil {
			return err
		}
		lines, err := k.announcement(ctx, tx, civil.Of(state.Begins().In(zone)))
		if err != nil {
			return err
		}
		people, err := operators.ActiveAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		content := Announcement{Begins: fmtbr.Date(state.Begins(), zone), Lines: lines}
		for _, person := range people {
			message := Announced.With(content, mail.Message{To: person.Email, Name: person.Name, Path: Path})
			if _, err := k.Mail.Send(ctx, tx, auth.Caller{Kind: auth.System}.At(now), message); err != nil {
				return err
			}
		}
		return nil
	})
}

// announcement returns what leaves on the first day, in words.
func (k Keeper) announcement(ctx context.Context, tx *db.DB, begins civil.Date) (lines []string, err error) {
	current, err := k.periods(ctx, tx)
	if err != nil {
		return nil, err
	}
	counts, err := k.counts(ctx, tx)
	for _, term := range k.Terms {
		sum := int64(0)
		for _, row := range counts[term.Name] {
			if !begins.Before(term.LeavesOn(row.Day, current[term.Name])) {
				sum += row.Count
			}
		}
		if sum > 0 {
			lines = append(lines, Words(term, sum))
		}
	}
	return lines, err
}

// Words returns a number of rows of a term in words: 412 contatos da recepção.
func Words(term personal.Term, count int64) string {
	return fmtbr.Integer(count) + " " + term.Noun(count)
}

func personCode(id int64) string { return strconv.FormatInt(id, 10) }
