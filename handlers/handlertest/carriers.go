package handlertest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"acolhe/handlers"
	"acolhe/models/areas"
	"acolhe/models/parcels"
	"acolhe/simulators/loggi"
	"acolhe/simulators/melhorenvio"
)

const senderJSON = `{"name":"A","document":"52998224725","phone":"","email":"","street":"R","number":"1","complement":"","neighborhood":"C","city":"F","state":"SC","cep":"88010000"}`

// Carriers are both simulators with an app whose environment has their credentials.
type Carriers struct {
	*App
	Loggi       *loggi.Simulator
	MelhorEnvio *melhorenvio.Simulator
	// Environment are the variables of the app's environment.
	Environment map[string]string
}

// NewCarriers returns an app whose carriers are simulators that quote and sell labels, without some variables.
func NewCarriers(t testing.TB, without ...string) Carriers {
	t.Helper()
	c := Carriers{Loggi: loggi.New(loggi.Default), MelhorEnvio: melhorenvio.New(melhorenvio.Default), Environment: map[string]string{}}
	for name, simulator := range map[string]http.Handler{"CARRIER_A": c.Loggi, "CARRIER_B": c.MelhorEnvio} {
		server := httptest.NewServer(simulator)
		t.Cleanup(server.Close)
		c.Environment[name+"_BASE_URL"] = server.URL
		c.Environment[name+"_ENABLED"], c.Environment[name+"_USE_FOR_QUOTE"], c.Environment[name+"_USE_FOR_LABEL"] = "true", "true", "true"
	}
	for name, value := range map[string]string{
		"CARRIER_A_CLIENT_ID": loggi.Default.ClientID, "CARRIER_A_CLIENT_SECRET": loggi.Default.ClientSecret,
		"CARRIER_A_COMPANY_ID":     loggi.Default.CompanyID,
		"CARRIER_A_SERVICE_ID":     loggi.Default.ServiceID,
		"CARRIER_B_PERSONAL_TOKEN": melhorenvio.Default.PersonalToken, "CARRIER_B_SUPPORT_EMAIL": "suporte@exemplo.org.br",
	} {
		c.Environment[name] = value
	}
	for _, name := range without {
		delete(c.Environment, name)
	}
	c.App = New(t, func(config *handlers.Config) {
		config.Environment = func(name string) string { return c.Environment[name] }
	})
	c.Exec(t, `insert into system_configs (system, key, value_type, value) values ('store', 'ship_from', 'object', $1)`, senderJSON)
	return c
}

// Parcels returns the office that buys labels in the app.
func (c Carriers) Parcels() parcels.Office {
	return areas.NewServices(c.config.Env(c.Connection)).Parcels
}
