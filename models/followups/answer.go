package followups

import (
	"context"
	"slices"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// Adherence is how the product is used.
type Adherence string

// The answers.
const (
	Always    Adherence = "always"
	Sometimes Adherence = "sometimes"
	Stopped   Adherence = "stopped"
)

// AnswerInput is an answer. Score is 0 to 10 as text, FeltBad and WantsCall are "sim" or "nao".
type AnswerInput struct {
	errs.BindErrors
	Token     string    `form:"-"`
	Score     string    `form:"score"`
	Adherence Adherence `form:"adherence"`
	FeltBad   string    `form:"felt_bad"`
	WantsCall string    `form:"wants_call"`
}

// Linked is what a link shows: the question, its patient, and the earlier score; nil without one.
type Linked struct {
	FollowUp
	Patient associates.Associate
	// Phone is that of the patient, or of the associate who answers for them.
	Phone   string
	Earlier *int
}

// LinkLimit is the rate limit of the page of a link.
func LinkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "followups.link", Limit: 60, Per: 15 * time.Minute}
}

// LinkQuota is what one address stores in a day by links.
func LinkQuota() ratelimit.Quota { return ratelimit.Quota{Name: "follow_up_links", Count: 100} }

// FindByToken returns what a link shows. Any other token, and one of a letter of more than 14 days ago, is 404 TOKEN_INVALID.
func FindByToken(ctx context.Context, tx *db.DB, by auth.Caller, token string) (linked Linked, err error) {
	hash := secret.Hash(token)
	query := tx.WithContext(ctx).Where("(token_hash = ? or reminder_hash = ?) and date_sent > ?", hash, hash, by.Now.AddDate(0, 0, -LinkDays))
	if linked.FollowUp, err = db.First[FollowUp](query, errNoLink()); err != nil {
		return linked, err
	}
	system := auth.Caller{Kind: auth.System, Now: by.Now}
	if linked.Patient, err = associates.FindFor(ctx, tx, system, linked.User); err != nil {
		return linked, err
	}
	if linked.Patient.Phone != nil {
		linked.Phone = *linked.Patient.Phone
	} else if linked.Patient.ResponsibleCode != nil {
		responsible, err := associates.FindByCodeFor(ctx, tx, system, *linked.Patient.ResponsibleCode)
		if err == nil && responsible.Phone != nil {
			linked.Phone = *responsible.Phone
		}
	}
	var scores []int
	err = tx.WithContext(ctx).Model(&FollowUp{}).Where("user_id = ? and id < ? and date_answered is not null", linked.User, linked.ID).
		Order("id desc").Limit(1).Pluck("score", &scores).Error
	if len(scores) > 0 {
		linked.Earlier = &scores[0]
	}
	return linked, err
}

func errNoLink() error {
	return errs.New(errs.KindNotFound, errs.CodeTokenInvalid,
		"Este link não abre mais. Ele vale por 14 dias. Para contar como está, fale com a associação.")
}

// Answer stores the answer of a link, once; a later one changes nothing. It returns 400 VALIDATION_ERROR with every wrong field, and 404
// TOKEN_INVALID.
func Answer(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) (Linked, error) {
	linked, err := FindByToken(ctx, tx, by, input.Token)
	if err != nil || linked.DateAnswered != nil {
		return linked, err
	}
	score, unread := strconv.Atoi(input.Score)
	var problems errs.Problems
	problems.Require(unread == nil && score >= 0 && score <= 10, "score", "escolha um número de 0 a 10")
	problems.Require(slices.Contains([]Adherence{Always, Sometimes, Stopped}, input.Adherence), "adherence", "escolha uma resposta")
	problems.Require(input.FeltBad == "sim" || input.FeltBad == "nao", "felt_bad", "escolha uma resposta")
	problems.Require(input.WantsCall == "sim" || input.WantsCall == "nao", "wants_call", "escolha uma resposta")
	if err := input.Merge(problems).Err(); err != nil {
		return linked, err
	}
	feltBad, wantsCall := input.FeltBad == "sim", input.WantsCall == "sim"
	err = tx.WithContext(ctx).Exec(`update follow_ups set score = ?, adherence = ?, felt_bad = ?, wants_call = ?, date_answered = ?
		where id = ? and date_answered is null`, score, input.Adherence, feltBad, wantsCall, by.Now, linked.ID).Error
	linked.Score, linked.Adherence, linked.FeltBad, linked.WantsCall, linked.DateAnswered = &score, &input.Adherence, &feltBad, &wantsCall, &by.Now
	return linked, err
}

// Stop records that the bearer of a link does not want to be asked again. It returns 404 TOKEN_INVALID.
func Stop(ctx context.Context, tx *db.DB, by auth.Caller, token string) error {
	linked, err := FindByToken(ctx, tx, by, token)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Exec("update follow_ups set date_stopped = ? where id = ? and date_stopped is null", by.Now, linked.ID).Error
}

// maxOfPeople is the maximum number of answers on the page of an associate.
const maxOfPeople = 40

// ListByUsers lists the answers of these people, the oldest first, for staff who may read associates; others get none.
func ListByUsers(ctx context.Context, tx *db.DB, by auth.Caller, users ...int64) (found []FollowUp, err error) {
	isAllowed := by.Kind != auth.Associate && access.Can(by, "users", access.Read)
	err = tx.WithContext(ctx).Scopes(db.Allowed(isAllowed)).Where("user_id in ? and date_answered is not null", users).
		Order("date_answered, id").Limit(maxOfPeople).Find(&found).Error
	return found, err
}

// FewestPeople is the number of people under which a group is not shown, so that no number says how one person is.
const FewestPeople = 5

// Group is how the people of a step are. A group of fewer than five people has no numbers.
type Group struct {
	Days int `gorm:"column:days"`
	// People are those who answered; 0 if they are fewer than five, and IsSmall is set.
	People  int     `gorm:"column:people"`
	IsSmall bool    `gorm:"-"`
	Score   float64 `gorm:"column:score"`
	// Always, Stopped and FeltBad count people.
	Always, Stopped, FeltBad int
}

// Groups returns how people are at each step, for callers who may read reports; others get none. Numbers under five within a group are 0.
func Groups(ctx context.Context, tx *db.DB, by auth.Caller) (groups []Group, err error) {
	err = tx.WithContext(ctx).Model(&FollowUp{}).Scopes(db.Allowed(access.Can(by, "reports", access.Read))).
		Where("date_answered is not null").Group("days").Order("days").
		Select(`days, count(distinct user_id) as people, round(avg(score), 1) as score, count(*) filter (where adherence = 'always') as always,
			count(*) filter (where adherence = 'stopped') as stopped, count(*) filter (where felt_bad) as felt_bad`).Find(&groups).Error
	for i := range groups {
		groups[i].hideSmall()
	}
	return groups, err
}

func (g *Group) hideSmall() {
	if g.People < FewestPeople {
		*g = Group{Days: g.Days, IsSmall: true}
		return
	}
	for _, count := range []*int{&g.Always, &g.Stopped, &g.FeltBad} {
		if *count < FewestPeople {
			*count = 0
		}
	}
}
