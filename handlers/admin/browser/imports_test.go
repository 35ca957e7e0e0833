package browser_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/types/brdoc"
)

// An administrator brings a sheet by keyboard alone: sends it, says what a situation means, decides about problems and a
// duplicate, imports, and undoes everything.
func TestImport_Journey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.RunJobs(t)
	cpf := func(n int) string {
		nine := fmt.Sprintf("%09d", 300_000_000+n*13)
		return nine + brdoc.CPFCheckDigits(nine)
	}
	var content strings.Builder
	content.WriteString("Cadastro geral;;;;;;;\nNome completo;CPF;Nasc.;fone / whats;E-MAIL;Cidade/UF;Status;OBS\n")
	for n := range 24 {
		fmt.Fprintf(&content, "Dora Prado %c;%s;%02d/11/1971;(48) 99912-%04d;dora%d@exemplo.org.br;Florianópolis/SC;ATIVO;ligar à tarde\n", 'A'+n,
			cpf(n), n+1, n, n)
	}
	content.WriteString("Ana e Pedro Melo;" + cpf(90) + ";31/02/1980;9991-2201 (filha);maria@exemplo;Lages/SC;susp.;\n")
	content.WriteString("Ana Beatriz de Souza;" + dbtest.Ana.CPF + ";04/11/1971;(48) 99912-0034;outra@exemplo.org.br;Blumenau/SC;ATIVO;\n")
	content.WriteString("João Conceição;;25/12/1960;" + dbtest.Joao.Phone + ";;São José - SC;ATIVO;\n")

	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	look := func(name string) { lookAt(t, page, name) }
	page.Visit("/admin/importar")
	page.WaitForText("main", "Nenhuma importação ainda.")
	look("start")
	page.Choose("#f-file", browsertest.File(t, "associados-2024.csv", []byte(content.String())))
	page.WaitForPath("/admin/importar/1/colunas")
	page.WaitForText("main", "Uma precisa de você.")
	look("columns")
	page.Fill("O que significa susp.", "Etiqueta")
	page.Press("Enter")
	page.WaitUntil("the choice is understood", `() => !document.querySelector("main").textContent.includes("valor sem destino") &&
		!document.querySelector(".hairline[data-waiting]")`)
	tabTo(page, "Conferir as linhas") // a late answer moves it, and a click would meet the link beside it
	page.Press("Enter")
	page.WaitForPath("/admin/importar/1/conferir")
	page.WaitForText("main", "Duas pessoas na mesma célula")
	look("problems")
	page.Fill("O que fazer: Duas pessoas na mesma célula: associado, nome", "Ficar")
	page.Press("Enter")
	page.WaitForText("main", "Falta decidir 2")
	page.Click("Duplicados")
	page.WaitForText("main", "Mesmo CPF")
	look("duplicates")
	page.Press("1")
	page.WaitForText(".toaster", "decidida")
	page.WaitForText("main", "Mesmo telefone")
	page.Press("k")
	page.WaitForText("main", "Mesmo CPF")
	page.Press("j")
	page.WaitForText("main", "Mesmo telefone")
	page.Press("3")
	page.WaitForText("main", "Tudo decidido.")
	page.Press("z")
	page.WaitForText("main", "Falta decidir 1")
	page.WaitForText("main", "Mesmo telefone")
	page.Press("3")
	page.WaitForText("main", "Tudo decidido.")
	page.Click("Importar 26 linhas")
	page.WaitForPath("/admin/importar/1/resultado")
	page.WaitForText("h1", "linhas entraram")
	look("result")
	if app.Count(t, "users", "associate_name like 'Dora Prado %'") != 24 {
		t.Error("the people are not there")
	}
	page.Click("Desfazer tudo…")
	page.WaitFor("dialog[open]")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + " undo")
	page.Click("Desfazer tudo")
	page.WaitForText("main", "foram desfeitas.")
	if app.Count(t, "users", "associate_name like 'Dora Prado %'") != 0 {
		t.Error("the people are still there")
	}
	page.Visit("/admin/importar")
	page.WaitForText("main", "Desfeita")
	look("start after")
}

// lookAt checks a page in every look and takes its pictures.
func lookAt(t *testing.T, page *browsertest.Page, name string) {
	t.Helper()
	page.CheckAccessibility()
	for _, theme := range []string{"claro", "escuro"} {
		page.Theme(theme)
		page.Size(1440, 900)
		page.Reload()
		page.CheckContrast()
		page.Screenshot(t.Name() + " " + name + " " + theme)
	}
	page.Theme("claro")
	page.Size(1366, 768)
	page.CheckLayout()
	page.Phone()
	page.Reload()
	page.CheckLayout()
	page.Screenshot(t.Name() + " " + name + " phone")
	page.Desktop()
	page.Reload()
}

// A sheet of orders goes in: its columns are understood, what does not fit is decided, and the result says how many items it had.
func TestImport_OrdersJourney(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.RunJobs(t)
	var content strings.Builder
	content.WriteString("Nº Pedido;Data;CPF;Produto;Qtd;Valor unit.;Frete;Total do pedido;Status;Forma de pagamento\n")
	for n := range 12 {
		fmt.Fprintf(&content, "%d;%02d/03/2024;%s;%s;2;100,00;20,00;%d,00;ENTREGUE;Pix\n", 1000+n, n+1, dbtest.Ana.CPF, dbtest.Oil.Name, 220+60*(n%2))
		if n%2 == 1 {
			fmt.Fprintf(&content, "%d;%02d/03/2024;;Pomada antiga;1;50,00;;;;\n", 1000+n, n+1)
		}
	}
	content.WriteString("2000;15/03/2024;111.444.777-35;" + dbtest.Oil.Name + ";1;100;;;Entregue;Pix\n")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/importar")
	page.Click("Pedidos")
	page.Choose("#f-file", browsertest.File(t, "pedidos-2024.csv", []byte(content.String())))
	page.WaitForPath("/admin/importar/1/colunas")
	lookAt(t, page, "columns")
	page.Click("Conferir as linhas")
	page.WaitForPath("/admin/importar/1/conferir")
	page.WaitForText("main", "O total não é a soma dos itens")
	lookAt(t, page, "problems")
	page.Fill("O que fazer: O total não é a soma dos itens: pedido, total", "Guardar")
	page.Press("Enter")
	page.WaitForText("main", "Falta decidir 6")
	page.Fill("O que fazer: O produto não está no catálogo: item, produto", "Guardar")
	page.Press("Enter")
	page.WaitForText("main", "Tudo decidido.")
	page.Visit("/admin/importar/1/conferir/prontas")
	lookAt(t, page, "ready")
	page.Click("Importar 19 linhas")
	page.WaitForPath("/admin/importar/1/resultado")
	page.WaitForText("h1", "19 linhas entraram")
	lookAt(t, page, "result")
	if app.Count(t, "orders", "info like 'Pedido 10% da planilha.'") != 12 {
		t.Error("the orders are not there")
	}
}

// A ZIP of scans goes in: whose they are is found by their names, what only a name says is confirmed, and the rest waits.
func TestImport_ScansJourney(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.RunJobs(t)
	app.Exec(t, "insert into users (status, associate_name, date_created) values ('Associado', 'Iara Couto Melo', now()), ('Associado', 'Iara Couto Reis', now())")
	var content bytes.Buffer
	out := zip.NewWriter(&content)
	for n, name := range []string{dbtest.Ana.CPF + " receita.pdf", dbtest.Ana.CPF + " laudo.pdf", dbtest.Joao.CPF + " RG frente.pdf", "RG " + dbtest.Joao.FullName() + " verso.pdf",
		"IMG_2231.pdf", "termo-silva.pdf", dbtest.Joao.CPF + "/programa.pdf", "laudo iara couto.pdf"} {
		entry, err := out.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		body := mediatest.PDF(fmt.Sprintf("%% %d", n))
		if n == 6 {
			body = []byte("MZ no document")
		}
		if _, err := entry.Write(body); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/importar")
	page.Click("Documentos digitalizados")
	lookAt(t, page, "start")
	page.Click("Documentos digitalizados")
	page.Choose("#f-file", browsertest.File(t, "scans-2023.zip", content.Bytes()))
	page.WaitForPath("/admin/importar/1/conferir")
	page.WaitForText("main", "laudo iara couto.pdf")
	lookAt(t, page, "choose")
	page.Fill("De quem é laudo iara couto.pdf", "Iara Couto Reis")
	page.Click("Confirmar: laudo iara couto.pdf")
	page.WaitForText("main", "Entram 4 arquivos.")
	page.WaitForFocus("De quem é RG " + dbtest.Joao.FullName() + " verso.pdf")
	page.Click("Confirmar todos os que têm uma pessoa só")
	page.WaitForText("main", "Nada para escolher.")
	page.Click("Sem dono")
	page.WaitForText("main", "IMG_2231.pdf")
	lookAt(t, page, "unknown")
	page.Fill("De quem é IMG_2231.pdf", dbtest.Ana.FullName())
	page.Press("Enter")
	page.WaitForText("main", "Entram 6 arquivos.")
	page.Click("Recusados")
	page.WaitForText("main", "programa.pdf")
	lookAt(t, page, "refused")
	page.Click("Com dono certo")
	page.WaitForText("main", dbtest.Joao.FullName())
	page.Click("Tirar: " + dbtest.Ana.CPF + " laudo.pdf")
	page.WaitForText("main", "Entram 5 arquivos.")
	lookAt(t, page, "sure")
	page.Click("Importar 5 arquivos")
	page.WaitForPath("/admin/importar/1/resultado")
	page.WaitForText("h1", "5 arquivos entraram")
	lookAt(t, page, "result")
	page.Click("Escolher")
	page.WaitForPath("/admin/importar/1/conferir")
	page.WaitForText("main", "5 já entraram.")
	page.Click("Sem dono")
	page.Fill("De quem é "+dbtest.Ana.CPF+" laudo.pdf", dbtest.Ana.CPF)
	page.Press("Enter")
	page.WaitForText("main", "Entra 1 arquivo.")
	page.Click("Importar 1 arquivo")
	page.WaitForText("h1", "6 arquivos entraram")
	if app.Count(t, "users_files", "doc_kind = 'prescription' and file_id in (select id from files where file_name like '%receita.pdf')") != 1 {
		t.Error("the prescription is not there")
	}
}
