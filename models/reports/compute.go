package reports

import (
	"context"
	"slices"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/money"
)

// computer computes the rows of a report.
type computer struct {
	rules
	byType map[string]professionals.Type
	people map[int64]professionals.Professional
	// closed holds the lines of closed months by the id of their service.
	closed map[int64]Line
}

// rowsOf computes the rows of services.
func rowsOf(ctx context.Context, tx *db.DB, services []bookings.Service) ([]Row, error) {
	if len(services) == 0 {
		return []Row{}, nil
	}
	found, err := computerOf(ctx, tx, services)
	rows := make([]Row, len(services))
	for i, service := range services {
		rows[i] = found.row(service)
	}
	return rows, err
}

// computerOf reads what the rows of the services need.
func computerOf(ctx context.Context, tx *db.DB, services []bookings.Service) (c computer, err error) {
	if c.rules, err = findRules(ctx, tx); err != nil {
		return c, err
	}
	c.byType = map[string]professionals.Type{}
	for _, kind := range c.types {
		c.byType[kind.ID] = kind
	}
	var ids []int64
	for _, service := range services {
		ids = append(ids, service.ProfessionalID)
	}
	if c.people, err = peopleOf(ctx, tx, slices.Compact(slices.Sorted(slices.Values(ids)))); err != nil {
		return c, err
	}
	c.closed, err = linesOf(ctx, tx, services)
	return c, err
}

// row computes the share of a service. A service on a statement has the share of the statement.
func (c computer) row(s bookings.Service) Row {
	kind, person := c.byType[s.Type], c.people[s.ProfessionalID]
	row := Row{ID: s.ID, ServiceCode: s.ServiceCode, ConsultationDate: *s.ConsultationDate, AssociateName: s.AssociateName, PatientName: s.PatientName,
		ProfessionalID: s.ProfessionalID, ProfessionalName: s.ProfessionalName, Type: s.Type, PaymentType: s.PaymentType, Status: s.Status, Price: s.Price, Donation: s.Donation, PricePaid: s.PricePaid,
		CommissionValidation: s.CommissionValidation, AssociationFee: kind.AssociationFee, DeductDonation: c.deducts, StatementID: s.StatementID}
	if line, found := c.closed[s.ID]; found {
		row.Share, row.Payable, row.AssociationFee, row.DeductDonation = line.Share, line.Payable, line.AssociationFee, line.DeductDonation
		return row
	}
	price := Prices{Paid: s.PricePaid, Agreed: s.Price, Professional: person.ConsultationPrice, Type: kind.DefaultConsultationPrice}.Resolve()
	donation := money.Zero
	if c.deducts {
		donation = s.Donation
	}
	row.Share = Divide(price, kind.AssociationFee, donation)
	row.Payable = row.Share.Payable
	return row
}
