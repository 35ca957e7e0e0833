package areas

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Personal returns what all areas declare of the personal data that they hold, in the order of their floors.
func Personal() []personal.Table {
	return collect(declared(), personalOf)
}

func personalOf(a area.Area) []personal.Table { return a.Personal }

// platformData declares the personal data of the machinery below the areas.
func platformData() []personal.Table {
	return []personal.Table{
		{
			Name: "mails", Label: "E-mails enviados", Of: "lower(recipient) in @emails", Removed: true,
			Data: []personal.Data{{Columns: "recipient letter_sealed last_error", Label: "E-mails enviados", Use: personal.Letters,
				End: personal.WithRow}},
			Plain: "kind status encryption_key_id stranger_recipient_hash",
		},
		{
			Name: "idempotency_keys", Label: "Respostas repetíveis", Removed: true,
			Of: "caller in @callers or " + mentioned("convert_from(coalesce(response_body, ''), 'UTF8')"),
			Data: []personal.Data{{Columns: "response_body", Label: "Respostas a programas, por 24 horas", Use: personal.Operation,
				End: personal.WithRow}},
			Plain: "caller route key request_sha256",
		},
		{
			Name: "undos", Label: "Ações que podem ser desfeitas", Of: "associate_id in @ids or " + mentioned("payload::text"), Removed: true,
			Data: []personal.Data{{Columns: "payload", Label: "O que pode ser desfeito, por minutos", Use: personal.Operation,
				End: personal.WithRow}},
			Plain: "kind",
		},
		{
			Name: "exports", Label: "Exportações",
			Data:  []personal.Data{{Columns: "query file_name", Label: "Busca de uma exportação", Use: personal.Operation, End: personal.Mention}},
			Plain: "list collection shown format content_type words",
		},
		{
			Name: "saved_views", Label: "Listas salvas",
			Data:  []personal.Data{{Columns: "name query", Label: "Busca de uma lista salva", Use: personal.Operation, End: personal.Mention}},
			Plain: "page columns shared_with",
		},
		{
			Name: "operator_preferences", Label: "Preferências da equipe",
			Data:  []personal.Data{{Columns: "value", Use: personal.Operation, End: personal.Mention}},
			Plain: "key",
		},
		{
			Name: "earlier_resets", Label: "Pedidos de senha nova", Of: "associate_id in @ids", Removed: true,
			Data: []personal.Data{{Columns: "token", Use: personal.Security, End: personal.WithRow, Withheld: true}},
		},
		{
			Name: "security_events", Label: "Registro de segurança",
			Of: "subject in @emails or subject in @texts or actor_kind = 'associate' and actor_code in @texts",
			Data: []personal.Data{
				{Columns: "ip user_agent", Label: "Entradas, recusas e trocas de senha", Use: personal.Security, End: personal.LogStays},
				{Columns: "subject actor_name details", Use: personal.Security, End: personal.LogStays, Withheld: true},
			},
			Plain: "kind actor_kind actor_code",
		},
		{
			Name: "rate_limits", Label: "Limites por minuto", Of: "names_person(key, @clue, @pattern)", Removed: true,
			Data: []personal.Data{{Columns: "key", Use: personal.Security, End: personal.WithRow, Withheld: true}},
		},
		personal.Plain("mail_confirmations", "recipient_hash"),
		personal.Plain("seal_certificates", "chain_pem private_key_encrypted encryption_key_id"),
		personal.Plain("counters", "subject key"),
		personal.Plain("quota_uses", "key"),
		personal.Plain("caller_writes", "kind"),
		personal.Plain("derived_schema", "name content_sha256"),
		personal.Plain("schema_programs", ""),
		personal.Plain("job_runners", "id"),
	}
}

// mentioned is the condition of a text that names the person, or holds one of the codes of the person.
func mentioned(text string) string {
	return "(names_person(" + text + ", @clue, @pattern) or " + text + " ~ @codepattern)"
}

// Terms returns the kinds of rows that leave after a time, in the order of their floors.
func Terms() []personal.Term { return collect(declared(), termsOf) }

func termsOf(a area.Area) []personal.Term { return a.Terms }

// mailsTerm declares how long is kept to whom mails were sent; their texts are removed once they are sent.
func mailsTerm() personal.Term {
	return personal.Term{
		Name: "mails", Label: "E-mails enviados", One: "e-mail enviado", Many: "e-mails enviados",
		Table: "mails", When: "status <> 'queued'", Since: "date_created", Event: "enviados há mais de",
		Who: "recipient", Href: "/admin/correio/%d",
		Person: "(select u.id from users u where u.email_account = mails.recipient limit 1)",
		End:    "Apagado", Reason: "conferir entrega",
		Period: personal.Period{Count: 1, Unit: personal.Years},
		Options: []personal.Period{
			{Count: 30, Unit: personal.Days}, {Count: 90, Unit: personal.Days}, {Count: 1, Unit: personal.Years}, {Count: 2, Unit: personal.Years},
		},
	}
}
