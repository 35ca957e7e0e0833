package mail

import (
	"fmt"

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

// template writes the words of a message.
type template func(mail.Message) (content, error)

// words returns the template of a kind, with the type of its content.
func words[T any](kind mail.KindOf[T], write func(message mail.Message, about T) content) (mail.Kind, template) {
	return kind.Kind, func(message mail.Message) (content, error) {
		about, err := kind.ContentOf(message)
		if err != nil {
			return content{}, err
		}
		return write(message, about), nil
	}
}

// always returns the words of a kind whose words do not depend on a message.
func always(c content) func(mail.Message, mail.None) content {
	return func(mail.Message, mail.None) content { return c }
}

// templates returns the template of each kind.
func templates() map[mail.Kind]template {
	all := map[mail.Kind]template{}
	add := func(kind mail.Kind, t template) { all[kind] = t }
	add(words(mail.Invite, invite))
	add(words(mail.Reset, always(reset)))
	add(words(mail.PasswordChanged, always(passwordChanged)))
	add(words(mail.EmailChangeRequested, emailChangeRequested))
	add(words(mail.EmailChanged, emailChanged))
	add(words(newdevices.SignedIn, newDevice))
	add(words(newdevices.Denied, newDeviceDenied))
	add(words(reads.Asked, readsAsked))
	add(words(secondfactor.TurnedOn, always(secondStepOn)))
	add(words(secondfactor.TurnedOff, always(secondStepOff)))
	add(words(secondfactor.Removed, secondStepRemoved))
	add(words(secondfactor.RemovedOf, secondStepRemovedOf))
	add(words(secondfactor.PasskeyAdded, passkeyAdded))
	add(words(secondfactor.PasskeyRemoved, passkeyRemoved))
	add(words(confirmation.CodeSent, codeSent))
	add(words(confirmation.Known, always(accountKnown)))
	add(words(confirmation.Unknown, always(accountUnknown)))
	add(words(confirmation.Relocated, emailReplaced))
	add(words(consents.Withdrawn, consentWithdrawn))
	add(words(consents.Changed, consentTextChanged))
	add(words(documents.Refused, documentRefused))
	add(words(documents.Accepted, documentsAccepted))
	add(words(registration.DocumentAgain, documentAgain))
	add(words(unfinished.Waiting, always(registrationWaiting)))
	add(words(renewals.Ending, prescriptionEnding))
	add(words(registration.Completed, always(registrationComplete)))
	add(words(signing.ToSign, termToSign))
	add(words(signing.Signed, termSigned))
	add(words(appointments.Booked, appointmentBooked))
	add(words(appointments.Moved, appointmentMoved))
	add(words(appointments.Cancelled, appointmentCancelled))
	add(words(appointments.Reminder, appointmentReminder))
	add(words(parcels.OrderSent, orderSent))
	add(words(readytexts.Sent, readyText))
	add(words(tasks.ExportReady, always(exportReady)))
	add(words(personexports.Ready, always(personExportReady)))
	add(words(privacy.ReceivedLetter, privacyReceived))
	add(words(privacy.AnsweredLetter, privacyAnswered))
	add(words(privacy.RefusedLetter, privacyRefused))
	add(words(privacy.AskedLetter, privacyAsked))
	add(words(privacy.DueLetter, privacyDue))
	add(words(lifeevents.CameOfAge, cameOfAge))
	add(words(erasure.ProposedLetter, erasureProposed))
	add(words(backups.Problem, backupProblem))
	add(words(incidents.Notice, incidentNotice))
	add(words(recalls.Notice, recallNotice))
	add(words(followups.Question, followUp))
	add(words(retention.Announced, retentionAnnounced))
	add(words(retention.Leaving, registrationLeaving))
	add(words(webhooks.SwitchedOff, webhookSwitchedOff))
	add(words(notices.Mailed, noticesMailed))
	add(words(mailtexts.Test, testLetter))
	add(words(statusmails.AccountOpened, always(accountOpened)))
	add(words(statusmails.MessageReceived, always(messageReceived)))
	add(words(statusmails.OrderPlaced, orderPlaced))
	add(words(statusmails.OrderPaid, orderPaid))
	add(words(statusmails.DocumentReceived, always(documentReceived)))
	add(words(statusmails.VisitBooked, visitBooked))
	add(words(statusmails.VisitMoved, visitMoved))
	add(words(statusmails.VisitCancelled, visitCancelled))
	add(words(statusmails.ContestAnswered, contestAnswered))
	add(words(statusmails.MonthClosed, monthClosed))
	add(words(statusmails.PayoutMade, payoutMade))
	return all
}

// HasWords reports whether there is a template of the kind.
func HasWords(kind mail.Kind) bool { return templates()[kind] != nil }

func contentOf(message mail.Message) (content, error) {
	write, known := templates()[message.Kind]
	if !known {
		return content{}, fmt.Errorf("no words for a message of kind %q", message.Kind)
	}
	return write(message)
}
