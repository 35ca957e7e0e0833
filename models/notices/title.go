package notices

import (
	"strconv"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Title says in Portuguese what happened, for pages and mails.
func (l Line) Title() string {
	subject := texts.Of(l.Subject)
	switch l.Kind {
	case Contest:
		return texts.Of(l.Author) + " contestou " + fmtbr.Plural(l.Count, "serviço", "serviços")
	case Label:
		return "A etiqueta do pedido nº " + strconv.FormatInt(*l.OrderID, 10) + " falhou"
	case Term:
		if l.Count > 1 {
			return fmtbr.Plural(l.Count, "termo assinado", "termos assinados")
		}
		return subject + " assinou o termo"
	case Document:
		return fmtbr.Plural(l.Count, "documento espera", "documentos esperam") + " conferência"
	case Event:
		if l.Count > 1 {
			return fmtbr.Plural(l.Count, "evento da agenda não foi criado", "eventos da agenda não foram criados")
		}
		return "Um evento da agenda não foi criado"
	case Erasure:
		return "A eliminação " + texts.Of(l.Detail) + " espera a sua confirmação"
	case Adult:
		if l.Count > 1 {
			return fmtbr.Plural(l.Count, "paciente fez", "pacientes fizeram") + " 18 anos"
		}
		return subject + " fez 18 anos"
	case Adverse:
		return subject + " relatou um efeito"
	case Call:
		return subject + " quer que a equipe ligue"
	case Requested:
		return fmtbr.FirstName(texts.Of(l.Author)) + " pede liberação de um pedido de " + subject
	case Answered:
		return fmtbr.FirstName(texts.Of(l.Author)) + " respondeu sobre o pedido de " + subject
	case Webhook:
		return "O webhook “" + subject + "” não respondeu"
	}
	return fmtbr.FirstName(texts.Of(l.Author)) + " citou você em " + subject
}
