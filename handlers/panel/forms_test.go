package panel_test

import (
	"net/url"
	"testing"

	"acolhe/handlers/handlertest"
)

const (
	anaPage   = "/painel/associados/1"
	carlaPage = "/painel/associados/5"
	joaosCart = "/painel/pedidos/2/editar"
)

// formAt returns the inputs of a page, as a browser without scripts would post them.
func formAt(t *testing.T, client *handlertest.Client, path string) url.Values {
	t.Helper()
	return fields(client.GET(path).Want(200).Body)
}
