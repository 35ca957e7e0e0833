package password

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
)

const (
	minRunes = 8
	// maxBytes is the number of bytes that bcrypt uses of a password.
	maxBytes = 72
	// minWord is the minimum number of letters of a word of a person's name. Shorter ones than minPart are refused as whole
	// words alone, because they are parts of others, as ana of banana. Words of the association's name have minPart and more.
	minWord, minPart = 3, 5
)

// Policy checks new passwords. Besides the limits of the specification it refuses the most common
// passwords, common Portuguese words also with digits and signs, those that contain a word of the owner's name or e-mail, a
// short one as a whole word, and those with a whole word of the association's name. Letters with signs between them are a word.
type Policy struct{ association string }

// PolicyOf returns the policy of the association.
func PolicyOf(ctx context.Context, tx *db.DB) (Policy, error) {
	stored, err := settings.Read(ctx, tx, settings.AssociationName)
	return PolicyFrom(stored), err
}

// PolicyFrom returns the policy of the association if settings.AssociationName was read.
func PolicyFrom(stored settings.Stored) Policy {
	return Policy{settings.Of(stored, settings.AssociationName)}
}

// CheckOperator validates a password of an operator: CheckAssociate, an uppercase letter and a
// special character (specification, Limits). The path is that of the error; owner is the name and
// the e-mail of the account.
func (p Policy) CheckOperator(plain, path string, owner ...string) error {
	var upper, special bool
	for _, r := range plain {
		upper = upper || unicode.IsUpper(r)
		special = special || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r)
	}
	problems := errs.Problems(errs.FieldsOf(p.CheckAssociate(plain, path, owner...)))
	problems.Require(upper, path, "deve ter uma letra maiúscula")
	problems.Require(special, path, "deve ter um caractere especial, como ! ou #")
	return problems.Err()
}

// CheckAssociate validates a password of an associate: at least 8 characters (specification, Limits), at most maxBytes,
// not common, and without a word of p.Words. The path is that of the error.
func (p Policy) CheckAssociate(plain, path string, owner ...string) error {
	folded := fold(plain)
	var problems errs.Problems
	problems.Require(len([]rune(plain)) >= minRunes, path, "A senha precisa de pelo menos 8 letras ou números.")
	problems.Require(len(plain) <= maxBytes, path, "deve ter no máximo 72 bytes")
	words := lettersOf(plain)
	problems.Require(!isCommon(folded) && !isCommon(strings.Join(words, "")+plainWord), path, "é uma das senhas mais usadas; escolha outra")
	whole := mark + strings.Join(words, mark) + mark + strings.Join(words, "") + mark
	hasWord := slices.ContainsFunc(p.Words(owner...),
		func(word string) bool { return strings.Contains(folded, word) || strings.Contains(whole, word) })
	problems.Require(!hasWord, path, "não pode ter o nome, o e-mail nem o nome da associação")
	return problems.Err()
}

// mark stands before and after a word that a password must not contain as a whole word.
const mark = "_"

// Words returns the words that a password must not contain, without case and accents: those of the owner's names and
// e-mails, up to the @, anywhere; short ones of them and those of the association's name, which begin and end with mark, as
// whole words.
func (p Policy) Words(owner ...string) []string {
	words := []string{}
	for _, word := range lettersOf(p.association) {
		if len([]rune(word)) >= minPart {
			words = append(words, mark+word+mark)
		}
	}
	for _, text := range owner {
		local, _, _ := strings.Cut(text, "@")
		for _, word := range strings.FieldsFunc(local, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.Nd, unicode.Mn) }) {
			switch word = fold(word); {
			case !counts(word):
			case isShort(word):
				words = append(words, mark+word+mark)
			default:
				words = append(words, word)
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// lettersOf returns the folded words of a text: what stands between digits, signs and spaces.
func lettersOf(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.Mn) })
	for i, word := range words {
		words[i] = fold(word)
	}
	return words
}

// isShort reports whether a folded word is short, and of letters alone, as whole words are.
func isShort(word string) bool {
	return len([]rune(word)) < minPart && !strings.ContainsFunc(word, unicode.IsDigit)
}

// counts reports whether a folded word is neither a number nor the particle of a name.
func counts(word string) bool {
	letters := strings.ContainsFunc(word, unicode.IsLetter)
	return letters && len([]rune(word)) >= minWord && word != "das" && word != "dos"
}

// fold returns the letters and digits of a text, lower-case and without accents.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.In(r, unicode.L, unicode.Nd) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
}
