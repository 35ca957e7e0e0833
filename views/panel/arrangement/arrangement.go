// Package arrangement shows the page on which a person puts the cards of the day page in order. Package home has the cards.
package arrangement

import (
	"slices"
	"strings"
)

// Path is the address of the page, home that of the day page.
const (
	Path = home + "/organizar"
	home = "/painel"
)

// Width is the width of a card on a wide screen; on a phone each is as wide as the page.
type Width string

// The widths.
const (
	Third Width = "third"
	Half  Width = "half"
	Whole Width = "whole"
)

// Place is a card of a person's page.
type Place struct {
	Card   string `json:"card"`
	Width  Width  `json:"width"`
	Hidden bool   `json:"hidden,omitempty"`
}

// Arrangement is the order of a person's cards; nil is the order of the role.
type Arrangement []Place

// card is a card with its own width.
type card struct {
	slug, label string
	width       Width
}

// The cards, as they stand in forms.
const (
	Queue      = "fila"
	Agenda     = "agenda"
	ToSign     = "assinar"
	Documents  = "documentos"
	Stalled    = "parados"
	Ending     = "receitas"
	Prepare    = "preparar"
	Picking    = "separacao"
	Receivable = "receber"
	PerDay     = "pedidos"
	Received   = "recebido"
	Analytics  = "analises"
	System     = "sistema"
)

// cards are the cards in their order.
var cards = []card{
	{Queue, "Fila da recepção", Half}, {Agenda, "Agenda de hoje", Half},
	{ToSign, "Para assinar", Third}, {Documents, "Documentos inválidos", Third}, {Stalled, "Cadastros parados", Third}, {Ending, "Receitas a vencer", Third},
	{Prepare, "Para separar e enviar", Half}, {Picking, "Lista de separação", Half}, {Receivable, "Pedidos a receber", Half},
	{PerDay, "Pedidos por dia", Half}, {Received, "Recebido", Half}, {Analytics, "Análises", Half}, {System, "Sistema", Whole},
}

// Arranged returns an arrangement of exactly the cards that are offered: those that are stored in their order, then the
// others. An unknown width is the card's own.
func Arranged(stored Arrangement, isOffered func(card string) bool) Arrangement {
	var all Arrangement
	add := func(place Place) {
		at := slices.IndexFunc(cards, func(c card) bool { return c.slug == place.Card })
		isThere := slices.ContainsFunc(all, func(other Place) bool { return other.Card == place.Card })
		if at < 0 || isThere || !isOffered(place.Card) {
			return
		}
		if !slices.Contains([]Width{Third, Half, Whole}, place.Width) {
			place.Width = cards[at].width
		}
		all = append(all, place)
	}
	for _, place := range stored {
		add(place)
	}
	for _, c := range cards {
		add(Place{Card: c.slug})
	}
	return all
}

// Parse reads the cards of a form, "fila:half" or "fila:half:off", in their order.
func Parse(posted []string) Arrangement {
	var places Arrangement
	for _, text := range posted {
		slug, rest, _ := strings.Cut(text, ":")
		width, off, _ := strings.Cut(rest, ":")
		places = append(places, Place{Card: slug, Width: Width(width), Hidden: off == "off"})
	}
	return places
}

// value is a place in a form.
func (p Place) value() string {
	value := p.Card + ":" + string(p.Width)
	if p.Hidden {
		value += ":off"
	}
	return value
}

// Do applies the button of a form to the arrangement: "cima:fila", "baixo:fila", "tirar:fila", "por:fila", "third:fila".
func (a Arrangement) Do(action string) Arrangement {
	verb, card, _ := strings.Cut(action, ":")
	places := slices.Clone(a)
	at := slices.IndexFunc(places, func(place Place) bool { return place.Card == card })
	if at < 0 {
		return places
	}
	switch verb {
	case "cima":
		places.swap(at, -1)
	case "baixo":
		places.swap(at, 1)
	case "tirar", "por":
		places[at].Hidden = verb == "tirar"
	case string(Third), string(Half), string(Whole):
		places[at].Width = Width(verb)
	}
	return places
}

// swap exchanges a card with the nearest one that is shown in a direction.
func (a Arrangement) swap(at, step int) {
	for other := at + step; other >= 0 && other < len(a); other += step {
		if !a[other].Hidden {
			a[at], a[other] = a[other], a[at]
			return
		}
	}
}

// label is the title of the card.
func (p Place) label() string {
	return cards[slices.IndexFunc(cards, func(c card) bool { return c.slug == p.Card })].label
}

// Data is the page on which the cards are arranged. IsOwn reports whether the person has an arrangement.
type Data struct {
	Places Arrangement
	IsOwn  bool
	// Changed reports whether the places differ from those that are stored.
	Changed bool
}

func (d Data) hidden() (places []Place) {
	for _, place := range d.Places {
		if place.Hidden {
			places = append(places, place)
		}
	}
	return places
}

var widthLabels = []struct {
	width Width
	label string
}{{Third, "Um terço da largura"}, {Half, "Metade da largura"}, {Whole, "Largura inteira"}}
