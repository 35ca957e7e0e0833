package loggi

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"acolhe/simulators/control"
)

// CEPs that are quoted specially: one option, none in an empty answer, and none by 404.
const (
	CEPOneOption = "69900000"
	CEPEmpty     = "68900000"
	CEPNotFound  = "69999000"
)

type place struct {
	Correios *correios       `json:"correios"`
	Lines    json.RawMessage `json:"lines"`
	Widget   json.RawMessage `json:"widget"`
}

type correios struct {
	Logradouro string `json:"logradouro"`
	Numero     string `json:"numero"`
	Bairro     string `json:"bairro"`
	CEP        string `json:"cep"`
	Cidade     string `json:"cidade"`
	UF         string `json:"uf"`
}

type parcel struct {
	WeightG  int `json:"weightG"`
	LengthCm int `json:"lengthCm"`
	WidthCm  int `json:"widthCm"`
	HeightCm int `json:"heightCm"`
}

var (
	cepPattern = regexp.MustCompile(`^[0-9]{8}$`)
	ufPattern  = regexp.MustCompile(`^[A-Z]{2}$`)
)

// problem returns why a place is refused; lines and widgets are not simulated further.
func (p place) problem(name string) string {
	given := 0
	for _, is := range []bool{p.Correios != nil, p.Lines != nil, p.Widget != nil} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return name + " must have exactly one of correios, lines, widget"
	case p.Correios == nil:
		return ""
	case !cepPattern.MatchString(p.Correios.CEP):
		return name + ".correios.cep must have 8 digits"
	}
	return p.Correios.problem(name)
}

// problem checks the parts of a full address; only the CEP may be given.
func (c correios) problem(name string) string {
	if c == (correios{CEP: c.CEP}) {
		return ""
	}
	if c.Logradouro == "" || len(c.Numero) > 8 || len(c.Bairro) > 64 || c.Cidade == "" || len([]rune(c.Cidade)) > 32 ||
		!ufPattern.MatchString(c.UF) {
		return name + ".correios is incomplete"
	}
	return ""
}

func (p parcel) problem() string {
	switch {
	case p.WeightG < 1 || p.WeightG > 30_000:
		return "weightG must be between 1 and 30000"
	case min(p.LengthCm, p.WidthCm, p.HeightCm) < 1 || max(p.LengthCm, p.WidthCm, p.HeightCm) > 100:
		return "dimensions must be between 1 and 100"
	}
	return ""
}

func (s *Simulator) quote(w http.ResponseWriter, r *http.Request) {
	var input struct {
		ShipFrom           place    `json:"shipFrom"`
		ShipTo             place    `json:"shipTo"`
		Packages           []parcel `json:"packages"`
		PickupTypes        []string `json:"pickupTypes"`
		ExternalServiceIDs []string `json:"externalServiceIds"`
	}
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		invalid(w, "invalid JSON: "+err.Error())
		return
	}
	problems := []string{input.ShipFrom.problem("shipFrom"), input.ShipTo.problem("shipTo")}
	if len(input.Packages) == 0 {
		problems = append(problems, "packages is required")
	}
	for _, p := range input.Packages {
		problems = append(problems, p.problem())
	}
	if (len(input.PickupTypes) == 0) == (len(input.ExternalServiceIDs) == 0) {
		problems = append(problems, "exactly one of pickupTypes and externalServiceIds is required")
	}
	if text := strings.TrimSpace(strings.Join(problems, " ")); text != "" {
		invalid(w, text)
		return
	}
	s.answerQuote(w, input.ShipFrom, input.ShipTo, input.Packages)
}

func (s *Simulator) answerQuote(w http.ResponseWriter, from, to place, parcels []parcel) {
	cep := cepOf(to)
	if cep == CEPNotFound {
		refuse(w, http.StatusNotFound, 5, "no coverage")
		return
	}
	quoted := []any{}
	for _, p := range parcels {
		quotations := []any{s.quotation("ECONOMIC", "Econômico", priceOf(p, cepOf(from), cep), 6)}
		if cep != CEPOneOption {
			quotations = append(quotations, s.quotation("EXPRESS", "Expresso", priceOf(p, cepOf(from), cep)*8/5, 3))
		}
		if cep != CEPEmpty {
			quoted = append(quoted, map[string]any{"quotations": quotations})
		}
	}
	control.WriteJSON(w, http.StatusOK, map[string]any{"packagesQuotations": quoted})
}

func cepOf(p place) string {
	if p.Correios == nil {
		return "01001000"
	}
	return p.Correios.CEP
}

// priceOf returns cents: a base, the weight and the distance between the regions of two CEPs.
func priceOf(p parcel, from, to string) int {
	apart := int(from[0]) - int(to[0])
	return 1250 + p.WeightG*2/5 + max(apart, -apart)*120
}

func (s *Simulator) quotation(kind, label string, cents, days int) map[string]any {
	amount := s.money(cents)
	return map[string]any{
		"price": map[string]any{"totalAmount": amount, "baseAmount": amount,
			"taxesAndFees": map[string]any{"iss": map[string]any{"amount": s.money(0), "rateTax": "0.02"}}},
		"sloInDays": days, "freightType": "FREIGHT_TYPE_" + kind, "freightTypeLabel": label, "pickupType": "PICKUP_TYPE_DROP_OFF",
	}
}

func (s *Simulator) money(cents int) map[string]any {
	var units any = strconv.Itoa(cents / 100)
	if s.account.NumericUnits {
		units = cents / 100
	}
	return map[string]any{"currencyCode": "BRL", "units": units, "nanos": cents % 100 * 10_000_000}
}
