package reports

import (
	"context"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// computer computes the rows of a report.
type computer struct {
	types   []professionals.Type
	byType  map[string]professionals.Type
	people  map[int64]professionals.Professional
	deducts bool
	// closed holds the lines of closed months by the id of their service.
	closed map[int64]Line
}

// computerOf reads what the rows of the services need.
func computerOf(ctx context.Context, tx *db.DB, services []bookings.Service) (c computer, err error) {
	if c.types, err = professionals.Types(ctx, tx); err != nil {
		return c, err
	}
	c.byType = map[string]professionals.Type{}
	for _, kind := range c.types {
		c.byType[kind.ID] = kind
	}
	settings, err := professionals.FindReportSettings(ctx, tx)
	if err != nil {
		return c, err
	}
	c.deducts = settings.DeductDonationFromPayable
	var ids []int64
	for _, service := range services {
		ids = append(ids, service.ProfessionalID)
	}
	// The services are already those that the caller may see; the names and prices of their professionals belong to them.
	if c.people, err = professionals.ByIDs(ctx, tx, auth.Caller{Kind: auth.System}, ids); err != nil {
		return c, err
	}
	c.closed, err = linesOf(ctx, tx, services)
	return c, err
}

func (c computer) rows(services []bookings.Service) []Row {
	rows := make([]Row, len(services))
	for i, service := range services {
		rows[i] = c.row(service)
	}
	return rows
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

// professionals returns those of the rows, in their order.
func (c computer) professionals(rows []Row) []Professional {
	found, seen := []Professional{}, map[int64]bool{}
	for _, row := range rows {
		if seen[row.ProfessionalID] {
			continue
		}
		seen[row.ProfessionalID] = true
		p := c.people[row.ProfessionalID]
		found = append(found, Professional{ID: p.ID, Code: p.Code, Name: p.Name, Type: p.Type, ContestReports: p.Contests(), PaymentDetails: p.PaymentDetails})
	}
	return found
}
