package readytexts

import (
	"context"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Kind is the kind of record for which a text is filled.
type Kind string

// The kinds, as they stand in addresses.
const (
	OfContact   Kind = "recepcao"
	OfAssociate Kind = "associado"
	OfOrder     Kind = "pedido"
	OfService   Kind = "atendimento"
)

// Subject is the record for which a text is filled.
type Subject struct {
	Kind Kind
	ID   int64
}

// String returns the subject as it stands in addresses: "pedido:715".
func (s Subject) String() string { return string(s.Kind) + ":" + strconv.FormatInt(s.ID, 10) }

// ParseSubject reads a subject of an address. It returns 404 NOT_FOUND for any other text.
func ParseSubject(text string) (Subject, error) {
	kind, id, _ := strings.Cut(text, ":")
	number, err := strconv.ParseInt(id, 10, 64)
	switch Kind(kind) {
	case OfContact, OfAssociate, OfOrder, OfService:
		if err == nil {
			return Subject{Kind(kind), number}, nil
		}
	}
	return Subject{}, errs.NotFound("Não encontramos para quem é este texto.")
}

// Recipient is the person to whom a text is written. AssociateID is 0 for somebody who is not registered.
type Recipient struct {
	Name, Phone, Email string
	AssociateID        int64
	// NoWhatsApp is true for a person who does not allow messages by WhatsApp.
	NoWhatsApp bool

	associate *associates.Associate
	order     *orders.Order
	service   *bookings.Service
}

// FindRecipient returns the person of a subject that the caller may see, else 404 NOT_FOUND.
func FindRecipient(ctx context.Context, tx *db.DB, by auth.Caller, subject Subject) (Recipient, error) {
	switch subject.Kind {
	case OfContact:
		return ofContact(ctx, tx, by, subject.ID)
	case OfOrder:
		order, err := orders.FindFor(ctx, tx, by, subject.ID)
		if err != nil {
			return Recipient{}, err
		}
		return ofAssociate(ctx, tx, by, order.User, Recipient{Name: order.NameAssociate, Email: texts.Of(order.Email), order: &order})
	case OfService:
		service, err := bookings.FindFor(ctx, tx, by, subject.ID)
		if err != nil {
			return Recipient{}, err
		}
		associate, err := associates.FindByCodeFor(ctx, tx, by, service.AssociateUserCode)
		if err != nil {
			return Recipient{}, err
		}
		return fromAssociate(associate, Recipient{Email: texts.Of(service.AssociateEmail), service: &service}), nil
	}
	return ofAssociate(ctx, tx, by, subject.ID, Recipient{})
}

func ofContact(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Recipient, error) {
	item, err := reception.FindFor(ctx, tx, by, id)
	if err != nil {
		return Recipient{}, err
	}
	found := Recipient{Name: item.DisplayName(), Phone: texts.Of(item.Phone), Email: texts.Of(item.Email)}
	if item.AssociateCode == nil {
		return found, nil
	}
	associate, err := associates.FindByCodeFor(ctx, tx, by, *item.AssociateCode)
	if errs.HasCode(err, errs.CodeNotFound) {
		return found, nil // the caller may see the contact alone
	}
	return fromAssociate(associate, found), err
}

func ofAssociate(ctx context.Context, tx *db.DB, by auth.Caller, id int64, found Recipient) (Recipient, error) {
	associate, err := associates.FindFor(ctx, tx, by, id)
	if err != nil {
		return Recipient{}, err
	}
	return fromAssociate(associate, found), nil
}

// fromAssociate adds what an associate has to what the record has.
func fromAssociate(associate associates.Associate, found Recipient) Recipient {
	found.AssociateID, found.associate, found.Name = associate.ID, &associate, associate.FullName()
	found.NoWhatsApp = associate.RefusesWhatsApp()
	if found.Phone == "" {
		found.Phone = texts.Of(associate.Phone)
	}
	if found.Email == "" {
		found.Email = associate.ContactEmail()
	}
	return found
}
