package panel_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An ended task offers its results as a file and is undone once, by its owner; colleagues do not find it.
func TestTask_Undone(t *testing.T) {
	t.Parallel()
	const task = "/painel/tarefas/900"
	app := handlertest.New(t)
	for _, statement := range []string{
		`insert into tasks (id, kind, tag, status, owner_id, owner_name, total, changed, passed_over, reached, date_created, date_started, date_ended) values
			(900, 'add_tag', 'Retorno', 'done', 2, 'Bruno Acioli', 2, 1, 1, 2, now(), now(), now())`,
		"insert into task_rows (task_id, row_id, outcome) values (900, 1, 'changed'), (900, 2, 'passed_over')",
		"select setval(pg_get_serial_sequence('tasks', 'id'), 900)",
	} {
		app.Exec(t, statement)
	}
	bruno, priscila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Priscila)
	for _, path := range []string{task, task + "/resultado"} {
		priscila.GET(path).Want(404)
		app.Nobody(t).GET(path).Want(303)
	}
	priscila.Form(task+"/desfazer", nil).Want(404)
	results := bruno.GET(task + "/resultado").Want(200).Body
	if !strings.Contains(results, "Feito") || !strings.Contains(results, "Já estava assim") || !strings.Contains(results, dbtest.Ana.FullName()) {
		t.Errorf("the results are %q", results)
	}
	if page := bruno.GET(task).Want(200); !strings.Contains(page.Words(), "Desfazer em 1 associado?") {
		t.Error("the page does not ask before it undoes")
	}
	if to := bruno.Form(task+"/desfazer", nil).Want(303).Location(); to != "/painel/tarefas/901" {
		t.Errorf("it leads to %s", to)
	}
	bruno.Form(task+"/desfazer", nil).Want(409)
	page := bruno.GET(task).Want(200)
	if !strings.Contains(page.Body, `href="/painel/tarefas/901"`) || strings.Contains(page.Words(), "Desfazer em") {
		t.Error("the page offers to undo again, or does not lead to what undid it")
	}
	if !strings.Contains(bruno.GET("/painel/tarefas/901").Want(200).Words(), "Desfazer a tarefa 900 em 1 associado") {
		t.Error("the page of the undoing does not say what it is")
	}
	bruno.GET("/painel/tarefas/901/resultado").Want(404)
}
