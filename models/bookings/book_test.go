package bookings_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

var (
	now   = dbtest.Today.Add(time.Hour)
	soon  = dbtest.Today.AddDate(0, 0, 7)
	bruno = dbtest.Bruno.Caller()
)

func code(text string) *uuid.UUID {
	parsed := uuid.MustParse(text)
	return &parsed
}

func amount(text string) patch.Field[money.Amount] { return patch.Of(money.MustParse(text)) }

func pointer[T any](value T) *T { return &value }

// forAna is a booking of Ana's son Miguel with Dra. Renata, a week ahead.
func forAna() bookings.BookInput {
	return bookings.BookInput{
		CommonInput: bookings.CommonInput{AssociateUserCode: *code(dbtest.Ana.UserCode), PatientUserCode: code(dbtest.Miguel.UserCode)},
		Items: []bookings.ItemInput{item(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID),
			ConsultationDate: patch.Of(soon)})},
	}
}

func item(fields bookings.ItemFields) bookings.ItemInput {
	return bookings.ItemInput{ItemFields: fields}
}

func book(t *testing.T, tx *db.DB, input bookings.BookInput) []bookings.Service {
	t.Helper()
	services, err := bookings.Book(t.Context(), tx, bruno.At(now), input)
	if err != nil {
		t.Fatal(err)
	}
	return services
}

func count(t *testing.T, connection *db.Connection, table, where string, arguments ...any) int {
	t.Helper()
	var found int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from "+table+" where "+where, arguments...).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

func execute(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}

// Specification, "Server rules on create": 1 to 5.
func TestBook_CopiesPeople(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := forAna()
	input.Tags, input.Observations, input.PaymentType = patch.Of([]string{"Retorno"}), patch.Of("  "), patch.Of("Pix")
	input.Items = append(input.Items, bookings.ItemInput{
		ItemFields: bookings.ItemFields{
			ProfessionalID: patch.Of(dbtest.DrOtavio.ID), Price: amount("0"), Donation: amount("10"), PricePaid: amount("5.5"),
		},
		CreateCalendarEvent: true,
	})
	services := book(t, connection.DB, input)
	first, second := services[0], services[1]
	if first.BookingGroupCode == uuid.Nil || first.BookingGroupCode != second.BookingGroupCode || first.ServiceCode == second.ServiceCode {
		t.Errorf("groups %s and %s, codes %s and %s", first.BookingGroupCode, second.BookingGroupCode, first.ServiceCode, second.ServiceCode)
	}
	if first.ProfessionalName != dbtest.DraRenata.Name || *first.ProfessionalEmail != dbtest.DraRenata.Email || first.Type != "medic" ||
		!first.Price.Equal(money.MustParse(dbtest.DraRenata.Price)) || !first.ConsultationDate.Equal(soon) {
		t.Errorf("the first is %+v", first)
	}
	if second.Type != "veterinarian" || !second.Price.IsZero() || second.PricePaid.String() != "5.50" || second.ConsultationDate != nil ||
		second.EventID != nil {
		t.Errorf("the second is %+v", second)
	}
	for _, service := range services {
		stored := `id = $1 and associate_user_code = $2 and associate_name = $3 and associate_email = $4 and patient_name = $5 and status = 'Aguardando Pagamento'
			and payment_link is null and event_id is null and event_state is null and observations is null and payment_type = 'Pix'
			and tags = '["Retorno"]' and created_by_user_code = $6 and not is_sample and date_created = $7`
		if count(t, connection, "services", stored, service.ID, dbtest.Ana.UserCode, dbtest.Ana.FullName(), dbtest.Ana.Email,
			dbtest.Miguel.FullName(), dbtest.Bruno.UserCode, now) != 1 {
			t.Errorf("it is not stored as it should be: %+v", service)
		}
	}
}

func TestBook_SentBeforeCopied(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := forAna()
	input.AssociateName, input.AssociateEmail, input.PatientName = pointer(" Ana "), pointer(" OUTRA@exemplo.org.br"), pointer("Mig")
	input.BookingGroupCode, input.Status = code(dbtest.AnasService.BookingGroup), patch.Of(bookings.Paid)
	service := book(t, connection.DB, input)[0]
	if service.AssociateName != "Ana" || *service.AssociateEmail != "outra@exemplo.org.br" || *service.PatientName != "Mig" ||
		service.BookingGroupCode.String() != dbtest.AnasService.BookingGroup || service.Status != bookings.Paid {
		t.Errorf("%+v", service)
	}
	if count(t, connection, "reception", "id = $1 and completed_at is not null", dbtest.AnaWaits.ID) != 1 {
		t.Error("Ana's item was not completed by a booking with another e-mail")
	}
}

// A booking completes the open items of its associate, by code and by e-mail, and of its patient.
func TestBook_CompletesReceptionItems(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "insert into reception (name, email, status) values ('Ana', '"+dbtest.Ana.Email+"', 'in_progress')")
	execute(t, connection, "insert into reception (name, associate_code, status) values ('Miguel', '"+dbtest.Miguel.UserCode+"', 'waiting')")
	book(t, connection.DB, forAna())
	if count(t, connection, "reception", "completion_reason = 'Serviço' and status = 'done' and completed_at = $1", now) != 3 {
		t.Error("somebody still waits")
	}
	if count(t, connection, "reception", "id = $1 and completed_at is null", dbtest.StrangerWaits.ID) != 1 {
		t.Error("somebody else was sent away")
	}
}

// The price defaults to the professional's, else the type's, else 0.
func TestBook_DefaultPrice(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	price := func() string {
		t.Helper()
		return book(t, connection.DB, forAna())[0].Price.String()
	}
	if got := price(); got != dbtest.DraRenata.Price {
		t.Errorf("the professional's price is %s", got)
	}
	execute(t, connection, "update professionals set consultation_price = null")
	if got := price(); got != "0.00" {
		t.Errorf("without any price: %s", got)
	}
	execute(t, connection, `insert into system_configs (system, key, value) values ('services', 'professional-types',
		'[{"id": "medic", "association_fee": 30, "default_consultation_price": 220, "active": true}]')`)
	if got := price(); got != "220.00" {
		t.Errorf("the type's price: %s", got)
	}
	execute(t, connection, "update professionals set consultation_price = 0")
	if got := price(); got != "0.00" {
		t.Errorf("free of charge: %s", got)
	}
}

func TestBook_Invalid(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "update professionals set active = false where id = $1", dbtest.DrOtavio.ID)
	before := count(t, connection, "services", "true")
	for name, c := range map[string]struct {
		change func(*bookings.BookInput)
		fields string
	}{
		"nothing to book":         {func(in *bookings.BookInput) { in.Items = nil }, "items"},
		"too much to book":        {func(in *bookings.BookInput) { in.Items = slices.Repeat(in.Items, 51) }, "items"},
		"nobody":                  {func(in *bookings.BookInput) { in.AssociateUserCode = uuid.Nil }, "associate_user_code"},
		"somebody unknown":        {func(in *bookings.BookInput) { in.AssociateUserCode = uuid.New() }, "associate_user_code"},
		"a patient as associate":  {func(in *bookings.BookInput) { in.AssociateUserCode = *code(dbtest.Miguel.UserCode) }, "associate_user_code"},
		"the patient of another":  {func(in *bookings.BookInput) { in.PatientUserCode = code(dbtest.Pipoca.UserCode) }, "patient_user_code"},
		"an unknown patient":      {func(in *bookings.BookInput) { in.PatientUserCode = pointer(uuid.New()) }, "patient_user_code"},
		"an associate as patient": {func(in *bookings.BookInput) { in.PatientUserCode = code(dbtest.Joao.UserCode) }, "patient_user_code"},
		"the group of another": {func(in *bookings.BookInput) { in.BookingGroupCode = code(dbtest.JoaosService.BookingGroup) },
			"booking_group_code"},
		"no professional": {func(in *bookings.BookInput) { in.Items[0].ProfessionalID = patch.Of[int64](0) }, "items[0].professional_id"},
		"an unknown professional": {func(in *bookings.BookInput) { in.Items[0].ProfessionalID = patch.Of[int64](99) },
			"items[0].professional_id"},
		"an inactive professional": {func(in *bookings.BookInput) {
			in.Items = append(in.Items, item(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DrOtavio.ID)}))
		}, "items[1].professional_id"},
		"amounts": {func(in *bookings.BookInput) {
			in.Items[0].Price, in.Items[0].Donation = amount("-1"), amount("10000000")
		}, "items[0].donation items[0].price"},
		"an amount paid": {func(in *bookings.BookInput) { in.Items[0].PricePaid = amount("-0.01") }, "items[0].price_paid"},
		"a date before all": {func(in *bookings.BookInput) { in.Items[0].ConsultationDate = patch.Of(time.Time{}) },
			"items[0].consultation_date"},
		"an unknown status":       {func(in *bookings.BookInput) { in.Status = patch.Of[bookings.Status]("Pago") }, "status"},
		"an address that is none": {func(in *bookings.BookInput) { in.AssociateEmail = pointer("ana") }, "associate_email"},
		"texts that are too long": {func(in *bookings.BookInput) {
			in.PaymentType, in.Observations = patch.Of(*long(61)), patch.Of(*long(10_001))
		}, "observations payment_type"},
		"names that are too long": {func(in *bookings.BookInput) { in.AssociateName, in.PatientName = long(251), long(251) },
			"associate_name patient_name"},
		"tags that are too long":   {func(in *bookings.BookInput) { in.Tags = patch.Of([]string{"a", *long(61), " "}) }, "tags[1] tags[2]"},
		"tags that are too many":   {func(in *bookings.BookInput) { in.Tags = patch.Of(slices.Repeat([]string{"a"}, 51)) }, "tags"},
		"a sample by who may not":  {func(in *bookings.BookInput) { in.IsSample = patch.Of(true) }, "is_sample"},
		"no sample by who may not": {func(in *bookings.BookInput) { in.IsSample = patch.Of(false) }, "is_sample"},
		"several wrong at one time": {func(in *bookings.BookInput) {
			in.Status, in.Items[0].ProfessionalID = patch.Of[bookings.Status]("x"), patch.Of[int64](-1)
		}, "items[0].professional_id status"},
	} {
		input := forAna()
		c.change(&input)
		_, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), input)
		if got := paths(err); got != c.fields || !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: refused %q (%v), want %q", name, got, err, c.fields)
		}
	}
	if count(t, connection, "services", "true") != before ||
		count(t, connection, "reception", "id = $1 and completed_at is null", dbtest.AnaWaits.ID) != 1 {
		t.Error("a refused booking left something")
	}
}

// Binding errors are reported with the other errors, each once.
func TestBook_AllProblems(t *testing.T) {
	t.Parallel()
	input := forAna()
	input.AddBindError("items[0].consultation_date", "deve ser data e hora com fuso")
	input.AddBindError("items[0].price", "não é um valor")
	input.Items[0].Price, input.Items[0].Donation = amount("-1"), amount("-1")
	if _, err := bookings.Book(t.Context(), dbtest.New(t).DB, bruno.At(now),
		input); paths(err) != "items[0].consultation_date items[0].donation items[0].price" {
		t.Errorf("refused with %v", err)
	}
}

// If the reception item cannot be completed, nothing is booked.
func TestBook_Atomic(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "alter table reception add constraint broken check (completed_at is null) not valid")
	before := count(t, connection, "services", "true")
	if _, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), forAna()); err == nil ||
		count(t, connection, "services", "true") != before {
		t.Errorf("booked half: %v", err)
	}
}

func TestBookOne_Invalid(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := bookings.BookOneInput{CommonInput: forAna().CommonInput,
		ItemInput: item(bookings.ItemFields{ProfessionalID: patch.Of[int64](99), Donation: amount("-1")})}
	if _, err := bookings.BookOne(t.Context(), connection.DB, bruno.At(now), input); paths(err) != "donation" {
		t.Errorf("refused with %v", err)
	}
	input.Donation = patch.Of(money.Zero)
	if _, err := bookings.BookOne(t.Context(), connection.DB, bruno.At(now), input); paths(err) != "professional_id" {
		t.Errorf("refused with %v", err)
	}
	input.ProfessionalID, input.IsSample = patch.Of(dbtest.DrOtavio.ID), patch.Of(true)
	service, err := bookings.BookOne(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input)
	if err != nil || !service.IsSample || service.ID == 0 {
		t.Errorf("booked %+v: %v", service, err)
	}
}

// Only a booking by an operator has created_by_user_code.
func TestBook_ByToken(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	token := auth.Caller{Kind: auth.Token, Code: dbtest.Bruno.UserCode, Scopes: []string{"*"}}
	services, err := bookings.Book(t.Context(), connection.DB, token.At(now), forAna())
	if err != nil || services[0].CreatedByUserCode != nil || services[0].IsOwn() {
		t.Errorf("booked by %v: %v", services[0].CreatedByUserCode, err)
	}
}

func long(runes int) *string { return pointer(strings.Repeat("é", runes)) }

func paths(err error) string {
	var paths []string
	for _, field := range errs.FieldsOf(err) {
		paths = append(paths, field.Path)
	}
	slices.Sort(paths)
	return strings.Join(paths, " ")
}

// change calls bookings.Change for one of the cast's services.
func change(ctx context.Context, tx *db.DB, id int64, input bookings.ChangeInput) (bookings.Service, error) {
	input.ID = id
	service, err := bookings.Change(ctx, tx, bruno.At(now), input)
	if err != nil {
		return service, fmt.Errorf("service %d: %w", id, err)
	}
	return service, nil
}
