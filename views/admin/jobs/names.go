package jobs

import "strconv"

// kindNames are the names of the kinds of jobs.
var kindNames = map[string]string{
	"clean_up": "Limpeza de dados vencidos", "remove_old_records": "Remoção de registros antigos", "deliver_mail": "Envio de e-mail",
	"write_reset": "Link de nova senha", "work_task": "Ação em muitos registros", "write_export": "Exportação", "change_tag": "Troca de etiqueta",
	"remove_unattached": "Remoção de arquivo sem vínculo", "clean_blobs": "Conferência dos arquivos", "remove_blob": "Remoção de conteúdo de arquivo",
	"make_preview": "Miniatura de arquivo", "move_files": "Mudança de arquivos", "request_signatures": "Pedidos de assinatura",
	"make_calendar_event": "Evento na agenda", "remove_calendar_event": "Remoção de evento da agenda", "read_calendars": "Leitura das agendas do Google",
	"send_appointment_letter": "Carta de agendamento", "remind_appointments": "Lembretes de agendamentos",
	"compact_rollups": "Somas das análises", "verify_rollups": "Conferência das somas das análises",
	"buy_label": "Compra de etiqueta de envio", "buy_labels": "Compra de etiquetas de envio", "track_parcels": "Rastreamento de envios",
	"webhook_fan_out": "Eventos de webhooks", "webhook_deliver": "Entregas de um webhook",
}

// KindName returns the name of a kind of jobs; an unknown kind stays as it is.
func KindName(kind string) string {
	if name, known := kindNames[kind]; known {
		return name
	}
	return kind
}

func fmtID(id int64) string { return strconv.FormatInt(id, 10) }
