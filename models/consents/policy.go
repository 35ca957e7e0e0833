package consents

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/types/civil"
	"acolhe/models/types/email"
	"acolhe/models/types/texts"
)

// Period says how long a kind of data is kept.
type Period struct {
	What  string `json:"what"`
	Until string `json:"until"`
}

// PeriodsOf returns what the declared data of people are held for, on which legal ground, and until when: a line for each purpose, in
// the order of personal.Uses.
func PeriodsOf(declared []personal.Table) (periods []Period) {
	isHeld, isHealth := map[personal.Use]bool{}, map[personal.Use]bool{}
	for _, table := range declared {
		for _, data := range table.Data {
			if table.Of != "" && data.Label != "" {
				isHeld[data.Use], isHealth[data.Use] = true, isHealth[data.Use] || data.Health
			}
		}
	}
	for _, use := range personal.Uses() {
		if !isHeld[use] {
			continue
		}
		period := Period{What: use.Purpose, Until: use.Kept + ". Base: " + strings.ToLower(use.Basis.Label) + ", " + use.Basis.Article + " da LGPD."}
		if isHealth[use] {
			period.What += ", com dados de saúde"
		}
		periods = append(periods, period)
	}
	return periods
}

// Recipient says which data somebody outside gets.
type Recipient struct {
	Who  string `json:"who"`
	What string `json:"what"`
}

// The keys of the page about privacy. The association confirms its defaults with its adviser.
var (
	OfficerName = settings.Key[string]{System: "privacy", Name: "officer_name", Type: settings.Text, Check: line, Public: true,
		Description: "Nome de quem responde pelos dados pessoais (encarregado)."}
	OfficerEmail = settings.Key[string]{System: "privacy", Name: "officer_email", Type: settings.Text, Check: address, Public: true,
		Description: "E-mail de quem responde pelos dados pessoais."}
	PolicyVersion = settings.Key[int]{System: "privacy", Name: "version", Type: settings.Number, Default: 1, Public: true,
		Check: func(n int) error {
			return between(n, 1, 999)
		}, Description: "Versão da página de privacidade."}
	PolicyDate = settings.Key[string]{System: "privacy", Name: "date", Type: settings.Text, Public: true, Check: day,
		Description: "Data da versão da página de privacidade, como 2026-11-02."}
	Retention = settings.Key[[]Period]{System: "privacy", Name: "retention", Type: settings.Array, Public: true, Check: checkPeriods,
		Default:     []Period{},
		Description: "O que a associação guarda e até quando. Vazio: o que o registro dos tratamentos diz."}
	Sharing = settings.Key[[]Recipient]{System: "privacy", Name: "sharing", Type: settings.Array, Public: true, Check: checkRecipients,
		Description: "Com quem a associação divide dados, e quais.",
		Default: []Recipient{
			{"Transportadora", "Nome, telefone e endereço da entrega."},
			{"Profissional que atende você", "Nome, contato e o motivo da consulta."},
			{"Sistemas ligados pela associação", "Só o que cada um precisa para o seu serviço. Não vendemos dados."},
		}}
)

// Policy is what the page about privacy says.
type Policy struct {
	Association               string
	Contacts                  settings.Contacts
	OfficerName, OfficerEmail string
	Version                   int
	Date                      string
	Retention                 []Period
	Sharing                   []Recipient
}

// ReadPolicy returns the configured policy.
func ReadPolicy(ctx context.Context, tx *db.DB) (policy Policy, err error) {
	for _, read := range []func() error{
		func() (err error) {
			policy.Association, err = settings.Get(ctx, tx, settings.AssociationName)
			return err
		},
		func() (err error) { policy.Contacts, err = settings.ReadContacts(ctx, tx); return err },
		func() (err error) { policy.OfficerName, err = settings.Get(ctx, tx, OfficerName); return err },
		func() (err error) { policy.OfficerEmail, err = settings.Get(ctx, tx, OfficerEmail); return err },
		func() (err error) { policy.Version, err = settings.Get(ctx, tx, PolicyVersion); return err },
		func() (err error) { policy.Date, err = settings.Get(ctx, tx, PolicyDate); return err },
		func() (err error) { policy.Retention, err = settings.Get(ctx, tx, Retention); return err },
		func() (err error) { policy.Sharing, err = settings.Get(ctx, tx, Sharing); return err },
	} {
		if err := read(); err != nil {
			return policy, err
		}
	}
	return policy, nil
}

// maxRows is the maximum number of rows of a list on the page, maxLine the length of a line in characters.
const (
	maxRows = 20
	maxLine = 200
)

func line(text string) error {
	if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\r\n") || !texts.Fits(text, maxLine) {
		return fmt.Errorf("deve ser uma linha de até %d caracteres", maxLine)
	}
	return nil
}

func address(text string) error {
	if stored, valid := email.Normalize(text); !valid || stored != text {
		return errors.New("deve ser um e-mail em letras minúsculas, como dados@exemplo.org.br")
	}
	return nil
}

func between(n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("deve ser de %d a %d", least, most)
	}
	return nil
}

func day(text string) error {
	if _, err := civil.Parse(text); err != nil {
		return errors.New("deve ser uma data, como 2026-11-02")
	}
	return nil
}

func checkPeriods(periods []Period) error {
	return checkRows(len(periods), func(i int) []cell { return []cell{{"what", periods[i].What}, {"until", periods[i].Until}} })
}

func checkRecipients(recipients []Recipient) error {
	return checkRows(len(recipients), func(i int) []cell { return []cell{{"who", recipients[i].Who}, {"what", recipients[i].What}} })
}

// cell is a member of a row of a list.
type cell struct{ name, value string }

// checkRows checks the cells of each row of a list.
func checkRows(rows int, row func(int) []cell) error {
	if rows > maxRows {
		return fmt.Errorf("deve ter no máximo %d linhas", maxRows)
	}
	for i := range rows {
		for _, one := range row(i) {
			if err := line(one.value); err != nil {
				return fmt.Errorf("[%d].%s %w", i, one.name, err)
			}
		}
	}
	return nil
}
