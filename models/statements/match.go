package statements

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/types/civil"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Debt is what can be paid by an entry: an order, or the unpaid services of a booking.
type Debt struct {
	OrderID int64
	// ServiceIDs are the services of a booking; empty for an order.
	ServiceIDs []int64
	Name, CPF  string
	Amount     money.Amount
	Since      civil.Date
}

// Key names a debt in forms: "p35" for an order, "s12" for a booking.
func (d Debt) Key() string {
	if d.OrderID != 0 {
		return "p" + strconv.FormatInt(d.OrderID, 10)
	}
	return "s" + strconv.FormatInt(d.ServiceIDs[0], 10)
}

// Reason is why an entry may pay a debt.
type Reason string

// The reasons.
const (
	ByPix    Reason = "Código do Pix"
	ByNumber Reason = "Número do pedido"
	ByValue  Reason = "Valor"
	ByName   Reason = "Nome"
	ByCPF    Reason = "CPF"
)

// Option are debts that an entry may pay, with the reasons. Of several the sum is exact.
type Option struct {
	Debts   []Debt
	Reasons []Reason
}

// Amount is the sum of the debts.
func (o Option) Amount() money.Amount {
	sum := money.Zero
	for _, debt := range o.Debts {
		sum = sum.Add(debt.Amount)
	}
	return sum
}

// Key names the option in forms.
func (o Option) Key() string {
	keys := make([]string, len(o.Debts))
	for i, debt := range o.Debts {
		keys[i] = debt.Key()
	}
	return strings.Join(keys, ",")
}

func (o Option) has(reason Reason) bool { return slices.Contains(o.Reasons, reason) }

// Proposal is an entry with what it may pay. A sure one has one option, with the Pix code of the debt or with the value, the
// name and the day of one possible debt.
type Proposal struct {
	Entry   Entry
	Options []Option
	Sure    bool
}

const (
	maxOptions = 5
	// maxDays is how long before its payment a debt may be made.
	maxDays = 90
	// nearValue is the share of a debt by which an amount may differ to be proposed.
	nearValue = 10
)

// Propose finds what each entry may pay. A debt that two entries would pay for sure is sure for neither.
func Propose(entries []Entry, debts []Debt) []Proposal {
	matcher := newMatcher(debts)
	proposals := make([]Proposal, len(entries))
	claims := map[string]int{}
	for i, entry := range entries {
		proposals[i] = matcher.propose(entry)
		if proposals[i].Sure {
			claims[proposals[i].Options[0].Key()]++
		}
	}
	for i := range proposals {
		if proposals[i].Sure && claims[proposals[i].Options[0].Key()] > 1 {
			proposals[i].Sure = false
		}
	}
	return proposals
}

// matcher finds debts by value, by the first name and by number.
type matcher struct {
	debts   []Debt
	words   [][]string
	byValue map[string][]int
	byFirst map[string][]int
	byKey   map[string]int
}

func newMatcher(debts []Debt) matcher {
	m := matcher{debts: debts, byValue: map[string][]int{}, byFirst: map[string][]int{}, byKey: map[string]int{}}
	for i, debt := range debts {
		words := wordsOf(debt.Name)
		m.words = append(m.words, words)
		m.byValue[debt.Amount.String()] = append(m.byValue[debt.Amount.String()], i)
		if len(words) > 0 {
			m.byFirst[words[0]] = append(m.byFirst[words[0]], i)
		}
		m.byKey[debt.Key()] = i
		for _, id := range debt.ServiceIDs {
			m.byKey["s"+strconv.FormatInt(id, 10)] = i
		}
	}
	return m
}

// pixCode is the identifier that the program writes into a Pix code; typed is a number that a person wrote.
var (
	pixCode = regexp.MustCompile(`(?i)\b(PEDIDO|CONSULTA)(\d{1,15})\b`)
	typed   = regexp.MustCompile(`(?i)\bpedidos?\s+(?:n[ºo°.]*\s*)?(\d{1,9})(?:\s*(?:,|e)\s*(\d{1,9}))?`)
	digits  = regexp.MustCompile(`\d{3}\.?\d{3}\.?\d{3}-?\d{2}`)
)

func (m matcher) propose(entry Entry) Proposal {
	proposal := Proposal{Entry: entry}
	said := entry.Name + " " + entry.Memo
	for _, found := range pixCode.FindAllStringSubmatch(said, 3) {
		kind := map[string]string{"PEDIDO": "p", "CONSULTA": "s"}[strings.ToUpper(found[1])]
		if at, isKnown := m.byKey[kind+strings.TrimLeft(found[2], "0")]; isKnown {
			proposal.add(Option{[]Debt{m.debts[at]}, m.reasons(entry, at, ByPix)})
		}
	}
	m.addTyped(&proposal, said)
	exact := m.byValueAt(entry)
	var named []int
	for _, at := range exact {
		if reasons := m.reasons(entry, at); len(reasons) > 1 {
			named = append(named, at)
			proposal.add(Option{[]Debt{m.debts[at]}, reasons})
		}
	}
	m.addSums(&proposal)
	m.addNear(&proposal)
	for _, at := range exact {
		proposal.add(Option{[]Debt{m.debts[at]}, m.reasons(entry, at)})
	}
	proposal.Sure = m.isSure(proposal, named)
	if len(proposal.Options) > maxOptions {
		proposal.Options = proposal.Options[:maxOptions]
	}
	return proposal
}

// isSure reports whether nothing but the first option is possible. Two Pix codes, or a number that says otherwise, are not sure.
func (m matcher) isSure(proposal Proposal, named []int) bool {
	if len(proposal.Options) == 0 || !proposal.Options[0].Amount().Equal(proposal.Entry.Amount) {
		return false
	}
	first := proposal.Options[0]
	others := slices.ContainsFunc(proposal.Options[1:], func(o Option) bool { return o.has(ByPix) || o.has(ByNumber) })
	if first.has(ByPix) {
		return len(first.Debts) == 1 && !others
	}
	return len(named) == 1 && len(first.Debts) == 1 && !first.has(ByNumber) && !others && first.Debts[0].Key() == m.debts[named[0]].Key()
}

// byValueAt are the debts of the value that were made before the payment.
func (m matcher) byValueAt(entry Entry) []int {
	var found []int
	for _, at := range m.byValue[entry.Amount.String()] {
		if m.isPossible(entry, at) {
			found = append(found, at)
		}
	}
	return found
}

func (m matcher) isPossible(entry Entry, at int) bool {
	since := m.debts[at].Since
	return !entry.Day.Before(since) && entry.Day.Before(since.Add(0, 0, maxDays))
}

// reasons are what speaks for a debt.
func (m matcher) reasons(entry Entry, at int, first ...Reason) []Reason {
	debt := m.debts[at]
	if debt.Amount.Equal(entry.Amount) {
		first = append(first, ByValue)
	}
	if isSameName(wordsOf(entry.Name), m.words[at]) {
		first = append(first, ByName)
	}
	if debt.CPF != "" && slices.ContainsFunc(digits.FindAllString(entry.Name+" "+entry.Memo, 5), func(cpf string) bool {
		return strings.NewReplacer(".", "", "-", "").Replace(cpf) == debt.CPF
	}) {
		first = append(first, ByCPF)
	}
	return first
}

// addTyped proposes the orders whose numbers a person wrote.
func (m matcher) addTyped(proposal *Proposal, said string) {
	var option Option
	for _, found := range typed.FindAllStringSubmatch(said, 5) {
		for _, id := range found[1:] {
			at, isKnown := m.byKey["p"+strings.TrimLeft(id, "0")]
			if isKnown && !slices.ContainsFunc(option.Debts, func(d Debt) bool { return d.Key() == m.debts[at].Key() }) {
				option.Debts, option.Reasons = append(option.Debts, m.debts[at]), m.reasons(proposal.Entry, at, ByNumber)
			}
		}
	}
	if len(option.Debts) == 0 {
		return
	}
	if option.Amount().Equal(proposal.Entry.Amount) || len(option.Debts) == 1 {
		proposal.add(option)
	}
}

// addSums proposes two debts of one person whose sum is the amount.
func (m matcher) addSums(proposal *Proposal) {
	theirs := m.named(proposal.Entry)
	for i, one := range theirs {
		for _, other := range theirs[i+1:] {
			option := Option{[]Debt{m.debts[one], m.debts[other]}, []Reason{ByName, ByValue}}
			if option.Amount().Equal(proposal.Entry.Amount) {
				proposal.add(option)
			}
		}
	}
}

// addNear proposes debts of the person with nearly the amount.
func (m matcher) addNear(proposal *Proposal) {
	for _, at := range m.named(proposal.Entry) {
		difference := m.debts[at].Amount.Distance(proposal.Entry.Amount)
		if !difference.IsZero() && difference.Times(nearValue).Cmp(m.debts[at].Amount) <= 0 {
			proposal.add(Option{[]Debt{m.debts[at]}, []Reason{ByName}})
		}
	}
}

// named are the possible debts of a person with the name of an entry, at most twenty.
func (m matcher) named(entry Entry) []int {
	words := wordsOf(entry.Name)
	if len(words) == 0 {
		return nil
	}
	var found []int
	for _, at := range m.byFirst[words[0]] {
		if len(found) < 20 && m.isPossible(entry, at) && isSameName(words, m.words[at]) {
			found = append(found, at)
		}
	}
	return found
}

func (p *Proposal) add(option Option) {
	if !slices.ContainsFunc(p.Options, func(o Option) bool { return o.Key() == option.Key() }) {
		p.Options = append(p.Options, option)
	}
}

// particles are words within names that banks leave out.
var particles = []string{"de", "da", "do", "das", "dos", "e", "pix", "recebido", "recebida", "transferencia", "ted", "doc", "enviada",
	"por", "transf"}

// wordsOf are the words of a name, without particles and what banks write before names.
func wordsOf(name string) []string {
	words := strings.FieldsFunc(texts.Fold(name), func(letter rune) bool { return !(letter >= 'a' && letter <= 'z') })
	return slices.DeleteFunc(words, func(word string) bool { return slices.Contains(particles, word) })
}

// isSameName reports whether two names can be one: the first and the last words are the same, and those between follow each
// other, whole, shortened to a letter or left out. Both have at least two words.
func isSameName(one, other []string) bool {
	if len(one) < 2 || len(other) < 2 || one[0] != other[0] || one[len(one)-1] != other[len(other)-1] || len(one[0]) < 2 ||
		len(one[len(one)-1]) < 2 {
		return false
	}
	short, long := one[1:len(one)-1], other[1:len(other)-1]
	if len(short) > len(long) {
		short, long = long, short
	}
	at := 0
	for _, word := range short {
		for at < len(long) && !abbreviates(word, long[at]) {
			at++
		}
		if at == len(long) {
			return false
		}
		at++
	}
	return true
}

func abbreviates(one, other string) bool {
	return one == other || len(one) == 1 && strings.HasPrefix(other, one) || len(other) == 1 && strings.HasPrefix(one, other)
}

// byCertainty orders proposals: the sure ones, those with options, the others; each by day.
func byCertainty(a, b Proposal) int {
	rank := func(p Proposal) int {
		switch {
		case p.Sure:
			return 0
		case len(p.Options) > 0:
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(b.Entry.Day.String(), a.Entry.Day.String()),
		cmp.Compare(a.Entry.ID, b.Entry.ID))
}
