package privacy

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/lifeevents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Days is the time to answer a request (LGPD, article 19, II).
const Days = 15

// Kind is what a person asks.
type Kind string

// The kinds, in the order of the law (article 18).
const (
	Confirm     Kind = "confirm"
	Access      Kind = "access"
	Correct     Kind = "correct"
	Portability Kind = "portability"
	Erase       Kind = "erase"
	Sharing     Kind = "sharing"
	Withdraw    Kind = "withdraw"
)

// Kinds returns the kinds in the order of forms.
func Kinds() []Kind {
	return []Kind{Confirm, Access, Correct, Portability, Erase, Sharing, Withdraw}
}

// copyKinds are the kinds that a copy of the data answers.
var copyKinds = []Kind{Access, Portability}

// IsForCopy reports whether a copy of the data answers the request.
func (k Kind) IsForCopy() bool { return slices.Contains(copyKinds, k) }

// Label returns the name for people.
func (k Kind) Label() string {
	return map[Kind]string{
		Confirm: "Saber se temos dados", Access: "Receber cópia dos dados", Correct: "Corrigir dados",
		Portability: "Levar os dados para outro lugar",
		Erase:       "Apagar os dados", Sharing: "Saber com quem compartilhamos", Withdraw: "Retirar uma permissão",
	}[k]
}

// Channel is how a request came.
type Channel string

// The channels.
const (
	Own    Channel = "own"
	Letter Channel = "letter"
	Email  Channel = "email"
	Phone  Channel = "phone"
	Office Channel = "office"
)

// Channels returns the channels that staff may record.
func Channels() []Channel { return []Channel{Letter, Email, Phone, Office} }

// Label returns the name for people.
func (c Channel) Label() string {
	return map[Channel]string{Own: "pela área do associado", Letter: "por carta", Email: "por e-mail", Phone: "por telefone",
		Office: "na sede"}[c]
}

// State is the state of a request.
type State string

// The states.
const (
	Open      State = "open"
	Answered  State = "answered"
	Refused   State = "refused"
	Withdrawn State = "withdrawn"
)

// Request is a row of privacy_requests.
type Request struct {
	ID           int64 `gorm:"primaryKey"`
	UserID       int64
	Kind         Kind
	Channel      Channel
	Text         string
	State        State
	ReceivedOn   civil.Date
	DueOn        civil.Date
	Identity     string
	IdentityBy   string
	DateIdentity *time.Time
	Answer       string
	// Requester is who asks for a person who died.
	Requester string
	// AskedText is the latest question to the person; the request waits for the answer since DateAsked.
	AskedText string
	DateAsked *time.Time
	// LegalReason is the law of a refusal.
	LegalReason string
	ClosedBy    string
	DateClosed  *time.Time
	CreatedBy   string
	DateCreated time.Time
	// Name is the current name of the person.
	Name string `gorm:"->"`
}

// TableName returns the name of the table.
func (Request) TableName() string { return "privacy_requests" }

// IsWaiting reports whether the request waits for the person.
func (r Request) IsWaiting() bool { return r.State == Open && r.DateAsked != nil }

// DaysLeft returns the days until a request must be answered, negative when it is late.
func (r Request) DaysLeft(today civil.Date) int { return today.DaysUntil(r.DueOn) }

const (
	withName = `privacy_requests.*, coalesce(nullif(btrim(u.associate_name), ''), btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, ''))) as name`
	joinUser = "join users u on u.id = privacy_requests.user_id"
)

func errNotFound() error { return errs.NotFound("Este pedido não existe mais.") }

// List returns the latest requests of a state for an administrator: open ones by their last day, others newest first.
func List(ctx context.Context, tx *db.DB, by auth.Caller, state State, limit int) (found []Request, err error) {
	order := "privacy_requests.id desc"
	if state == Open {
		order = "due_on, privacy_requests.id"
	}
	query := db.AdministratorsOnly(tx.WithContext(ctx), by).Where("privacy_requests.state = ?", state)
	err = query.Joins(joinUser).Select(withName).Order(order).Limit(limit).Find(&found).Error
	return found, err
}

// Counts returns the number of requests by state, and of open ones that are late, for an administrator.
func Counts(ctx context.Context, tx *db.DB, by auth.Caller, today civil.Date) (counts map[State]int, late int, err error) {
	var rows []struct {
		State State
		Count int
		Late  int
	}
	query := db.AdministratorsOnly(tx.WithContext(ctx).Model(&Request{}), by)
	err = query.Select("state, count(*) as count, count(*) filter (where state = 'open' and due_on < ?) as late", today).Group("state").
		Scan(&rows).Error
	counts = map[State]int{}
	for _, row := range rows {
		counts[row.State] = row.Count
		late += row.Late
	}
	return counts, late, err
}

// Year is what was done with the requests that were closed in a year.
type Year struct {
	// Answered is the number of answered ones, MeanDays the whole days from receipt to answer, on average.
	Answered, MeanDays int
	// Late is the number of those closed after their last day.
	Late int
}

// ReadYear returns what was done in the year of today for an administrator. today and the days are those of the zone.
func ReadYear(ctx context.Context, tx *db.DB, by auth.Caller, today civil.Date, zone *time.Location) (year Year, err error) {
	begin := time.Date(today.In(zone).Year(), time.January, 1, 0, 0, 0, 0, zone)
	const closed = "(date_closed at time zone @zone)::date"
	query := db.AdministratorsOnly(tx.WithContext(ctx).Model(&Request{}), by).Where("state in ? and date_closed >= ? and date_closed < ?",
		[]State{Answered, Refused}, begin, begin.AddDate(1, 0, 0))
	err = query.Select(`count(*) filter (where state = 'answered') as answered, count(*) filter (where `+closed+` > due_on) as late,
		coalesce(round(avg(`+closed+` - received_on) filter (where state = 'answered')), 0)::int as mean_days`, map[string]any{"zone": zone.String()}).
		Scan(&year).Error
	return year, err
}

// SelectOpen selects the open requests for an administrator.
func SelectOpen(tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.Model(&Request{}), by).Where("privacy_requests.state = ?", Open)
}

// Find returns a request for an administrator, else 404 NOT_FOUND.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Request, error) {
	query := db.AdministratorsOnly(tx.WithContext(ctx), by).Where("privacy_requests.id = ?", id)
	return db.First[Request](query.Joins(joinUser).Select(withName), errNotFound())
}

// ListOwn returns the latest requests of the calling associate, newest first.
func ListOwn(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (found []Request, err error) {
	err = tx.WithContext(ctx).Scopes(db.Allowed(by.Kind == auth.Associate)).Where("user_id = ?", by.ID).Order("id desc").Limit(limit).
		Find(&found).Error
	return found, err
}

// CreateInput is a request that staff record.
type CreateInput struct {
	UserID     int64      `form:"user_id"`
	Kind       Kind       `form:"kind"`
	Channel    Channel    `form:"channel"`
	Text       string     `form:"text"`
	ReceivedOn civil.Date `form:"received_on"`
	// Requester is who asks for a person who died, and how they are related; empty for any other.
	Requester string `form:"requester"`
	// identity is how the person showed to be it on the own page.
	identity string
}

// maxText is the maximum length of texts in characters.
const maxText = 4000

// Create records a request that came by letter, e-mail, phone or at the office; its days run from the day on which it came. It
// returns 403 FORBIDDEN to who is no administrator, and 409 CONFLICT while the person has an open one of the kind.
func Create(ctx context.Context, tx *db.DB, by auth.Caller, input CreateInput) (Request, error) {
	if err := require(by); err != nil {
		return Request{}, err
	}
	var problems errs.Problems
	input.check(&problems)
	problems.Require(slices.Contains(Channels(), input.Channel), "channel", "escolha como o pedido chegou")
	problems.Require(input.ReceivedOn != civil.Date{} && !civil.Of(by.Now).Before(input.ReceivedOn), "received_on", "diga o dia em que chegou")
	if err := input.checkPerson(ctx, tx, &problems); err != nil {
		return Request{}, err
	}
	if err := problems.Err(); err != nil {
		return Request{}, err
	}
	return create(ctx, tx, by, input)
}

// maxRequester is the maximum length of Requester in characters.
const maxRequester = 200

// checkPerson checks that the request is of a person who may ask: an associate, a patient of age, or the family of who died.
func (in *CreateInput) checkPerson(ctx context.Context, tx *db.DB, problems *errs.Problems) error {
	var exists bool
	err := tx.WithContext(ctx).Raw("select exists (select from users u where u.id = ? and "+mayAsk+")", in.UserID).Scan(&exists).Error
	if err != nil {
		return err
	}
	death, err := lifeevents.DeathOf(ctx, tx, in.UserID)
	problems.Require(exists, "user_id", "este código não é de um associado, nem de um paciente com 18 anos")
	if in.Requester = strings.TrimSpace(in.Requester); !death.IsRecorded() {
		in.Requester = ""
		return err
	}
	problems.Require(in.Requester != "" && len([]rune(in.Requester)) <= maxRequester, "requester", "diga quem pede e o parentesco, em até 200 caracteres")
	return err
}

// mayAsk is the SQL condition of the persons for whom requests are recorded.
var mayAsk = "(" + lifeevents.RequestsSQL("u") + " or exists (select from deaths d where d.user_id = u.id))"

func (in CreateInput) check(problems *errs.Problems) {
	problems.Require(slices.Contains(Kinds(), in.Kind), "kind", "escolha o que a pessoa pede")
	problems.Require(len([]rune(in.Text)) <= maxText, "text", "deve ter no máximo 4.000 caracteres")
}

// AskInput is a request of an associate on the own page.
type AskInput struct {
	Kind Kind   `form:"kind"`
	Text string `form:"text"`
	// Identity says how the person showed to be it beside the session; empty for none.
	Identity string `form:"-"`
}

// Ask records a request of the calling associate, whose identity is that of the session. It returns 403 FORBIDDEN to any other
// caller, and 409 CONFLICT while there is an open one of the kind.
func Ask(ctx context.Context, tx *db.DB, by auth.Caller, input AskInput) (Request, error) {
	if by.Kind != auth.Associate {
		return Request{}, errs.Forbidden("Só a própria pessoa pede por aqui.")
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return Request{}, err
	}
	wanted := CreateInput{UserID: by.ID, Kind: input.Kind, Channel: Own, Text: input.Text,
		ReceivedOn: civil.Of(by.Now.In(zone)), identity: cmp.Or(input.Identity, "entrou com a própria senha")}
	var problems errs.Problems
	wanted.check(&problems)
	if err := problems.Err(); err != nil {
		return Request{}, err
	}
	return create(ctx, tx, by, wanted)
}

func create(ctx context.Context, tx *db.DB, by auth.Caller, input CreateInput) (row Request, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err = insert(ctx, tx, by, input)
		return err
	})
	return row, err
}

// insert stores a request, records it and writes to the person.
func insert(ctx context.Context, tx *db.DB, by auth.Caller, input CreateInput) (Request, error) {
	row := Request{
		UserID: input.UserID, Kind: input.Kind, Channel: input.Channel, Text: strings.TrimSpace(input.Text), State: Open,
		Requester: input.Requester, ReceivedOn: input.ReceivedOn, DueOn: input.ReceivedOn.Add(0, 0, Days), CreatedBy: by.FullName(), DateCreated: by.Now,
	}
	if input.Channel == Own {
		row.Identity, row.IdentityBy, row.DateIdentity = input.identity, by.FullName(), &by.Now
	}
	created := tx.WithContext(ctx).Omit("Name").Clauses(onOpen).Create(&row)
	if created.Error == nil && created.RowsAffected == 0 {
		return row, errs.Conflict(errs.CodeConflict, "Este pedido já está aberto. A resposta vem em até 15 dias.")
	}
	if created.Error != nil {
		return row, created.Error
	}
	if err := Note(ctx, tx, by, Event{RequestID: row.ID, Action: WasReceived, Text: row.Channel.Label()}); err != nil {
		return row, err
	}
	return row, enqueue(ctx, tx, row.ID, WasReceived)
}

// WithdrawOwn takes an open request of the calling associate back; a proposal to erase falls with it. Any other is 404 NOT_FOUND.
func WithdrawOwn(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	withdrawn := tx.WithContext(ctx).Exec("update privacy_requests set state = ?, date_closed = ? where id = ? and user_id = ? and state = ?",
		Withdrawn, by.Now, id, by.ID, Open)
	if by.Kind != auth.Associate || withdrawn.Error == nil && withdrawn.RowsAffected == 0 {
		return errNotFound()
	}
	if withdrawn.Error != nil {
		return withdrawn.Error
	}
	if err := Note(ctx, tx, by, Event{RequestID: id, Action: WasWithdrawn}); err != nil {
		return err
	}
	return tx.WithContext(ctx).Exec("update erasures set state = 'cancelled' where user_id = ? and state = 'proposed'", by.ID).Error
}

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe cuida dos pedidos sobre dados.")
}

// Quota is what one associate stores in a day by requests.
func Quota() ratelimit.Quota { return ratelimit.Quota{Name: "privacy_requests", Count: 20} }

// Person is an associate whom staff find for a request.
type Person struct {
	ID    int64
	Name  string
	CPF   string
	Email string
	// HasDied reports a person for whom the family asks.
	HasDied bool
}

// mostFound is the number of people that a search finds.
const mostFound = 10

// FindPeople returns the associates with a name, CPF, e-mail or code, by name, for an administrator.
func FindPeople(ctx context.Context, tx *db.DB, by auth.Caller, text string) (found []Person, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, require(by)
	}
	query := db.AdministratorsOnly(tx.WithContext(ctx), by).Table("users u").Where(mayAsk)
	match := tx.Where("1 = 1")
	for _, word := range words {
		match = match.Where("fold(?) <> '' and strpos(u.search_text, fold(?)) > 0", word, word)
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
	match = tx.Where(match).Or("lower(u.email_account) = lower(?) or lower(u.email) = lower(?)", strings.TrimSpace(text), strings.TrimSpace(text))
	if digits != "" {
		match = match.Or("u.id::text = ? or regexp_replace(u.associate_cpf, '\\D', '', 'g') = ?", digits, digits)
	}
	err = query.Where(match).Select(`u.id, coalesce(nullif(btrim(u.associate_name), ''), btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, ''))) as name,
		coalesce(u.associate_cpf, '') as cpf, coalesce(u.email_account, u.email, '') as email, exists (select from deaths d where d.user_id = u.id) as has_died`).Order("name, u.id").Limit(mostFound).Scan(&found).Error
	return found, err
}

// PersonOf returns an associate for whom a request is recorded, for an administrator; else 404 NOT_FOUND.
func PersonOf(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Person, error) {
	found, err := FindPeople(ctx, tx, by, strconv.FormatInt(id, 10))
	for _, one := range found {
		if one.ID == id {
			return one, err
		}
	}
	return Person{}, cmp.Or(err, errNotFound())
}
