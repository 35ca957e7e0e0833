package kinds

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Services are appointments, past and coming.
var Services = SaleKind{
	Label: "Serviços e consultas", File: "servicos", Fields: serviceFields,
	Identity: func(values map[string]string) string { return cells.Fold(values["code"]) },
	Find:     findServiceLines, NewCheck: newServiceCheck, Store: storeServices, Remove: removeService,
	Built: `select 'serviço ' || s.service_code from services s where s.id = r.record_id and ` + serviceBuilt,
}

// serviceBuilt reports whether others have worked with the service s since its import ended.
const serviceBuilt = `(s.statement_id is not null or s.date_updated > (select max(i.date_ended) from import_rows w
		join imports i on i.id = w.import_id and i.kind = 'services' where w.record_id = s.id)
	or exists (select from services_files f where f.service_id = s.id) or exists (select from contest_messages c where c.service_id = s.id)
	or exists (select from booking_payment_services b where b.service_id = s.id) or exists (select from bank_matches b where b.service_id = s.id))`

// maxProfessionals is the number of professionals among whom the names of a sheet are looked for.
const maxProfessionals = 5000

// titles are left out when names of professionals are compared.
var titles = strings.NewReplacer("dr. ", "", "dra. ", "", "dr ", "", "dra ", "", "doutor ", "", "doutora ", "", "psic. ", "", "psicologa ", "",
	"psicologo ", "")

func withoutTitle(name string) string { return titles.Replace(cells.Fold(name)) }

// findServiceLines finds the associate and the professional of each line.
func findServiceLines(ctx context.Context, tx *db.DB, lines []*Line) error {
	if err := FindWhose(ctx, tx, lines); err != nil {
		return err
	}
	index, err := professionalsByName(ctx, tx)
	if err != nil {
		return err
	}
	for _, line := range lines {
		delete(line.Values, "professional_id")
		named := line.Values["professional"]
		found := index[withoutTitle(named)]
		switch {
		case named == "":
		case len(found) == 1:
			line.Values["professional_id"] = strconv.FormatInt(found[0], 10)
		case len(found) == 0:
			line.add("unknown_professional", "professional", named, "")
		default:
			line.add("several_professionals", "professional", named, "")
		}
	}
	return nil
}

// professionalsByName lists the professionals under their name, code, e-mail and number of the council.
func professionalsByName(ctx context.Context, tx *db.DB) (map[string][]int64, error) {
	var found []professionals.Professional
	err := tx.WithContext(ctx).Select("id", "professional_code", "name", "email", "council_number").Order("id").Limit(maxProfessionals).
		Find(&found).Error
	index := map[string][]int64{}
	for _, one := range found {
		keys := map[string]bool{"": true}
		for _, key := range []string{withoutTitle(one.Name), cells.Fold(one.Code), cells.Fold(texts.Of(one.Email)),
			cells.Fold(texts.Of(one.CouncilNumber))} {
			if !keys[key] {
				keys[key] = true
				index[key] = append(index[key], one.ID)
			}
		}
	}
	return index, err
}

// comingServices are the coming services of a file that take a time, by professional.
type comingServices map[int64][]comingService

type comingService struct {
	at   time.Time
	line int
}

// at returns the line of a service that takes a part of the time from a date on, 0 without one.
func (c comingServices) at(professional int64, date time.Time, lasting time.Duration) int {
	for _, one := range c[professional] {
		if date.Sub(one.at).Abs() < lasting {
			return one.line
		}
	}
	return 0
}

func newServiceCheck() SaleCheck {
	coming := comingServices{}
	return func(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale) error {
		return checkServices(ctx, tx, by, sales, coming)
	}
}

// checkServices adds what is wrong with each service.
func checkServices(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale, coming comingServices) error {
	of, err := readServices(ctx, tx, by, sales)
	if err != nil {
		return err
	}
	of.coming = coming
	built := make([]bookings.Service, len(sales))
	for i, sale := range sales {
		sale.missing("starts_at", "professional")
		sale.missingPerson()
		if sale.first("status") == "" && sale.first("price_paid") == "" && !sale.has("status") {
			sale[0].add("sale_payment:status", "status", "", string(bookings.Paid))
		}
		if built[i] = of.build(sale); built[i].ProfessionalID > 0 && built[i].AssociateUserCode != uuid.Nil {
			sale.refusedBy(built[i].CheckPast(by, of.professionals[built[i].ProfessionalID], of.zone),
				map[string]string{"consultation_date": "starts_at", "observations": "note", "service_code": "code"})
			if err := of.checkTaken(ctx, tx, by, sale, built[i]); err != nil {
				return err
			}
		}
	}
	return findSameServices(ctx, tx, sales, built)
}

// checkTaken adds a problem to a coming service at a time that a stored service or one of an earlier line takes, while such are refused.
func (d serviceData) checkTaken(ctx context.Context, tx *db.DB, by auth.Caller, sale Sale, service bookings.Service) error {
	if !d.blocks || service.ConsultationDate == nil || !service.ConsultationDate.After(d.now) {
		return nil
	}
	clashes, err := bookings.FindClashes(ctx, tx, by, bookings.Wanted{ProfessionalID: service.ProfessionalID, Date: *service.ConsultationDate})
	if err != nil {
		return err
	}
	line := d.coming.at(service.ProfessionalID, *service.ConsultationDate, d.lasting)
	switch {
	case len(clashes) > 0:
		sale[0].add("sale_refused:starts_at", "starts_at", "o profissional já tem um atendimento neste horário", "")
	case line > 0:
		sale[0].add("sale_refused:starts_at", "starts_at", fmt.Sprintf("a linha %d já ocupa este horário do profissional", line), "")
	case !sale.isRefused():
		d.coming[service.ProfessionalID] = append(d.coming[service.ProfessionalID], comingService{*service.ConsultationDate, sale[0].Number})
	}
	return nil
}

// serviceData is what the services of many lines refer to.
type serviceData struct {
	rules
	coming        comingServices
	professionals map[int64]professionals.Professional
	people        map[int64]associates.Associate
	patients      map[uuid.UUID][]associates.Associate
}

func readServices(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale) (of serviceData, err error) {
	if of.rules, err = readRules(ctx, tx, by); err != nil {
		return of, err
	}
	var users, ids []int64
	for _, sale := range sales {
		users, ids = append(users, sale[0].number("user_id")), append(ids, sale[0].number("professional_id"))
	}
	if of.professionals, err = professionals.ByIDs(ctx, tx, by.AsSystem(), ids); err != nil {
		return of, err
	}
	var people []associates.Associate
	if err := tx.WithContext(ctx).Where("id in ?", users).Order("id").Limit(len(users)).Find(&people).Error; err != nil {
		return of, err
	}
	of.people = map[int64]associates.Associate{}
	codes := make([]uuid.UUID, len(people))
	for i, one := range people {
		of.people[one.ID], codes[i] = one, one.UserCode
	}
	of.patients, err = associates.PatientsOf(ctx, tx, codes)
	return of, err
}

// build returns the service of a line. A patient who is not found keeps the name alone.
func (d serviceData) build(sale Sale) bookings.Service {
	line := sale[0]
	person := d.people[line.number("user_id")]
	service := bookings.Service{
		ServiceCode: line.Values["code"], AssociateUserCode: person.UserCode, AssociateEmail: texts.Optional(person.ContactEmail()),
		PatientName: texts.Optional(line.Values["patient_name"]), ProfessionalID: line.number("professional_id"), Tags: sale.tags(),
		PaymentType: texts.Optional(line.Values["payment_type"]), Observations: texts.Optional(sale.notes()),
		Status: bookings.AwaitingPayment, DateCreated: d.now,
	}
	if person.ID > 0 {
		service.AssociateName = person.FullName()
	}
	for _, patient := range d.patients[person.UserCode] {
		if cells.Fold(patient.FullName()) == cells.Fold(line.Values["patient_name"]) {
			service.PatientUserCode, service.PatientName = &patient.UserCode, texts.Optional(patient.FullName())
		}
	}
	if at := timeOf(line.Values["starts_at"], line.Values["time"], d.rules); !at.IsZero() {
		service.ConsultationDate = &at
		if at.Before(d.now) {
			service.DateCreated = at
		}
	}
	d.setAmounts(line, &service)
	return service
}

// setAmounts sets the prices of a service and its payment: an amount that was paid pays it unless the sheet says otherwise.
func (d serviceData) setAmounts(line *Line, service *bookings.Service) {
	service.Donation, _ = line.amount("donation")
	for name, column := range map[string]**money.Amount{"price": &service.Price, "price_paid": &service.PricePaid} {
		if amount, has := line.amount(name); has {
			*column = &amount
		}
	}
	isPaid := service.PricePaid != nil && !service.PricePaid.IsZero()
	if status := line.Values["status"]; status == string(bookings.Paid) || status == "" && isPaid {
		service.Status, service.PaidAt = bookings.Paid, new(service.DateCreated)
	}
}

// findSameServices adds a problem to services that are stored already, and to codes that another service has.
func findSameServices(ctx context.Context, tx *db.DB, sales []Sale, built []bookings.Service) error {
	type wanted struct {
		At           int        `json:"at"`
		User         uuid.UUID  `json:"user"`
		Professional int64      `json:"professional"`
		Date         *time.Time `json:"date"`
		Code         string     `json:"code"`
	}
	list := make([]wanted, len(built))
	for i, service := range built {
		list[i] = wanted{i, service.AssociateUserCode, service.ProfessionalID, service.ConsultationDate, service.ServiceCode}
	}
	encoded, err := json.Marshal(list)
	if err != nil {
		return err
	}
	var same []struct {
		At       int
		Code     string
		SameCode bool
	}
	err = tx.WithContext(ctx).Raw(`select w.at, min(s.service_code) as code, bool_or(s.service_code = w.code) as same_code
		from jsonb_to_recordset(cast(@list as jsonb)) as w (at integer, "user" uuid, professional bigint, date timestamptz, code text)
		join services s on s.id in (select id from services where professional_id = w.professional and consultation_date = w.date and associate_user_code = w."user"
			union select id from services where service_code = w.code)
		group by w.at order by w.at`, map[string]any{"list": string(encoded)}).Scan(&same).Error
	for _, one := range same {
		if one.SameCode {
			sales[one.At][0].add("sale_refused:code", "code", "já existe um serviço com o código "+one.Code, "")
			continue
		}
		sales[one.At][0].add("sale_known", "starts_at", "serviço "+one.Code, "")
	}
	return err
}

func storeServices(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale, _ string) ([]Result, error) {
	of, err := readServices(ctx, tx, by, sales)
	if err != nil {
		return nil, err
	}
	past := make([]bookings.Service, len(sales))
	for i, sale := range sales {
		past[i] = of.build(sale)
	}
	refused, err := bookings.StorePast(ctx, tx, by, past)
	results := make([]Result, len(sales))
	for i := range results {
		results[i] = Result{past[i].ID, refused[i]}
	}
	return results, err
}

// removeService removes a service unless others have worked with it.
func removeService(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) (kept string, err error) {
	var built []bool
	if err := tx.WithContext(ctx).Raw("select coalesce("+serviceBuilt+", false) from services s where s.id = ? for update", id).Scan(&built).
		Error; err != nil || len(built) == 0 {
		return "", err
	}
	if built[0] {
		return "o serviço já foi usado", nil
	}
	err = bookings.RemovePast(ctx, tx, id)
	if errs.HasCode(err, errs.CodeNotFound) {
		err = nil
	}
	return "", err
}
