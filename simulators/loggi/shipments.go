package loggi

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"acolhe/simulators/control"
)

type shipment struct {
	key, tracking, sequence string
	created                 time.Time
	cancelled               bool
}

type party struct {
	Name         string `json:"name"`
	FederalTaxID string `json:"federalTaxId"`
	Address      struct {
		CorreiosAddress *correios       `json:"correiosAddress"`
		LineAddress     json.RawMessage `json:"lineAddress"`
	} `json:"address"`
}

func (p party) problem(name string) string {
	switch {
	case p.Name == "":
		return name + ".name is required"
	case len(p.FederalTaxID) != 11 && len(p.FederalTaxID) != 14:
		return name + ".federalTaxId must have 11 or 14 characters"
	case (p.Address.CorreiosAddress == nil) == (p.Address.LineAddress == nil):
		return name + ".address must have exactly one of correiosAddress, lineAddress"
	case p.Address.CorreiosAddress != nil && !cepPattern.MatchString(p.Address.CorreiosAddress.CEP):
		return name + ".address.correiosAddress.cep must have 8 digits"
	}
	return ""
}

type shippedParcel struct {
	parcel
	TrackingCode  string            `json:"trackingCode"`
	Sequence      string            `json:"sequence"`
	DocumentTypes []json.RawMessage `json:"documentTypes"`
}

func (p shippedParcel) problem() string {
	switch {
	case p.LengthCm+p.WidthCm+p.HeightCm > 200:
		return "the sum of the dimensions must be at most 200"
	case len(p.DocumentTypes) == 0:
		return "documentTypes is required"
	}
	return p.parcel.problem()
}

// ship makes shipments. As with the real service there is no idempotency key: the same call makes another shipment.
func (s *Simulator) ship(w http.ResponseWriter, r *http.Request) {
	var input struct {
		ShipFrom          party           `json:"shipFrom"`
		ShipTo            party           `json:"shipTo"`
		Packages          []shippedParcel `json:"packages"`
		ExternalServiceID string          `json:"externalServiceId"`
	}
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		invalid(w, "invalid JSON: "+err.Error())
		return
	}
	problems := []string{input.ShipFrom.problem("shipFrom"), input.ShipTo.problem("shipTo")}
	for _, p := range input.Packages {
		problems = append(problems, p.problem())
	}
	if input.ExternalServiceID != s.account.ServiceID || len(input.Packages) == 0 {
		problems = append(problems, "externalServiceId and packages are required")
	}
	for _, problem := range problems {
		if problem != "" {
			invalid(w, problem)
			return
		}
	}
	control.WriteJSON(w, http.StatusAccepted, map[string]any{"packages": s.store(input.Packages)})
}

func (s *Simulator) store(parcels []shippedParcel) []map[string]any {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	made := []map[string]any{}
	for _, p := range parcels {
		number := s.number()
		if p.TrackingCode == "" {
			p.TrackingCode = "LGI" + number
		}
		key := "loggi-key-" + number
		s.shipments[key] = &shipment{key: key, tracking: p.TrackingCode, sequence: p.Sequence, created: now}
		made = append(made, map[string]any{"trackingCode": p.TrackingCode, "barcode": "789" + number, "loggiKey": key, "sequence": p.Sequence})
	}
	return made
}

func (s *Simulator) printLabels(w http.ResponseWriter, r *http.Request) {
	var input struct {
		LoggiKeys    []string `json:"loggiKeys"`
		ResponseType string   `json:"responseType"`
	}
	err := json.NewDecoder(r.Body).Decode(&input)
	if err != nil || len(input.LoggiKeys) == 0 || input.ResponseType != "LABEL_RESPONSE_TYPE_BASE_64" &&
		input.ResponseType != "LABEL_RESPONSE_TYPE_URL" {
		invalid(w, "loggiKeys and responseType are required")
		return
	}
	ready, failed := s.split(input.LoggiKeys)
	if len(failed) > 0 && s.account.EarlyIs500 {
		refuse(w, http.StatusInternalServerError, 2, "")
		return
	}
	answer := map[string]any{"failure": failed}
	if ready > 0 {
		success := map[string]any{"createdTime": s.Now().UTC().Format(time.RFC3339)}
		if s.account.LabelURL != "" {
			success["url"] = s.account.LabelURL
		} else {
			success["content"] = base64.StdEncoding.EncodeToString([]byte(control.LabelPDF))
		}
		answer["success"] = success
	}
	control.WriteJSON(w, http.StatusOK, answer)
}

func (s *Simulator) split(keys []string) (ready int, failed []any) {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	failed = []any{}
	for _, key := range keys {
		if shipment := s.shipments[key]; shipment != nil && !now.Before(shipment.created.Add(s.account.ReadyAfter)) {
			ready++
			continue
		}
		failed = append(failed, map[string]any{"loggiKey": key, "status": map[string]any{"code": 9, "message": "label not ready"}})
	}
	return ready, failed
}

func (s *Simulator) find(key string) *shipment {
	for _, shipment := range s.shipments {
		if key != "" && (shipment.key == key || shipment.tracking == key) {
			return shipment
		}
	}
	return nil
}

// The time after which a shipment is out for delivery and delivered.
const (
	outAfter       = 24 * time.Hour
	deliveredAfter = 48 * time.Hour
)

func (s *Simulator) status(of *shipment) (code, label string) {
	switch age := s.Now().Sub(of.created); {
	case of.cancelled:
		return "7", "Cancelado"
	case age >= deliveredAfter:
		return "5", "Entregue"
	case age >= outAfter:
		return "11", "Saiu para entrega"
	case age >= s.account.ReadyAfter:
		return "3", "Em processamento"
	}
	return "1", "Adicionado"
}

func (s *Simulator) showPackage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	found := s.find(r.PathValue("code"))
	s.mu.Unlock()
	if found == nil {
		refuse(w, http.StatusNotFound, 5, "package not found")
		return
	}
	code, label := s.status(found)
	control.WriteJSON(w, http.StatusOK, map[string]any{"packages": []any{map[string]any{
		"loggiKey": found.key, "trackingCode": found.tracking, "promisedDate": found.created.AddDate(0, 0, 6).Format(time.DateOnly),
		"status": map[string]any{"code": code, "highLevelStatus": label, "description": label, "actionRequired": nil,
			"updatedTime": s.Now().UTC().Format(time.RFC3339)},
		"location": map[string]any{"city": "São Paulo", "state": "SP"}, "trackingHistory": []any{},
	}}})
}

func (s *Simulator) cancel(w http.ResponseWriter, r *http.Request) {
	key := r.URL.Query().Get("loggi_key")
	if key == "" {
		key = r.URL.Query().Get("tracking_code")
	}
	s.mu.Lock()
	found := s.find(key)
	s.mu.Unlock()
	if found == nil {
		refuse(w, http.StatusNotFound, 5, "package not found")
		return
	}
	switch code, _ := s.status(found); code {
	case "5", "7":
		refuse(w, http.StatusConflict, 9, "package cannot be cancelled")
	case "11":
		control.WriteJSON(w, http.StatusOK, map[string]any{"warning_type": "OUT_FOR_DELIVERY", "warning_message": "cancel is not guaranteed"})
	default:
		s.mu.Lock()
		found.cancelled = true
		s.mu.Unlock()
		control.WriteJSON(w, http.StatusOK, map[string]any{})
	}
}
