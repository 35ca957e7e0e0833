package mail

import (
	"cmp"
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
	"acolhe/models/retention"
	"acolhe/models/secondfactor"
	"acolhe/models/signing"
	"acolhe/models/statusmails"
	"acolhe/models/tasks"
	"acolhe/models/unfinished"
	"acolhe/models/webhooks"
)

// Group is the people who get a kind of mail, as pages name them.
type Group string

// The groups in the order of pages.
const (
	ToAssociates    Group = "Associados"
	ToProfessionals Group = "Profissionais"
	ToStaff         Group = "Equipe"
	ToEverybody     Group = "Acesso"
	OfPrivacy       Group = "Privacidade"
)

// Groups lists the groups.
func Groups() []Group { return []Group{ToAssociates, ToProfessionals, ToStaff, ToEverybody, OfPrivacy} }

// Kind is a kind of mail as the page of an administrator shows it.
type Kind struct {
	mail.Declared
	Group Group
	// When says in a few words when it is sent.
	When string
	// Bounds are what its words must contain and may name.
	Bounds mailtexts.Bounds
	// Fixed are the parts that the words do not change: table, code, button.
	Fixed []string

	sample mail.Message
}

// Sample returns the mail with values of an example, for a recipient.
func (k Kind) Sample(to, name string) mail.Message {
	sample := k.sample
	sample.To, sample.Name = to, cmp.Or(name, sampleName)
	return sample
}

// entry is what is known of a kind beside its words.
type entry struct {
	group  Group
	when   string
	sample mail.Message
}

// sampleName and samplePath belong to the mail of an example.
const (
	sampleName = "Fátima"
	samplePath = "/cadastro"
)

// sampleOf returns a message of an example with its content.
func sampleOf[T any](kind mail.KindOf[T], content T) mail.Message {
	return kind.With(content, mail.Message{Name: sampleName, Path: samplePath, By: "Helena Prates"})
}

// lasting returns an example whose link has an end.
func lasting(sample mail.Message) mail.Message {
	sample.Expires = time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC)
	return sample
}

func sampleVisits() appointments.Message {
	return appointments.Message{Appointments: []string{"Consulta"}, Until: time.Date(2026, 11, 30, 17, 0, 0, 0, time.UTC),
		Visits: []appointments.Visit{{Type: "medic", With: "Dra. Renata Ribeiro", Patient: "Miguel", When: "terça-feira, 1º de dezembro, às 14:00, horário de Brasília", Where: "Rua das Acácias, 120, sala 3", Price: "R$ 120,00"}}}
}

func sampleOfVisits() statusmails.VisitsMessage {
	return statusmails.VisitsMessage{Visits: []statusmails.Visit{{When: "terça-feira, 1º de dezembro de 2026, às 14:00, horário de Brasília", Patient: "M. S."}}}
}

// entries returns what the page of an administrator shows of each kind.
func entries() map[mail.Kind]entry {
	return map[mail.Kind]entry{
		mail.Invite.Kind:                  {ToEverybody, "para entrar pela primeira vez", lasting(sampleOf(mail.Invite, mail.Invitation{ForPortal: true}))},
		mail.Reset.Kind:                   {ToEverybody, "quem esqueceu a senha", lasting(sampleOf(mail.Reset, mail.None{}))},
		mail.PasswordChanged.Kind:         {ToEverybody, "depois da troca", sampleOf(mail.PasswordChanged, mail.None{})},
		mail.EmailChangeRequested.Kind:    {ToEverybody, "com “foi você?”", lasting(sampleOf(mail.EmailChangeRequested, mail.NewAddress{Email: "fatima@exemplo.org.br"}))},
		mail.EmailChanged.Kind:            {ToEverybody, "no endereço antigo", sampleOf(mail.EmailChanged, mail.None{})},
		newdevices.SignedIn.Kind:          {ToStaff, "com “não fui eu”", lasting(sampleOf(newdevices.SignedIn, newdevices.Device{Device: "Firefox no Windows", IP: "203.0.113.7"}))},
		newdevices.Denied.Kind:            {ToStaff, "à administração, depois de “não fui eu”", sampleOf(newdevices.Denied, newdevices.Denial{Name: "Bruno Lima", Device: newdevices.Device{Device: "Firefox no Windows"}})},
		reads.Asked.Kind:                  {ToStaff, "quando a administração pergunta por um acesso", sampleOf(reads.Asked, reads.Question{People: 72, By: "Camila Torres", Text: "Por que você abriu estes cadastros?"})},
		secondfactor.TurnedOn.Kind:        {ToStaff, "ao ligar", sampleOf(secondfactor.TurnedOn, mail.None{})},
		secondfactor.TurnedOff.Kind:       {ToStaff, "ao desligar", sampleOf(secondfactor.TurnedOff, mail.None{})},
		secondfactor.Removed.Kind:         {ToStaff, "apagada pela administração", sampleOf(secondfactor.Removed, mail.None{})},
		secondfactor.RemovedOf.Kind:       {ToStaff, "a quem apagou", sampleOf(secondfactor.RemovedOf, secondfactor.Colleague{Name: "Bruno Lima"})},
		secondfactor.PasskeyAdded.Kind:    {ToStaff, "ao criar", sampleOf(secondfactor.PasskeyAdded, secondfactor.PasskeyName{Name: "Celular"})},
		secondfactor.PasskeyRemoved.Kind:  {ToStaff, "ao remover", sampleOf(secondfactor.PasskeyRemoved, secondfactor.PasskeyName{Name: "Celular"})},
		confirmation.CodeSent.Kind:        {ToEverybody, "para entrar ou confirmar o e-mail", lasting(sampleOf(confirmation.CodeSent, confirmation.CodeMessage{Code: "482913", Purpose: confirmation.Login}))},
		confirmation.Known.Kind:           {ToEverybody, "a quem já tem cadastro", sampleOf(confirmation.Known, mail.None{})},
		confirmation.Unknown.Kind:         {ToEverybody, "a quem ainda não tem", sampleOf(confirmation.Unknown, mail.None{})},
		confirmation.Relocated.Kind:       {ToEverybody, "no endereço antigo, com “desfazer”", lasting(sampleOf(confirmation.Relocated, confirmation.ChangedMessage{NewEmail: "fatima@exemplo.org.br"}))},
		consents.Withdrawn.Kind:           {OfPrivacy, "com o efeito", sampleOf(consents.Withdrawn, consents.About{Purpose: consents.WhatsApp})},
		consents.Changed.Kind:             {OfPrivacy, "a quem aceitou o de antes", sampleOf(consents.Changed, consents.About{Purpose: consents.Treatment, Changes: "Incluímos os exames."})},
		documents.Refused.Kind:            {ToAssociates, "com o motivo da equipe", sampleOf(documents.Refused, documents.RefusedMessage{Reason: "A foto saiu escura. Tire outra perto da janela."})},
		documents.Accepted.Kind:           {ToAssociates, "quando tudo está conferido", sampleOf(documents.Accepted, documents.AcceptedMessage{Expires: "12/05/2027", IsMember: true})},
		registration.DocumentAgain.Kind:   {ToAssociates, "pela página do cadastro", sampleOf(registration.DocumentAgain, registration.Refusal{Note: "A foto saiu escura."})},
		registration.Completed.Kind:       {ToAssociates, "ao concluir o cadastro", sampleOf(registration.Completed, mail.None{})},
		unfinished.Waiting.Kind:           {ToAssociates, "parado há 3 dias, uma vez", sampleOf(unfinished.Waiting, mail.None{})},
		renewals.Ending.Kind:              {ToAssociates, "60, 30 e 7 dias antes, quando ligado", sampleOf(renewals.Ending, renewals.EndingMessage{Until: "15/01/2027", Days: 30})},
		followups.Question.Kind:           {ToAssociates, "30 e 90 dias depois do primeiro pedido, quando ligado", lasting(sampleOf(followups.Question, followups.Message{Days: 30, Patient: "Miguel"}))},
		recalls.Notice.Kind:               {ToAssociates, "a quem recebeu um lote recolhido", sampleOf(recalls.Notice, recalls.NoticeContent{Lot: "LT-2606-CT07", Advice: recalls.DefaultAdvice})},
		signing.ToSign.Kind:               {ToAssociates, "com o link", lasting(sampleOf(signing.ToSign, signing.Message{Title: "Termo de associação"}))},
		signing.Signed.Kind:               {ToAssociates, "com a cópia", sampleOf(signing.Signed, signing.Message{Title: "Termo de associação"})},
		appointments.Booked.Kind:          {ToAssociates, "ao marcar", lasting(sampleOf(appointments.Booked, sampleVisits()))},
		appointments.Moved.Kind:           {ToAssociates, "ao mudar de horário", lasting(sampleOf(appointments.Moved, sampleVisits()))},
		appointments.Cancelled.Kind:       {ToAssociates, "ao desmarcar", lasting(sampleOf(appointments.Cancelled, sampleVisits()))},
		appointments.Reminder.Kind:        {ToAssociates, "na véspera", lasting(sampleOf(appointments.Reminder, sampleVisits()))},
		statusmails.AccountOpened.Kind:    {ToAssociates, "ao abrir a conta", sampleOf(statusmails.AccountOpened, mail.None{})},
		statusmails.MessageReceived.Kind:  {ToAssociates, "a quem escreve pelo formulário", sampleOf(statusmails.MessageReceived, mail.None{})},
		statusmails.DocumentReceived.Kind: {ToAssociates, "ao enviar receita, laudo ou exame", sampleOf(statusmails.DocumentReceived, mail.None{})},
		statusmails.OrderPlaced.Kind:      {ToAssociates, "com o código Pix", sampleOf(statusmails.OrderPlaced, statusmails.OrderMessage{Number: "35", Total: "R$ 401,77", PixCode: "00020126BR.GOV.BCB.PIX"})},
		statusmails.OrderPaid.Kind:        {ToAssociates, "ao marcar o pagamento", sampleOf(statusmails.OrderPaid, statusmails.OrderMessage{Number: "35", Total: "R$ 401,77", Method: "Pix"})},
		statusmails.VisitBooked.Kind:      {ToProfessionals, "ao marcar", sampleOf(statusmails.VisitBooked, sampleOfVisits())},
		statusmails.VisitMoved.Kind:       {ToProfessionals, "ao mudar de horário", sampleOf(statusmails.VisitMoved, sampleOfVisits())},
		statusmails.VisitCancelled.Kind:   {ToProfessionals, "ao desmarcar", sampleOf(statusmails.VisitCancelled, sampleOfVisits())},
		statusmails.ContestAnswered.Kind:  {ToProfessionals, "quando a equipe responde", sampleOf(statusmails.ContestAnswered, statusmails.AnswerMessage{Day: "12/11/2026", Text: "O valor estava trocado. Corrigimos."})},
		statusmails.MonthClosed.Kind:      {ToProfessionals, "com o valor", sampleOf(statusmails.MonthClosed, statusmails.MonthMessage{Month: "outubro de 2026", Amount: "R$ 1.840,00"})},
		statusmails.PayoutMade.Kind:       {ToProfessionals, "com o dia", sampleOf(statusmails.PayoutMade, statusmails.MonthMessage{Month: "outubro de 2026", Amount: "R$ 1.840,00", PaidOn: "10/11/2026"})},
		parcels.OrderSent.Kind: {ToAssociates, "com o rastreio", sampleOf(parcels.OrderSent, parcels.SentMessage{Number: "35", Carrier: "Correios", TrackingCode: "BR123456789BR",
			TrackingAddress: "https://rastreamento.correios.com.br"})},
		readytexts.Sent.Kind:        {ToAssociates, "escrito pela equipe", sampleOf(readytexts.Sent, readytexts.Message{Subject: "Sua receita", Body: "Olá, Fátima! Sua receita vence em 20 dias."})},
		privacy.ReceivedLetter.Kind: {OfPrivacy, "ao receber um pedido", sampleOf(privacy.ReceivedLetter, privacy.Message{Request: "Corrigir dados", Until: "03/12/2026"})},
		privacy.AnsweredLetter.Kind: {OfPrivacy, "com a resposta da equipe", sampleOf(privacy.AnsweredLetter, privacy.Message{Request: "Corrigir dados", Text: "Corrigimos o que você pediu em 18/11/2026."})},
		privacy.RefusedLetter.Kind:  {OfPrivacy, "com o motivo legal", sampleOf(privacy.RefusedLetter, privacy.Message{Request: "Apagar os dados", Text: "Não podemos atender. O motivo: LGPD, art. 16, I."})},
		privacy.AskedLetter.Kind:    {OfPrivacy, "com o que a equipe pergunta", sampleOf(privacy.AskedLetter, privacy.Message{Request: "Apagar os dados", Until: "03/12/2026", Text: "Para apagar, precisamos saber: o e-mail maria@exemplo.org.br também é seu?"})},
		privacy.DueLetter.Kind:      {OfPrivacy, "a 5, 2 e 0 dias do prazo, a quem responde pelos dados", sampleOf(privacy.DueLetter, privacy.Due{Number: "2026/042", Request: "Apagar os dados", Until: "03/12/2026", Days: 2})},
		lifeevents.CameOfAge.Kind:   {OfPrivacy, "quando um paciente faz 18 anos", sampleOf(lifeevents.CameOfAge, lifeevents.CameOfAgeMessage{Name: "Helena", IsOwn: true})},
		erasure.ProposedLetter.Kind: {OfPrivacy, "a quem pode confirmar que uma pessoa seja apagada", sampleOf(erasure.ProposedLetter, erasure.ProposedMessage{Number: "2026/042"})},
		personexports.Ready.Kind:    {OfPrivacy, "quando a cópia pedida está pronta", lasting(sampleOf(personexports.Ready, mail.None{}))},
		tasks.ExportReady.Kind:      {ToStaff, "com o link do arquivo", lasting(sampleOf(tasks.ExportReady, mail.None{}))},
		backups.Problem.Kind:        {ToStaff, "à administração", sampleOf(backups.Problem, backups.ProblemMessage{Reason: "o lugar não respondeu"})},
		webhooks.SwitchedOff.Kind:   {ToStaff, "à administração", sampleOf(webhooks.SwitchedOff, webhooks.SwitchedOffMessage{Name: "Estoque", Reason: webhooks.ForFailing})},
		notices.Mailed.Kind:         {ToStaff, "a quem escolheu receber", sampleOf(notices.Mailed, notices.Digest{Sentences: []string{"Termo assinado por Fátima"}})},
		incidents.Notice.Kind:       {OfPrivacy, "a quem foi atingido por um incidente", sampleOf(incidents.Notice, incidents.NoticeContent{Text: incidents.DefaultLetter, Seen: []string{"cadastro", "endereço"}, Noticed: "24/11/2026", Number: "2026/003"})},
		retention.Announced.Kind:    {OfPrivacy, "à administração, ao ligar os prazos", sampleOf(retention.Announced, retention.Announcement{Begins: "12/12/2026", Lines: []string{"412 contatos da recepção", "37 cadastros abandonados"}})},
		retention.Leaving.Kind:      {OfPrivacy, "15 dias antes de apagar", sampleOf(retention.Leaving, retention.Farewell{Day: "15/12/2026"})},
	}
}

// Describe returns what the page of an administrator shows of a declared kind; false for one that has no page, such as the
// mail of a test.
func Describe(declared mail.Declared) (Kind, bool) {
	known, isKnown := entries()[declared.Kind]
	if !isKnown {
		return Kind{}, false
	}
	kind := Kind{Declared: declared, Group: known.group, When: known.when, sample: known.sample}
	c, err := contentOf(known.sample)
	if err != nil {
		return Kind{}, false
	}
	kind.Fixed = c.fixedParts()
	kind.Bounds = mailtexts.Bounds{IsFixed: c.isFixed, IsRequired: declared.Required}
	if !c.isFixed {
		c.association = "Associação"
		kind.Bounds.System, kind.Bounds.Variables = mailtexts.Words{Subject: c.subject, Opening: c.paragraphs[0]}, c.variables(known.sample)
	}
	return kind, true
}

// fixedParts names what stays in a mail whatever its words are.
func (c content) fixedParts() (parts []string) {
	if len(c.paragraphs) > 1 {
		parts = append(parts, "as outras frases")
	}
	if len(c.facts) > 0 {
		parts = append(parts, "a tabela")
	}
	if c.code != "" {
		parts = append(parts, "o código")
	}
	if c.action != "" {
		parts = append(parts, "o botão “"+c.action+"”")
	}
	return slices.Concat(parts, []string{"o rodapé com os contatos"})
}

// testLetter is the mail of another kind with the values of an example and the words that were typed.
func testLetter(message mail.Message, about mailtexts.TestMessage) content {
	known, isKnown := entries()[about.Of]
	if !isKnown {
		return content{subject: "Teste", preview: "Teste de mensagem.", paragraphs: []string{"Esta mensagem não existe mais."}}
	}
	sample := known.sample
	sample.Name = message.Name
	c, err := contentOf(sample)
	if err != nil {
		return content{subject: "Teste", preview: "Teste de mensagem.", paragraphs: []string{"Esta mensagem não pôde ser montada."}}
	}
	c.apply(about.Words)
	c.subject = "[Teste] " + c.subject
	return c
}
