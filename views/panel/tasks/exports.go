package tasks

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"acolhe/models/tasks"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/feedback"
	"acolhe/views/ui/record"
)

// exportTitle returns the title of an export: "Exportar pedidos em Excel".
func exportTitle(file tasks.File) string {
	if file.Format == "pdf" {
		return "Imprimir folhas de pedidos"
	}
	return "Exportar " + file.List + " em " + formatWords(file.Format)
}

func formatWords(format string) string {
	return map[string]string{"csv": "CSV", "xlsx": "Excel"}[format]
}

// exportedList returns the address of the exported list with its filters.
func exportedList(file tasks.File) string {
	address := "/painel/" + file.List
	if file.Query != "" {
		address += "?" + file.Query
	}
	return address
}

func (s PageData) exportFacts(file tasks.File) []record.Fact {
	zone := s.Now.Location()
	filters := "Nenhum: a lista toda"
	if len(file.Words) > 0 {
		filters = strings.Join(file.Words, " · ")
	}
	facts := []record.Fact{
		{Label: "Situação", Content: badge(s.Task.Status)},
		{Label: "Filtros", Value: filters},
		{Label: "Pedida por", Value: s.Task.OwnerName},
		{Label: "Pedida em", Value: fmtbr.DateTime(s.Task.DateCreated, zone)},
	}
	if s.Task.DateEnded != nil {
		facts = append(facts, record.Fact{Label: "Terminou em", Value: fmtbr.DateTime(*s.Task.DateEnded, zone)})
	}
	if file.Size != nil {
		facts = append(facts, record.Fact{Label: "Arquivo", Value: *file.FileName + ", " + fmtbr.FileSize(*file.Size)})
	}
	return facts
}

// exportState describes the progress or result of an export in a sentence.
func (s PageData) exportState(file tasks.File) feedback.Alert {
	switch {
	case !s.Task.IsOver():
		return feedback.Alert{Tone: ui.Info, Title: "Preparando o arquivo",
			Text: "Você pode sair desta página. Avisaremos quando o arquivo estiver pronto."}
	case s.Task.Status == tasks.Cancelled:
		return feedback.Alert{Tone: ui.Warn, Title: "Exportação cancelada", Text: "Nenhum arquivo ficou guardado."}
	case s.Task.Status == tasks.Failed:
		return feedback.Alert{Tone: ui.Bad, Title: "A exportação falhou", Text: sentence(texts.Of(s.Task.Failure))}
	case !file.IsAvailableAt(s.Now):
		return feedback.Alert{Tone: ui.Warn, Title: "O arquivo foi removido", Text: "As exportações ficam disponíveis por 24 horas."}
	}
	rows := fmtbr.Plural(s.Task.Changed, "linha", "linhas")
	if file.Format == "pdf" {
		rows = fmtbr.Plural(s.Task.Changed, "pedido", "pedidos")
	}
	until := fmtbr.Date(*file.DateExpires, s.Now.Location()) + " às " + fmtbr.Clock(*file.DateExpires, s.Now.Location())
	if !s.IsOwn {
		return feedback.Alert{Tone: ui.Good, Title: "Arquivo pronto",
			Text: rows + ". Só quem pediu pode baixar o arquivo, disponível até " + until + "."}
	}
	return feedback.Alert{Tone: ui.Good, Title: "Arquivo pronto",
		Text: rows + ". O arquivo fica disponível até " + until + "; depois é removido."}
}

// sentence turns the message of a field into a sentence.
func sentence(reason string) string {
	first, size := utf8.DecodeRuneInString(reason)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(reason[size:], ".") + "."
}

func (s PageData) exportRemoval() dialog.Confirm {
	return dialog.Confirm{ID: "excluir-exportacao", Title: "Excluir esta exportação?",
		Text: "O arquivo será apagado e a exportação sairá da lista de tarefas.",
		Verb: "Excluir exportação", Action: Href(s.Task.ID) + "/excluir", Variant: ui.Danger}
}

// NewsOf returns the results of ended tasks, newest first.
func NewsOf(ended []tasks.Task) layouts.News {
	if len(ended) == 0 {
		return layouts.News{}
	}
	last := ended[0]
	news := layouts.News{Ended: len(ended), Href: Href(last.ID), Failed: last.Status == tasks.Failed}
	switch {
	case last.File != nil && news.Failed:
		news.Label, news.Aloud = "Exportação com falha", "Sua exportação falhou."
	case last.File != nil:
		news.Label, news.Aloud = "Exportação pronta", "Sua exportação está pronta."
	case news.Failed:
		news.Label, news.Aloud = "Tarefa parada", "Uma tarefa sua parou."
	default:
		news.Label, news.Aloud = "Tarefa feita", "Uma tarefa sua terminou."
	}
	if len(ended) > 1 {
		news.Label, news.Href = fmtbr.Plural(len(ended), "tarefa terminou", "tarefas terminaram"), Path
	}
	return news
}
