package home

import (
	"acolhe/handlers/frame"
	"acolhe/models/analytics"
	"acolhe/models/associates"
	"acolhe/models/bookings/listing"
	"acolhe/models/documents"
	frames "acolhe/models/frame"
	"acolhe/models/orders"
	"acolhe/models/picking"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/prescriptions"
	"acolhe/models/receipts"
	"acolhe/models/reception/queue"
	"acolhe/models/settlement"
	"acolhe/models/stock"
	"acolhe/models/tasks"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/page"
	view "acolhe/views/panel/home"
)

// Limits of the cards.
const (
	queueRows   = 5
	wholeAgenda = 200
	peopleRows  = 3
	orderRows   = 4
	stepRows    = 4
	chartDays   = 30
	// maxCounted is the limit of counting people without a counter.
	maxCounted = 1000
)

var (
	attending     = []auth.Role{auth.Administrador, auth.Acolhimento}
	preparing     = []auth.Role{auth.Administrador, auth.Producao}
	accounting    = []auth.Role{auth.Administrador, auth.Financeiro}
	onlyPicking   = []auth.Role{auth.Producao}
	onlyAccounts  = []auth.Role{auth.Financeiro}
	administering = []auth.Role{auth.Administrador}
)

// parts are the parts of the page with their roles (ui-pages.md, "Panel"). Nobody sees more than fits on two screens.
var parts = []part{
	{view.QueuePart, "reception", attending, readQueue},
	{view.AgendaPart, "services", attending, readAgenda},
	{view.UndatedPart, "services", attending, func(r reading) error {
		waiting, err := listing.ListUndated(r, r.tx, r.by,
			listing.WaitingInput{Before: r.today.Now.AddDate(0, 0, -listing.UndatedDays), Limit: 1})
		r.today.Undated = &waiting
		return err
	}},
	{view.PreparationPart, "orders", preparing, readPreparation},
	{view.PickingPart, "orders", onlyPicking, readPicking},
	{view.ShelfPart, "orders", onlyPicking, readShelf},
	{view.ToSignPart, "users", attending, func(r reading) (err error) {
		r.today.ToSign, err = r.people(associates.ListInput{MembershipStatus: associates.AwaitingSignature})
		return err
	}},
	{view.ToCheckPart, "users_files", attending, readToCheck},
	{view.InvalidPart, "users", attending, func(r reading) (err error) {
		r.today.Invalid, err = r.people(associates.ListInput{MembershipStatus: associates.InvalidDocuments})
		return err
	}},
	{view.StalledPart, "users", attending, func(r reading) (err error) {
		// Those that stalled last are shown first: they are most easily won back, and the oldest would never leave the
		// list.
		r.today.Stalled, err = r.people(associates.ListInput{DaysStalled: associates.StalledDays, Sort: "-updated"})
		return err
	}},
	{view.EndingPart, "users", attending, readEnding},
	{view.UnpaidPart, "orders", accounting, readUnpaid},
	{view.SettlementPart, "reports", onlyAccounts, func(r reading) error {
		found, err := settlement.Find(r, r.tx, r.by, maxCounted)
		r.today.Settlement = &found
		return err
	}},
	{view.ReceivedPart, "orders", accounting, func(r reading) error {
		received, err := receipts.Sum(r, r.tx, r.by, r.today.Now)
		r.today.Received = &received
		return err
	}},
	{view.PerDayPart, "orders", accounting, func(r reading) error {
		perDay, err := orders.CountPerDay(r, r.tx, r.by, r.today.Now, chartDays)
		r.today.PerDay = &perDay
		return err
	}},
	{view.AnalyticsPart, "reports", onlyAccounts, func(r reading) error {
		summary, err := analytics.FindSummary(r, r.tx, r.by, chartDays)
		r.today.Analytics = &summary
		return err
	}},
	{view.SystemPart, "users_api", administering, readSystem},
}

// readToCheck reads the documents that wait to be checked; without any there is no card.
func readToCheck(r reading) error {
	counted, err := db.CountUpTo(documents.SelectWaiting(r.tx.WithContext(r), r.by), maxCounted)
	if err != nil || counted.Rows == 0 {
		return err
	}
	oldest, err := documents.Oldest(r, r.tx, r.by, peopleRows)
	r.today.ToCheck = &view.Documents{Oldest: oldest, Counted: counted}
	return err
}

// readEnding reads the prescriptions that end next; without any there is no card.
func readEnding(r reading) error {
	input := prescriptions.ListInput{State: prescriptions.Ending}
	counted, err := prescriptions.Count(r, r.tx, r.by, input, maxCounted)
	if err != nil || counted.Rows == 0 {
		return err
	}
	input.Window = page.Window{Limit: new(peopleRows)}
	found, err := prescriptions.List(r, r.tx, r.by, input)
	r.today.Ending = &view.Prescriptions{Rows: found.Items, Counted: counted}
	return err
}

func readQueue(r reading) error {
	queue, err := queue.Read(r, r.tx, r.by, civil.StartOfDay(r.today.Now), queueRows)
	r.today.Queue = &queue
	return err
}

func readAgenda(r reading) error {
	midnight := civil.StartOfDay(r.today.Now)
	agenda, err := listing.ReadAgenda(r, r.tx, r.by, listing.AgendaInput{From: midnight, To: midnight.AddDate(0, 0, 1), Limit: wholeAgenda})
	r.today.Agenda = &agenda
	return err
}

func readPreparation(r reading) error {
	var prepared view.Preparation
	counts, err := orders.CountByStatus(r, r.tx, r.by)
	if err != nil {
		return err
	}
	prepared.PickCount, prepared.SendCount = counts[orders.Paid], counts[orders.Picking]
	if prepared.ToPick, err = orders.OldestIn(r, r.tx, r.by, orders.Paid, stepRows); err != nil {
		return err
	}
	if prepared.ToSend, err = orders.OldestIn(r, r.tx, r.by, orders.Picking, stepRows); err != nil {
		return err
	}
	today := civil.StartOfDay(r.today.Now)
	if prepared.SentToday, err = orders.CountReached(r, r.tx, r.by, orders.Sent, civil.Span{From: today}); err != nil {
		return err
	}
	prepared.SentYesterday, err = orders.CountReached(r, r.tx, r.by, orders.Sent, civil.Span{From: today.AddDate(0, 0, -1), To: today})
	r.today.Preparation = &prepared
	return err
}

func readShelf(r reading) error {
	var shelf view.Shelf
	var err error
	if shelf.WithoutLabel, err = orders.Count(r, r.tx, r.by, orders.ListInput{AwaitsLabel: true}, maxCounted); err != nil {
		return err
	}
	if shelf.HasStock, err = settings.Get(r, r.tx, stock.Enabled); err == nil && shelf.HasStock {
		if shelf.Low, err = stock.Count(r, r.tx, r.by, stock.ListInput{Filter: stock.Low}, maxCounted); err != nil {
			return err
		}
		shelf.Expiring, err = stock.Count(r, r.tx, r.by, stock.ListInput{Filter: stock.Expiring}, maxCounted)
	}
	r.today.Shelf = &shelf
	return err
}

// people reads the first associates of a list.
func (r reading) people(input associates.ListInput) (*view.People, error) {
	counted, err := associates.Count(r, r.tx, r.by, input, maxCounted)
	if err != nil || counted.Rows == 0 {
		return &view.People{}, err
	}
	input.Window = page.Window{Limit: new(peopleRows)}
	found, err := associates.List(r, r.tx, r.by, input)
	return &view.People{Rows: found.Items, Counted: counted}, err
}

func readUnpaid(r reading) error {
	receivable, err := orders.SumReceivable(r, r.tx, r.by)
	if err != nil {
		return err
	}
	oldest, err := orders.OldestIn(r, r.tx, r.by, orders.AwaitingPayment, orderRows)
	r.today.Unpaid = &view.Unpaid{Receivable: receivable, Oldest: oldest}
	return err
}

func readSystem(r reading) error {
	var system view.System
	var err error
	if system.Queued, err = mail.Count(r, r.tx, r.by, mail.ListInput{Status: mail.Queued}, maxCounted); err != nil {
		return err
	}
	if system.FailedMails, err = mail.Count(r, r.tx, r.by, mail.ListInput{Status: mail.Failed}, maxCounted); err != nil {
		return err
	}
	if system.Tasks, err = tasks.CountUnderWay(r, r.tx, r.by); err != nil {
		return err
	}
	around, err := frames.ReadAdministration(r, r.tx, r.by)
	system.Ages, system.Alarms = around.Ages, frame.Alarms(around.Alarms, r.by.Now)
	r.today.System = &system
	return err
}

func readPicking(r reading) error {
	read := picking.Read
	if r.today.Query.WholePicking {
		read = picking.ReadWhole
	}
	list, err := read(r, r.tx, r.by)
	r.today.Picking = &list
	return err
}
