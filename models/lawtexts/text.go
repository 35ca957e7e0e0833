package lawtexts

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Text is a row of law_texts. A text that was never changed has the id 0 and no author.
type Text struct {
	ID      int64 `gorm:"primaryKey"`
	Name    personal.LawName
	Article string
	Reason  string
	// IsProgram reports that the text of the program counts.
	IsProgram   bool
	AuthorName  string
	DateCreated time.Time
}

// TableName returns the name of the table.
func (Text) TableName() string { return "law_texts" }

// IsStored reports whether the text was ever changed, back to that of the program or not.
func (t Text) IsStored() bool { return t.ID != 0 }

// Texts are the current texts by law.
type Texts map[personal.LawName]Text

// programText returns the text of the program.
func programText(law personal.Law) Text {
	return Text{Name: law.Name, Article: law.Article, Reason: law.Reason, IsProgram: true}
}

// Read returns the current texts of all laws.
func Read(ctx context.Context, tx *db.DB) (Texts, error) {
	texts := Texts{}
	for _, law := range personal.Laws() {
		texts[law.Name] = programText(law)
	}
	var stored []Text
	err := tx.WithContext(ctx).Raw("select distinct on (name) * from law_texts order by name, id desc").Scan(&stored).Error
	for _, text := range stored {
		program, isKnown := texts[text.Name]
		if !isKnown {
			continue
		}
		if text.IsProgram { // a later version of the program may have another one
			text.Article, text.Reason = program.Article, program.Reason
		}
		texts[text.Name] = text
	}
	return texts, err
}

// Of returns a law with its current text.
func (t Texts) Of(law personal.Law) personal.Law {
	if text, isKnown := t[law.Name]; isKnown {
		law.Article, law.Reason = text.Article, text.Reason
	}
	return law
}

// Apply returns the register with the current texts of its laws.
func (t Texts) Apply(register []personal.Table) []personal.Table {
	register = slices.Clone(register)
	for i, table := range register {
		if table.Law != nil {
			law := t.Of(*table.Law)
			register[i].Law = &law
		}
		register[i].Data = slices.Clone(table.Data)
		for j, data := range table.Data {
			register[i].Data[j].End.Law = t.Of(data.End.Law)
		}
	}
	return register
}

// ApplyTo returns a term with the current text of the law of its shortest period.
func (t Texts) ApplyTo(term personal.Term) personal.Term {
	if term.Least != nil {
		term.Least = &personal.Least{Period: term.Least.Period, Law: t.Of(term.Least.Law)}
	}
	return term
}

// List returns the current texts in the order of the program for an administrator.
func List(ctx context.Context, tx *db.DB, by auth.Caller) (found []Text, err error) {
	if err := require(by); err != nil {
		return nil, err
	}
	texts, err := Read(ctx, tx)
	for _, law := range personal.Laws() {
		found = append(found, texts[law.Name])
	}
	return found, err
}

// mostChanges is the number of changes that a page shows.
const mostChanges = 20

// Found is the text of a law: the current one, that of the program, and the changes, newest first.
type Found struct {
	Law     personal.Law
	Current Text
	Changes []Text
}

// Find returns the text of a law for an administrator, else 404 NOT_FOUND.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, name personal.LawName) (found Found, err error) {
	if err := require(by); err != nil {
		return found, err
	}
	if found.Law, err = lawOf(name); err != nil {
		return found, err
	}
	texts, err := Read(ctx, tx)
	if err != nil {
		return found, err
	}
	found.Current = texts[name]
	err = tx.WithContext(ctx).Where("name = ?", name).Order("id desc").Limit(mostChanges).Find(&found.Changes).Error
	return found, err
}

// lawOf returns the law with a name, with the text of the program, else 404 NOT_FOUND.
func lawOf(name personal.LawName) (personal.Law, error) {
	for _, law := range personal.Laws() {
		if law.Name == name {
			return law, nil
		}
	}
	return personal.Law{}, errs.NotFound("Esta lei não existe aqui.")
}

// maxText is the maximum length of an article and of a reason in characters.
const maxText = 200

// SaveInput changes the text of a law. Seen is the id of the change that the form showed, 0 for none.
type SaveInput struct {
	Name    personal.LawName `form:"-"`
	Article string           `form:"article"`
	Reason  string           `form:"law_reason"`
	Seen    int64            `form:"seen"`
}

// Verb is Save or Reset.
type Verb func(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) error

// Save stores the text of a law for an administrator; certificates that were issued before keep theirs. A text that was changed since
// the form was opened is 409 CONFLICT, one that is as it was is not stored again.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) error {
	if err := require(by); err != nil {
		return err
	}
	law, err := lawOf(input.Name)
	if err != nil {
		return err
	}
	text := Text{Name: law.Name, Article: oneLine(input.Article), Reason: oneLine(input.Reason)}
	var problems errs.Problems
	problems.Require(isGood(text.Article), "article", "escreva em até 200 caracteres")
	problems.Require(isGood(text.Reason), "law_reason", "escreva em até 200 caracteres")
	if err := problems.Err(); err != nil {
		return err
	}
	text.IsProgram = text.Article == law.Article && text.Reason == law.Reason
	return text.store(ctx, tx, by, input.Seen)
}

// Reset has the text of the program count again, for an administrator.
func Reset(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) error {
	if err := require(by); err != nil {
		return err
	}
	law, err := lawOf(input.Name)
	if err != nil {
		return err
	}
	return programText(law).store(ctx, tx, by, input.Seen)
}

// store adds a change of a text after the one that was seen.
func (t Text) store(ctx context.Context, tx *db.DB, by auth.Caller, seen int64) error {
	t.AuthorName, t.DateCreated = by.FullName(), by.Now
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("lock table law_texts in share row exclusive mode").Error; err != nil {
			return err
		}
		texts, err := Read(ctx, tx)
		if err != nil {
			return err
		}
		current := texts[t.Name]
		switch {
		case current.ID != seen:
			return errs.Conflict(errs.CodeConflict, "Mudou enquanto você escrevia: agora é “"+current.Article+" · "+current.Reason+"”. Confira e salve de novo.")
		case current.Article == t.Article && current.Reason == t.Reason && current.IsProgram == t.IsProgram:
			return nil
		}
		return tx.Create(&t).Error
	})
}

// oneLine returns a text without line breaks and doubled spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func isGood(text string) bool { return text != "" && len([]rune(text)) <= maxText }

func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe muda os textos de lei.")
}
