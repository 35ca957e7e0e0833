package melhorenvio

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"acolhe/simulators/control"
)

// order is a label in the cart and after it.
type order struct {
	ID        string  `json:"id"`
	Protocol  string  `json:"protocol"`
	ServiceID int     `json:"service_id"`
	Price     float64 `json:"price"`
	Status    string  `json:"status"`
	Tracking  *string `json:"tracking"`
	PaidAt    *string `json:"paid_at"`
	Tags      []tag   `json:"tags"`
	created   time.Time
	cents     int
}

type tag struct {
	Tag string  `json:"tag"`
	URL *string `json:"url"`
}

type side struct {
	Name            string `json:"name"`
	Document        string `json:"document"`
	CompanyDocument string `json:"company_document"`
	Address         string `json:"address"`
	City            string `json:"city"`
	PostalCode      string `json:"postal_code"`
	Phone           string `json:"phone"`
}

func (s side) problems(name string, found map[string]string) {
	for field, value := range map[string]string{"name": s.Name, "address": s.Address, "city": s.City} {
		if value == "" {
			found[name+"."+field] = "O campo é obrigatório."
		}
	}
	if s.Document == "" && s.CompanyDocument == "" {
		found[name+".document"] = "O campo documento é obrigatório."
	}
	if !cepPattern.MatchString(s.PostalCode) {
		found[name+".postal_code"] = "O CEP deve ter 8 dígitos."
	}
	if len(s.Phone) > 11 {
		found[name+".phone"] = "O telefone deve ter até 11 caracteres."
	}
}

func (s *Simulator) addToCart(w http.ResponseWriter, r *http.Request) {
	var input struct {
		Service  int             `json:"service"`
		From     side            `json:"from"`
		To       side            `json:"to"`
		Products []any           `json:"products"`
		Volumes  []quotedProduct `json:"volumes"`
		Options  struct {
			NonCommercial bool  `json:"non_commercial"`
			Tags          []tag `json:"tags"`
		} `json:"options"`
	}
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		refuse(w, http.StatusBadRequest, "invalid JSON: "+err.Error())
		return
	}
	problems := map[string]string{}
	input.From.problems("from", problems)
	input.To.problems("to", problems)
	at := slices.IndexFunc(services, func(known service) bool { return known.ID == input.Service })
	if at < 0 {
		problems["service"] = "Serviço inválido."
	} else if services[at].Company.ID == correios.ID && len(input.Volumes) != 1 {
		problems["volumes"] = "Os Correios aceitam um volume por envio."
	}
	if input.Options.NonCommercial && len(input.Products) == 0 {
		problems["products"] = "Informe os produtos da declaração de conteúdo."
	}
	if len(problems) > 0 {
		invalid(w, problems)
		return
	}
	control.WriteJSON(w, http.StatusCreated, s.newOrder(services[at], input.Volumes, input.Options.Tags))
}

func (s *Simulator) newOrder(chosen service, volumes []quotedProduct, tags []tag) order {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	number := s.number()
	cents := chosen.Base + int(quoteInput{Volumes: volumes}.kilograms()*float64(chosen.PerKilogram))
	made := order{ID: fmt.Sprintf("9f3c0000-0000-4000-8000-%012s", number), Protocol: "ORD-" + number, ServiceID: chosen.ID,
		Price:  float64(cents) / 100,
		Status: "pending", Tags: tags, created: now, cents: cents}
	s.orders[made.ID] = &made
	return made
}

func (s *Simulator) showOrder(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.orders[r.PathValue("id")]
	if found == nil {
		refuse(w, http.StatusNotFound, `No query results for model [App\Order].`)
		return
	}
	control.WriteJSON(w, http.StatusOK, found)
}

func (s *Simulator) removeFromCart(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.orders[r.PathValue("id")]
	if found == nil || found.Status != "pending" {
		refuse(w, http.StatusNotFound, `No query results for model [App\Order].`)
		return
	}
	delete(s.orders, found.ID)
	control.WriteJSON(w, http.StatusOK, map[string]any{})
}

// named reads {"orders": [...]} and returns the orders, or writes 422 for an unknown one. The lock must be held.
func (s *Simulator) named(w http.ResponseWriter, r *http.Request) []*order {
	var input struct {
		Orders []string `json:"orders"`
	}
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil || len(input.Orders) == 0 {
		invalid(w, map[string]string{"orders": "O campo orders é obrigatório."})
		return nil
	}
	var found []*order
	for i, id := range input.Orders {
		if s.orders[id] == nil {
			invalid(w, map[string]string{fmt.Sprintf("orders.%d", i): "O campo orders deve ter 36 caracteres."})
			return nil
		}
		found = append(found, s.orders[id])
	}
	return found
}

func (s *Simulator) checkout(w http.ResponseWriter, r *http.Request) {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.named(w, r)
	if found == nil {
		return
	}
	sum := 0
	for _, order := range found {
		if order.Status != "pending" {
			invalid(w, map[string]string{"orders": "Existe uma ou mais orders que já foram pagas."})
			return
		}
		sum += order.cents
	}
	if sum > s.balance {
		refuse(w, http.StatusUnprocessableEntity, "Saldo insuficiente na carteira.")
		return
	}
	s.balance -= sum
	s.purchases += len(found)
	paid := now.Format(time.DateTime)
	for _, order := range found {
		order.Status, order.PaidAt = "released", &paid
	}
	control.WriteJSON(w, http.StatusOK, map[string]any{"purchase": map[string]any{"id": "p-" + s.number(), "status": "paid", "orders": found}})
}

func (s *Simulator) generate(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := map[string]any{}
	for _, order := range s.named(w, r) {
		switch order.Status {
		case "released":
			code := "ME" + s.number() + "BR"
			order.Status, order.Tracking = "generated", &code
			answer[order.ID] = map[string]any{"status": true, "message": "Envio gerado com sucesso"}
		case "generated":
			answer[order.ID] = map[string]any{"status": false, "message": "O envio já está gerado"}
		default:
			answer[order.ID] = map[string]any{"status": false, "message": "O pagamento ainda não foi processado"}
		}
	}
	if len(answer) > 0 {
		control.WriteJSON(w, http.StatusOK, answer)
	}
}

func (s *Simulator) print(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.named(w, r)
	for _, order := range found {
		if order.Status != "generated" {
			control.WriteJSON(w, http.StatusNotFound, map[string]string{"error": "A etiqueta ainda não foi gerada."})
			return
		}
	}
	if found != nil {
		control.WriteJSON(w, http.StatusOK, map[string]string{"url": "http://" + r.Host + "/imprimir/" + found[0].ID})
	}
}

// printFile answers the address of a generated label as a JSON string.
func (s *Simulator) printFile(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.orders[r.PathValue("id")]
	if found == nil || found.Status != "generated" && found.Status != "posted" {
		control.WriteJSON(w, http.StatusNotFound, map[string]string{"error": "A etiqueta ainda não foi gerada."})
		return
	}
	control.WriteJSON(w, http.StatusOK, "http://"+r.Host+"/imprimir/"+found.ID)
}

// Post marks all generated labels as posted.
func (s *Simulator) Post() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, order := range s.orders {
		if order.Status == "generated" {
			order.Status = "posted"
		}
	}
}

func (s *Simulator) track(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := map[string]any{}
	for _, order := range s.named(w, r) {
		answer[order.ID] = map[string]any{"id": order.ID, "protocol": order.Protocol, "status": order.Status, "tracking": order.Tracking,
			"melhorenvio_tracking": order.Tracking}
	}
	if len(answer) > 0 {
		control.WriteJSON(w, http.StatusOK, answer)
	}
}

func (o order) isCancellable() bool { return o.Status == "released" || o.Status == "generated" }

func (s *Simulator) cancellable(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := map[string]any{}
	for _, order := range s.named(w, r) {
		answer[order.ID] = map[string]any{"cancellable": order.isCancellable(), "time": 0}
	}
	if len(answer) > 0 {
		control.WriteJSON(w, http.StatusOK, answer)
	}
}

func (s *Simulator) cancel(w http.ResponseWriter, r *http.Request) {
	var input struct {
		Order struct {
			ID          string `json:"id"`
			ReasonID    string `json:"reason_id"`
			Description string `json:"description"`
		} `json:"order"`
	}
	err := json.NewDecoder(r.Body).Decode(&input)
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.orders[input.Order.ID]
	if err != nil || found == nil || input.Order.ReasonID == "" || !found.isCancellable() {
		invalid(w, map[string]string{"order.id": "A etiqueta não pode ser cancelada."})
		return
	}
	found.Status = "canceled"
	s.balance += found.cents
	control.WriteJSON(w, http.StatusOK, map[string]any{found.ID: map[string]bool{"canceled": true}})
}
