package handlers_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/dbtest"
)

const (
	anaInList   = "tbody a[href='/painel/associados/1']"
	carlaInList = "tbody a[href='/painel/associados/5']"
)

func associateList(t *testing.T) *browsertest.Page {
	t.Helper()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados")
	return page
}

// The tabs are there at once, and say how many they hold when that is known.
func TestTheTabsOfAssociatesAreCounted(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.WaitForText("#contagem-todos", "3")
	page.WaitForText("#contagem-situacao-em-cadastro", "1")
	page.Click("Em cadastro")
	page.WaitForPath("/painel/associados?situacao=em-cadastro")
	page.WaitFor(carlaInList)
	page.WaitGone(anaInList)
	page.WaitForText(".views [aria-current=page]", "Em cadastro")
}

// Filters go to the address as they are set, those behind the button too; a chip takes one away.
func TestFilteringAssociates(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Fill("q", "carla")
	page.WaitForPath("/painel/associados?q=carla")
	page.WaitGone(anaInList)
	page.Fill("q", "")
	page.WaitFor(anaInList)
	page.Click("Mais filtros")
	page.WaitFor("#mais-filtros")
	page.Fill("cidade", "flori")
	page.WaitForPath("/painel/associados?cidade=flori")
	page.WaitForText(".chips", "flori")
	page.Visit("/painel/associados?cidade=flori&situacao=associado")
	page.WaitGone(carlaInList)
	page.Press("Escape")
	page.Click("Situação: Associado")
	page.WaitForPath("/painel/associados?cidade=flori")
	page.WaitFor(carlaInList)
	page.Back()
	page.WaitForPath("/painel/associados?cidade=flori&situacao=associado")
	page.WaitGone(carlaInList)
}
