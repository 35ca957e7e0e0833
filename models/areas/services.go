package areas

import (
	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/externalservices"
	"acolhe/models/files"
	"acolhe/models/freight"
	"acolhe/models/freight/loggi"
	"acolhe/models/freight/melhorenvio"
	"acolhe/models/parcels"
	"acolhe/models/platform/area"
	"acolhe/models/signing"
)

// Services are what pages and jobs use of the areas with dependencies outside the program.
type Services struct {
	Store       externalservices.Store
	Files       files.Library
	Contracts   signing.Contracts
	Freight     freight.Quoter
	MelhorEnvio *melhorenvio.Carrier
	Parcels     parcels.Office
	Calendar    calendar.Module
	Google      *google.Google
}

// NewServices returns the services of a process.
func NewServices(e area.Env) Services {
	store := externalservices.New(e.DB, e.Key, e.Environment)
	store.Outbound = e.Outbound
	library := files.Library{DB: e.DB, Drivers: e.Storage}
	melhorEnvio := melhorenvio.New(store, e.Now, freight.DefaultTimeouts())
	quoter := freight.Quoter{DB: e.DB, Services: store,
		Providers: []freight.Provider{loggi.New(store, e.Now, freight.DefaultTimeouts()), melhorEnvio}}
	events := google.New(store, e.Now, calendar.Timeout)
	return Services{
		Store: store, Files: library,
		Contracts: signing.Contracts{DB: e.DB, Files: library, Mail: e.Mail, Key: e.Key, BaseURL: e.BaseURL},
		Freight:   quoter, MelhorEnvio: melhorEnvio,
		Parcels:  parcels.Office{DB: e.DB, Freight: quoter, Mail: e.Mail, Now: e.Now},
		Calendar: calendar.Module{Store: store, Provider: events}, Google: events,
	}
}
