package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// Every page of the surface, in each look: no axe violation, no sideways scroll, one h1, nothing in the console.
func TestPages_Looks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	app.SeedAppointments(t)
	views := looks.Views(t, app, "sign")
	for _, token := range []string{handlertest.ExpiredTerm, handlertest.VoidedTerm, handlertest.SignedTerm} {
		views = append(views, looks.View{Name: token, Path: "/assinar/" + token})
	}
	for _, token := range []string{handlertest.PastLink, handlertest.CancelledLink} {
		views = append(views, looks.View{Name: token, Path: "/agendamento/" + token})
	}
	views = append(views, looks.View{Name: "another time", Path: "/agendamento/" + handlertest.AppointmentLink + "/remarcar?consulta=2"},
		looks.View{Name: "unknown appointment", Path: "/agendamento/nada", Refusal: 404},
		looks.View{Name: "unknown link", Path: "/assinar/nada", Refusal: 404},
		looks.View{Name: "unknown code", Path: "/verificar/2345-6789", Refusal: 404})
	looks.Check(t, app, views)
}
