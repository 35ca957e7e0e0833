// Package api is the JSON interface under /api/v1: a file per area, a thin handler per route. Handlers bind,
// call one verb and answer; rules and scopes are in the models.
package api

import (
	"net/url"
	"slices"

	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/configuration"
	"acolhe/models/externalservices"
	"acolhe/models/files"
	"acolhe/models/filestorage"
	"acolhe/models/freight"
	"acolhe/models/freight/melhorenvio"
	"acolhe/models/operators"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/seal"
	"acolhe/models/samples"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/webhooks/endpoints"
	"acolhe/web"
)

// API serves the JSON routes.
type API struct {
	DB *db.DB
	// Access is the database for signing in and out, through connections of its own.
	Access *db.DB
	Mail   mail.Outbox
	// Login signs operators in.
	Login operators.Login
	// Items serves the generic collections.
	Items *items.Engine
	// Settings holds all configuration keys.
	Settings configuration.Catalogue
	// Freight requests quotes from the carriers.
	Freight freight.Quoter
	// Parcels buys labels.
	Parcels parcels.Office
	// MelhorEnvio connects its account by OAuth.
	MelhorEnvio *melhorenvio.Carrier
	// Calendar makes events; Google connects its account by OAuth.
	Calendar calendar.Module
	Google   *google.Google
	// Services holds the credentials of services outside.
	Services externalservices.Office
	// Files stores and opens files.
	Files files.Library
	// Storage changes where contents are stored.
	Storage filestorage.Office
	// Samples counts and removes the sample data.
	Samples samples.Store
	// Templates renders and publishes terms.
	Templates templates.Printer
	// Contracts creates and completes contracts.
	Contracts signing.Contracts
	// Webhooks administers the endpoints of webhooks.
	Webhooks endpoints.Registry
	// Seal holds the certificate of the seals.
	Seal seal.Sealer
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
}

// Routes returns the routes of the JSON interface.
func (a API) Routes() []web.Route {
	return slices.Concat(
		[]web.Route{web.Page("/api/v1/docs", web.Public(), a.showDocs)},
		a.authRoutes(),
		a.associateAuthRoutes(),
		a.registrationRoutes(),
		a.tokenRoutes(),
		a.operatorRoutes(),
		a.associateRoutes(),
		a.professionalRoutes(),
		a.receptionRoutes(),
		a.orderRoutes(),
		a.serviceRoutes(),
		a.analyticsRoutes(),
		a.calendarRoutes(),
		a.freightRoutes(),
		a.carrierRoutes(),
		a.externalServiceRoutes(),
		a.searchRoutes(),
		a.fileRoutes(),
		a.storageRoutes(),
		a.templateRoutes(),
		a.sealRoutes(),
		a.administrationRoutes(),
		a.webhookRoutes(),
		a.systemErrorRoutes(),
		a.webVitalRoutes(),
		a.contractRoutes(),
		a.signRoutes(),
		a.itemRoutes(),
		a.configRoutes(),
	)
}
