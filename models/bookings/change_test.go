package bookings_test

import (
	"sync"
	"testing"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func common(fields bookings.CommonFields) bookings.ChangeInput {
	return bookings.ChangeInput{CommonFields: fields}
}

func ofItem(fields bookings.ItemFields) bookings.ChangeInput {
	return bookings.ChangeInput{ItemFields: fields}
}

func TestChange(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	service, err := change(t.Context(), connection.DB, dbtest.JoaosService.ID, bookings.ChangeInput{
		CommonFields: bookings.CommonFields{
			Observations: patch.Of("Trazer exames"), Tags: patch.Of([]string{"Retorno"}), PaymentType: patch.Of("Pix"),
			Status: patch.Of(bookings.Paid),
		},
		ItemFields: bookings.ItemFields{ConsultationDate: patch.Of(soon), Price: amount("150"), PricePaid: amount("140.5"),
			Donation: amount("10")},
		CommissionValidation: patch.Of(bookings.Contested),
	})
	if err != nil {
		t.Fatal(err)
	}
	stored := `id = $1 and consultation_date = $2 and price = 150 and price_paid = 140.5 and donation = 10 and observations = 'Trazer exames'
		and tags = '["Retorno"]' and payment_type = 'Pix' and status = 'Pagamento Concluído' and commission_validation = 'contested'
		and professional_name = $3 and date_updated = $4`
	if count(t, connection, "services", stored, service.ID, soon, dbtest.DrOtavio.Name, now) != 1 {
		t.Errorf("stored otherwise than %+v", service)
	}
	null := common(bookings.CommonFields{Status: patch.Of(bookings.AwaitingPayment)})
	null.ConsultationDate.SetNull()
	null.Price.SetNull()
	null.PricePaid.SetNull()
	null.CommissionValidation.SetNull()
	null.Observations.SetNull()
	null.Tags.SetNull()
	if _, err := change(t.Context(), connection.DB, service.ID, null); err != nil {
		t.Fatal(err)
	}
	emptied := `id = $1 and consultation_date is null and price is null and price_paid is null and commission_validation is null
		and observations is null and tags = '[]' and donation = 10 and payment_type = 'Pix' and status = 'Aguardando Pagamento'`
	if count(t, connection, "services", emptied, service.ID) != 1 {
		t.Error("null did not clear what it was sent for")
	}
}

func TestChange_Professional(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	id := dbtest.JoaosService.ID
	service, err := change(t.Context(), connection.DB, id, ofItem(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID)}))
	if err != nil || service.ProfessionalName != dbtest.DraRenata.Name {
		t.Fatalf("%+v: %v", service, err)
	}
	snapshot := "id = $1 and professional_id = $2 and professional_name = $3 and professional_email = $4 and type = $5 and price = $6::text::numeric"
	renata := dbtest.DraRenata
	if count(t, connection, "services", snapshot, id, renata.ID, renata.Name, renata.Email, renata.Type, dbtest.DrOtavio.Price) != 1 {
		t.Errorf("the snapshot is %+v", service)
	}
	// Sending the same professional again keeps the snapshot, even if they are inactive now.
	execute(t, connection, "update professionals set name = 'Outro Nome', active = false where id = $1", renata.ID)
	if _, err := change(t.Context(), connection.DB, id, ofItem(bookings.ItemFields{ProfessionalID: patch.Of(renata.ID)})); err != nil {
		t.Error(err)
	}
	if count(t, connection, "services", snapshot, id, renata.ID, renata.Name, renata.Email, renata.Type, dbtest.DrOtavio.Price) != 1 {
		t.Error("the snapshot moved without another professional")
	}
	// Fields sent with a new professional override the snapshot.
	service, err = change(t.Context(), connection.DB, id, bookings.ChangeInput{
		ItemFields: bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DrOtavio.ID)}, ProfessionalName: patch.Of("Dr. O. Linhares"),
		Type: patch.Of("therapist")})
	if err != nil || service.ProfessionalName != "Dr. O. Linhares" || service.Type != "therapist" ||
		*service.ProfessionalEmail != dbtest.DrOtavio.Email {
		t.Errorf("%+v: %v", service, err)
	}
}

func TestChange_Invalid(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "update professionals set active = false where id = $1", dbtest.DraRenata.ID)
	id, wrong := dbtest.JoaosService.ID, amount("-1")
	var none patch.Field[bookings.Status]
	none.SetNull()
	for fields, input := range map[string]bookings.ChangeInput{
		"donation price price_paid": ofItem(bookings.ItemFields{Price: wrong, Donation: wrong, PricePaid: wrong}),
		"consultation_date":         ofItem(bookings.ItemFields{ConsultationDate: patch.Of(time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC))}),
		"status":                    common(bookings.CommonFields{Status: none}),
		"commission_validation":     {CommissionValidation: patch.Of(bookings.Validation(""))},
		"professional_id":           ofItem(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID)}),
		"professional_name":         {ProfessionalName: patch.Of(" ")},
		"professional_email":        {ProfessionalEmail: patch.Of("otavio")},
		"type":                      {Type: patch.Of("wizard")},
		"event_link":                {EventLink: patch.Of("javascript:alert(1)")},
		"event_id":                  {EventID: patch.Of(*long(1025))},
		"observations payment_type": common(bookings.CommonFields{Observations: patch.Of(*long(10_001)), PaymentType: patch.Of(*long(61))}),
		"event_id professional_id tags[0]": {
			CommonFields: bookings.CommonFields{Tags: patch.Of([]string{""})}, ItemFields: bookings.ItemFields{ProfessionalID: patch.Of[int64](99)},
			EventID: patch.Of("a b"),
		},
		"tags[0]": common(bookings.CommonFields{Tags: patch.Of([]string{""})}),
	} {
		if _, err := change(t.Context(), connection.DB, id, input); paths(err) != fields {
			t.Errorf("%s: %v", fields, err)
		}
	}
	for _, unknown := range []int64{0, 99} {
		input := ofItem(bookings.ItemFields{ProfessionalID: patch.Of(unknown)})
		if _, err := change(t.Context(), connection.DB, id, input); paths(err) != "professional_id" {
			t.Errorf("professional %d: %v", unknown, err)
		}
	}
	if count(t, connection, "services", "date_updated = $1", now) != 0 {
		t.Error("a refused change was written")
	}
	if _, err := change(t.Context(), connection.DB, 99, bookings.ChangeInput{}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown service: %v", err)
	}
}

// Bookings lie between the years 2000 and 2100 of the association's zone, as the months of reports do.
func TestChange_YearsOfTheZone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for text, isRight := range map[string]bool{"1999-12-31T23:59:59-02:00": false, "2000-01-01T00:00:00-02:00": true,
		"2100-12-31T23:59:59-03:00": true, "2101-01-01T00:00:00-03:00": false} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		item := bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID), ConsultationDate: patch.Of(at)}
		_, changed := change(t.Context(), connection.DB, dbtest.JoaosService.ID, ofItem(bookings.ItemFields{ConsultationDate: patch.Of(at)}))
		_, booked := bookings.BookOne(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now),
			bookings.BookOneInput{CommonInput: forAna().CommonInput, ItemInput: bookings.ItemInput{ItemFields: item}})
		isRefused := paths(changed) == "consultation_date" && paths(booked) == "consultation_date"
		if isRight && (changed != nil || booked != nil) || !isRight && !isRefused {
			t.Errorf("%s: changed %v, booked %v", text, changed, booked)
		}
	}
}

// Specification, "Calendar events of a service".
func TestChange_CalendarEvent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	id := dbtest.JoaosService.ID
	event := bookings.ChangeInput{EventID: patch.Of("abc"), EventLink: patch.Of("https://agenda.exemplo.org/abc")}
	if _, err := change(t.Context(), connection.DB, id, event); err != nil {
		t.Fatal(err)
	}
	var none patch.Field[time.Time]
	none.SetNull()
	for name, moved := range map[string]patch.Field[time.Time]{"moved": patch.Of(soon.Add(time.Hour)), "without a date": none} {
		input := bookings.ChangeInput{
			CommonFields: bookings.CommonFields{Observations: patch.Of("x")}, ItemFields: bookings.ItemFields{ConsultationDate: moved},
		}
		if _, err := change(t.Context(), connection.DB, id, input); !errs.HasCode(err, bookings.CodeEventDate) {
			t.Errorf("%s: %v", name, err)
		}
	}
	same := ofItem(bookings.ItemFields{ConsultationDate: patch.Of(dbtest.JoaosService.At.In(time.FixedZone("", -3*3600)))})
	same.PaymentType = patch.Of("Pix")
	if _, err := change(t.Context(), connection.DB, id, same); err != nil {
		t.Errorf("the same moment in another zone: %v", err)
	}
	if count(t, connection, "services", "id = $1 and consultation_date = $2 and observations is null and payment_type = 'Pix'", id,
		dbtest.JoaosService.At) != 1 {
		t.Error("a refused move left something")
	}
	confirmed := bookings.ChangeInput{ItemFields: bookings.ItemFields{ConsultationDate: patch.Of(soon)}, ReplaceCalendarEvent: true}
	if service, err := change(t.Context(), connection.DB, id, confirmed); err != nil || !service.ConsultationDate.Equal(soon) {
		t.Errorf("confirmed: %v", err)
	}
	if _, err := change(t.Context(), connection.DB, dbtest.AnasService.ID,
		ofItem(bookings.ItemFields{ConsultationDate: patch.Of(soon)})); err != nil {
		t.Errorf("without an event: %v", err)
	}
}

func TestChange_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	id := dbtest.JoaosService.ID
	for range 20 {
		execute(t, connection, "update services set observations = null, payment_type = null where id = $1", id)
		var group sync.WaitGroup
		for _, input := range []bookings.CommonFields{{Observations: patch.Of("a")}, {PaymentType: patch.Of("b")}} {
			group.Go(func() {
				if _, err := change(t.Context(), connection.DB, id, common(input)); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if count(t, connection, "services", "id = $1 and observations = 'a' and payment_type = 'b'", id) != 1 {
			t.Fatal("one change undid the other")
		}
	}
}

// A stale form does not undo another change.
func TestChange_Stale(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	id := dbtest.JoaosService.ID
	var stored bookings.Service
	if err := connection.DB.First(&stored, id).Error; err != nil {
		t.Fatal(err)
	}
	opened := common(bookings.CommonFields{Observations: patch.Of("depois")})
	opened.Version = db.VersionOf(connection.DB, &stored)
	if _, err := change(t.Context(), connection.DB, id, common(bookings.CommonFields{Observations: patch.Of("antes")})); err != nil {
		t.Fatal(err)
	}
	if _, err := change(t.Context(), connection.DB, id, opened); !errs.IsStale(err) ||
		count(t, connection, "services", "observations = 'antes'") != 1 {
		t.Errorf("a stale change is answered %v", err)
	}
}

func TestPay_WholeGroup(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := forAna()
	input.Items = append(input.Items, input.Items[0], input.Items[0])
	services := book(t, connection.DB, input)
	later := now.Add(time.Hour)
	execute(t, connection, "update services set status = 'Pagamento Concluído' where id = $1", services[2].ID)
	if err := bookings.Pay(t.Context(), connection.DB, services[1].ID, later); err != nil {
		t.Fatal(err)
	}
	if count(t, connection, "services", "booking_group_code = $1 and status = 'Pagamento Concluído'", services[0].BookingGroupCode) != 3 ||
		count(t, connection, "services", "date_updated = $1 and price_paid is null", later) != 2 {
		t.Error("the group is not paid, or more than that changed")
	}
	if count(t, connection, "services", "id = $1 and status = 'Aguardando Pagamento'", dbtest.JoaosService.ID) != 1 {
		t.Error("João's service was paid too")
	}
	if err := bookings.Pay(t.Context(), connection.DB, 99, later); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown service: %v", err)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	remove := func(tx *db.DB, id int64) error { return bookings.Remove(t.Context(), tx, id) }
	if err := remove(connection.DB, dbtest.AnasService.ID); err != nil ||
		count(t, connection, "services", "id = $1", dbtest.AnasService.ID) != 0 {
		t.Errorf("it is still there: %v", err)
	}
	if err := remove(connection.DB, dbtest.AnasService.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("removed twice: %v", err)
	}
}
