package melhorenvio

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acolhe/simulators/control"
)

// CEPs that are quoted specially: only services in error, and an empty list.
const (
	CEPAllErrors = "69999000"
	CEPEmpty     = "68900000"
)

type service struct {
	ID      int
	Name    string
	Type    string
	Company company
	// Base and PerKilogram are cents, Days business days.
	Base, PerKilogram, Days int
}

type company struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Picture string `json:"picture"`
}

var (
	correios = company{1, "Correios", "https://example.org/correios.png"}
	jadlog   = company{2, "Jadlog", "https://example.org/jadlog.png"}
	services = []service{
		{1, "PAC", "normal", correios, 1890, 410, 6}, {2, "SEDEX", "express", correios, 3290, 790, 2},
		{3, ".Package", "normal", jadlog, 2140, 350, 4}, {17, "Mini Envios", "normal", correios, 1210, 0, 9},
	}
	cepPattern = regexp.MustCompile(`^[0-9]{8}$`)
)

// maxMiniKilograms is the limit of Mini Envios, maxKilograms that of the others.
const (
	maxMiniKilograms = 0.3
	maxKilograms     = 30
)

type quoteInput struct {
	From struct {
		PostalCode string `json:"postal_code"`
	} `json:"from"`
	To struct {
		PostalCode string `json:"postal_code"`
	} `json:"to"`
	Products []quotedProduct `json:"products"`
	Volumes  []quotedProduct `json:"volumes"`
	Services string          `json:"services"`
}

type quotedProduct struct {
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
	Length   float64 `json:"length"`
	Weight   float64 `json:"weight"`
	Quantity int     `json:"quantity"`
}

func (in quoteInput) problems() map[string]string {
	problems := map[string]string{}
	if !cepPattern.MatchString(in.From.PostalCode) {
		problems["from.postal_code"] = "O campo CEP de origem é obrigatório."
	}
	if !cepPattern.MatchString(in.To.PostalCode) {
		problems["to.postal_code"] = "O campo CEP de destino é obrigatório."
	}
	if (len(in.Products) == 0) == (len(in.Volumes) == 0) {
		problems["products"] = "Informe produtos ou volumes."
	}
	for i, item := range slices.Concat(in.Products, in.Volumes) {
		if min(item.Width, item.Height, item.Length, item.Weight) <= 0 {
			problems[fmt.Sprintf("products.%d", i)] = "As dimensões e o peso são obrigatórios."
		}
	}
	return problems
}

func (in quoteInput) kilograms() float64 {
	total := 0.0
	for _, item := range slices.Concat(in.Products, in.Volumes) {
		total += item.Weight * float64(max(item.Quantity, 1))
	}
	return total
}

func (s *Simulator) calculate(w http.ResponseWriter, r *http.Request) {
	var input quoteInput
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		refuse(w, http.StatusBadRequest, "invalid JSON")
		return
	}
	if problems := input.problems(); len(problems) > 0 {
		invalid(w, problems)
		return
	}
	answers := []any{}
	if input.To.PostalCode == CEPEmpty {
		control.WriteJSON(w, http.StatusOK, answers)
		return
	}
	wanted := strings.Split(input.Services, ",")
	for _, service := range services {
		if input.Services == "" || slices.Contains(wanted, strconv.Itoa(service.ID)) {
			answers = append(answers, service.quote(input))
		}
	}
	control.WriteJSON(w, http.StatusOK, answers)
}

// quote returns the item of a service: with its price, or with an error inside the same list.
func (s service) quote(input quoteInput) map[string]any {
	item := map[string]any{"id": s.ID, "name": s.Name, "company": s.Company}
	weight := input.kilograms()
	switch {
	case input.To.PostalCode == CEPAllErrors:
		item["error"] = "Serviço não atende o trecho informado."
	case weight > maxKilograms, s.ID == 17 && weight > maxMiniKilograms:
		item["error"] = "Peso ultrapassa o limite do serviço."
	}
	if item["error"] != nil {
		return item
	}
	price := reais(s.Base + int(weight*float64(s.PerKilogram)))
	item["price"], item["custom_price"], item["discount"], item["currency"] = price, price, "0.00", "R$"
	item["delivery_time"], item["custom_delivery_time"] = s.Days, s.Days
	item["delivery_range"] = map[string]int{"min": s.Days - 1, "max": s.Days}
	item["packages"] = []any{map[string]any{"price": price, "discount": "0.00", "format": "box", "weight": fmt.Sprintf("%.2f", weight)}}
	item["additional_services"] = map[string]bool{"receipt": false, "own_hand": false, "collect": false}
	return item
}

func reais(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

func (s *Simulator) listCompanies(w http.ResponseWriter, _ *http.Request) {
	control.WriteJSON(w, http.StatusOK, []company{correios, jadlog})
}

func (s *Simulator) listServices(w http.ResponseWriter, _ *http.Request) {
	listed := []any{}
	for _, service := range services {
		listed = append(listed, map[string]any{"id": service.ID, "name": service.Name, "type": service.Type, "company": service.Company,
			"range": "national", "requirements": []string{"names", "addresses"}, "optionals": []string{"AR"},
			"restrictions": map[string]any{"insurance_value": map[string]float64{"min": 0, "max": 3000},
				"formats": map[string]any{"box": map[string]any{"weight": map[string]float64{"min": 0.001, "max": maxKilograms}}}}})
	}
	control.WriteJSON(w, http.StatusOK, listed)
}

func (s *Simulator) showUser(w http.ResponseWriter, _ *http.Request) {
	control.WriteJSON(w, http.StatusOK, map[string]any{"id": "u-1", "firstname": "Associação", "lastname": "Modelo",
		"email": "financeiro@exemplo.org.br"})
}

func (s *Simulator) showBalance(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	control.WriteJSON(w, http.StatusOK, map[string]any{"balance": float64(s.balance) / 100, "reserved": 0, "debts": 0})
}
