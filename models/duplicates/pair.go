// Package duplicates finds associates who are probably registered twice, and joins two records of one person: everything
// that hangs on either belongs to the one that stays, the address of the other leads to it, and for 30 days the joining can
// be undone. It knows which tables refer to associates (references.go); a test fails when another table does.
package duplicates

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Reason is what two records have in common, or what speaks against them.
type Reason string

// The reasons. Hard ones make a pair by themselves; an address does with a similar name.
const (
	SameCPF        Reason = "cpf"
	SamePatientCPF Reason = "patient_cpf"
	SameEmail      Reason = "email"
	SamePhone      Reason = "phone"
	SameBirth      Reason = "birth"
	SameName       Reason = "name"
	SimilarName    Reason = "similar_name"
	SameAddress    Reason = "address"
	OtherBirth     Reason = "other_birth"
)

// Reasons returns the reasons by which a list can be filtered, strongest first.
func Reasons() []Reason {
	return []Reason{SameCPF, SameName, SamePatientCPF, SameEmail, SamePhone, SameAddress}
}

// IsHard reports whether the reason is an identical value that few people share.
func (r Reason) IsHard() bool {
	return r != SimilarName && r != SameAddress && r != OtherBirth
}

// Side is one record of a pair. Orders counts its orders, Services its services, Terms its signed terms.
type Side struct {
	ID          int64
	Name        string
	IsAssociate bool
	Orders      int
	Services    int
	Terms       int
}

// Pair is two associates who are probably the same person.
type Pair struct {
	First, Second Side
	Score         int
	Reasons       []Reason
}

// ListInput is the query of a list of pairs. An empty field does not filter.
type ListInput struct {
	page.Window
	// Q searches names, CPF, e-mails and phones of either, or is the number of a record.
	Q      string
	Reason Reason
	// Newest orders by when the pair was found; else the strongest come first.
	Newest bool
}

// pairRow is a row of a list.
type pairRow struct {
	FirstID, SecondID                         int64
	FirstName, SecondName                     string
	FirstStatus, SecondStatus                 string
	FirstOrders, FirstServices, FirstTerms    int
	SecondOrders, SecondServices, SecondTerms int
	Score                                     int
	Reasons                                   string
}

// nameOf is the name of a row of users with this alias.
func nameOf(alias string) string {
	return "coalesce(nullif(trim(" + alias + ".associate_name), ''), nullif(trim(coalesce(" + alias + ".name, '') || ' ' || coalesce(" + alias +
		".last_name, '')), ''), " + alias + ".email_account, " + alias + ".email, '')"
}

// countsOf are the numbers of a row of users with this alias.
func countsOf(alias, prefix string) string {
	return "(select count(*) from orders where user_id = " + alias + ".id) as " + prefix + "_orders, " +
		"(select count(*) from services where associate_user_code = " + alias + ".user_code) as " + prefix + "_services, " +
		"(select count(*) from contracts where user_code = " + alias + ".user_code and status = 'completed') as " + prefix + "_terms"
}

// List returns the pairs that nobody has decided, strongest first. A caller who may not change associates gets none.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Pair], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Pair]{}, err
	}
	order := "p.score desc, p.first_id, p.second_id"
	if input.Newest {
		order = "p.date_created desc, p.first_id, p.second_id"
	}
	// The numbers are counted for the rows of the page alone.
	some := db.InWindow(input.filter(ctx, tx, by).Select("p.*, row_number() over (order by "+order+") as place").Order(order), window)
	var rows []pairRow
	err = db.Unprepared(tx.WithContext(ctx)).Table("(?) as p", some).Joins("join users a on a.id = p.first_id").Joins("join users b on b.id = p.second_id").
		Select("p.first_id, p.second_id, p.score, array_to_string(p.reasons, ',') as reasons, a.status as first_status, b.status as second_status, " +
			nameOf("a") + " as first_name, " + nameOf("b") + " as second_name, " + countsOf("a", "first") + ", " + countsOf("b", "second")).
		Order("p.place").Scan(&rows).Error
	found := page.Of[Pair]{Items: make([]Pair, len(rows))}
	for i, row := range rows {
		found.Items[i] = row.pair()
	}
	return found, err
}

func (r pairRow) pair() Pair {
	return Pair{Score: r.Score, Reasons: parseReasons(r.Reasons),
		First:  Side{r.FirstID, r.FirstName, r.FirstStatus == "Associado", r.FirstOrders, r.FirstServices, r.FirstTerms},
		Second: Side{r.SecondID, r.SecondName, r.SecondStatus == "Associado", r.SecondOrders, r.SecondServices, r.SecondTerms}}
}

// Count counts the pairs that List returns to the caller, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(ctx, tx, by), limit)
}

func (in ListInput) filter(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	query := db.Unprepared(tx.WithContext(ctx)).Table("associate_pairs p").Scopes(db.Allowed(access.Can(by, "users", access.Update)))
	if in.Reason != "" {
		query = query.Where("? = any (p.reasons)", in.Reason)
	}
	if in.Q == "" {
		return query
	}
	// The pairs are few: their records are read by their ids, not the people who match.
	matching := db.Matching(tx.Session(&db.Session{NewDB: true}).WithContext(ctx).Table("users").Select("1").
		Where("users.id in (p.first_id, p.second_id)"), "search_text", in.Q)
	if by.Hides(auth.CPF) && brdoc.IsPartOfCPF(brdoc.Digits(in.Q)) {
		matching = matching.Where("strpos("+associates.SearchedWithoutCPF+", ?) > 0", brdoc.Digits(in.Q))
	}
	return query.Where("(exists (?) or p.first_id::text = ? or p.second_id::text = ?)", matching, in.Q, in.Q)
}

// AsOf returns until when the pairs are known; nil before the first comparison.
func AsOf(ctx context.Context, tx *db.DB) (*time.Time, error) {
	var state struct{ RefreshedAt *time.Time }
	err := tx.WithContext(ctx).Raw("select refreshed_at from associate_pair_state").Scan(&state).Error
	return state.RefreshedAt, err
}

// Apart is a pair of whom somebody said that they are two persons.
type Apart struct {
	FirstID, SecondID     int64
	FirstName, SecondName string
	AuthorName            string
	DateCreated           time.Time
}

// ListApart returns these pairs, newest first, for a caller who may change associates.
func ListApart(ctx context.Context, tx *db.DB, by auth.Caller, window page.Window) ([]Apart, error) {
	of, err := window.Normalize()
	if err != nil {
		return nil, err
	}
	var found []Apart
	err = db.InWindow(tx.WithContext(ctx).Table("distinct_associates d").Scopes(db.Allowed(access.Can(by, "users", access.Update))).
		Joins("join users a on a.id = d.first_id").Joins("join users b on b.id = d.second_id").
		Select("d.*, "+nameOf("a")+" as first_name, "+nameOf("b")+" as second_name").
		Order("d.date_created desc, d.first_id, d.second_id"), of).Scan(&found).Error
	return found, err
}

// CountApart counts the pairs of ListApart.
func CountApart(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (page.Counted, error) {
	return db.CountUpTo(tx.WithContext(ctx).Table("distinct_associates").Scopes(db.Allowed(access.Can(by, "users", access.Update))), limit)
}

// PairOf returns the reasons of two associates as they were last compared; empty if they are no pair.
func PairOf(ctx context.Context, tx *db.DB, one, other int64) ([]Reason, error) {
	var reasons string
	err := tx.WithContext(ctx).Raw("select array_to_string(reasons, ',') from associate_pairs where first_id = ? and second_id = ?",
		min(one, other), max(one, other)).Scan(&reasons).Error
	return parseReasons(reasons), err
}

// require returns 403 FORBIDDEN for callers who may not change associates.
func require(by auth.Caller) error {
	if !access.Can(by, "users", access.Update) {
		return errs.Forbidden("Só quem pode mudar cadastros junta cadastros.")
	}
	return nil
}
