package statusmails

import "acolhe/models/platform/mail"

// OrderMessage is the content of the mails about an order. PixCode is empty if there is nothing to pay by Pix.
type OrderMessage struct {
	Number  string `json:"number"`
	Total   string `json:"total"`
	PixCode string `json:"pix_code,omitempty"`
	Method  string `json:"method,omitempty"`
}

// VisitsMessage is the content of the mails to professionals about their appointments; patients have initials alone.
type VisitsMessage struct {
	Visits []Visit `json:"visits"`
}

// Visit is an appointment in words.
type Visit struct {
	When    string `json:"when"`
	Patient string `json:"patient,omitempty"`
}

// MonthMessage is the content of the mails about a statement.
type MonthMessage struct {
	Month  string `json:"month"`
	Amount string `json:"amount"`
	PaidOn string `json:"paid_on,omitempty"`
	// PlannedOn is the day on which the payout of a closed month is planned; empty if none is configured.
	PlannedOn string `json:"planned_on,omitempty"`
}

// AnswerMessage is the content of the mail about an answer of the team in a contest.
type AnswerMessage struct {
	Day  string `json:"day"`
	Text string `json:"text"`
}

// The mails to associates, and to whoever wrote by the public form.
var (
	AccountOpened    = mail.KindOf[mail.None]{Kind: "account_opened", Label: "Boas-vindas"}
	MessageReceived  = mail.KindOf[mail.None]{Kind: "message_received", Label: "Mensagem recebida"}
	OrderPlaced      = mail.KindOf[OrderMessage]{Kind: "order_placed", Label: "Pedido novo"}
	OrderPaid        = mail.KindOf[OrderMessage]{Kind: "order_paid", Label: "Pedido pago"}
	DocumentReceived = mail.KindOf[mail.None]{Kind: "document_received", Label: "Documento recebido"}
)

// The mails to professionals.
var (
	VisitBooked     = mail.KindOf[VisitsMessage]{Kind: "service_booked", Label: "Atendimento marcado"}
	VisitMoved      = mail.KindOf[VisitsMessage]{Kind: "service_moved", Label: "Atendimento remarcado"}
	VisitCancelled  = mail.KindOf[VisitsMessage]{Kind: "service_cancelled", Label: "Atendimento desmarcado"}
	ContestAnswered = mail.KindOf[AnswerMessage]{Kind: "contest_answered", Label: "Resposta à contestação"}
	MonthClosed     = mail.KindOf[MonthMessage]{Kind: "month_closed", Label: "Mês fechado"}
	PayoutMade      = mail.KindOf[MonthMessage]{Kind: "payout_made", Label: "Repasse feito"}
)
