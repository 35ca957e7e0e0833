package readytexts

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/bookings/listing"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
)

// registrationPath is the path of the registration of associates.
const registrationPath = "/cadastro"

// ValuesFor returns the values of the variables for a recipient. Of a person without an order or a service of the subject,
// it is the latest order and the next service that the caller may see. public is the address of this program.
func ValuesFor(ctx context.Context, tx *db.DB, by auth.Caller, to Recipient, public *url.URL) (Values, error) {
	address, err := mail.Address(ctx, tx, mail.Message{Path: registrationPath}, public)
	if err != nil {
		return nil, err
	}
	stored, err := settings.Read(ctx, tx, settings.AssociationName, settings.TimeZone)
	if err != nil {
		return nil, err
	}
	zone, err := stored.Location()
	if err != nil {
		return nil, err
	}
	values := Values{
		"nome": {Text: fmtbr.FirstName(to.Name)}, "atendente": {Text: fmtbr.FirstName(by.FullName())},
		"associacao": {Text: settings.Of(stored, settings.AssociationName)},
		"cadastro":   {Text: strings.TrimSuffix(address.String(), "/") + registrationPath},
	}
	for _, add := range []func() error{
		func() error { return to.addOrder(ctx, tx, by, values) },
		func() error { return to.addService(ctx, tx, by, values, zone) },
		func() error { return to.addRefusal(ctx, tx, values) },
	} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	to.addPrescription(values)
	return values, nil
}

func (v Values) missing(why string, names ...string) {
	for _, name := range names {
		v[name] = Value{Missing: why}
	}
}

func (r Recipient) addOrder(ctx context.Context, tx *db.DB, by auth.Caller, values Values) error {
	order := r.order
	if order == nil && r.associate != nil && access.Can(by, "orders", access.Read) {
		latest, err := orders.ListByUser(ctx, tx, by, r.associate.UserCode, page.Window{Limit: new(1)})
		if err != nil {
			return err
		}
		if len(latest.Items) > 0 {
			order = &latest.Items[0]
		}
	}
	if order == nil {
		values.missing("sem pedido", "pedido", "valor", "pix", "rastreio")
		return nil
	}
	values["pedido"], values["valor"] = Value{Text: strconv.FormatInt(order.ID, 10)}, Value{Text: fmtbr.Money(order.Total)}
	values["rastreio"] = Value{Text: texts.Of(order.TrackingCode)}
	if order.TrackingCode == nil {
		values.missing("sem código de rastreio", "rastreio")
	}
	payment, err := orders.PayByPix(ctx, tx, *order)
	values["pix"] = Value{Text: payment.Code}
	switch {
	case order.Status != orders.AwaitingPayment:
		values.missing("sem pedido a pagar", "pix")
	case payment.Code == "":
		values.missing("sem chave Pix configurada", "pix")
	}
	return err
}

func (r Recipient) addService(ctx context.Context, tx *db.DB, by auth.Caller, values Values, zone *time.Location) error {
	service := r.service
	if service == nil && r.associate != nil && access.Can(by, "services", access.Read) {
		next, err := listing.NextOf(ctx, tx, by, r.associate.UserCode)
		if err != nil {
			return err
		}
		service = next
	}
	if service == nil || service.ConsultationDate == nil {
		values.missing("sem agendamento", "consulta", "profissional")
		return nil
	}
	values["consulta"] = Value{Text: fmtbr.DateTime(*service.ConsultationDate, zone)}
	values["profissional"] = Value{Text: service.ProfessionalName}
	return nil
}

// addRefusal adds the reason of the latest document that is requested again.
func (r Recipient) addRefusal(ctx context.Context, tx *db.DB, values Values) error {
	if r.associate == nil {
		values.missing("sem cadastro", "documento")
		return nil
	}
	reason, err := registration.LatestReason(ctx, tx, r.associate.ID)
	values["documento"] = Value{Text: reason}
	if reason == "" {
		values.missing("sem documento recusado", "documento")
	}
	return err
}

func (r Recipient) addPrescription(values Values) {
	if r.associate == nil {
		values.missing("sem cadastro", "receita")
		return
	}
	day := r.associate.PrescriptionDay("expires")
	if day == nil {
		values.missing("sem receita com validade", "receita")
		return
	}
	values["receita"] = Value{Text: day.Shown()}
}
