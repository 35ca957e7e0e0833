package reception

import (
	"errors"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/reception"
	"acolhe/models/reception/finished"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// FinishedPath is the address of the list of finished contacts.
const FinishedPath = Path + "/concluidos"

// Values of the filters of the list.
const (
	withoutReason = "sem-motivo"
	// Unattended is the value of the filter by attendant for contacts without one.
	Unattended = "ninguem"
	linked     = "sim"
	unlinked   = "nao"
)

// Finished returns the list of finished contacts. Its filters offer these operators and reasons.
func Finished(attendants []reception.Attendant, reasons []triage.CompletionReason) list.Definition[queue.Waiting, finished.Input] {
	return list.Definition[queue.Waiting, finished.Input]{
		About: list.About{
			Name: "recepcao-concluidos", Title: "Contatos concluídos", Path: FinishedPath, Collection: "reception",
			Order:  "-concluido",
			Search: "Nome, e-mail ou telefone", HasViews: true,
			Rows: list.Noun{One: "contato concluído", Many: "contatos concluídos", None: "Nenhum contato concluído"},
			NothingYet: list.Sentence{Title: "Nenhum contato concluído ainda",
				Text: "Os contatos da recepção aparecem aqui quando o atendimento termina."},
			NothingFound: list.Sentence{Title: "Nenhum contato concluído com estes filtros",
				Text: "Confira a grafia ou remova um filtro. Quem ainda espera está na recepção."},
		},
		Filters: []list.Filter[finished.Input]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *finished.Input) *string { return &in.Q })},
			{Name: "periodo", Label: "Concluído", Kind: list.Period, Days: []string{"de", "ate"}, All: "em qualquer dia", Options: list.Periods(),
				Set: list.ToPeriod(func(in *finished.Input) *civil.Period { return &in.Period })},
			{Name: "motivo", Label: "Motivo", All: "todos", Options: reasonOptions(reasons), IsOpen: reasons == nil, Show: showReason,
				Set: setReason},
			{Name: "atendente", Label: "Atendente", All: "todos", Options: attendantOptions(attendants), IsOpen: true,
				Show: showAttendant(attendants), Set: setAttendant},
			{Name: "cadastro", Label: "Cadastro", All: "todos", More: true,
				Options: []control.Option{{Value: linked, Label: "Com cadastro vinculado"}, {Value: unlinked, Label: "Sem cadastro"}},
				Set:     list.ToBool(linked, func(in *finished.Input) **bool { return &in.IsLinked })},
			{Name: "etiqueta", Label: "Etiqueta", Kind: list.Tags, More: true, All: "todas",
				Set: list.To(func(in *finished.Input) *string { return &in.Label })},
			{Name: "de", Label: "Concluído desde", Kind: list.Day, Set: list.To(func(in *finished.Input) *string { return &in.From })},
			{Name: "ate", Label: "Concluído até", Kind: list.Day, Set: list.To(func(in *finished.Input) *string { return &in.To })},
			{Name: "chegou_de", Label: "Chegou desde", Kind: list.Day, More: true,
				Set: list.To(func(in *finished.Input) *string { return &in.ArrivedFrom })},
			{Name: "chegou_ate", Label: "Chegou até", Kind: list.Day, More: true, Set: list.To(func(in *finished.Input) *string { return &in.ArrivedTo })},
			{Name: "situacao", Label: "Situação", Kind: list.ByLink, Set: list.To(func(in *finished.Input) *string { return &in.Status })},
		},
		Lead: list.Lead[queue.Waiting]{Label: "Nome", HasInitials: true, Text: func(c *queue.Waiting) string { return c.DisplayName() },
			Href: func(c *queue.Waiting) string { return Href(c.ID) },
			ID:   func(c *queue.Waiting) string { return strconv.FormatInt(c.ID, 10) }},
		Columns: []list.Column[queue.Waiting]{
			{Name: "motivo", Label: "Motivo", Place: table.Side, Text: reasonOf},
			{Name: "cadastro", Label: "Cadastro", Place: table.Below, Text: linkOf},
			{Name: "atendente", Label: "Atendente", Text: func(c *queue.Waiting) string { return texts.Of(c.AttendantName) }},
			{Name: "telefone", Label: "Telefone", HidesBelow: table.Wide,
				Text: func(c *queue.Waiting) string { return fmtbr.Phone(texts.Of(c.Phone)) }},
			{Name: "email", Label: "E-mail", Optional: true, Text: func(c *queue.Waiting) string { return texts.Of(c.Email) }},
			{Name: "mensagem", Label: "Mensagem", Optional: true, Text: func(c *queue.Waiting) string { return texts.Of(c.Message) }},
			{Name: "etiquetas", Label: "Etiquetas", HidesBelow: table.Wide, Tags: func(c *queue.Waiting) []string { return c.Labels }},
			{Name: "chegou", Label: "Chegou", Sort: "created", HidesBelow: table.Medium,
				Time: func(c *queue.Waiting) time.Time { return c.DateCreated }},
			{Name: "concluido", Label: "Concluído", Sort: "completed", Place: table.End,
				Time: func(c *queue.Waiting) time.Time { return *c.CompletedAt }},
		},
		Read: func(query list.Query[finished.Input]) finished.Input {
			query.Input.Window, query.Input.Sort = query.Window, finished.Sort(query.Sort)
			return query.Input
		},
		Pick: list.Picked(list.Number, func(input *finished.Input, ids []int64) { *input = finished.Input{IDs: ids} }),
	}
}

// FinishedHref returns the list limited to the days of the arrival, with pairs of further filters; empty values are left
// out.
func FinishedHref(from, to civil.Date, filters ...string) string {
	query := url.Values{"chegou_de": {from.String()}, "chegou_ate": {to.String()}}
	return ui.Here(FinishedPath + "?" + query.Encode()).With(filters...)
}

func reasonOptions(reasons []triage.CompletionReason) []control.Option {
	options := make([]control.Option, len(reasons))
	for i, reason := range reasons {
		options[i] = control.Option{Value: string(reason), Label: string(reason)}
	}
	return append(options, control.Option{Value: withoutReason, Label: "Sem motivo"})
}

// showReason names the reason of the filter, which may no longer be configured.
func showReason(value string) string {
	if value == withoutReason {
		return "Sem motivo"
	}
	return value
}

func setReason(in *finished.Input, value string) error {
	if in.WithoutReason = value == withoutReason; !in.WithoutReason {
		in.Reason = triage.CompletionReason(value)
	}
	return nil
}

func attendantOptions(attendants []reception.Attendant) []control.Option {
	options := []control.Option{{Value: Unattended, Label: "Ninguém"}}
	for _, attendant := range attendants {
		options = append(options, control.Option{Value: attendant.UserCode.String(), Label: attendant.FullName()})
	}
	return options
}

// showAttendant names the attendant of the filter, who may have left.
func showAttendant(attendants []reception.Attendant) func(value string) string {
	return func(value string) string {
		if value == Unattended {
			return "Ninguém"
		}
		if name := attendantName(attendants, value, "", auth.Caller{}); name != "" {
			return name
		}
		return "Outra pessoa"
	}
}

func setAttendant(in *finished.Input, value string) (err error) {
	if value == Unattended {
		in.Unattended = true
		return nil
	}
	if in.Attendant, err = uuid.Parse(value); err != nil {
		return errors.New("não é uma das opções")
	}
	return nil
}

// reasonOf returns the reason of the completion; an item that ended by its status has none.
func reasonOf(c *queue.Waiting) string {
	if c.CompletionReason == nil {
		return "Sem motivo"
	}
	return string(*c.CompletionReason)
}

func linkOf(c *queue.Waiting) string {
	if c.AssociateCode == nil {
		return "Sem cadastro"
	}
	return "Vinculado"
}
