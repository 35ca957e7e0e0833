// Package mail has the words of the association's mails: a function or a text for each kind. How they become a letter is in
// package letter.
package mail

import (
	"context"
	"fmt"
	"slices"
	"time"

	"acolhe/models/appointments"
	"acolhe/models/backups"
	"acolhe/models/confirmation"
	"acolhe/models/consents"
	"acolhe/models/documents"
	"acolhe/models/erasure"
	"acolhe/models/followups"
	"acolhe/models/incidents"
	"acolhe/models/lifeevents"
	"acolhe/models/mailtexts"
	"acolhe/models/newdevices"
	"acolhe/models/notices"
	"acolhe/models/parcels"
	"acolhe/models/personexports"
	"acolhe/models/platform/mail"
	"acolhe/models/privacy"
	"acolhe/models/reads"
	"acolhe/models/readytexts"
	"acolhe/models/recalls"
	"acolhe/models/registration"
	"acolhe/models/renewals"
	"acolhe/models/reports"
	"acolhe/models/retention"
	"acolhe/models/secondfactor"
	"acolhe/models/signing"
	"acolhe/models/statusmails"
	"acolhe/models/tasks"
	"acolhe/models/unfinished"
	"acolhe/models/webhooks/endpoints"
	"acolhe/views/mail/letter"
)

// entry is a kind of mail: its words, and what the page of an administrator shows of it.
type entry struct {
	kind  mail.Kind
	write func(mail.Message) (letter.Text, error)
	group Group
	when  string
	// example returns a message with values of an example.
	example   func() mail.Message
	isLasting bool
}

// entryOf returns a kind by its words, which say what the content of the kind is about; when says when it is sent.
func entryOf[T any](kind mail.KindOf[T], words func(message mail.Message, about T) letter.Text, when string, example T) entry {
	return entry{
		kind: kind.Kind, when: when,
		write: func(message mail.Message) (letter.Text, error) {
			about, err := kind.ContentOf(message)
			if err != nil {
				return letter.Text{}, err
			}
			return words(message, about), nil
		},
		example: func() mail.Message {
			return kind.With(example, mail.Message{Name: sampleName, Path: samplePath, By: "Helena Prates"})
		},
	}
}

// always returns the words of a kind whose words do not depend on a message.
func always(c letter.Text) func(mail.Message, mail.None) letter.Text {
	return func(mail.Message, mail.None) letter.Text { return c }
}

// lasting returns an entry whose link has an end.
func (e entry) lasting() entry {
	e.isLasting = true
	return e
}

// sample returns the mail of an example.
func (e entry) sample() mail.Message {
	sample := e.example()
	if e.isLasting {
		sample.Expires = time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC)
	}
	return sample
}

func inGroup(group Group, entries ...entry) []entry {
	for i := range entries {
		entries[i].group = group
	}
	return entries
}

// entries returns every kind; that of a test belongs to no group.
func entries() []entry {
	return slices.Concat(accessLetters(), associateLetters(), professionalLetters(), staffLetters(), privacyLetters(),
		[]entry{entryOf(mailtexts.Test, testLetter, "", mailtexts.TestMessage{})})
}

func accessLetters() []entry {
	return inGroup(ToEverybody,
		entryOf(mail.Invite, invite, "para entrar pela primeira vez", mail.Invitation{ForPortal: true}).lasting(),
		entryOf(mail.Reset, always(reset), "quem esqueceu a senha", mail.None{}).lasting(),
		entryOf(mail.PasswordChanged, always(passwordChanged), "depois da troca", mail.None{}),
		entryOf(mail.EmailChangeRequested, emailChangeRequested, "com “foi você?”", mail.NewAddress{Email: "fatima@exemplo.org.br"}).lasting(),
		entryOf(mail.EmailChanged, emailChanged, "no endereço antigo", mail.None{}),
		entryOf(confirmation.CodeSent, codeSent, "para entrar ou confirmar o e-mail",
			confirmation.CodeMessage{Code: "482913", Purpose: confirmation.Login}).lasting(),
		entryOf(confirmation.Known, always(accountKnown), "a quem já tem cadastro", mail.None{}),
		entryOf(confirmation.Unknown, always(accountUnknown), "a quem ainda não tem", mail.None{}),
		entryOf(confirmation.Relocated, emailReplaced, "no endereço antigo, com “desfazer”",
			confirmation.ChangedMessage{NewEmail: "fatima@exemplo.org.br"}).lasting(),
	)
}

func associateLetters() []entry {
	return inGroup(ToAssociates,
		entryOf(documents.Refused, documentRefused, "com o motivo da equipe",
			documents.RefusedMessage{Reason: "A foto saiu escura. Tire outra perto da janela."}),
		entryOf(documents.Accepted, documentsAccepted, "quando tudo está conferido", documents.AcceptedMessage{Expires: "12/05/2027", IsMember: true}),
		entryOf(registration.DocumentAgain, documentAgain, "pela página do cadastro", registration.Refusal{Note: "A foto saiu escura."}),
		entryOf(unfinished.Waiting, always(registrationWaiting), "parado há 3 dias, uma vez", mail.None{}),
		entryOf(renewals.Ending, prescriptionEnding, "60, 30 e 7 dias antes, quando ligado", renewals.EndingMessage{Until: "15/01/2027", Days: 30}),
		entryOf(registration.Completed, always(registrationComplete), "ao concluir o cadastro", mail.None{}),
		entryOf(signing.ToSign, termToSign, "com o link", signing.Message{Title: "Termo de associação"}).lasting(),
		entryOf(signing.Signed, termSigned, "com a cópia", signing.Message{Title: "Termo de associação"}),
		entryOf(appointments.Booked, appointmentBooked, "ao marcar", sampleVisits()).lasting(),
		entryOf(appointments.Moved, appointmentMoved, "ao mudar de horário", sampleVisits()).lasting(),
		entryOf(appointments.Cancelled, appointmentCancelled, "ao desmarcar", sampleVisits()).lasting(),
		entryOf(appointments.Reminder, appointmentReminder, "na véspera", sampleVisits()).lasting(),
		entryOf(parcels.OrderSent, orderSent, "com o rastreio",
			parcels.SentMessage{Number: "35", Carrier: "Correios", TrackingCode: "BR123456789BR", TrackingAddress: "https://rastreamento.correios.com.br"}),
		entryOf(readytexts.Sent, readyText, "escrito pela equipe",
			readytexts.Message{Subject: "Sua receita", Body: "Olá, Fátima! Sua receita vence em 20 dias."}),
		entryOf(recalls.Notice, recallNotice, "a quem recebeu um lote recolhido",
			recalls.NoticeContent{Lot: "LT-2606-CT07", Advice: recalls.DefaultAdvice}),
		entryOf(followups.Question, followUp, "30 e 90 dias depois do primeiro pedido, quando ligado",
			followups.Message{Days: 30, Patient: "Miguel"}).lasting(),
		entryOf(statusmails.AccountOpened, always(accountOpened), "ao abrir a conta", mail.None{}),
		entryOf(statusmails.MessageReceived, always(messageReceived), "a quem escreve pelo formulário", mail.None{}),
		entryOf(statusmails.OrderPlaced, orderPlaced, "com o código Pix",
			statusmails.OrderMessage{Number: "35", Total: "R$ 401,77", PixCode: "00020126BR.GOV.BCB.PIX"}),
		entryOf(statusmails.OrderPaid, orderPaid, "ao marcar o pagamento", statusmails.OrderMessage{Number: "35", Total: "R$ 401,77", Method: "Pix"}),
		entryOf(statusmails.DocumentReceived, always(documentReceived), "ao enviar receita, laudo ou exame", mail.None{}),
	)
}

func professionalLetters() []entry {
	return inGroup(ToProfessionals,
		entryOf(statusmails.VisitBooked, visitBooked, "ao marcar", sampleOfVisits()),
		entryOf(statusmails.VisitMoved, visitMoved, "ao mudar de horário", sampleOfVisits()),
		entryOf(statusmails.VisitCancelled, visitCancelled, "ao desmarcar", sampleOfVisits()),
		entryOf(statusmails.ContestAnswered, contestAnswered, "quando a equipe responde",
			statusmails.AnswerMessage{Day: "12/11/2026", Text: "O valor estava trocado. Corrigimos."}),
		entryOf(statusmails.MonthClosed, monthClosed, "com o valor", statusmails.MonthMessage{Month: "outubro de 2026", Amount: "R$ 1.840,00"}),
		entryOf(reports.KeyRequest, keyRequested, "quando falta para o repasse", reports.KeyMessage{Month: "outubro de 2026", Amount: "R$ 1.840,00"}),
		entryOf(statusmails.PayoutMade, payoutMade, "com o dia",
			statusmails.MonthMessage{Month: "outubro de 2026", Amount: "R$ 1.840,00", PaidOn: "10/11/2026"}),
	)
}

func staffLetters() []entry {
	return inGroup(ToStaff,
		entryOf(newdevices.SignedIn, newDevice, "com “não fui eu”", newdevices.Device{Device: "Firefox no Windows", IP: "203.0.113.7"}).lasting(),
		entryOf(newdevices.Denied, newDeviceDenied, "à administração, depois de “não fui eu”",
			newdevices.Denial{Name: "Bruno Lima", Device: newdevices.Device{Device: "Firefox no Windows"}}),
		entryOf(reads.Asked, readsAsked, "quando a administração pergunta por um acesso",
			reads.Question{People: 72, By: "Camila Torres", Text: "Por que você abriu estes cadastros?"}),
		entryOf(secondfactor.TurnedOn, always(secondStepOn), "ao ligar", mail.None{}),
		entryOf(secondfactor.TurnedOff, always(secondStepOff), "ao desligar", mail.None{}),
		entryOf(secondfactor.Removed, secondStepRemoved, "apagada pela administração", mail.None{}),
		entryOf(secondfactor.RemovedOf, secondStepRemovedOf, "a quem apagou", secondfactor.Colleague{Name: "Bruno Lima"}),
		entryOf(secondfactor.PasskeyAdded, passkeyAdded, "ao criar", secondfactor.PasskeyName{Name: "Celular"}),
		entryOf(secondfactor.PasskeyRemoved, passkeyRemoved, "ao remover", secondfactor.PasskeyName{Name: "Celular"}),
		entryOf(tasks.ExportReady, always(exportReady), "com o link do arquivo", mail.None{}).lasting(),
		entryOf(backups.Problem, backupProblem, "à administração", backups.ProblemMessage{Reason: "o lugar não respondeu"}),
		entryOf(endpoints.SwitchedOff, webhookSwitchedOff, "à administração", endpoints.SwitchedOffMessage{Name: "Estoque", Reason: endpoints.ForFailing}),
		entryOf(notices.Mailed, noticesMailed, "a quem escolheu receber", notices.Digest{Sentences: []string{"Termo assinado por Fátima"}}),
	)
}

func privacyLetters() []entry {
	return inGroup(OfPrivacy,
		entryOf(consents.Withdrawn, consentWithdrawn, "com o efeito", consents.About{Purpose: consents.WhatsApp}),
		entryOf(consents.Changed, consentTextChanged, "a quem aceitou o de antes",
			consents.About{Purpose: consents.Treatment, Changes: "Incluímos os exames."}),
		entryOf(personexports.Ready, always(personExportReady), "quando a cópia pedida está pronta", mail.None{}).lasting(),
		entryOf(privacy.ReceivedLetter, privacyReceived, "ao receber um pedido", privacy.Message{Request: "Corrigir dados", Until: "03/12/2026"}),
		entryOf(privacy.AnsweredLetter, privacyAnswered, "com a resposta da equipe",
			privacy.Message{Request: "Corrigir dados", Text: "Corrigimos o que você pediu em 18/11/2026."}),
		entryOf(privacy.RefusedLetter, privacyRefused, "com o motivo legal",
			privacy.Message{Request: "Apagar os dados", Text: "Não podemos atender. O motivo: LGPD, art. 16, I."}),
		entryOf(privacy.AskedLetter, privacyAsked, "com o que a equipe pergunta",
			privacy.Message{Request: "Apagar os dados", Until: "03/12/2026", Text: "Para apagar, precisamos saber: o e-mail maria@exemplo.org.br também é seu?"}),
		entryOf(privacy.DueLetter, privacyDue, "a 5, 2 e 0 dias do prazo, a quem responde pelos dados",
			privacy.Due{Number: "2026/042", Request: "Apagar os dados", Until: "03/12/2026", Days: 2}),
		entryOf(lifeevents.CameOfAge, cameOfAge, "quando um paciente faz 18 anos", lifeevents.CameOfAgeMessage{Name: "Helena", IsOwn: true}),
		entryOf(erasure.ProposedLetter, erasureProposed, "a quem pode confirmar que uma pessoa seja apagada", erasure.ProposedMessage{Number: "2026/042"}),
		entryOf(incidents.Notice, incidentNotice, "a quem foi atingido por um incidente",
			incidents.NoticeContent{Text: incidents.DefaultLetter, Seen: []string{"cadastro", "endereço"}, Noticed: "24/11/2026", Number: "2026/003"}),
		entryOf(retention.Announced, retentionAnnounced, "à administração, ao ligar os prazos",
			retention.Announcement{Begins: "12/12/2026", Lines: []string{"412 contatos da recepção", "37 cadastros abandonados"}}),
		entryOf(retention.Leaving, registrationLeaving, "15 dias antes de apagar", retention.Farewell{Day: "15/12/2026"}),
	)
}

func sampleVisits() appointments.Message {
	return appointments.Message{Appointments: []string{"Consulta"}, Until: time.Date(2026, 11, 30, 17, 0, 0, 0, time.UTC),
		Visits: []appointments.Visit{{Type: "medic", With: "Dra. Renata Ribeiro", Patient: "Miguel", When: "terça-feira, 1º de dezembro, às 14:00, horário de Brasília", Where: "Rua das Acácias, 120, sala 3", Price: "R$ 120,00"}}}
}

func sampleOfVisits() statusmails.VisitsMessage {
	return statusmails.VisitsMessage{Visits: []statusmails.Visit{{When: "terça-feira, 1º de dezembro de 2026, às 14:00, horário de Brasília", Patient: "M. S."}}}
}

func find(kind mail.Kind) (entry, bool) {
	all := entries()
	if at := slices.IndexFunc(all, func(e entry) bool { return e.kind == kind }); at >= 0 {
		return all[at], true
	}
	return entry{}, false
}

// HasWords reports whether there are words of the kind.
func HasWords(kind mail.Kind) bool {
	_, known := find(kind)
	return known
}

func textOf(message mail.Message) (letter.Text, error) {
	found, known := find(message.Kind)
	if !known {
		return letter.Text{}, fmt.Errorf("no words for a message of kind %q", message.Kind)
	}
	return found.write(message)
}

// Render renders a message.
func Render(ctx context.Context, branding letter.Branding, message mail.Message) (mail.Content, error) {
	text, err := textOf(message)
	if err != nil {
		return mail.Content{}, err
	}
	return text.Render(ctx, branding, message)
}
