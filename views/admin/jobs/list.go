// Package jobs shows the list of the jobs in the queue.
package jobs

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/installation"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list, RetryPath that which retries all failed jobs.
const (
	Path      = "/admin/tarefas"
	RetryPath = Path + "/tentar"
)

// FailedPath is the address of the failed jobs.
const FailedPath = Path + "?situacao=falharam"

type job = installation.Job

// List returns the list of jobs.
func List() list.Definition[job, installation.JobsInput] {
	return list.Definition[job, installation.JobsInput]{
		About: list.About{
			Name: "tarefas-do-sistema", Title: "Tarefas do sistema",
			Text: "O que o sistema faz em segundo plano. As concluídas ficam aqui por um dia; as que falharam, por uma semana.", Path: Path,
			NothingYet:   list.Sentence{Title: "Nenhuma tarefa", Text: "E-mails, exportações e a limpeza diária aparecem aqui."},
			Rows:         list.Noun{One: "tarefa", Many: "tarefas", None: "Nenhuma tarefa"},
			NothingFound: list.Sentence{Title: "Nenhuma tarefa nesta situação", Text: "Veja as outras situações acima."},
		},
		Filters: []list.Filter[installation.JobsInput]{
			{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: options(), Set: setStates},
		},
		Tabs: tabs(),
		Lead: list.Lead[job]{Label: "Tarefa", Text: func(j *job) string { return j.About.Label }},
		Columns: []list.Column[job]{
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: badge},
			{Name: "tentativas", Label: "Tentativas", Right: true, Text: func(j *job) string {
				return fmtbr.Integer(int64(j.Attempt)) + " de " + fmtbr.Integer(int64(j.MaxAttempts))
			}},
			{Name: "motivo", Label: "Motivo da última falha", Place: table.Below, Text: func(j *job) string { return texts.Of(j.Reason) }},
			{Name: "quando", Label: "Quando", Cell: when, Text: func(*job) string { return "" }},
			{Name: "acao", Label: "Ação", Hidden: true, Right: true, Place: table.End, Text: func(*job) string { return "" }, Cell: action},
		},
		Read: list.Windowed(func(in *installation.JobsInput) *page.Window { return &in.Window }),
	}
}

// group is a tab: the name in the address, the label, the states, and the sentence without rows.
type group struct {
	slug, label string
	states      []installation.JobState
	nothing     list.Sentence
}

func groups() []group {
	return []group{
		{"fila", "Na fila", []installation.JobState{installation.Waiting}, list.Sentence{Title: "Nada na fila", Text: "O sistema está em dia."}},
		{"rodando", "Rodando", []installation.JobState{installation.Running},
			list.Sentence{Title: "Nada rodando agora", Text: "Tarefas na fila começam em instantes."}},
		{"falharam", "Falharam", []installation.JobState{installation.Retrying, installation.Failed},
			list.Sentence{Title: "Nenhuma falha", Text: "Tudo o que foi pedido deu certo."}},
		{"terminadas", "Terminadas", []installation.JobState{installation.Completed, installation.Cancelled},
			list.Sentence{Title: "Nenhuma tarefa terminada", Text: "As terminadas ficam aqui por um dia."}},
	}
}

func options() []control.Option {
	var options []control.Option
	for _, group := range groups() {
		options = append(options, control.Option{Value: group.slug, Label: group.label})
	}
	return options
}

func setStates(in *installation.JobsInput, slug string) error {
	for _, group := range groups() {
		if group.slug == slug {
			in.States = group.states
		}
	}
	return nil
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Todas"}}
	for _, group := range groups() {
		tabs = append(tabs, list.Tab{Label: group.label, Filters: url.Values{"situacao": {group.slug}}, Nothing: group.nothing})
	}
	return tabs
}

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(counts map[installation.JobState]int) map[string]page.Counted {
	bySlug := map[string]int{}
	for _, group := range groups() {
		for _, state := range group.states {
			bySlug[group.slug] += counts[state]
		}
	}
	return list.TabCounts(tabs(), "situacao", bySlug)
}

func badge(j *job) ui.Badge {
	return map[installation.JobState]ui.Badge{
		installation.Waiting: {Tone: ui.Info, Text: "Na fila"}, installation.Running: {Tone: ui.Info, Text: "Rodando"},
		installation.Retrying: {Tone: ui.Warn, Text: "Vai tentar de novo"}, installation.Failed: {Tone: ui.Bad, Text: "Falhou"},
		installation.Completed: {Tone: ui.Good, Text: "Concluída"}, installation.Cancelled: {Tone: ui.Muted, Text: "Cancelada"},
	}[j.State]
}

// when is the end of an ended job, the start of a running one, else the time of the next attempt.
func when(j *job, now time.Time) ui.Content {
	switch {
	case j.FinalizedAt != nil:
		return ui.Moment(*j.FinalizedAt, now)
	case j.State == installation.Running && j.AttemptedAt != nil:
		return ui.Moment(*j.AttemptedAt, now)
	}
	return ui.Moment(j.ScheduledAt, now)
}

func action(j *job, _ time.Time) ui.Content {
	one := Path + "/" + strconv.FormatInt(j.ID, 10)
	switch {
	case j.CanRetry():
		return ui.PostButton{Label: "Tentar de novo", Name: j.About.Label, Action: one + "/tentar"}
	case j.CanCancel():
		return ui.PostButton{Label: "Cancelar", Name: j.About.Label, Action: one + "/cancelar"}
	}
	return nil
}
