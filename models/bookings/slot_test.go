package bookings_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// set stores the value of a key of the system services, as JSON.
func set(t *testing.T, connection *db.Connection, name, value string) {
	t.Helper()
	execute(t, connection, `insert into system_configs (system, key, value) values ('services', $1, $2::jsonb)
		on conflict (system, key) do update set value = excluded.value`, name, value)
}

// at books Ana with Dra. Renata at some time after soon.
func at(after time.Duration) bookings.BookInput {
	input := forAna()
	input.Items[0].ConsultationDate = patch.Of(soon.Add(after))
	return input
}

func isTaken(err error) bool { return errs.HasCode(err, bookings.CodeSlotTaken) }

func TestBook_200ConcurrentOfOneSlot(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	set(t, connection, "block_overlap", "true")
	var mu sync.Mutex
	var all sync.WaitGroup
	stored := 0
	for i := range 200 {
		all.Go(func() {
			// All of them overlap, half of them to the minute.
			_, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), at(time.Duration(i%2*i%59)*time.Minute))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				stored++
			} else if !isTaken(err) {
				t.Errorf("refused with %v", err)
			}
		})
	}
	all.Wait()
	if stored != 1 || count(t, connection, "services", "consultation_date >= $1 and professional_id = 1", soon) != 1 {
		t.Errorf("%d bookings succeeded", stored)
	}
}

func TestChange_ConcurrentMovesIntoOneSlot(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	set(t, connection, "block_overlap", "true")
	var all sync.WaitGroup
	for i := range 20 {
		id := book(t, connection.DB, at(time.Duration(i+1)*24*time.Hour))[0].ID
		all.Go(func() {
			moved := bookings.ItemFields{ConsultationDate: patch.Of(soon.Add(time.Duration(i) * time.Minute))}
			if _, err := change(t.Context(), connection.DB, id, ofItem(moved)); err != nil && !isTaken(err) {
				t.Errorf("refused with %v", err)
			}
		})
	}
	all.Wait()
	if moved := count(t, connection, "services", "consultation_date between $1 and $2", soon, soon.Add(time.Hour)); moved != 1 {
		t.Errorf("%d moved", moved)
	}
}

// Of bookings of the same professionals in opposite order, one gets the time and the others are told that it is taken; none
// ends in a deadlock.
func TestBook_ConcurrentGroupsOfOneSlot(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	set(t, connection, "block_overlap", "true")
	const days = 10
	group := func(first, second int64, day int) bookings.BookInput {
		input := forAna()
		date := patch.Of(soon.AddDate(0, 0, day))
		input.Items = []bookings.ItemInput{item(bookings.ItemFields{ProfessionalID: patch.Of(first), ConsultationDate: date}),
			item(bookings.ItemFields{ProfessionalID: patch.Of(second), ConsultationDate: date})}
		return input
	}
	var all sync.WaitGroup
	for i := range 4 * days {
		input := group(1, 2, i/4)
		if i%2 == 1 {
			input = group(2, 1, i/4)
		}
		all.Go(func() {
			if _, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), input); err != nil && !isTaken(err) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if stored := count(t, connection, "services", "slot_end is not null"); stored != 2*days {
		t.Errorf("%d services are stored, want %d", stored, 2*days)
	}
}

// A booking locks its professionals before it stores anything: here the second one waits with nothing stored, so that the
// first one can go on.
func TestBook_WaitsBeforeItStores(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	set(t, connection, "block_overlap", "true")
	withOtavio := at(0)
	withOtavio.Items[0].ProfessionalID = patch.Of(dbtest.DrOtavio.ID)
	both := at(0)
	both.Items = append(slices.Clone(withOtavio.Items), both.Items...)
	second := make(chan error, 1)
	err := connection.DB.Transaction(func(tx *db.DB) error {
		book(t, tx, at(0))
		go func() {
			_, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), both)
			second <- err
		}()
		dbtest.AwaitLock(t, connection.Pool, 1)
		book(t, tx, withOtavio)
		return nil
	})
	if refused := <-second; err != nil || !isTaken(refused) {
		t.Errorf("the first ended with %v, the second with %v", err, refused)
	}
}

func TestBook_BlockedSlots(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	book(t, connection.DB, at(0)) // before the setting is on
	set(t, connection, "block_overlap", "true")
	check := func(name string, after time.Duration, taken bool) {
		t.Helper()
		before := count(t, connection, "services", "true")
		_, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), at(after))
		if isTaken(err) != taken || err != nil && !isTaken(err) ||
			count(t, connection, "services", "true") != before+map[bool]int{false: 1}[taken] {
			t.Errorf("%s: %v", name, err)
		}
	}
	check("the same time as one from before the setting", 0, true)
	check("just before its end", time.Hour-time.Microsecond, true)
	check("at its end", time.Hour, false)
	check("just before its begin", -time.Hour+time.Microsecond, true)
	check("until its begin", -time.Hour, false)
	set(t, connection, "duration_minutes", "30")
	check("the rest of an hour that was blocked", 90*time.Minute, true)
	check("half an hour after", 2*time.Hour, false)
	check("the half hour after that", 150*time.Minute, false)
	set(t, connection, "block_overlap", "false")
	check("off again", 2*time.Hour, false)

	set(t, connection, "block_overlap", "true")
	other, dateless := at(2*time.Hour), forAna()
	other.Items[0].ProfessionalID = patch.Of(dbtest.DrOtavio.ID)
	dateless.Items = []bookings.ItemInput{item(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID)}),
		item(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID)})}
	book(t, connection.DB, other)
	book(t, connection.DB, dateless)
	twice := at(10 * time.Hour)
	twice.Items = append(twice.Items, twice.Items[0])
	if _, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), twice); !isTaken(err) {
		t.Errorf("twice in one booking: %v", err)
	}
}

func TestChange_BlockedSlots(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	set(t, connection, "block_overlap", "true")
	first, second := book(t, connection.DB, at(0))[0], book(t, connection.DB, at(5*time.Hour))[0]
	change := func(fields bookings.ItemFields) error {
		_, err := change(t.Context(), connection.DB, second.ID, ofItem(fields))
		return err
	}
	date := func(after time.Duration) bookings.ItemFields {
		return bookings.ItemFields{ConsultationDate: patch.Of(soon.Add(after))}
	}
	if err := change(date(30 * time.Minute)); !isTaken(err) {
		t.Errorf("moved onto another: %v", err)
	}
	if err := change(date(5*time.Hour + time.Minute)); err != nil {
		t.Errorf("moved by a minute, over its own time: %v", err)
	}
	away := date(0)
	away.ProfessionalID = patch.Of(dbtest.DrOtavio.ID)
	if err := change(away); err != nil {
		t.Errorf("the same time of another professional: %v", err)
	}
	if err := change(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID)}); !isTaken(err) {
		t.Errorf("back to the professional of the other: %v", err)
	}
	var cleared bookings.ItemFields
	cleared.ConsultationDate.SetNull()
	if err := change(cleared); err != nil || count(t, connection, "services", "id = $1 and slot_end is null", second.ID) != 1 {
		t.Errorf("without a date it blocks nothing: %v", err)
	}
	if count(t, connection, "services", "id = $1 and slot_end = $2", first.ID, soon.Add(time.Hour)) != 1 {
		t.Error("the other one does not block its hour")
	}
}

// The database refuses two blocked times of a professional that overlap, whatever stores them.
func TestSlot_ExclusionConstraint(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	set(t, connection, "block_overlap", "true")
	stored := book(t, connection.DB, at(0))[0]
	again := stored
	again.ID, again.ServiceCode = 0, "S-OUTRO"
	if err := connection.DB.Create(&again).Error; !isTaken(err) {
		t.Errorf("stored beside the first: %v", err)
	}
	again.ID, again.SlotEnd, again.ServiceCode = 0, nil, "S-OUTRO2"
	if err := connection.DB.Create(&again).Error; err != nil {
		t.Errorf("one that blocks nothing: %v", err)
	}
}

func TestFindOverlaps(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := at(0)
	input.Items = append(input.Items, at(59 * time.Minute).Items[0], at(time.Hour).Items[0],
		item(bookings.ItemFields{ProfessionalID: patch.Of(dbtest.DraRenata.ID)}))
	made := book(t, connection.DB, input)
	other := at(0)
	other.Items[0].ProfessionalID = patch.Of(dbtest.DrOtavio.ID)
	made = append(made, book(t, connection.DB, other)...)
	find := func(ids ...int64) map[[2]int64]bool {
		found, err := bookings.FindOverlaps(t.Context(), connection.DB, bruno.At(now), ids)
		if err != nil {
			t.Fatal(err)
		}
		pairs := map[[2]int64]bool{}
		for _, overlap := range found {
			pairs[[2]int64{overlap.ServiceID, overlap.OtherID}] = true
		}
		return pairs
	}
	first, second, third := made[0].ID, made[1].ID, made[2].ID
	found := find(first, second, third, made[3].ID, made[4].ID)
	if len(found) != 4 || !found[[2]int64{first, second}] || !found[[2]int64{second, first}] || !found[[2]int64{second, third}] ||
		!found[[2]int64{third, second}] {
		t.Errorf("found %v", found)
	}
	set(t, connection, "duration_minutes", "90")
	if found := find(first); len(found) != 2 || !found[[2]int64{first, third}] {
		t.Errorf("for an hour and a half: %v", found)
	}
	execute(t, connection, "update services set slot_end = consultation_date + interval '5 minutes' where id = $1", first)
	if found := find(first, second); len(found) != 1 || !found[[2]int64{second, third}] {
		t.Errorf("the first one for five minutes: %v", found)
	}
	if found, err := bookings.FindOverlaps(t.Context(), connection.DB, dbtest.Renata.Caller().At(now), nil); err != nil || len(found) != 0 {
		t.Errorf("of nothing: %v, %v", found, err)
	}
}
