package orders

import (
	"acolhe/models/externalservices"
	"acolhe/models/types/texts"
)

// FreightName returns what people call the freight of an order: the service that was chosen, such as Correios Mini Envios,
// or the carrier that somebody typed; empty without either. The key of a provider is for scripts and never returned.
func (o Order) FreightName() string {
	carrier := texts.Of(o.FreightCarrier)
	if o.FreightOption != nil && o.FreightOption.ServiceLabel != "" && (carrier == "" || carrier == o.FreightOption.Provider) {
		return o.FreightOption.ServiceLabel
	}
	return externalservices.LabelOf(carrier)
}

// setCarrier sets the carrier that somebody typed. The name that the order has already keeps the key of its provider.
func (o *Order) setCarrier(typed string) {
	if typed != o.FreightName() {
		o.FreightCarrier = texts.Optional(typed)
	}
}
