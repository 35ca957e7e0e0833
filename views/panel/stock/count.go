package stock

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/stock"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// Addresses of the count of the stock.
const (
	CountPath  = Path + "/contagem"
	DecidePath = CountPath + "/decidir"
	FinishPath = CountPath + "/terminar"
)

// CountedPart is the part of the page with what all have counted.
const CountedPart = "contado"

// summary says how far the count is: 7 de 18 lotes · 2 diferenças.
func (d CountData) summary() string {
	if len(d.Counting.Lots) == 0 {
		return "Uma pessoa começa, outras podem contar junto."
	}
	said := integer(len(d.Counting.Lots)) + " de " + fmtbr.Plural(d.Counting.All, "lote", "lotes")
	if differing := len(d.Counting.Differences()) + len(d.Counting.Disputed()); differing > 0 {
		said += " · " + fmtbr.Plural(differing, "diferença", "diferenças")
	}
	return said
}

// offline is what the script of the page needs of each lot without internet.
func (d CountData) offline() string {
	type lot struct {
		ID       int64  `json:"id"`
		Number   string `json:"number"`
		Product  string `json:"product"`
		Note     string `json:"note"`
		Expected int    `json:"expected"`
	}
	lots := make([]lot, len(d.Countable))
	for i, one := range d.Countable {
		lots[i] = lot{one.Lot.ID, one.Lot.Number, one.Product, noteOf(one.Lot), one.Lot.Quantity}
	}
	// Texts and numbers are always encoded.
	encoded, _ := json.Marshal(lots)
	return string(encoded)
}

func choiceHref(lot stock.Lot) string {
	return CountPath + "?" + url.Values{"lote": {lot.Number}, "produto": {strconv.FormatInt(lot.ProductID, 10)}}.Encode()
}

func noteOf(lot stock.Lot) string { return lot.Number + " · vence em " + lot.ExpiresOn.Shown() }

// name and note head the card of the lot; the template of the script has placeholders.
func (d CountData) name() string { return cmp.Or(d.Product.Name, "Lote") }

func (d CountData) note() string {
	if d.Lot.ID == 0 {
		return "–"
	}
	return noteOf(d.Lot)
}

func (d CountData) readVariant() ui.Variant {
	if d.Lot.ID != 0 {
		return ui.Outline
	}
	return ui.Primary
}

// refusal is why nothing was changed, if that belongs to no field.
func (d CountData) refusal() string {
	if refusal := errs.As(d.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

// people names who has counted.
func (d CountData) people() string {
	var lines []stock.CountLine
	for _, one := range d.Counting.Lots {
		lines = append(lines, one.Lines...)
	}
	return names(lines)
}

func names(lines []stock.CountLine) string {
	var found []string
	for _, line := range lines {
		found = append(found, line.ActorName)
	}
	slices.Sort(found)
	return strings.Join(slices.Compact(found), ", ")
}

// finishVerb is the label of the button that ends the count; there is none while a number is disputed.
func (d CountData) finishVerb() string {
	if len(d.Counting.Disputed()) > 0 {
		return ""
	}
	return "Terminar contagem"
}

func (d CountData) finishText() string {
	if disputed := len(d.Counting.Disputed()); disputed > 0 {
		return fmtbr.Plural(disputed, "lote tem", "lotes têm") + " números diferentes. Decida qual vale antes de terminar."
	}
	counted := fmtbr.Plural(len(d.Counting.Lots), "lote contado", "lotes contados")
	if left := d.Counting.All - len(d.Counting.Lots); left > 0 {
		counted += "; " + fmtbr.Plural(left, "lote fica", "lotes ficam") + " como está"
		if left > 1 {
			counted = strings.Replace(counted, "como está", "como estão", 1)
		}
	}
	if len(d.Counting.Differences()) == 0 {
		return counted + ". Nada muda no estoque."
	}
	return counted + ". O estoque muda assim:"
}

func (d CountData) formID() string {
	if d.Lot.ID == 0 {
		return "contar-depois"
	}
	return "contar"
}

// blank is the card that the script of the page fills without internet.
func (d CountData) blank() CountData { return CountData{} }
