package privacy

import (
	"strconv"
	"time"

	"acolhe/models/erasure"
	"acolhe/models/personexports"
	"acolhe/models/privacy"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// NewRequest is the page that records a request: of a person who was found.
type NewRequest struct {
	Query  string
	Found  []privacy.Person
	Person *privacy.Person
	Form   Form
}

func (n NewRequest) finder() Finder {
	return Finder{Title: "Quem pede?", Action: NewPath, Query: n.Query, Found: n.Found,
		Choose: func(person privacy.Person) ui.Content { return ChooseButton(person, chooseAt(person)) }}
}

func chooseAt(person privacy.Person) string {
	return NewPath + "?pessoa=" + strconv.FormatInt(person.ID, 10)
}

// legalReasons are usual laws of a refusal.
func legalReasons() []string {
	return []string{
		"LGPD, art. 16, I: a lei nos obriga a guardar", "LGPD, art. 16, I: recibos por 5 anos (Código Tributário Nacional, art. 195)",
		"Lei 13.787/2018, art. 6º: prontuário por 20 anos", "LGPD, art. 7º, VI: defesa em processo",
		"LGPD, art. 18, § 4º: não somos quem trata os dados", "A identidade de quem pede não pôde ser confirmada (LGPD, art. 18, § 5º)",
	}
}

// KindTexts are the texts of a kind of requests.
type KindTexts struct {
	Kind  privacy.Kind
	Texts []privacy.Text
}

func (k KindTexts) status() ui.Badge {
	for _, text := range k.Texts {
		if text.IsChanged() {
			return ui.Badge{Tone: ui.Info, Text: "Mudado por " + text.AuthorName}
		}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Texto do sistema"}
}

// Shown is the page of a request.
type Shown struct {
	privacy.Request
	Today civil.Date
	Zone  *time.Location
	// Erasure is that of the person; nil while nobody proposed one.
	Erasure *erasure.Erasure
	// Copy is the latest copy of the person's data.
	Copy   personexports.Shown
	Events []privacy.Event
	Files  []privacy.File
	Now    time.Time
}

// canCopy reports whether the copy may be prepared now.
func (s Shown) canCopy() bool {
	isAsked := s.Kind.IsForCopy() || s.Kind == privacy.Erase
	return s.State == privacy.Open && s.Identity != "" && isAsked && !s.Copy.IsUnderWay()
}

// hasCopy reports whether the part about the copy is shown.
func (s Shown) hasCopy() bool { return s.canCopy() || s.Copy.IsUnderWay() || s.Copy.IsAvailable(s.Now) }

// copied says what the ready copy is, until when it is kept and who downloads it.
func (s Shown) copied() string {
	text := fmtbr.Join(" · ", fmtbr.FileSize(s.Copy.Size), fmtbr.Plural(s.Copy.FileCount, "arquivo", "arquivos"),
		"vale até "+fmtbr.DateTime(*s.Copy.Expires, s.Zone))
	if s.Copy.Downloads > 0 {
		text += " · baixada em " + fmtbr.DateTime(*s.Copy.DateDownloaded, s.Zone)
	}
	return text
}

func (s Shown) stages() []record.Event {
	icons := map[privacy.Action]string{privacy.WasReceived: "inbox", privacy.CodeSent: "mail", privacy.WasIdentified: "user-check",
		privacy.LetterSent: "mail", privacy.FileAdded: "paperclip", privacy.CopyMade: "download", privacy.WasAsked: "message-square",
		privacy.WasInformed: "message-square", privacy.WasAnswered: "mail",
		privacy.WasRefused: "x", privacy.WasWithdrawn: "undo-2"}
	var events []record.Event
	for _, done := range s.Events {
		events = append(events, record.Event{Title: done.Action.Label(), Text: fmtbr.DateTime(done.DateCreated, s.Zone) + detail(done.Text) +
			by(done.ActorName), Icon: icons[done.Action]})
	}
	if len(events) == 0 { // a request of before the evidence was kept
		events = append(events, record.Event{Title: "Pedido recebido", Text: s.ReceivedOn.Shown() + " · " + s.Channel.Label() + by(s.CreatedBy),
			Icon: "inbox"})
	}
	if s.Erasure != nil {
		events = append(events, record.Event{Title: stateOf(*s.Erasure), Text: "Eliminação " + s.Erasure.Number(), Icon: "shield-check"})
	}
	return events
}

func detail(text string) string {
	if text == "" {
		return ""
	}
	return " · " + text
}

func by(name string) string {
	if name == "" {
		return ""
	}
	return ", por " + name
}

// hasAddress reports whether a code can be sent to the person.
func (s Shown) hasAddress() bool { return s.Copy.Email != "" && s.Requester == "" }

func identityTitle(request privacy.Request) string {
	if request.Requester != "" {
		return "É a família?"
	}
	return "É a própria pessoa?"
}

func identityText(request privacy.Request) string {
	if request.Requester != "" {
		return "Quem pede: " + request.Requester + ". Confira os documentos e junte a prova."
	}
	return "Uma voz conhecida não basta para apagar dados."
}

func (s Shown) facts() []record.Fact {
	facts := s.personFacts()
	if s.Requester != "" {
		facts = append([]record.Fact{{Label: "Pede pela pessoa falecida", Value: s.Requester}}, facts...)
	}
	return facts
}

func (s Shown) personFacts() []record.Fact {
	return []record.Fact{
		{Label: "Nome", Content: ui.Link{Text: s.Name, Href: "/painel/associados/" + strconv.FormatInt(s.UserID, 10)}},
		{Label: "Código", Value: strconv.FormatInt(s.UserID, 10)},
		{Label: "Responder até", Value: s.DueOn.Shown()},
	}
}

// text says which request it is, and how many days are left: on a phone the rest is far below.
func (s Shown) text() string {
	text := "Pedido " + s.Number() + " · " + s.Channel.Label() + ", recebido em " + s.ReceivedOn.Shown()
	if s.State == privacy.Open {
		text += " · " + daysLeft(s.DaysLeft(s.Today))
	}
	return text
}
