// Package reports shows the report of services of a month, the statements of closed months and their payment.
package reports

import (
	"net/url"
	"strconv"

	"acolhe/models/bookings"
	"acolhe/models/reports"
	"acolhe/models/types/civil"
)

// Addresses of the pages.
const (
	Path        = "/painel/relatorios"
	ContestPath = Path + "/contestar"
	ClosePath   = Path + "/fechar"
	ExportPath  = Path + "/exportar"
	PayoutsPath = Path + "/repasses"
	PayPath     = PayoutsPath + "/pagar"
	UnpayPath   = PayoutsPath + "/desfazer"
	AskKeyPath  = PayoutsPath + "/pedir-chave"
	FilePath    = PayoutsPath + "/arquivo.csv"
	ApprovePath = Path + "/aprovar"
	// ApproveGroupPath approves all services to check of a professional.
	ApproveGroupPath = Path + "/aprovar-grupo"
	RestorePath      = Path + "/devolver"
	StatementSub     = "/extratos"
)

// StatementHref returns the address of a statement.
func StatementHref(id int64) string { return Path + StatementSub + "/" + strconv.FormatInt(id, 10) }

// ReplyHref returns the address that takes an answer about a service.
func ReplyHref(id int64) string { return Path + "/" + strconv.FormatInt(id, 10) + "/responder" }

// MonthHref returns the report of a month.
func MonthHref(month civil.Month) string { return Path + "?mes=" + month.String() }

// PayoutsHref returns the payouts of a month.
func PayoutsHref(month civil.Month) string { return PayoutsPath + "?mes=" + month.String() }

// Tab is a part of the report by validation.
type Tab string

// The tabs.
const (
	All       Tab = ""
	Open      Tab = "conferir"
	Contested Tab = "contestados"
	Approved  Tab = "aprovados"
)

// Filter is the state of the report in its address.
type Filter struct {
	Month        string `form:"mes"`
	Tab          Tab    `form:"situacao"`
	Search       string `form:"q"`
	Professional string `form:"profissional"`
	// Thread is the service whose thread is open.
	Thread int64 `form:"conversa"`
	// Group is the professional whose rows are shown in a long report, From the number of those before them.
	Group int64 `form:"grupo"`
	From  int   `form:"de"`
}

// Selection returns the rows of the filter in all tabs.
func (f Filter) Selection() reports.Selection {
	return reports.Selection{Month: f.Month, Professional: f.Professional, Search: f.Search}
}

// Validation returns the validation of the rows of a tab; nil for all.
func (t Tab) Validation() *bookings.Validation {
	switch t {
	case Open:
		return new(bookings.Validation(""))
	case Contested:
		return new(bookings.Contested)
	case Approved:
		return new(bookings.Approved)
	}
	return nil
}

// groupHref returns the address of the rows of a professional after some of them.
func (f Filter) groupHref(professionalID int64, from int) string {
	f.Group, f.From, f.Thread = professionalID, from, 0
	return f.Href()
}

// Href returns the address of the filter.
func (f Filter) Href() string { return Path + "?" + f.query().Encode() }

func (f Filter) query() url.Values {
	query := url.Values{"mes": {f.Month}}
	for name, value := range map[string]string{"situacao": string(f.Tab), "q": f.Search, "profissional": f.Professional} {
		if value != "" {
			query.Set(name, value)
		}
	}
	for name, value := range map[string]int64{"conversa": f.Thread, "grupo": f.Group, "de": int64(f.From)} {
		if value != 0 {
			query.Set(name, strconv.FormatInt(value, 10))
		}
	}
	return query
}
