package entry_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// device is a virtual device with a passkey of an operator.
type device struct {
	site virtualwebauthn.RelyingParty
	virtualwebauthn.Authenticator
	key virtualwebauthn.Credential
}

// newDevice returns a device with an RSA key: an elliptic one of this library drops leading zeros, about one key in 128.
func newDevice(app *handlertest.App) *device {
	return &device{site: virtualwebauthn.RelyingParty{ID: "localhost", Name: "Acolhe", Origin: app.Origin()},
		Authenticator: virtualwebauthn.NewAuthenticator(), key: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA)}
}

// optionsOf returns the options that the page passes to the browser.
func optionsOf(page *handlertest.Answer) string {
	return page.HTML().Find("x-chave[data-options]").First().AttrOr("data-options", "")
}

// register creates a passkey by its page, and returns the answer.
func (d *device) register(t *testing.T, client *handlertest.Client, name string) *handlertest.Answer {
	t.Helper()
	page := client.GET("/conta/segunda-etapa/chave").Want(200)
	options, err := virtualwebauthn.ParseAttestationOptions(optionsOf(page))
	if err != nil {
		t.Fatalf("%v in %s", err, page.Words())
	}
	fields := page.Form("criar-chave")
	fields.Set("name", name)
	fields.Set("passkey", virtualwebauthn.CreateAttestationResponse(d.site, d.Authenticator, d.key, *options))
	return client.Form("/conta/segunda-etapa/chave", fields)
}

// answer returns the form of a page with the answer of the device to its challenge.
func (d *device) answer(t *testing.T, page *handlertest.Answer) url.Values {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(optionsOf(page))
	if err != nil {
		t.Fatalf("%v in %s", err, page.Words())
	}
	d.key.Counter++
	fields := page.Form("chave")
	fields.Set("passkey", virtualwebauthn.CreateAssertionResponse(d.site, d.Authenticator, d.key, *options))
	return fields
}

// ask requests the page that asks for the passkey of an e-mail.
func ask(t *testing.T, app *handlertest.App, email string) *handlertest.Answer {
	t.Helper()
	return app.Nobody(t).Form("/entrar/chave", url.Values{"email": {email}, "volta": {"/painel/pedidos"}}).Want(200)
}

// withPasskey creates Bruno's passkey on a device.
func withPasskey(t *testing.T, app *handlertest.App) (*handlertest.Client, *device) {
	t.Helper()
	bruno, phone := app.As(t, dbtest.Bruno), newDevice(app)
	page := phone.register(t, bruno, "Celular").Want(200)
	if codes := page.HTML().Find(".codes code").Length(); codes != 10 {
		t.Fatalf("%d recovery codes on %s", codes, page.Words())
	}
	return bruno, phone
}

// A passkey is made, signs in without the password, is the second step after it, and confirms again; each is recorded.
func TestPasskey_Used(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnLocalhost)
	bruno, phone := withPasskey(t, app)
	if n := app.Count(t, "mails", "kind = 'second_step_on'"); n != 1 {
		t.Errorf("%d letters", n)
	}
	nobody := app.Nobody(t)
	in := nobody.Form("/entrar/chave/conferir", phone.answer(t, ask(t, app, dbtest.Bruno.Email))).Want(303)
	if in.Location() != "/painel/pedidos" || len(in.Cookies()) != 1 {
		t.Errorf("leads to %s with %v", in.Location(), in.Cookies())
	}
	nobody.WithCookie(in.Cookies()[0].Name, in.Cookies()[0].Value).GET("/api/v1/auth/me").Want(200)
	waiting := nobody.Form("/entrar", loginAs(dbtest.Bruno, dbtest.Password)).Want(200)
	if words := waiting.Words(); strings.Contains(words, "Código de 6 números") || waiting.HTML().Find("#codigo").Length() != 0 {
		t.Errorf("an account without an app is asked for its code: %s", words)
	}
	nobody.Form("/entrar/codigo", phone.answer(t, waiting)).Want(303)
	app.Exec(t, "update sessions set confirmed_at = now() - interval '16 minutes'")
	held := bruno.Form("/conta", url.Values{"current": {dbtest.Password}, "password": {"Outra-Senha-Longa-7"}}).Want(401)
	action, _ := held.HTML().Find("#chave").Attr("action")
	if done := bruno.Form(action, phone.answer(t, held)).Want(303); done.Location() != "/conta" {
		t.Errorf("leads to %s", done.Location())
	}
	if app.Count(t, "security_events", "kind = 'second_factor.passed'") != 1 ||
		app.Count(t, "passkeys", "last_used_at is not null and sign_count = 3") != 1 {
		t.Error("a use is not recorded")
	}
	app.Nobody(t).POST("/api/v1/auth/login", map[string]string{"email": dbtest.Bruno.Email, "password": "Outra-Senha-Longa-7"}).
		WantCode(401, "SECOND_FACTOR_REQUIRED")
}

// Nothing but a fresh answer of the account's own passkey at this site opens it.
func TestPasskey_Hostile(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnLocalhost)
	_, phone := withPasskey(t, app)
	camila, hers := app.As(t, dbtest.Camila), newDevice(app)
	hers.register(t, camila, "Notebook").Want(200)
	fresh := func() *handlertest.Answer { return ask(t, app, dbtest.Bruno.Email) }
	forge := func(change func(*device)) url.Values {
		forger := *phone
		change(&forger)
		fields := forger.answer(t, fresh())
		phone.key.Counter = forger.key.Counter
		return fields
	}
	used := phone.answer(t, fresh())
	app.Nobody(t).Form("/entrar/chave/conferir", used).Want(303)
	other := phone.answer(t, fresh())
	other.Set("challenge", fresh().Form("chave").Get("challenge"))
	foreign := phone.answer(t, fresh())
	foreign.Set("email", dbtest.Camila.Email)
	step := phone.answer(t, app.Nobody(t).Form("/entrar", loginAs(dbtest.Bruno, dbtest.Password)).Want(200))
	step.Set("email", dbtest.Bruno.Email)
	stranger := newDevice(app)
	for name, fields := range map[string]url.Values{
		"the same answer again":           used,
		"an answer to another challenge":  other,
		"a challenge of another account":  foreign,
		"a challenge of the second step":  step,
		"a passkey of another account":    hers.answer(t, fresh()),
		"a passkey that nobody knows":     stranger.answer(t, fresh()),
		"another site":                    forge(func(d *device) { d.site.Origin = "https://localhost.exemplo.org.br" }),
		"another port of this machine":    forge(func(d *device) { d.site.Origin = "http://localhost:1" }),
		"another party":                   forge(func(d *device) { d.site.ID = "exemplo.org.br" }),
		"nobody touched it":               forge(func(d *device) { d.Options.UserNotPresent = true }),
		"nobody gave a PIN":               forge(func(d *device) { d.Options.UserNotVerified = true }),
		"another person's handle":         forge(func(d *device) { d.Options.UserHandle = []byte(dbtest.Camila.UserCode) }),
		"another key with the same id":    forge(func(d *device) { d.key.Key = stranger.key.Key }),
		"no answer":                       {"email": {dbtest.Bruno.Email}, "challenge": used["challenge"]},
		"no challenge":                    {"email": {dbtest.Bruno.Email}, "passkey": used["passkey"]},
		"no JSON":                         {"email": {dbtest.Bruno.Email}, "challenge": fresh().Form("chave")["challenge"], "passkey": {"{"}},
		"nothing":                         {},
		"an account without its password": nil,
	} {
		app.Exec(t, "delete from rate_limits")
		if fields == nil {
			app.Exec(t, "update system_users set password = null where id = 2")
			fields = phone.answer(t, fresh())
		}
		answer := app.Nobody(t).Form("/entrar/chave/conferir", fields)
		if answer.StatusCode != 422 || len(answer.Cookies()) != 0 {
			t.Errorf("%s: %d with %v", name, answer.StatusCode, answer.Cookies())
		}
	}
	if app.Count(t, "security_events", "kind = 'login.failed' and details->>'reason' = 'wrong_passkey'") < 14 {
		t.Error("a failure is not recorded")
	}
}

// A challenge is answered within ten minutes, once, even by parallel requests.
func TestPasskey_OldAndParallel(t *testing.T) {
	t.Parallel()
	late := time.Duration(0)
	app := handlertest.New(t, handlertest.OnLocalhost,
		func(config *handlers.Config) { config.Now = func() time.Time { return time.Now().Add(late) } })
	_, phone := withPasskey(t, app)
	fields := phone.answer(t, ask(t, app, dbtest.Bruno.Email))
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			answer := app.Nobody(t).Form("/entrar/chave/conferir", fields)
			mu.Lock()
			defer mu.Unlock()
			statuses[answer.StatusCode]++
		})
	}
	all.Wait()
	if statuses[303] != 1 || statuses[500] > 0 {
		t.Errorf("the answers are %v", statuses)
	}
	if app.Count(t, "passkeys", "suspected_at is not null") != 0 {
		t.Error("a form that is sent twice makes the passkey a copy")
	}
	app.Exec(t, "delete from rate_limits")
	fields = phone.answer(t, ask(t, app, dbtest.Bruno.Email))
	late = 11 * time.Minute
	app.Nobody(t).Form("/entrar/chave/conferir", fields).Want(422)
}

// A passkey whose counter went back is refused, reported and out of use; the person removes it.
func TestPasskey_Copied(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnLocalhost)
	bruno, phone := withPasskey(t, app)
	copied := *phone
	for range 3 {
		app.Nobody(t).Form("/entrar/chave/conferir", phone.answer(t, ask(t, app, dbtest.Bruno.Email))).Want(303)
	}
	refused := app.Nobody(t).Form("/entrar/chave/conferir", copied.answer(t, ask(t, app, dbtest.Bruno.Email))).Want(422)
	if !strings.Contains(refused.Words(), "pode ter sido copiada") {
		t.Errorf("the page shows %s", refused.Words())
	}
	if app.Count(t, "security_events", "kind = 'second_factor.passkey_suspected'") != 1 {
		t.Error("the administration does not see it")
	}
	for _, options := range allowed(t, ask(t, app, dbtest.Bruno.Email)) {
		if options == string(phone.key.ID) {
			t.Error("it is still asked for")
		}
	}
	if words := bruno.GET("/conta").Want(200).Words(); !strings.Contains(words, "pode ter sido copiada") {
		t.Errorf("the account shows %s", words)
	}
}

// Whether there is an account, and whether it has a passkey, shows in nothing: not in the page, nor in what it asks for twice.
func TestPasskey_NotEnumerated(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnLocalhost)
	_, phone := withPasskey(t, app)
	shape := func(email string) (shape string, ids []string) {
		page := ask(t, app, email)
		var options map[string]any
		if err := json.Unmarshal([]byte(optionsOf(page)), &options); err != nil {
			t.Fatal(err)
		}
		members := slices.Collect(maps.Keys(options))
		for _, one := range options["allowCredentials"].([]any) {
			members = slices.AppendSeq(members, maps.Keys(one.(map[string]any)))
		}
		slices.Sort(members)
		return strings.Join(slices.Compact(members), " ") + strings.ReplaceAll(page.Words(), email, "…"), allowed(t, page)
	}
	with, ids := shape(dbtest.Bruno.Email)
	if len(ids) != 1 || len(ids[0]) != len(phone.key.ID) {
		t.Fatalf("asks for %q", ids)
	}
	lengths := map[int]bool{}
	for i := range 40 {
		email := "p" + strconv.Itoa(i) + "@exemplo.org.br"
		if i == 0 {
			email = dbtest.Camila.Email // an account without a passkey
		}
		without, decoys := shape(email)
		if without != with {
			t.Fatalf("%s shows\n%s\nnot\n%s", email, without, with)
		}
		if _, again := shape(email); len(decoys) == 0 || strings.Join(again, "|") != strings.Join(decoys, "|") {
			t.Errorf("%s asks for others the second time", email)
		}
		lengths[len(decoys[0])] = true
		app.Exec(t, "delete from rate_limits")
	}
	if len(lengths) < 3 || !lengths[len(phone.key.ID)] {
		t.Errorf("the ids have the lengths %v", lengths)
	}
	right := app.Nobody(t).Form("/entrar/chave/conferir", phone.answer(t, ask(t, app, "p1@exemplo.org.br"))).Want(422)
	wrong := app.Nobody(t).Form("/entrar/chave/conferir", newDevice(app).answer(t, ask(t, app, dbtest.Bruno.Email))).Want(422)
	if strings.ReplaceAll(right.Words(), "p1@exemplo.org.br", "") != strings.ReplaceAll(wrong.Words(), dbtest.Bruno.Email, "") {
		t.Errorf("%s\n%s", right.Words(), wrong.Words())
	}
}

// allowed returns the ids that a page asks for.
func allowed(t *testing.T, page *handlertest.Answer) (ids []string) {
	t.Helper()
	var options struct {
		AllowCredentials []struct{ ID string } `json:"allowCredentials"`
	}
	if err := json.Unmarshal([]byte(optionsOf(page)), &options); err != nil {
		t.Fatal(err)
	}
	for _, one := range options.AllowCredentials {
		id, err := base64.RawURLEncoding.DecodeString(one.ID)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, string(id))
	}
	return ids
}

// The own account renames and removes its passkeys; nobody touches another's. The last factor of a role that needs one stays, also
// when two requests remove two at the same time.
func TestPasskey_Managed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnLocalhost)
	bruno, phone := withPasskey(t, app)
	if again := phone.register(t, bruno, "De novo").Want(409); !strings.Contains(again.Words(), "já está ligada") {
		t.Errorf("the same passkey twice: %s", again.Words())
	}
	newDevice(app).register(t, bruno, strings.Repeat("n", 61)).Want(422)
	if app.Count(t, "mails", "kind = 'passkey_added'") != 0 {
		t.Error("a letter about a refused passkey")
	}
	newDevice(app).register(t, bruno, "Notebook da recepção").Want(303)
	if app.Count(t, "mails", "kind = 'passkey_added'") != 1 || app.Count(t, "passkeys", "true") != 2 {
		t.Error("the second passkey is missing")
	}
	bruno.Form("/conta/chaves/1/nome", url.Values{"name": {"  "}}).Want(422)
	bruno.Form("/conta/chaves/1/nome", url.Values{"name": {"Celular novo"}}).Want(303)
	if words := bruno.GET("/conta").Want(200).Words(); !strings.Contains(words, "Celular novo") ||
		!strings.Contains(words, "Notebook da recepção") {
		t.Errorf("the account shows %s", words)
	}
	camila := app.As(t, dbtest.Camila)
	for _, verb := range []string{"nome", "remover"} {
		camila.GET("/conta/chaves/1/" + verb).Want(404)
		camila.Form("/conta/chaves/1/"+verb, url.Values{"name": {"x"}}).Want(404)
		app.Nobody(t).Form("/conta/chaves/1/"+verb, nil).Want(303)
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'second_step_roles', '{"acolhimento": true}')`)
	ids := texts(t, app, "select id::text from passkeys order by id")
	var both sync.WaitGroup
	for _, id := range ids {
		both.Go(func() { bruno.Form("/conta/chaves/"+id+"/remover", nil) })
	}
	both.Wait()
	if app.Count(t, "passkeys", "true") != 1 {
		t.Fatal("the last passkey of a role that needs one is gone")
	}
	last := texts(t, app, "select id::text from passkeys")[0]
	if refused := bruno.Form("/conta/chaves/"+last+"/remover", nil).
		Want(422); !strings.Contains(refused.Words(), "É a sua última. Ligue outra antes.") {
		t.Errorf("the page shows %s", refused.Words())
	}
	app.Exec(t, "delete from system_configs where key = 'second_step_roles'")
	bruno.Form("/conta/chaves/"+last+"/remover", nil).Want(303)
	if app.Count(t, "system_users", "second_step_at is not null") != 0 || app.Count(t, "recovery_codes", "true") != 0 ||
		app.Count(t, "mails", "kind = 'second_step_off'") != 1 {
		t.Error("the second step is still on")
	}
}

// An operator who denies a sign-in also loses the passkeys that were added since, and keeps the earlier ones.
func TestPasskey_DeniedDevice(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnLocalhost)
	signInFrom(t, app, firefox)
	thief := signInFrom(t, app, chrome)
	letters := app.Letters(t)
	page := app.Nobody(t).GET(letters[len(letters)-1].Path).Want(200)
	theirs := newDevice(app)
	theirs.register(t, thief, "Do ladrão").Want(200)
	app.Nobody(t).Form("/nao-fui-eu", hidden(page)).Want(303)
	if app.Count(t, "passkeys", "true") != 0 || app.Count(t, "system_users", "second_step_at is not null") != 0 {
		t.Error("the thief's passkey opens the account")
	}
}

// Without an address that browsers keep passkeys for, nothing of them is offered.
func TestPasskey_WithoutAddress(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for _, path := range []string{"/conta", "/conta/segunda-etapa"} {
		if strings.Contains(bruno.GET(path).Want(200).Words(), "Chave de acesso") {
			t.Errorf("%s offers passkeys", path)
		}
	}
	if strings.Contains(app.Nobody(t).GET("/entrar").Want(200).Words(), "chave de acesso") {
		t.Error("the sign-in offers passkeys")
	}
	bruno.GET("/conta/segunda-etapa/chave").Want(409)
	app.Nobody(t).Form("/entrar/chave", url.Values{"email": {dbtest.Bruno.Email}}).Want(422)
}
