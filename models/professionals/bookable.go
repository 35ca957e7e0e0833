package professionals

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/money"
)

// Bookable is an active professional as associates see them, with what they need to choose one.
type Bookable struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	// Council is that of the registration, such as CRM.
	Council *string `json:"council"`
	// Price is the price of an appointment, in reais.
	Price money.Amount `json:"price"`
	// Registration is the whole registration, such as CRM-SC 123456; empty without one.
	Registration string `json:"-"`
}

// ListBookable returns the professionals with whom associates may make appointments, by name: the active ones.
func ListBookable(ctx context.Context, tx *db.DB) ([]Bookable, error) {
	found, err := InAgenda(ctx, tx, AgendaInput{})
	if err != nil {
		return nil, err
	}
	types, err := catalog.Types(ctx, tx)
	listed := make([]Bookable, len(found))
	for i, professional := range found {
		listed[i] = professional.bookable(types)
	}
	return listed, err
}

// FindBookable returns one of ListBookable; any other is 404 NOT_FOUND.
func FindBookable(ctx context.Context, tx *db.DB, id int64) (Bookable, error) {
	found, err := db.First[Professional](tx.WithContext(ctx).Where("active and id = ?", id), notFound())
	if err != nil {
		return Bookable{}, err
	}
	types, err := catalog.Types(ctx, tx)
	return found.bookable(types), err
}

func (p Professional) bookable(types []catalog.Type) Bookable {
	return Bookable{ID: p.ID, Name: p.Name, Type: p.Type, Council: p.Council, Price: p.priceIn(types), Registration: p.registration()}
}

// registration returns the registration with the council: CRM-SC 123456; empty without a council.
func (p Professional) registration() string {
	if p.Council == nil {
		return ""
	}
	text := *p.Council
	if p.CouncilState != nil {
		text += "-" + *p.CouncilState
	}
	if p.CouncilNumber != nil {
		text += " " + *p.CouncilNumber
	}
	return text
}

// maxInAgenda is the number of professionals of an agenda.
const maxInAgenda = 200

// AgendaInput selects the professionals of an agenda: the active ones and those with the ids WithIDs. Empty IDs and
// an empty Type do not filter.
type AgendaInput struct {
	IDs     []int64
	Type    string
	WithIDs []int64
}

// InAgenda returns the professionals of an agenda by name, for any reader of services: services name their professional.
func InAgenda(ctx context.Context, tx *db.DB, input AgendaInput) ([]Professional, error) {
	query := tx.WithContext(ctx).Where("active or id in ?", input.WithIDs)
	if len(input.IDs) > 0 {
		query = query.Where("id in ?", input.IDs)
	}
	if input.Type != "" {
		query = query.Where("type = ? or id in ?", input.Type, input.WithIDs)
	}
	var found []Professional
	err := query.Order(byName).Limit(maxInAgenda).Find(&found).Error
	return found, err
}
