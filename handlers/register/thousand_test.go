package register_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/password"
)

// person is what a list of a stranger has of a person.
type person struct{ email, cpf, phone string }

// observed is what a stranger sees of an answer, and the work behind it.
type observed struct {
	answer             string
	statements         int64
	passwords, letters int
}

// varying are the parts of an answer that differ from one request to the next: tokens, codes of requests, clocks, countdowns.
var varying = regexp.MustCompile(`req_[0-9a-z]+|"request_id":"[^"]*"|"id":[0-9]+|value="[0-9a-f-]{16,}"|data-[a-z]+="[0-9]+"|` +
	`[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?|Espere mais [0-9]+ segundos?|em [0-9]+\x{a0}min( [0-9]+\x{a0}s)?|em [0-9]+\x{a0}s`)

// seen returns an answer without what varies and without what was typed.
func seen(answer *handlertest.Answer, typed ...string) string {
	text := fmt.Sprint(answer.StatusCode, " ", answer.Location(), " ", answer.Body)
	for _, name := range []string{"Content-Type", "Cache-Control", "Retry-After"} {
		text += "\n" + name + ": " + answer.Header.Get(name)
	}
	for _, value := range typed {
		if value != "" {
			text = strings.ReplaceAll(strings.ReplaceAll(text, url.QueryEscape(value), "…"), value, "…")
		}
	}
	return varying.ReplaceAllString(text, "~")
}

// doors are the ways in which a page or an answer takes the e-mail, the CPF or the phone of a person. The public JSON answers of
// the specification that say whether an account exists are limited (TestExists) and not here.
var doors = map[string]func(*handlertest.Client, person) *handlertest.Answer{
	"begin a registration": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.Form("/cadastro", url.Values{"email": {p.email}})
	},
	"sign in by e-mail": func(c *handlertest.Client, p person) *handlertest.Answer { return signInAs(c, p.email) },
	"sign in by CPF":    func(c *handlertest.Client, p person) *handlertest.Answer { return signInAs(c, p.cpf) },
	"sign in by phone":  func(c *handlertest.Client, p person) *handlertest.Answer { return signInAs(c, p.phone) },
	"code by e-mail":    func(c *handlertest.Client, p person) *handlertest.Answer { return codeFor(c, p.email) },
	"code by CPF":       func(c *handlertest.Client, p person) *handlertest.Answer { return codeFor(c, p.cpf) },
	"code by phone":     func(c *handlertest.Client, p person) *handlertest.Answer { return codeFor(c, p.phone) },
	"new password": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.Form("/cadastro/nova-senha/pedido", url.Values{"email": {p.email}})
	},
	"public form": func(c *handlertest.Client, p person) *handlertest.Answer {
		form := c.FormAt("/atendimento")
		form.Set("name", "Sandra")
		form.Set("email", p.email)
		form.Set("phone", p.phone)
		form.Set("message", "Quero saber mais.")
		return c.Form("/atendimento", form)
	},
	"login of the JSON interface": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.POST("/api/v1/auth/associate/login", map[string]string{"email": p.email, "password": "errada de novo"})
	},
	"new password of the JSON interface": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.POST("/api/v1/auth/associate/forgot-password", map[string]string{"email": p.email})
	},
	"wrong code of a registration": func(c *handlertest.Client, p person) *handlertest.Answer {
		return keep(c, c.Form("/cadastro", url.Values{"email": {p.email}})).Form("/cadastro/codigo", url.Values{"code": {"12345"}})
	},
	"another code of a registration": func(c *handlertest.Client, p person) *handlertest.Answer {
		return keep(c, c.Form("/cadastro", url.Values{"email": {p.email}})).Form("/cadastro/codigo/outro", nil)
	},
	"wrong code of a sign-in by e-mail": func(c *handlertest.Client, p person) *handlertest.Answer { return wrongCode(c, p.email) },
	"wrong code of a sign-in by CPF":    func(c *handlertest.Client, p person) *handlertest.Answer { return wrongCode(c, p.cpf) },
	"wrong code of a sign-in by phone":  func(c *handlertest.Client, p person) *handlertest.Answer { return wrongCode(c, p.phone) },
	"reception of the JSON interface": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.POST("/api/v1/reception/public", map[string]string{"name": "Sandra", "email": p.email, "phone": p.phone, "message": "Quero saber mais."})
	},
	"new password of the staff": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.Form("/nova-senha/pedido", url.Values{"email": {p.email}})
	},
	"new password of the staff in the JSON interface": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.POST("/api/v1/auth/forgot-password", map[string]string{"email": p.email})
	},
	"login of the staff in the JSON interface": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.POST("/api/v1/auth/login", map[string]string{"email": p.email, "password": "errada de novo"})
	},
	"sign in of the staff": func(c *handlertest.Client, p person) *handlertest.Answer {
		return c.Form("/entrar", url.Values{"email": {p.email}, "password": {"errada de novo"}})
	},
}

func signInAs(c *handlertest.Client, login string) *handlertest.Answer {
	return c.Form("/cadastro/entrar", url.Values{"login": {login}, "email": {login}, "password": {"errada de novo"}})
}

func codeFor(c *handlertest.Client, login string) *handlertest.Answer {
	return c.Form("/cadastro/entrar/codigo", url.Values{"email": {login}})
}

func wrongCode(c *handlertest.Client, login string) *handlertest.Answer {
	return keep(c, codeFor(c, login)).Form("/cadastro/entrar/conferir", url.Values{"code": {"12345"}})
}

// A stranger with a list of e-mails, CPFs and phones learns of no page who is an associate: for each person of the list the answer
// is the same byte for byte but for tokens, after the same statements and checks of a password, and as many letters leave. The
// test is not parallel: checks of passwords are counted in the process.
func TestThousand_SameAnswers(t *testing.T) {
	app := handlertest.New(t)
	statements := dbtest.CountStatements(t, app.Connection)
	list := map[string]person{
		"associate":   {dbtest.Ana.Email, dbtest.Ana.CPF, dbtest.Ana.Phone},
		"unfinished":  {dbtest.Carla.Email, dbtest.Carla.CPF, dbtest.Carla.Phone},
		"unknown":     {"ninguem.conhece@exemplo.org.br", "98765432100", "48988887777"},
		"another one": {"outra.pessoa@exemplo.org.br", "16899535009", "48977776666"},
	}
	for name, open := range doors {
		results := map[string]observed{}
		for who, one := range list {
			app.Exec(t, "delete from rate_limits")
			app.Exec(t, "delete from mails")
			app.Exec(t, "delete from email_codes")
			stranger := app.Nobody(t)
			before, checked := statements.Load(), password.Checks()
			answer := open(stranger, one)
			results[who] = observed{seen(answer, one.email, one.cpf, one.phone), statements.Load() - before, int(password.Checks() - checked),
				app.Count(t, "mails", "true")}
			if answer.StatusCode == http.StatusSeeOther {
				next := stranger
				for _, cookie := range answer.Cookies() {
					next = next.WithCookie(cookie.Name, cookie.Value)
				}
				result := results[who]
				result.answer += seen(next.GET(answer.Location()), one.email, one.cpf, one.phone)
				results[who] = result
			}
		}
		want := results["unknown"]
		for who, got := range results {
			if got.answer != want.answer {
				t.Errorf("%s: the %s differs from an unknown person:\n%s\n\n%s", name, who, got.answer, want.answer)
			}
			if got.passwords != want.passwords || got.statements != want.statements {
				t.Errorf("%s: the %s costs %d statements and %d checks, an unknown person %d and %d", name, who, got.statements, got.passwords,
					want.statements, want.passwords)
			}
			if byMail := !strings.Contains(name, "by CPF") && !strings.Contains(name, "by phone"); byMail && got.letters != want.letters {
				t.Errorf("%s: %d letters for the %s, %d for an unknown person", name, got.letters, who, want.letters)
			}
		}
	}
}

// The limits count alike for people of the list and others: a stranger gets no further with either.
func TestThousand_SameLimits(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, open := range doors {
		reached := map[string]int{}
		for who, one := range map[string]person{
			"associate": {dbtest.Ana.Email, dbtest.Ana.CPF, dbtest.Ana.Phone}, "unknown": {"ninguem.conhece@exemplo.org.br", "98765432100", "48988887777"},
		} {
			app.Exec(t, "delete from rate_limits")
			app.Exec(t, "delete from email_codes")
			first := open(app.Nobody(t), one).StatusCode
			for reached[who] = 1; reached[who] < 40; reached[who]++ {
				if open(app.Nobody(t), one).StatusCode != first {
					break
				}
			}
		}
		if reached["associate"] != reached["unknown"] {
			t.Errorf("%s: limited after %d requests for an associate, after %d for an unknown person", name, reached["associate"], reached["unknown"])
		}
	}
}

// A stranger with an account of their own learns of few CPFs whether they are taken, whatever the list has.
func TestThousand_CPFs(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	sandra := open(t, app, "sandra.lista@exemplo.org.br")
	taken := 0
	for range 20 {
		answer := sandra.Form("/cadastro/nome", url.Values{"associate_name": {"Sandra"}, "associate_cpf": {dbtest.Ana.CPF}})
		if answer.StatusCode == http.StatusUnprocessableEntity && strings.Contains(answer.Words(), "não pode ser usado") {
			taken++
		}
	}
	if taken != 5 {
		t.Errorf("%d answers say that the CPF is taken", taken)
	}
	for _, cpf := range []string{dbtest.Ana.CPF, "98765432100"} {
		answer := sandra.Form("/cadastro/nome", url.Values{"associate_name": {"Sandra"}, "associate_cpf": {cpf}}).Want(http.StatusTooManyRequests)
		if strings.Contains(answer.Words(), "não pode ser usado") {
			t.Errorf("after the limit %s is named", cpf)
		}
	}
}

// An account of the stranger's own does not help with the list: the change of its address answers the same for each, at the same
// cost, with one letter to the address; and the letters of the two kinds differ only in their receiver.
func TestThousand_ChangeOfAddress(t *testing.T) {
	app := handlertest.New(t)
	sandra := open(t, app, "sandra.lista@exemplo.org.br")
	statements := dbtest.CountStatements(t, app.Connection)
	results := map[string]observed{}
	for who, address := range map[string]string{"associate": dbtest.Ana.Email, "unfinished": dbtest.Carla.Email, "unknown": "ninguem.conhece@exemplo.org.br"} {
		app.Exec(t, "delete from rate_limits")
		app.Exec(t, "delete from mails")
		before := statements.Load()
		asked := sandra.Form("/cadastro/email", url.Values{"email": {address}}).Want(http.StatusSeeOther)
		cost := statements.Load() - before
		mine := keep(sandra, asked)
		answer := seen(mine.GET(asked.Location()), address) + seen(mine.Form("/cadastro/email/codigo", url.Values{"code": {"12345"}}), address)
		results[who] = observed{seen(asked, address) + answer, cost, 0, app.Count(t, "mails", "lower(recipient) = $1", address)}
	}
	for who, got := range results {
		if want := results["unknown"]; got != want {
			t.Errorf("%s differs from an unknown person: %+v\n\n%+v", who, got, want)
		}
	}
}

// The two answers of the specification that say whether an account exists are limited for a network: of a list of 1,000 a stranger
// learns five in 15 minutes, whatever the headers say.
func TestThousand_Existence(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, ask := range map[string]func(c *handlertest.Client, email string) *handlertest.Answer{
		"existence": func(c *handlertest.Client, email string) *handlertest.Answer {
			return c.GET("/api/v1/users/exists?email=" + email)
		},
		"opening": func(c *handlertest.Client, email string) *handlertest.Answer {
			return c.POST("/api/v1/auth/associate/register-email", map[string]string{"email": email, "password": "girassol na janela"})
		},
	} {
		answered := 0
		for i := range 40 {
			email := fmt.Sprintf("pessoa%d@exemplo.org.br", i)
			if i%2 == 0 {
				email = dbtest.Ana.Email
			}
			from := app.Nobody(t).With("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i)).With("X-Real-IP", fmt.Sprintf("203.0.113.%d", i))
			if ask(from, email).StatusCode != http.StatusTooManyRequests {
				answered++
			}
		}
		if answered != 5 {
			t.Errorf("%s: %d of 40 requests are answered", name, answered)
		}
	}
}

// Codes and tokens of links say nothing without being known: guessed ones answer alike, name nobody, and are limited.
func TestThousand_GuessedCodes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set status = 'Associado', associate_status = null, adhesion_term = null where id = $1", dbtest.Ana.ID)
	app.AsAssociate(t, dbtest.Ana).GET("/cadastro/carteirinha").Want(http.StatusOK)
	for name, guess := range map[string]func(c *handlertest.Client, guessed string) *handlertest.Answer{
		"card": func(c *handlertest.Client, guessed string) *handlertest.Answer {
			return c.GET("/carteirinha/" + guessed)
		},
		"term":         func(c *handlertest.Client, guessed string) *handlertest.Answer { return c.GET("/verificar/" + guessed) },
		"signing link": func(c *handlertest.Client, guessed string) *handlertest.Answer { return c.GET("/assinar/" + guessed) },
		"appointment": func(c *handlertest.Client, guessed string) *handlertest.Answer {
			return c.GET("/agendamento/" + guessed)
		},
		"calendar": func(c *handlertest.Client, guessed string) *handlertest.Answer { return c.GET("/agenda/" + guessed) },
		"invite": func(c *handlertest.Client, guessed string) *handlertest.Answer {
			return c.GET("/convite?token=" + guessed)
		},
		"preview of an invite": func(c *handlertest.Client, guessed string) *handlertest.Answer {
			return c.GET("/api/v1/auth/system-invite/preview?token=" + guessed)
		},
		"change of address": func(c *handlertest.Client, guessed string) *handlertest.Answer {
			return c.GET("/desfazer-email?token=" + guessed)
		},
		"new password": func(c *handlertest.Client, guessed string) *handlertest.Answer {
			return c.GET("/cadastro/nova-senha?token=" + guessed)
		},
	} {
		first := guess(app.Nobody(t), "2345-6789")
		for _, guessed := range []string{dbtest.Ana.UserCode, dbtest.Ana.CPF, dbtest.Ana.Email, "ABCD-EFGH"} {
			answer := guess(app.Nobody(t), url.QueryEscape(guessed))
			if answer.StatusCode != first.StatusCode {
				t.Errorf("%s: %s answers %d, another code %d", name, guessed, answer.StatusCode, first.StatusCode)
			}
			for _, personal := range []string{dbtest.Ana.Name, dbtest.Ana.LastName, "não vale mais"} {
				if strings.Contains(answer.Body, personal) {
					t.Errorf("%s: %s shows %q", name, guessed, personal)
				}
			}
		}
	}
}
