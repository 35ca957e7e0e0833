package timeline

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/history"
	"acolhe/models/orders"
	"acolhe/models/reception"
	"acolhe/models/reception/contacts"
	"acolhe/models/reminders"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	associatesview "acolhe/views/panel/associates"
	ordersview "acolhe/views/panel/orders"
	receptionview "acolhe/views/panel/reception"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/record"
)

// changed names each column in the sentence "Camila mudou …"; a column without a name is not shown.
var changed = map[string]string{
	"associate_name": "o nome completo", "name": "o nome", "last_name": "o sobrenome", "social_name": "o nome social",
	"associate_cpf": "o CPF", "cpf": "o CPF", "rg": "o RG", "rg_issuer": "o órgão emissor", "birth_date": "a data de nascimento",
	"gender":      "o gênero",
	"nationality": "a nacionalidade", "marital_status": "o estado civil", "occupation": "a ocupação", "mother_name": "o nome da mãe",
	"phone": "o telefone", "phone_secondary": "o outro telefone", "email": "o e-mail de contato", "email_account": "o e-mail de acesso",
	"emergency_name": "o contato de emergência", "emergency_phone": "o telefone de emergência",
	"cep": "o CEP", "street": "a rua", "number": "o número", "complement": "o complemento", "neighborhood": "o bairro",
	"city": "a cidade", "state": "o estado",
	"relationship": "o parentesco", "guardian_name": "o responsável legal", "guardian_cpf": "o CPF do responsável legal",
	"species": "a espécie", "breed": "a raça", "weight_kg": "o peso",
	"health_condition": "a condição de saúde", "icd_code": "o CID", "medications": "os medicamentos",
	"allergies": "as alergias", "health_notes": "as observações de saúde",
	"prescriber": "o prescritor", "prescriber_code": "o código do prescritor", "prescription": "a receita",
	"responsible_type": "para quem é o tratamento", "how_found": "como conheceu a associação", "tags": "as etiquetas",
	"contact_consent": "o aceite de contato", "privacy_consent_at": "o aceite de privacidade",
	"pending_email": "o e-mail à espera de confirmação",
	"status":        "a situação", "associate_status": "a etapa do cadastro", "avatar_url": "a foto", "adhesion_term": "o termo de adesão",
	"annotations": "as anotações",
	"user_code":   "o código", "responsible_code": "o responsável",
}

// changeEvent returns a change as an entry of the timeline. It is false if there is nothing to tell, as for a new
// annotation, which has an entry of its own.
func (c Card) changeEvent(change history.Change) (record.Event, bool) {
	who := changeAuthor(change)
	event := record.Event{Who: who, Icon: "pencil"}
	switch change.Action {
	case history.Created:
		event.Title, event.Icon = "Cadastro criado", "user-plus"
	case history.Detached:
		event.Title, event.Icon = "Documento retirado", "paperclip"
	case history.Requested:
		event.Title, event.Icon, event.Tone, event.Text = "Outra foto do documento pedida", "image", ui.Warn, textIn(change.Changes["reason"].To)
	default:
		event.Changes = c.valueChanges(change.Changes)
		names := changedNames(change.Changes)
		if len(names) == 0 {
			return event, false
		}
		event.Title = cmp.Or(fmtbr.FirstName(who), "O sistema") + " mudou " + whatChanged(names)
		if textIn(change.Changes["status"].To) == string(associates.Associado) {
			event.Title, event.Icon, event.Tone, event.Changes = "Admissão como associado", "user-check", ui.Good, nil
		}
	}
	patient := c.nameOfPatient(change.UserID)
	switch {
	case patient == "":
	case change.Action == history.Created:
		event.Title = "Cadastro de " + patient + " criado"
	default:
		event.Title += " de " + patient
	}
	return event, true
}

// changeAuthor returns the name of who changed something; a token may have none, and the program itself has none.
func changeAuthor(change history.Change) string {
	if name := texts.Of(change.ActorName); name != "" || change.ActorKind != auth.Token {
		return name
	}
	return "integração"
}

func (c Card) nameOfPatient(id int64) string {
	for _, patient := range c.Patients {
		if patient.ID == id {
			return patient.FullName()
		}
	}
	return ""
}

// changedNames returns the columns to show, in order. An added annotation is none.
func changedNames(changes orders.Differences) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		if changed[name] == "" || name == "annotations" && !isRemoval(changes[name]) {
			continue
		}
		names = append(names, name)
	}
	return names
}

// isRemoval reports whether the number of annotations fell.
func isRemoval(change orders.Difference) bool {
	var from, to int
	return json.Unmarshal(change.From, &from) == nil && json.Unmarshal(change.To, &to) == nil && to < from
}

func whatChanged(names []string) string {
	if len(names) == 1 {
		return changed[names[0]]
	}
	return strconv.Itoa(len(names)) + " dados do cadastro"
}

// valueChanges returns the old and the new value of each column whose values people read; one change of a withheld value
// has only its label.
func (c Card) valueChanges(changes orders.Differences) []record.ValueChange {
	var values []record.ValueChange
	names := changedNames(changes)
	for _, name := range names {
		value := record.ValueChange{Label: changeLabel(name), From: shownValue(name, changes[name].From), To: shownValue(name, changes[name].To)}
		if len(names) > 1 || value.From != "" || value.To != "" {
			values = append(values, value)
		}
	}
	return values
}

// changeLabel is the label of a column beside its values.
func changeLabel(name string) string {
	if known := associatesview.Label(name); known != "" && known != name {
		return known
	}
	_, noun, _ := strings.Cut(changed[name], " ")
	return fmtbr.Capitalized(noun)
}

// shownValue returns a stored value as the form shows it; empty for columns that people do not read as text.
func shownValue(name string, raw json.RawMessage) string {
	switch name {
	case "status":
		return map[associates.Status]string{associates.Active: "Em cadastro", associates.Associado: "Associado",
			associates.Patient: "Paciente"}[associates.Status(textIn(raw))]
	case "associate_status":
		return associatesview.PhaseName(associates.Phase(textIn(raw)))
	case "tags":
		return fmtbr.And(tagsIn(raw))
	case "pending_email":
		return textIn(raw)
	}
	var one associates.Associate
	stored, err := json.Marshal(map[string]json.RawMessage{name: raw})
	if raw == nil || err != nil || json.Unmarshal(stored, &one) != nil {
		return ""
	}
	return cmp.Or(shownBy(associatesview.Form(), name, &one), shownBy(associatesview.PatientForm(one), name, &one))
}

// shownBy returns the value of a column as a form shows it; empty if the form has no such field.
func shownBy(of form.Definition[associates.Associate], name string, row *associates.Associate) string {
	if of.Label(name) == "" || of.Field(name).Value == nil {
		return ""
	}
	if of.Field(name).Input == control.Email {
		return of.Field(name).Value(row)
	}
	return texts.Shorten(strings.Join(strings.Fields(of.Fact(name, row).Value), " "), 80)
}

// textIn returns a text of the history; empty for another value.
func textIn(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text)
	return text
}

func tagsIn(raw json.RawMessage) (names []string) {
	_ = json.Unmarshal(raw, &names)
	return names
}

// visitEvents returns the arrival of a person in the reception, and how it ended.
func visitEvents(visit contacts.Contact) []happening {
	arrival := record.Event{Title: "Chegou à recepção", Icon: "concierge-bell", Href: receptionview.Href(visit.ID),
		Text: map[reception.Source]string{reception.FromPublic: "Pelo formulário do site", reception.FromAPI: "Por outro sistema"}[visit.Source]}
	events := []happening{{visit.DateCreated, arrival}}
	if visit.CompletedAt != nil {
		events = append(events, happening{*visit.CompletedAt, record.Event{Title: "Atendimento na recepção concluído",
			Icon: "concierge-bell", Tone: ui.Good, Text: texts.Of(visit.CompletionReason), Who: texts.Of(visit.CompletedBy)}})
	}
	return events
}

// paymentEvent returns the payment of an order.
func paymentEvent(order orders.Order) record.Event {
	return record.Event{Title: "Pedido " + ordersview.Number(order.ID) + " " + ordersview.PaidLine(order), Href: ordersview.Href(order.ID),
		Icon: "circle-check", Tone: ui.Good}
}

// termEvents returns when a term was sent, and how it ended.
func termEvents(term signing.Contract) []happening {
	events := []happening{{term.DateCreated, record.Event{Title: "Termo criado para assinatura", Icon: "file-pen-line", Tone: ui.Info,
		Text: texts.Of(term.PatientName)}}}
	if term.CompletedAt != nil {
		events = append(events, happening{*term.CompletedAt, record.Event{Title: "Termo assinado", Icon: "file-check", Tone: ui.Good,
			Text: "Código " + term.PublicCode}})
	}
	if term.VoidedAt != nil {
		events = append(events, happening{*term.VoidedAt, record.Event{Title: "Termo anulado", Icon: "circle-x", Tone: ui.Bad,
			Text: texts.Of(term.VoidReason)}})
	}
	return events
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
