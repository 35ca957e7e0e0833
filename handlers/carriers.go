package handlers

import (
	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/freight/loggi"
	"acolhe/models/freight/melhorenvio"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
)

// carriers are the carriers of an installation.
type carriers struct {
	quoter      freight.Quoter
	melhorEnvio *melhorenvio.Carrier
}

func newCarriers(tx *db.DB, config Config) carriers {
	services := externalservices.New(tx, config.Key, config.Environment)
	melhorEnvio := melhorenvio.New(services, config.Now, freight.DefaultTimeouts())
	return carriers{
		quoter:      freight.Quoter{DB: tx, Services: services, Providers: []freight.Provider{loggi.New(services, config.Now, freight.DefaultTimeouts()), melhorEnvio}},
		melhorEnvio: melhorEnvio,
	}
}

// Parcels returns the office that buys labels, for the pages and for its jobs.
func Parcels(tx *db.DB, config Config) parcels.Office {
	return newCarriers(tx, config).parcels(tx, config)
}

func (c carriers) parcels(tx *db.DB, config Config) parcels.Office {
	return parcels.Office{DB: tx, Freight: c.quoter, Mail: config.Mail, Now: config.Now}
}
