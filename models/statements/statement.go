// Package statements reads bank statements and finds for each entry the order or the booking that it pays. It marks nothing as
// paid but through the verbs of orders and payments, and nothing by itself: a person confirms the sure ones together and
// decides the others one by one. A statement is undone as a whole.
package statements

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Statement is a row of bank_statements.
type Statement struct {
	ID          int64      `gorm:"primaryKey"`
	FileName    string     `gorm:"column:file_name"`
	SHA256      string     `gorm:"column:sha256"`
	Account     string     `gorm:"column:account"`
	FirstDay    civil.Date `gorm:"column:first_day"`
	LastDay     civil.Date `gorm:"column:last_day"`
	AuthorName  string     `gorm:"column:author_name"`
	DateCreated time.Time  `gorm:"column:date_created"`
	UndoneAt    *time.Time `gorm:"column:undone_at"`
	UndoneName  *string    `gorm:"column:undone_name"`
	UndoReason  *string    `gorm:"column:undo_reason"`
}

// TableName returns the name of the table.
func (Statement) TableName() string { return "bank_statements" }

// Entry is a row of bank_entries. Amount is below zero for money that went out.
type Entry struct {
	ID          int64        `gorm:"primaryKey"`
	StatementID int64        `gorm:"column:statement_id"`
	Fingerprint string       `gorm:"column:fingerprint"`
	Day         civil.Date   `gorm:"column:day"`
	Amount      money.Amount `gorm:"column:amount"`
	Name        string       `gorm:"column:name"`
	Memo        string       `gorm:"column:memo"`
	// Aside is why somebody put it aside.
	Aside *string `gorm:"column:aside"`
}

// TableName returns the name of the table.
func (Entry) TableName() string { return "bank_entries" }

// Match is a row of bank_matches: what an entry paid.
type Match struct {
	ID          int64        `gorm:"primaryKey"`
	EntryID     int64        `gorm:"column:entry_id"`
	OrderID     *int64       `gorm:"column:order_id"`
	ServiceID   *int64       `gorm:"column:service_id"`
	Amount      money.Amount `gorm:"column:amount"`
	AuthorName  string       `gorm:"column:author_name"`
	DateCreated time.Time    `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Match) TableName() string { return "bank_matches" }

// require returns 403 FORBIDDEN for callers who do not settle accounts.
func require(by auth.Caller) error { return access.RequireSettle(by) }

// Import stores a statement. Entries that another file had are left out. It returns 400 VALIDATION_ERROR for a file that is no
// statement, 403 FORBIDDEN for callers who do not settle accounts, and 409 CONFLICT for a file, or entries, that entered before.
func Import(ctx context.Context, tx *db.DB, by auth.Caller, name string, content []byte) (statement Statement, err error) {
	if err := require(by); err != nil {
		return statement, err
	}
	read, err := parse(content)
	if err != nil {
		return statement, err
	}
	sum := sha256.Sum256(content)
	statement = Statement{FileName: texts.Truncate(name, maxName), SHA256: hex.EncodeToString(sum[:]), Account: read.account,
		AuthorName: by.FullName(), DateCreated: by.Now,
		FirstDay: read.lines[0].day, LastDay: read.lines[0].day}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// Two imports at once would both find the other's entries new.
		if err := tx.Exec("select pg_advisory_xact_lock(hashtext('bank_statements'))").Error; err != nil {
			return err
		}
		zone, err := settings.Location(ctx, tx)
		if err != nil {
			return err
		}
		if err := refuseKnown(tx, statement.SHA256, zone); err != nil {
			return err
		}
		return statement.store(tx, read)
	})
	return statement, err
}

func refuseKnown(tx *db.DB, sum string, zone *time.Location) error {
	var before Statement
	found := tx.Where("sha256 = ? and undone_at is null", sum).Limit(1).Find(&before)
	if found.Error == nil && found.RowsAffected > 0 {
		return errs.Conflict(errs.CodeConflict, "Este extrato já entrou em "+fmtbr.Date(before.DateCreated, zone)+". Nada novo.")
	}
	return found.Error
}

// store inserts the statement with the entries that are new.
func (s *Statement) store(tx *db.DB, read file) error {
	entries := make([]Entry, len(read.lines))
	turns, prints := map[string]int{}, make([]string, len(read.lines))
	for i, one := range read.lines {
		says := fmt.Sprintf("%s|%s|%s|%s|%s|%s", read.account, one.fitid, one.day, one.amount, one.name, one.memo)
		turns[says]++
		sum := sha256.Sum256([]byte(says + "|" + strconv.Itoa(turns[says])))
		prints[i] = hex.EncodeToString(sum[:])
		entries[i] = Entry{Fingerprint: prints[i], Day: one.day, Amount: one.amount, Name: one.name, Memo: one.memo}
		if one.day.Before(s.FirstDay) {
			s.FirstDay = one.day
		}
		if s.LastDay.Before(one.day) {
			s.LastDay = one.day
		}
	}
	var known []string
	if err := tx.Model(&Entry{}).Where("fingerprint in ?", prints).Pluck("fingerprint", &known).Error; err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e Entry) bool { return slices.Contains(known, e.Fingerprint) })
	if len(entries) == 0 {
		return errs.Conflict(errs.CodeConflict, "Todos os lançamentos deste extrato já entraram. Nada novo.")
	}
	if err := tx.Create(s).Error; err != nil {
		return err
	}
	for i := range entries {
		entries[i].StatementID = s.ID
	}
	return tx.CreateInBatches(entries, 500).Error
}

// Latest returns the latest statements, at most limit, for a caller who settles accounts.
func Latest(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Statement, error) {
	var found []Statement
	err := tx.WithContext(ctx).Scopes(db.Allowed(access.CanSettle(by))).Order("date_created desc, id desc").Limit(limit).Find(&found).Error
	return found, err
}

// FindFor returns a statement, or 404 NOT_FOUND for an unknown one and for callers who do not settle accounts.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Statement, error) {
	return db.First[Statement](tx.WithContext(ctx).Scopes(db.Allowed(access.CanSettle(by))).Where("id = ?", id),
		errs.NotFound("Extrato não encontrado."))
}

// Done is an entry that was matched.
type Done struct {
	Entry
	Matches []Match
}

// Overview is a statement with what becomes of its entries.
type Overview struct {
	Statement Statement
	// Sure, Open and Alone are what is to be decided: the sure ones, those with options, and those without.
	Sure, Open, Alone []Proposal
	Done              []Done
	Aside, Out        []Entry
}

// Of returns the overview of a statement. It returns 404 NOT_FOUND for an unknown one and for callers who do not settle accounts.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (o Overview, err error) {
	if o.Statement, err = FindFor(ctx, tx, by, id); err != nil {
		return o, err
	}
	var entries []Entry
	if err := tx.WithContext(ctx).Where("statement_id = ?", id).Order("day desc, id").Limit(maxEntries).Find(&entries).Error; err != nil {
		return o, err
	}
	var matches []Match
	err = tx.WithContext(ctx).Where("entry_id in (select id from bank_entries where statement_id = ?)", id).Order("id").Limit(2 * maxEntries).
		Find(&matches).Error
	if err != nil {
		return o, err
	}
	paid := map[int64][]Match{}
	for _, match := range matches {
		paid[match.EntryID] = append(paid[match.EntryID], match)
	}
	var open []Entry
	for _, entry := range entries {
		switch {
		case entry.Amount.Cmp(money.Zero) <= 0:
			o.Out = append(o.Out, entry)
		case len(paid[entry.ID]) > 0:
			o.Done = append(o.Done, Done{entry, paid[entry.ID]})
		case entry.Aside != nil:
			o.Aside = append(o.Aside, entry)
		default:
			open = append(open, entry)
		}
	}
	debts, err := unpaid(ctx, tx)
	if err != nil {
		return o, err
	}
	proposals := Propose(open, debts)
	slices.SortFunc(proposals, byCertainty)
	for _, proposal := range proposals {
		switch {
		case proposal.Sure:
			o.Sure = append(o.Sure, proposal)
		case len(proposal.Options) > 0:
			o.Open = append(o.Open, proposal)
		default:
			o.Alone = append(o.Alone, proposal)
		}
	}
	return o, nil
}

// maxDebts is the number of the newest unpaid orders, and of services, that entries are compared with.
const maxDebts = 5_000

// unpaid returns the orders that await their payment, and the bookings with unpaid services that have a price.
func unpaid(ctx context.Context, tx *db.DB) ([]Debt, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		OrderID   int64
		ServiceID int64
		Booking   string
		Name, CPF string
		Amount    money.Amount
		At        time.Time
	}
	err = tx.WithContext(ctx).Raw(`(select o.id as order_id, 0 as service_id, '' as booking, o.name_associate as name, coalesce(u.associate_cpf, '') as cpf, o.total as amount, o.date_created as at
			from orders o join users u on u.id = o.user_id where o.status = 'Aguardando pagamento' and o.total > 0 order by o.date_created desc, o.id desc limit @most)
		union all
		(select 0, s.id, s.booking_group_code::text, s.associate_name, coalesce(u.associate_cpf, ''), s.price, s.date_created
			from services s join users u on u.user_code = s.associate_user_code
			where s.status = 'Aguardando Pagamento' and s.price > 0 and s.cancelled_date is null order by s.date_created desc, s.id desc limit @most)
		order by order_id, booking, service_id`, map[string]any{"most": maxDebts}).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	var debts []Debt
	booking := ""
	for _, row := range rows {
		if row.OrderID == 0 && row.Booking == booking {
			last := &debts[len(debts)-1]
			last.ServiceIDs, last.Amount = append(last.ServiceIDs, row.ServiceID), last.Amount.Add(row.Amount)
			continue
		}
		debt := Debt{OrderID: row.OrderID, Name: row.Name, CPF: row.CPF, Amount: row.Amount, Since: civil.Of(row.At.In(zone))}
		if row.OrderID == 0 {
			booking, debt.ServiceIDs = row.Booking, []int64{row.ServiceID}
		}
		debts = append(debts, debt)
	}
	return debts, nil
}
