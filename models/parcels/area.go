package parcels

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
)

// Area declares what parcels bring to the program.
func Area(_ area.Env, office Office) area.Area {
	return area.Area{
		Tables: []string{"parcels", "parcel_events"},
		Mails:  []mail.Declared{OrderSent.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(&buyWorker{office: office}, jobs.About{Label: "Compra de etiqueta de envio"}),
			jobs.Of(&trackWorker{office: office}, jobs.About{Label: "Rastreamento de envios", Every: trackInterval}),
		},
		Keys: []settings.Definition{sendLetter.Definition()},
	}
}
