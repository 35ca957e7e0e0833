package sign_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// By plain forms: reading, the name, consent, the documents, and the next phase.
func TestSign_PlainForms(t *testing.T) {
	t.Parallel()
	app, carla, link := ready(t)
	nobody := app.Nobody(t)
	term := nobody.GET(link).Want(200)
	contains(t, term.Words(), "Carla D’Ávila Nunes", "Assinar como Carla D’Ávila Nunes", "Leitura de")
	if term.HTML().Find("article strong").Length() == 0 || term.HTML().Find("article h2").Length() == 0 {
		t.Errorf("the text is %s", term.Body)
	}
	nobody.GET(link + "/termo.pdf").Want(200)
	if app.Count(t, "sign_events", "kind = 'form.viewed'") != 0 {
		t.Error("the term counts as viewed before a script or the next page says so")
	}
	nobody.GET(link + "/assinar").Want(200)
	if app.Count(t, "sign_events", "kind = 'form.viewed' and timezone = 'UTC'") != 1 {
		t.Error("the view is not recorded")
	}
	if at := nobody.GET(link + "/concluir").Want(303).Location(); at != link+"/assinar" {
		t.Errorf("without a signature it leads to %s", at)
	}
	contains(t, nobody.GET(nobody.Form(link+"/assinar", url.Values{"typed_name": {" "}}).Want(303).Location()).Want(422).Words(),
		"Digite seu nome completo")
	typed := nobody.Form(link+"/assinar", url.Values{"typed_name": {"Carla  D’Ávila Nunes"}}).Want(303)
	signer := nobody.WithCookie("nome-assinatura", cookie(typed, "nome-assinatura"))
	last := signer.GET(typed.Location()).Want(200)
	contains(t, last.Words(), "Confira e conclua", "127.0.0.1", today(), "horário de Brasília", "com a mesma validade da assinatura em papel")
	if last.HTML().Find("[name=consent][checked]").Length() != 0 {
		t.Error("the box is ticked")
	}
	form := last.Form("f")
	refused := signer.GET(signer.Form(typed.Location(), form).Want(303).Location()).Want(422)
	contains(t, refused.Words(), "Marque a caixa para assinar.", "Carla D’Ávila Nunes")
	if title := refused.HTML().Find("title").Text(); !strings.HasPrefix(title, "Erro: ") || !isPending(t, app) {
		t.Errorf("without consent the title is %q", title)
	}
	form.Set("consent", "true")
	signed := signer.Form(typed.Location(), form).Want(303)
	if signed.Location() != link+"/pronto" {
		t.Fatalf("it leads to %s", signed.Location())
	}
	signer = nobody.WithCookie("termo-assinado", cookie(signed, "termo-assinado"))
	contains(t, signer.GET(link+"/pronto").Want(200).Words(), "Termo assinado", "Baixar comprovante", "Ir para o cadastro")
	contains(t, carla.GET(link+"/pronto").Want(200).Words(), "Falta uma etapa", "Envie a receita médica de Carla", "Continuar cadastro")
	const done = "id = $1 and associate_status = '5' and adhesion_term is not null"
	if app.Count(t, "users", done, dbtest.Carla.ID) != 1 ||
		app.Count(t, "term_signatures", "typed_name = 'Carla D’Ávila Nunes' and method = 'type'") != 1 {
		t.Error("something else is stored")
	}
}

// A drawn signature, sent twice, is signed once and answers the same; another one comes to the state of the term.
func TestSign_DrawnTwice(t *testing.T) {
	t.Parallel()
	app, _, link := ready(t)
	nobody := app.Nobody(t)
	nobody.Form(link+"/aberto", url.Values{"timezone": {"Europe/Lisbon"}}).Want(204)
	nobody.Form("/assinar/nada/aberto", nil).Want(404)
	if app.Count(t, "sign_events", "kind = 'form.viewed' and timezone = 'Europe/Lisbon'") != 1 {
		t.Error("the view is not recorded")
	}
	nobody.GET(link + "/concluir?modo=desenho").Want(200)
	form := url.Values{"method": {"draw"}, "signature_image_base64": {drawn(t, 600, 200)}, "timezone": {"Europe/Lisbon"}, "consent": {"true"}, "strokes": {"3"}}
	for range 2 {
		if at := nobody.Form(link+"/concluir", form).Want(303).Location(); at != link+"/pronto" {
			t.Errorf("it leads to %s", at)
		}
	}
	if app.Count(t, "term_signatures", "method = 'draw' and timezone = 'Europe/Lisbon'") != 1 ||
		app.Count(t, "contracts", "status = 'completed'") != 1 {
		t.Error("it is not signed once")
	}
	if app.Count(t, "sign_events", "kind = 'submission.started' and details ->> 'strokes' = '3'") != 1 {
		t.Error("the strokes of the drawing are not counted")
	}
	if at := nobody.Form(link+"/concluir", named("Outra Pessoa")).Want(303).Location(); at != link {
		t.Errorf("another signature leads to %s", at)
	}
}

// Other holders of the link see that the term is signed, but not its documents.
func TestSigned_OtherBrowser(t *testing.T) {
	t.Parallel()
	app, carla, link := ready(t)
	signer, other, ana := signedBy(t, app.Nobody(t), link), app.Nobody(t), app.AsAssociate(t, dbtest.Ana)
	for _, document := range []string{"/assinado.pdf", "/auditoria.pdf", "/termo.pdf"} {
		for _, own := range []*handlertest.Client{signer, carla} {
			if kind := own.GET(link + document).Want(200).Header.Get("Content-Type"); kind != "application/pdf" {
				t.Errorf("%s is %s", document, kind)
			}
		}
		for _, holder := range []*handlertest.Client{other, ana} {
			if at := holder.GET(link + document).Want(303).Location(); at != "/cadastro/entrar?volta="+url.QueryEscape(link+document) {
				t.Errorf("another browser is led to %s", at)
			}
		}
	}
	for _, stranger := range []*handlertest.Client{other, ana} {
		for _, path := range []string{"/pronto", "/assinar", "/concluir"} {
			if at := stranger.GET(link + path).Want(303).Location(); at != link {
				t.Errorf("%s leads a stranger to %s", path, at)
			}
		}
		page := stranger.GET(link).Want(200)
		contains(t, page.Words(), "Este termo já foi assinado", "entre com seu e-mail e senha")
		if strings.Contains(page.Words(), dbtest.Carla.Name) || strings.Contains(page.Body, dbtest.Carla.Email) {
			t.Error("the page names the signer")
		}
	}
	for _, path := range []string{"", "/assinar", "/concluir"} {
		if at := signer.GET(link + path).Want(303).Location(); at != link+"/pronto" {
			t.Errorf("%s leads the signer to %s", path, at)
		}
	}
}

// The signed term and its proof are sent again from the own documents, to the current e-mail, three times a day; nobody else's.
func TestSigned_SentAgain(t *testing.T) {
	t.Parallel()
	app, carla, link := ready(t)
	send := func(by *handlertest.Client) string {
		return by.Form("/cadastro/termo/enviar", nil).Want(303).Notice().Text
	}
	if said := send(carla); said != "Você ainda não tem um termo assinado." {
		t.Errorf("without a signed term: %q", said)
	}
	signedBy(t, app.Nobody(t), link)
	app.Exec(t, "update users set email_account = 'carla.nova@exemplo.org.br', associate_status = '5' where id = $1", dbtest.Carla.ID)
	app.Exec(t, "delete from mails")
	for range 3 {
		if said := send(carla); said != "Enviamos o termo e o comprovante para o seu e-mail." {
			t.Errorf("it says %q", said)
		}
	}
	send(app.AsAssociate(t, dbtest.Joao))
	if said := send(carla); !strings.Contains(said, "Tente de novo") {
		t.Errorf("a fourth time: %q", said)
	}
	letters := app.Letters(t)
	if len(letters) != 3 || letters[0].To != "carla.nova@exemplo.org.br" || letters[0].Kind != "term_signed" || len(letters[0].Attachments) != 2 {
		t.Errorf("the letters are %+v", letters)
	}
	app.Nobody(t).Form("/cadastro/termo/enviar", nil).Want(303)
	if app.Count(t, "mails", "true") != 3 {
		t.Error("a stranger sent a letter")
	}
}

// A link that cannot be signed says why and what to do, on each of its pages.
func TestLink_States(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	nobody := app.Nobody(t)
	for token, says := range map[string][]string{
		handlertest.ExpiredTerm: {"Este link venceu", "Entrar no cadastro e assinar"},
		handlertest.VoidedTerm:  {"Este link foi cancelado", "A associação cancelou este termo. Fale com a equipe.", "Falar com a associação"},
		handlertest.SignedTerm:  {"Este termo já foi assinado", "Conferir a autenticidade"},
	} {
		contains(t, nobody.GET("/assinar/"+token).Want(200).Words(), says...)
		for _, part := range []string{"/assinar", "/concluir"} {
			if at := nobody.GET("/assinar/" + token + part).Want(303).Location(); at != "/assinar/"+token {
				t.Errorf("%s leads to %s", token+part, at)
			}
			if at := nobody.Form("/assinar/"+token+part, named("Alguém")).Want(303).Location(); at != "/assinar/"+token {
				t.Errorf("a form of %s leads to %s", token+part, at)
			}
		}
	}
	app.Exec(t, "update contracts set user_code = (select user_code from contracts where public_code = '4444CCCC'), date_created = now() + interval '1 minute' where public_code = '3333BBBB'")
	contains(t, nobody.GET("/assinar/"+handlertest.VoidedTerm).Want(200).Words(), "A associação preparou um termo mais novo em")
	for _, path := range []string{"/assinar/nada", "/assinar/nada/assinar", "/assinar/nada/concluir", "/assinar/nada/pronto",
		"/assinar/" + strings.Repeat("x", 5000)} {
		contains(t, nobody.GET(path).Want(404).Words(), "Este link não abre mais", "O endereço pode estar cortado.")
	}
	nobody.Form("/assinar/nada/concluir", named("Alguém")).Want(404)
	nobody.GET("/assinar/nada/assinado.pdf").Want(404)
	nobody.GET("/assinar/" + handlertest.VoidedTerm + "/termo.pdf").Want(404)
}

// Pages are hidden from search engines and from other sites' referrers. The pages with a form send the name
// of the site: see web.HideAddress.
func TestPages_Private(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	link := "/assinar/" + handlertest.PendingTerm
	for path, policy := range map[string]string{
		link: "no-referrer", link + "/assinar": "strict-origin", link + "/concluir?modo=desenho": "strict-origin",
		"/assinar/" + handlertest.SignedTerm: "no-referrer", "/verificar": "no-referrer", "/verificar/" + handlertest.SignedCode: "no-referrer",
	} {
		page := app.Nobody(t).GET(path).Want(200)
		if page.Header.Get("Referrer-Policy") != policy || page.Header.Get("X-Robots-Tag") != "noindex" ||
			page.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", path, page.Header)
		}
		if page.HTML().Find(`meta[name=robots]`).AttrOr("content", "") != "noindex" {
			t.Errorf("%s may be listed", path)
		}
	}
}

// The size of the text goes on with each press, by a link.
func TestRead_LargerText(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	at := "/assinar/" + handlertest.PendingTerm
	for _, want := range []string{"18", "21", "24", "18"} {
		page := app.Nobody(t).GET(at).Want(200).HTML()
		if size := page.Find("article").AttrOr("data-letter", ""); size != want {
			t.Fatalf("%s: the text has %s px, want %s", at, size, want)
		}
		at = page.Find(".s-tools a").First().AttrOr("href", "")
	}
	for _, odd := range []string{"x", "-1", "99999999999999999999", "22"} {
		if size := app.Nobody(t).GET("/assinar/"+handlertest.PendingTerm+"?letra="+odd).Want(200).HTML().Find("article").
			AttrOr("data-letter", ""); size != "18" {
			t.Errorf("%s: %s px", odd, size)
		}
	}
}

// Hostile values are refused with a sentence, and sign nothing.
func TestSign_HostileValues(t *testing.T) {
	t.Parallel()
	app, _, link := ready(t)
	nobody := app.Nobody(t)
	whole := drawn(t, 600, 200)
	for name, signature := range map[string]string{
		"empty": "", "no URL": "x", "an SVG": "data:image/svg+xml;base64,PHN2Zy8+", "no base64": "data:image/png;base64,@@@",
		"no PNG": "data:image/png;base64,AAAA",
		"cut":    whole[:len(whole)/2], "blank": "data:image/png;base64," + strings.Repeat("A", 400), "null": "data:image/png;base64,\x00",
		"5 MB":   "data:image/png;base64," + strings.Repeat("A", 5<<20),
		"100 kB": "data:image/png;base64," + strings.Repeat("A", 100<<10), "one dot": drawn(t, 1, 1), "too wide": drawn(t, 5000, 8),
	} {
		answer := nobody.Form(link+"/concluir", url.Values{"method": {"draw"}, "signature_image_base64": {signature}, "consent": {"true"}})
		if answer.StatusCode < 400 || answer.StatusCode >= 500 || !isPending(t, app) {
			t.Errorf("a signature, %s: %d", name, answer.StatusCode)
		}
	}
	for _, form := range []url.Values{
		{}, {"method": {"x"}, "consent": {"true"}}, {"method": {"type"}, "typed_name": {""}, "consent": {"true"}},
		{"method": {"type"}, "typed_name": {"\x00\u200b"}, "consent": {"true"}},
		{"method": {"type"}, "typed_name": {strings.Repeat("é", 300)}, "consent": {"true"}},
		{"method": {"type"}, "typed_name": {"Carla"}, "consent": {"sim, talvez"}},
		{"method": {"type"}, "typed_name": {"\xff\xfe"}, "consent": {"true"}}, {"method": {"draw"}, "typed_name": {"Carla"}, "consent": {"true"}},
		{"method": {"type"}, "typed_name": {"Carla"}, "consent": {"false"}},
	} {
		answer := nobody.Form(link+"/concluir", form)
		if answer.StatusCode < 300 || answer.StatusCode >= 500 || strings.HasSuffix(answer.Location(), "/pronto") || !isPending(t, app) {
			t.Errorf("%v: %d", form, answer.StatusCode)
		}
	}
	for _, name := range []string{strings.Repeat("a", 300), strings.Repeat("👩‍⚕️", 300), "\x00", "\xff"} {
		if status := nobody.Form(link+"/assinar", url.Values{"typed_name": {name}}).StatusCode; status >= 500 {
			t.Errorf("the name %.20q: %d", name, status)
		}
	}
	// A name of another writing is a name, and a time zone that is none is UTC.
	odd := named("علي <script> 👩‍⚕️")
	odd.Set("timezone", "../../etc/passwd")
	nobody.Form(link+"/concluir", odd).Want(303)
	if app.Count(t, "term_signatures", "timezone = 'UTC'") != 1 {
		t.Error("the time zone is stored as sent")
	}
}

// If the documents cannot be stored the page says so with the signature still on it, and nothing is signed.
func TestSign_StorageDown(t *testing.T) {
	t.Parallel()
	app, _, link := ready(t)
	app.Exec(t, "update storage_drivers set active = false")
	refused := app.Nobody(t).Form(link+"/concluir", named("Carla D’Ávila Nunes")).Want(503)
	contains(t, refused.Words(), "Não foi possível guardar sua assinatura. Nada foi assinado. Tente de novo.", "Carla D’Ávila Nunes")
	if refused.Header.Get("Retry-After") == "" || !isPending(t, app) {
		t.Error("it is signed, or does not say when to try again")
	}
	app.Exec(t, "update storage_drivers set active = (driver = 'local')")
	signedBy(t, app.Nobody(t), link)
}
