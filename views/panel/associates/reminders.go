package associates

import (
	"strconv"

	"acolhe/models/reminders"
	"acolhe/models/types/texts"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// ReminderHref returns the address that records an opened reminder; order is 0 if it is about none.
func ReminderHref(id int64, about reminders.About, order int64) string {
	here := ui.Here(Href(id)+"/lembretes").With("about", string(about))
	if order == 0 {
		return here
	}
	return ui.Here(here).With("order", strconv.FormatInt(order, 10))
}

// reminderEvent shows a reminder in the timeline.
func reminderEvent(opened reminders.Reminder) record.Event {
	about := map[reminders.About]string{reminders.Signature: "assinatura do termo", reminders.Documents: "documentos",
		reminders.Data:         "dados a conferir",
		reminders.Registration: "cadastro incompleto", reminders.Payment: "pagamento"}[opened.About]
	event := record.Event{Title: "Lembrete aberto: " + about, Icon: "message-square", Tone: ui.Info, Who: texts.Of(opened.ActorName),
		Text: map[reminders.Channel]string{reminders.WhatsApp: "Pelo WhatsApp", reminders.Email: "Por e-mail"}[opened.Channel]}
	if opened.About == reminders.Text {
		event.Title = map[reminders.Channel]string{reminders.WhatsApp: "Mensagem aberta: ",
			reminders.Email: "E-mail: "}[opened.Channel] + texts.Of(opened.Title)
	}
	if opened.OrderID != nil {
		event.Title, event.Href = event.Title+" do pedido "+ordersview.Number(*opened.OrderID), ordersview.Href(*opened.OrderID)
	}
	return event
}
