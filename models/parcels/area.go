package parcels

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/settings"
)

// Area declares what parcels bring to the program.
func Area(_ area.Env, office Office) area.Area {
	return area.Area{
		Tables:   []string{"parcels", "parcel_events"},
		Personal: personalData(),
		Mails:    []mail.Declared{OrderSent.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(office.work, jobs.About{Label: "Compra de etiqueta de envio", Timeout: purchaseTime}),
			jobs.Func[trackParcels](office.Track, jobs.About{Label: "Rastreamento de envios", Every: trackInterval, Timeout: purchaseTime}),
		},
		Keys: []settings.Definition{sendLetter.Definition()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "parcels", Label: "Envios", Of: personal.ByOrder,
			Data: []personal.Data{
				{
					Columns: "carrier_id tracking_code tracking_status failure", Label: "Rastreio do envio", Use: personal.Delivery,
					End: personal.Null,
				},
			},
			Plain: "provider option_key service_label reference state step content stage requested_by requested_by_name",
		},
		{
			Name: "parcel_events", Label: "Andamento de envios",
			Of: "parcel_id in (select id from parcels where order_id in @orders)", Removed: true,
			Data: []personal.Data{
				{Columns: "description", Label: "Andamento do envio", Use: personal.Delivery, End: personal.WithRow},
			},
			Plain: "stage",
		},
	}
}
