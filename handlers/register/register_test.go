package register_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/cep/cepsim"
	"acolhe/models/platform/dbtest"
)

const address = "sandra@exemplo.org.br"

// open opens an account by the pages and returns its client.
func open(t *testing.T, app *handlertest.App, email string) *handlertest.Client {
	t.Helper()
	nobody := begin(t, app.Nobody(t), email)
	confirmed := nobody.Form("/cadastro/codigo", url.Values{"code": {app.Code(t)}}).Want(303)
	if confirmed.Location() != "/cadastro/senha" {
		t.Errorf("the code leads to %s", confirmed.Location())
	}
	nobody = keep(nobody, confirmed)
	page := nobody.GET("/cadastro/senha").Want(200)
	if !strings.Contains(page.HTML().Text(), email) {
		t.Error("the page of the password does not name the e-mail")
	}
	opened := nobody.Form("/cadastro/senha", url.Values{"password": {"girassol na janela"}}).Want(303)
	if opened.Location() != "/cadastro/nome" {
		t.Errorf("it leads to %s", opened.Location())
	}
	for _, cookie := range opened.Cookies() {
		if cookie.Name == "associate_session" {
			return nobody.WithCookie(cookie.Name, cookie.Value)
		}
	}
	t.Fatal("nobody is signed in")
	return nil
}

// keep returns the client with the cookies of an answer.
func keep(client *handlertest.Client, answer *handlertest.Answer) *handlertest.Client {
	for _, cookie := range answer.Cookies() {
		client = client.WithCookie(cookie.Name, cookie.Value)
	}
	return client
}

// begin sends the e-mail of a registration and returns its client.
func begin(t *testing.T, nobody *handlertest.Client, email string) *handlertest.Client {
	t.Helper()
	begun := nobody.Form("/cadastro", url.Values{"email": {email}}).Want(303)
	if begun.Location() != "/cadastro/codigo" {
		t.Errorf("it leads to %s", begun.Location())
	}
	return keep(nobody, begun)
}

// step is a form of the registration and where it leads.
type step struct {
	path   string
	fields url.Values
	to     string
}

func walk(t *testing.T, client *handlertest.Client, steps []step) {
	t.Helper()
	for _, one := range steps {
		client.GET(one.path).Want(200)
		if at := client.Form(one.path, one.fields).Want(303).Location(); at != one.to {
			t.Errorf("%s leads to %s, want %s", one.path, at, one.to)
		}
	}
}

// ownData are the steps of the first phase.
var ownData = []step{
	{"/cadastro/nome", url.Values{"associate_name": {"Sandra Regina Albuquerque"}, "associate_cpf": {"273.637.920-97"}},
		"/cadastro/nascimento"},
	{"/cadastro/nascimento", url.Values{"birth_date": {"23/02/1968"}}, "/cadastro/genero"},
	{"/cadastro/genero", url.Values{"gender": {"not_informed"}}, "/cadastro/rg"},
	{"/cadastro/rg", url.Values{"rg": {"12.345.678"}, "rg_issuer": {"SSP/SC"}}, "/cadastro/dados-do-termo"},
	{"/cadastro/dados-do-termo", url.Values{"nationality": {"brasileira"}, "marital_status": {""}, "occupation": {"professora"}},
		"/cadastro/celular"},
	{"/cadastro/celular", url.Values{"phone": {"(48) 99104-2277"}}, "/cadastro/endereco"},
	{"/cadastro/endereco", url.Values{"cep": {"88010-000"}, "street": {"Rua Felipe Schmidt"}, "neighborhood": {"Centro"},
		"city":  {"Florianópolis"},
		"state": {"SC"}, "number": {""}, "no_number": {"true"}, "complement": {""}}, "/cadastro/conferir-dados"},
	{"/cadastro/conferir-dados", nil, "/cadastro/tratamento"},
}

// The first two phases by plain forms, for each type of treatment.
func TestRegistration_PlainForms(t *testing.T) {
	t.Parallel()
	for kind, treatment := range map[string][]step{
		"self": {{"/cadastro/tratamento", url.Values{"responsible_type": {"self"}}, "/cadastro/conferir-tratamento"}},
		"other_person": {{"/cadastro/tratamento", url.Values{"responsible_type": {"other_person"}}, "/cadastro/paciente"},
			{"/cadastro/paciente", url.Values{"name": {"Helena"}, "last_name": {"dos Santos"}, "cpf": {"168.995.350-09"},
				"birth_date":   {"02/06/1942"},
				"relationship": {"Mãe"}}, "/cadastro/conferir-tratamento"}},
		"pet": {{"/cadastro/tratamento", url.Values{"responsible_type": {"pet"}}, "/cadastro/animal"},
			{"/cadastro/animal", url.Values{"name": {"Thor"}, "species": {"Cachorro"}, "birth_date": {""}}, "/cadastro/conferir-tratamento"}},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			app := handlertest.New(t)
			sandra := open(t, app, address)
			walk(t, sandra, ownData)
			walk(t, sandra, treatment)
			if at := sandra.Form("/cadastro/conferir-tratamento", nil).Want(303).Location(); at != "/cadastro/permissoes" {
				t.Errorf("the second phase leads to %s", at)
			}
			const stored = `email_account = $1 and associate_status = '3' and responsible_type = $2 and associate_cpf = '27363792097' and phone = '48991042277'
				and gender = 'not_informed' and rg = '12.345.678' and rg_issuer = 'SSP/SC' and nationality = 'brasileira' and marital_status is null
				and occupation = 'professora' and birth_date = '1968-02-23' and number = 's/n' and complement is null and name = 'Sandra' and last_name = 'Regina Albuquerque'`
			if app.Count(t, "users", stored, address, kind) != 1 {
				t.Error("something else is stored")
			}
			overview := sandra.GET("/cadastro").Want(200).HTML()
			if !strings.Contains(overview.Text(), "Que bom ver você, Sandra") || overview.Find(".phases .done").Length() != 2 {
				t.Errorf("the overview is %s", overview.Find("main").Text())
			}
			// A phase that is passed is read only.
			if at := sandra.GET("/cadastro/nome").Want(303).Location(); at != "/cadastro/respostas" {
				t.Errorf("a locked step leads to %s", at)
			}
			sandra.Form("/cadastro/nome", url.Values{"associate_name": {"Outra"}}).Want(303)
			answers := sandra.GET("/cadastro/respostas").Want(200).HTML()
			if locked := answers.Find(".lock").Length(); locked != map[string]int{"self": 2}[kind] && locked != 3 ||
				!strings.Contains(answers.Text(), "Prefiro não dizer") || !strings.Contains(answers.Text(), "Rua Felipe Schmidt, s/n") ||
				strings.Contains(answers.Text(), "Outra") {
				t.Errorf("the answers are %s", answers.Find("main").Text())
			}
			if at := sandra.Form("/cadastro/celular", url.Values{"phone": {"48 99999-0000"}}).Want(303).Location(); at != "/cadastro/respostas" {
				t.Errorf("a new phone leads to %s", at)
			}
		})
	}
}

// A refused step shows every problem beside its field and keeps what was typed.
func TestStep_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	sandra := open(t, app, address)
	page := sandra.Form("/cadastro/nome", url.Values{"associate_name": {""}, "associate_cpf": {"123"}}).Want(422).HTML()
	if page.Find(".problems li").Length() != 2 || page.Find("#campo-associate_cpf, [name=associate_cpf]").AttrOr("value", "") != "123" {
		t.Errorf("the page is %s", page.Find("main").Text())
	}
	if text := page.Find(".problems").Text(); !strings.Contains(text, "Escreva o seu nome.") {
		t.Errorf("without a name: %s", text)
	}
	if title := page.Find("title").Text(); !strings.HasPrefix(title, "Erro: ") {
		t.Errorf("the title is %q", title)
	}
	page = sandra.Form("/cadastro/nome", url.Values{"associate_name": {"Sandra"}, "associate_cpf": {dbtest.Ana.CPF}}).Want(422).HTML()
	if text := page.Find(".problems").Text(); !strings.Contains(text, "não pode ser usado") || strings.Contains(text, "Ana") ||
		strings.Contains(text, "associado") {
		t.Errorf("a CPF of somebody else: %s", text)
	}
	page = sandra.Form("/cadastro/nascimento", url.Values{"birth_date": {"31/02/1980"}}).Want(422).HTML()
	if page.Find("[name=birth_date]").AttrOr("value", "") != "31/02/1980" {
		t.Error("the typed date is gone")
	}
	page = sandra.Form("/cadastro/nascimento", url.Values{"birth_date": {"31/12/2099"}}).Want(422).HTML()
	if text := page.Find(".problems").Text(); !strings.Contains(text, "Esta data ainda não chegou.") {
		t.Errorf("a date to come: %s", text)
	}
	page = sandra.Form("/cadastro/celular", url.Values{"phone": {"(48) 3222-4455"}}).Want(422).HTML()
	if text := page.Find(".problems").Text(); !strings.Contains(text, "Este número é de telefone fixo.") || strings.Contains(page.Find("main").Text(), "Escreva o fixo") {
		t.Errorf("a landline: %s", page.Find("main").Text())
	}
	page = sandra.Form("/cadastro/conferir-dados", nil).Want(422).HTML()
	if page.Find(".problems li").Length() < 5 {
		t.Errorf("an incomplete phase: %s", page.Find(".problems").Text())
	}
	if at := sandra.GET("/cadastro/documentos").Want(303).Location(); at != "/cadastro" {
		t.Errorf("a phase ahead leads to %s", at)
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	nobody.Form("/cadastro/entrar", url.Values{"email": {dbtest.Carla.Email}, "password": {"errada"}}).Want(422)
	in := nobody.Form("/cadastro/entrar", url.Values{"email": {dbtest.Carla.Email}, "password": {dbtest.Password}}).Want(303)
	if in.Location() != "/cadastro" {
		t.Errorf("it leads to %s", in.Location())
	}
	carla := app.AsAssociate(t, dbtest.Carla)
	carla.Form("/cadastro/sair", nil).Want(303)
	if at := carla.GET("/cadastro/tratamento").Want(303).Location(); at != "/cadastro/entrar?volta=%2Fcadastro%2Ftratamento" {
		t.Errorf("without a session a step leads to %s", at)
	}
}

// A link of the letter sets a password, also for an associate without one.
func TestReset(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set password_reset_token = sha256('elo'), password_reset_expires = now() + interval '1 hour', account_password = null where id = $1", dbtest.Carla.ID)
	nobody := app.Nobody(t)
	nobody.GET("/cadastro/nova-senha?token=x").Want(422)
	if page := nobody.GET("/cadastro/nova-senha?token=elo").Want(200).HTML(); page.Find("[name=token]").AttrOr("value", "") != "elo" {
		t.Error("the form has no token")
	}
	nobody.Form("/cadastro/nova-senha", url.Values{"token": {"elo"}, "password": {"curta"}}).Want(422)
	nobody.Form("/cadastro/nova-senha", url.Values{"token": {"elo"}, "password": {"nova senha"}}).Want(303)
	nobody.Form("/cadastro/entrar", url.Values{"email": {dbtest.Carla.Email}, "password": {"nova senha"}}).Want(303)
	nobody.Form("/cadastro/nova-senha/pedido", url.Values{"email": {dbtest.Carla.Email}}).Want(303)
	nobody.GET("/cadastro/nova-senha/pedido").Want(200)
}

// The CEP is looked up for associates alone.
func TestCEP(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.AsAssociate(t, dbtest.Carla).With("HX-Request", "true").GET("/cadastro/cep/" + cepsim.Felipe).Want(200).Body
	if !strings.Contains(page, `data-street="Rua Felipe Schmidt"`) {
		t.Errorf("it answers %s", page)
	}
	if at := app.As(t, dbtest.Camila).GET("/cadastro/cep/" + cepsim.Felipe).Want(303).Location(); !strings.HasPrefix(at, "/cadastro/entrar") {
		t.Errorf("an operator is sent to %s", at)
	}
}

// A message waits in reception with its sender; another one joins it.
func TestCorrection(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	carla := app.AsAssociate(t, dbtest.Carla)
	carla.Form("/cadastro/correcao", url.Values{"message": {" "}}).Want(422)
	for _, text := range []string{"Meu sobrenome mudou.", "E o CEP também."} {
		carla.Form("/cadastro/correcao", url.Values{"message": {text}}).Want(303)
	}
	if app.Count(t, "reception", "associate_code = $1 and message = E'Meu sobrenome mudou.\n\nE o CEP também.' and completed_at is null",
		dbtest.Carla.UserCode) != 1 {
		t.Error("the messages are not in the queue")
	}
}

// Every page of associates answers for an associate in each phase, and for nobody else.
func TestPages_EachPhase(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	carla := app.AsAssociate(t, dbtest.Carla)
	camila := app.As(t, dbtest.Camila)
	for _, state := range []string{"associate_status = '1'", "associate_status = '2', responsible_type = 'other_person'",
		"associate_status = '3'",
		"associate_status = '4'", "associate_status = '5'", "status = 'Associado'", "associate_status = 'assinatura_termo'"} {
		app.Exec(t, "update users set "+state+" where id = $1", dbtest.Carla.ID)
		for _, route := range app.Routes {
			isFile := strings.HasSuffix(route.Path, ".zip")
			if route.Guard.String() != "associate" || route.IsJSON() || route.Method != http.MethodGet || isFile || strings.Contains(route.Path, ":") {
				continue
			}
			if status := carla.GET(route.Path).StatusCode; status != 200 && status != 303 {
				t.Errorf("%s, %s: %d", state, route.Path, status)
			}
			if at := camila.GET(route.Path).Location(); !strings.HasPrefix(at, "/cadastro/entrar") {
				t.Errorf("%s leads an operator to %s", route.Path, at)
			}
		}
	}
}

// A form that was opened before another device saved the same page shows both answers and saves nothing; sent again it
// is saved. A form whose answers are the stored ones continues.
func TestRegistration_StaleForm(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '1' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla)
	opened := carla.FormAt("/cadastro/celular")
	if opened.Get("version") == "" {
		t.Fatal("the form has no version")
	}
	carla.JSON("PATCH", "/api/v1/users/me", map[string]string{"phone": "48991042277"}).Want(200)
	opened.Set("phone", "(48) 99104-2277")
	carla.Form("/cadastro/celular", opened).Want(303)
	opened.Set("phone", "(11) 98888-7777")
	refused := carla.Form("/cadastro/celular", opened).Want(422)
	if text := refused.HTML().Find(".f-changes").Text(); !strings.Contains(text, "(48) 99104-2277") ||
		!strings.Contains(text, "(11) 98888-7777") {
		t.Errorf("the page shows %q", text)
	}
	if app.Count(t, "users", "id = $1 and phone = '48991042277'", dbtest.Carla.ID) != 1 {
		t.Error("the answer of the other device was overwritten")
	}
	again := refused.Fields()
	again.Set("phone", "(11) 98888-7777")
	carla.Form("/cadastro/celular", again).Want(303)
	if app.Count(t, "users", "id = $1 and phone = '11988887777'", dbtest.Carla.ID) != 1 {
		t.Error("the answer was not saved")
	}
}
