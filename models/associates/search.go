package associates

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/page"
)

// maxMatches is the maximum number of results of a quick search.
const maxMatches = 20

// SearchInput is the query of GET /users/search.
type SearchInput struct {
	Q string `form:"q"`
}

// Match is an associate in a quick search, with enough fields to distinguish people of the same
// name.
type Match struct {
	ID              int64     `json:"id"`
	UserCode        uuid.UUID `json:"user_code"`
	AssociateName   string    `json:"associate_name"`
	AssociateCPF    *string   `json:"associate_cpf"`
	Email           string    `json:"email"`
	Phone           *string   `json:"phone"`
	City            *string   `json:"city"`
	State           *string   `json:"state"`
	AvatarURL       *string   `json:"avatar_url"`
	Status          Status    `json:"status"`
	AssociateStatus *Phase    `json:"associate_status"`
}

// QuickSearch is Search with the fields of a suggestion.
func QuickSearch(ctx context.Context, tx *db.DB, by auth.Caller, input SearchInput) ([]Match, error) {
	found, err := Search(ctx, tx, by, input.Q, maxMatches)
	matches := make([]Match, len(found))
	for i, a := range found {
		matches[i] = Match{
			ID: a.ID, UserCode: a.UserCode, AssociateName: a.FullName(), AssociateCPF: a.AssociateCPF, Email: a.ContactEmail(),
			Phone: a.Phone, City: a.City, State: a.State, AvatarURL: a.AvatarURL, Status: a.Status, AssociateStatus: a.AssociateStatus,
		}
	}
	return matches, err
}

// Search finds the associates that the caller may see, without patients, whose name, e-mail, CPF or phone contains all the
// terms; names that begin with them come first. Accents, case and punctuation do not matter. Terms of one or two letters
// match the beginnings of words. Fewer than two characters find nobody.
func Search(ctx context.Context, tx *db.DB, by auth.Caller, typed string, limit int) ([]Associate, error) {
	typed = strings.TrimSpace(typed)
	if len([]rune(typed)) < 2 || page.HasNoTerms(typed) {
		return nil, nil
	}
	var found []Associate
	query := matching(db.Unprepared(tx.WithContext(ctx)).Where("status <> ?", Patient).Scopes(visibleTo(by)), by, typed)
	err := orderByPrefix(query, typed).Limit(limit).Find(&found).Error
	return concealed(by, found), err
}

// SearchedWithoutCPF is the searched text without CPF, for callers from whom lists hide it.
const SearchedWithoutCPF = "(coalesce(phone, '') || ' ' || coalesce(phone_secondary, '') || ' ' || coalesce(email_account, '') || ' ' || " +
	"coalesce(email, '') || ' ' || coalesce(associate_name, '') || ' ' || coalesce(name, '') || ' ' || coalesce(last_name, ''))"

// matching keeps the people whose search text contains all the terms; a text without a term matches nobody. A CPF or
// phone number is one term, with or without punctuation; a caller from whom CPF is hidden finds nobody by a part of one.
func matching(query *db.DB, by auth.Caller, typed string) *db.DB {
	if page.HasNoTerms(typed) {
		query = query.Where("false")
	}
	for _, word := range page.SearchTerms(brdoc.JoinDigits(typed)) {
		sql, arguments := db.MatchWord("search_text", word)
		query = query.Where(sql, arguments...)
		if by.Hides(auth.CPF) && brdoc.IsPartOfCPF(word) {
			query = query.Where("strpos("+SearchedWithoutCPF+", ?) > 0", word)
		}
	}
	return query
}

// orderByPrefix puts names that begin with the words first, then orders by name. The comparison in front keeps the
// planner from scanning the index of names for rare words.
func orderByPrefix(query *db.DB, words string) *db.DB {
	return query.Order(clause.OrderBy{Expression: clause.Expr{
		SQL:  "coalesce(fold(associate_name) like fold(?) || '%', false) desc, fold(associate_name), id",
		Vars: []any{words}, WithoutParentheses: true,
	}})
}
