package browser_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// Two devices answer the same page: the later one is informed, sees both answers and decides; nothing saved is lost.
func TestRegistration_TwoDevices(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '1' where id = $1", dbtest.Carla.ID)
	page := signIn(t, app, dbtest.Carla)
	page.Visit("/cadastro/nome")
	// Another part of the registration is no conflict.
	app.AsAssociate(t, dbtest.Carla).JSON("PATCH", "/api/v1/users/me", map[string]string{"gender": "Feminino"}).Want(200)
	page.Fill("Nome completo", "Carla Nunes")
	page.Press("Tab")
	page.WaitForText("[data-saved]", "Rascunho salvo às")
	page.WaitUntil("the name is saved", `async () => (await (await fetch("/api/v1/auth/associate/me")).json()).data.associate_name === "Carla Nunes"`)
	app.AsAssociate(t, dbtest.Carla).JSON("PATCH", "/api/v1/users/me", map[string]string{"associate_name": "Carla Maria Nunes"}).Want(200)
	page.Expect(412)
	page.Expect(422)
	page.Fill("Nome completo", "Carla Dávila")
	page.Press("Tab")
	page.WaitForText("[data-saved]", "Esta página mudou em outro aparelho")
	look(page, "changed-elsewhere")
	page.Click("Ver o que mudou")
	page.WaitForText(".f-changes", "Carla Maria Nunes")
	page.WaitForText(".f-changes", "Carla Dávila")
	look(page, "changes")
	if app.Count(t, "users", "id = $1 and associate_name = 'Carla Maria Nunes'", dbtest.Carla.ID) != 1 {
		t.Error("the other device's answer was overwritten")
	}
	page.Click("Continuar")
	page.WaitForPath("/cadastro/nascimento")
	if app.Count(t, "users", "id = $1 and associate_name = 'Carla Dávila'", dbtest.Carla.ID) != 1 {
		t.Error("the answer of this device was not saved")
	}
}

// Times that the script writes are in the association's zone, as those of the server, whatever the zone of the phone.
func TestRegistration_SavedInTheZoneOfTheAssociation(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '1' where id = $1", dbtest.Carla.ID)
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'time_zone', '"America/Rio_Branco"')
		on conflict (system, key) do update set value = excluded.value`)
	page := signIn(t, app, dbtest.Carla)
	page.Visit("/cadastro/nome")
	page.Fill("Nome completo", "Carla Nunes")
	page.Press("Tab")
	page.WaitUntil("the time of the draft is that of Rio Branco", `() => [0, 60_000].some((ago) => document.querySelector("[data-saved]").textContent.includes(
		new Date(Date.now() - ago).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit", timeZone: "America/Rio_Branco" })))`)
}
