package api_test

import (
	"maps"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// invalidValues are values that a collection must refuse, by field.
type invalidValues struct {
	// one is the path of a row to which they are sent, create a valid body to which they are added.
	one    string
	create body
	wrong  map[string][]any
	// alone are values that are invalid only in a new row.
	alone map[string][]any
}

func letter(count int) string { return strings.Repeat("é", count) }

const unknownCode = "0a000000-0000-4000-8000-00000000ffff"

// The generic routes refuse every value that a domain route refuses, in new rows and in existing ones, and
// convert none.
func TestItems_WrongValues(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedOddValues(t, app)
	for collection, c := range map[string]invalidValues{
		"reception": invalidForReception(), "services": invalidForServices(), "orders": invalidForOrders(), "users": invalidForUsers(),
		"system_users": invalidForOperators(), "products": invalidForProducts(), "tags": invalidForTags(),
		"professionals": invalidForProfessionals(),
		"files":         invalidForFiles(), "users_files": invalidForUsersFiles(), "orders_files": invalidForOtherFiles("order_id"),
		"services_files": invalidForOtherFiles("service_id"),
	} {
		t.Run(collection, func(t *testing.T) {
			t.Parallel()
			camila := app.WithToken(t, "*")
			list := "/api/v1/items/" + collection
			one := list + "/" + c.one
			tag, before := camila.GET(one).Want(200).Header.Get("ETag"), app.Count(t, collection, "true")
			refused := func(answer *handlertest.Answer, field string, value any) {
				t.Helper()
				if answer.StatusCode != 400 || !strings.HasPrefix(answer.Messages()[0], field) {
					t.Errorf("%s %s: %.60s is answered with %d %.200s", answer.Request.Method, field, jsonOf(value), answer.StatusCode, answer.Body)
				}
			}
			for field, values := range c.wrong {
				for _, value := range values {
					refused(camila.JSON("PATCH", one, body{field: value}), field, value)
				}
			}
			if c.create != nil {
				for _, fields := range []map[string][]any{c.wrong, c.alone} {
					for field, values := range fields {
						for _, value := range values {
							sent := maps.Clone(c.create)
							sent[field] = value
							refused(camila.POST(list, sent), field, value)
						}
					}
				}
			}
			if after := camila.GET(one).Want(200).Header.Get("ETag"); after != tag || app.Count(t, collection, "true") != before {
				t.Errorf("the row is %s after %s, and there are %d after %d", after, tag, app.Count(t, collection, "true"), before)
			}
		})
	}
}

func invalidForReception() invalidValues {
	return invalidValues{"2", body{"name": "Nova"}, map[string][]any{
		"name": {letter(251), 1, body{}}, "email": {"nada", "a b@c", letter(255) + "@c"}, "message": {letter(10_001)}, "notes": {letter(10_001)},
		"phone":     {"ligar depois", "123", "48 9999", "48 99999-1234 ligar", "(48) 3333-4444 ramal 12", 48999991234},
		"status":    {"feito", 1},
		"attendant": {"x", "", unknownCode, dbtest.Ana.UserCode, 1},
		"position":  {"1", "x", 1e30, 1e-30, 123456789012345678901.0, []int{1}},
		"tags": {"x", []any{}, body{"custom_fields": "x"}, body{"custom_fields": nil}, body{"custom_fields": []any{1}}, body{"a": 1e40},
			body{"a": letter(33_000)}},
		"source": {"panel"}, "is_associate": {true}, "completed_at": {"2026-11-20T10:00:00Z"}, "completion_reason": {"Pedido"}, "id": {1},
		"cor": {"azul"},
	}, map[string][]any{"associate_code": {"x", unknownCode, 1}, "associate_name": {letter(251), 1}, "is_sample": {"sim", 1}}}
}

func invalidForServices() invalidValues {
	price := []any{-1, 10_000_000, 1.001, "1", true}
	return invalidValues{"2", aService(nil), map[string][]any{
		"price": price, "donation": price, "price_paid": price,
		"consultation_date": {"ontem", "2026-11-27", "1999-12-31T00:00:00Z", "2101-01-02T00:00:00Z", "2026-02-30T00:00:00Z", 1},
		"observations":      {letter(10_001)}, "payment_type": {letter(61)},
		"tags":            {"x", []string{" "}, []string{letter(61)}, make([]string, 51), []any{nil}},
		"professional_id": {0, -1, 99, "1", 1.5}, "status": {"Pago"}, "service_code": {"S-1"}, "payment_link": {"https://x"}, "id": {1},
		"professional_name": {"", " ", letter(201)}, "professional_email": {"nada"}, "type": {"nada", ""},
		"event_id":              {"a b", "ação", letter(1), strings.Repeat("x", 1025), "<x>"},
		"event_link":            {"javascript:alert(1)", "ftp://x", "https://", "http:///x", "//x", "x", "https://" + strings.Repeat("x", 2000)},
		"commission_validation": {"aprovada", "", 1}, "event_state": {"created"}, "created_by_user_code": {dbtest.Bruno.UserCode},
	}, map[string][]any{
		"associate_user_code": {"x", unknownCode, dbtest.Miguel.UserCode}, "patient_user_code": {"x", unknownCode, dbtest.Pipoca.UserCode},
		"associate_name": {letter(251)}, "associate_email": {"nada"}, "patient_name": {letter(251)},
		"booking_group_code": {"x", dbtest.JoaosService.BookingGroup},
	}}
}

func invalidForOrders() invalidValues {
	item := func(changes body) []any {
		one := body{"code": "A", "amount": 1, "quantity": 1}
		maps.Copy(one, changes)
		return []any{one}
	}
	line := func(changes body) []any {
		one := body{"item": "A", "qnt": 1, "value": 1}
		maps.Copy(one, changes)
		return []any{one}
	}
	price := []any{-1, 10_000_000, 1.001, "1"}
	return invalidValues{"2", anOrder(nil), map[string][]any{
		"items": {[]any{}, "x", item(body{"code": " "}), item(body{"code": letter(61)}), item(body{"quantity": 0}), item(body{"quantity": "1"}),
			item(body{"amount": -1}), item(body{"name": letter(251)}), item(body{"cor": body{}})},
		"custom_payment": {"x", line(body{"item": ""}), line(body{"qnt": -1}), line(body{"value": 1.001}), line(body{"cor": 1})},
		"address":        {"x", body{"cep": "1"}, body{"state": "XX"}, body{"street": letter(251)}, body{"rua": "x"}},
		"freight_option": {"x", body{"price": -1}, body{"eta_days": -1}, body{"provider": letter(251)}, body{"cor": 1}},
		"delivery_price": price, "discount": price, "donation": price, "total": {"1", "x", true}, "name_associate": {letter(251)}, "email": {"nada"},
		"freight_carrier": {letter(61)}, "prescriber": {letter(201)}, "prescriber_code": {letter(61)}, "info": {letter(10_001)},
		"tags": {"x", []string{""}, []string{letter(61)}}, "status": {"Feito", 1}, "coupon_id": {1}, "date_created": {"2026-01-01T00:00:00Z"},
	}, map[string][]any{"user_code": {"x", unknownCode}}}
}

func invalidForUsers() invalidValues {
	return invalidValues{"3", body{"associate_name": "Nova"}, map[string][]any{
		"name": {letter(121)}, "last_name": {letter(121)}, "associate_name": {letter(201)}, "social_name": {letter(201)}, "email": {"nada"},
		"email_account": {"nada", dbtest.Ana.Email}, "associate_cpf": {"111.111.111-11", "1", dbtest.Ana.CPF},
		"avatar_url": {"javascript:x", "//x", "ftp://x"},
		"birth_date": {"2026-02-30", "1899-12-31", "9999-01-01", "1990-01-01T00:00:00Z", 1}, "gender": {"x", 1}, "responsible_type": {"x"},
		"phone": {"ligar", "1", "48 99999-1234 ligar"}, "phone_secondary": {"ligar"}, "emergency_phone": {"ligar"}, "cep": {"1"}, "state": {"XX"},
		"street": {letter(201)}, "number": {letter(21)}, "city": {letter(121)}, "icd_code": {letter(101)}, "health_notes": {letter(10_001)},
		"prescription":       {"x", 1, body{"a": 1e40}, body{"a": letter(17_000)}},
		"privacy_consent_at": {"ontem", "2026-01-01", "0000-01-01T00:00:00Z"}, "contact_consent": {"sim", 1},
		"tags": {"x", []string{letter(61)}}, "annotations": {"x", []body{{"text": ""}}, []body{{"id": unknownCode, "text": "x"}},
			[]body{{"texto": "x"}}},
		"account_password": {"curta", 1}, "species": {"Cão"}, "cpf": {dbtest.Miguel.CPF}, "weight_kg": {1}, "status": {"Associado"},
		"associate_status": {5},
		"user_code":        {unknownCode}, "responsible_code": {unknownCode}, "adhesion_term": {unknownCode}, "invalid_fields": {[]string{}},
		"session_token": {"x"},
	}, nil}
}

func invalidForOperators() invalidValues {
	return invalidValues{"2", body{"name": "Nova", "email": "nova@acolhe.test", "permissions": []string{"Acolhimento"}}, map[string][]any{
		"name": {"", " ", letter(121)}, "last_name": {letter(121)}, "email": {"nada", "", dbtest.Camila.Email},
		"password":    {"curta", "semsinal1"},
		"permissions": {[]string{}, []string{"api"}, []string{"Chefe"}, []string{"Profissional", "Acolhimento"}, "Acolhimento", []any{nil}},
		"status":      {"ativa", 1}, "internal_code": {letter(61)}, "user_code": {unknownCode}, "chat_token": {"x"}, "session_token": {"x"},
	}, map[string][]any{"is_sample": {"sim"}}}
}

func invalidForProducts() invalidValues {
	size := []any{-1, 1001, 1.005, "x"}
	return invalidValues{"1", body{"code": "NOVO", "name": "Novo"}, map[string][]any{
		"code": {"", " ", letter(61)}, "name": {"", letter(201)}, "description": {letter(10_001)}, "price": {-1, 10_000_000, 1.001, "1"},
		"weight_g": {-1, 1_000_001, 1.5, "1"}, "width_cm": size, "height_cm": size, "length_cm": size, "active": {"sim", 1},
		"stock_note": {letter(501)},
		"tags":       {"x", []string{""}, []string{letter(61)}}, "image_file_id": {0, 99, "9"}, "id": {9},
	}, nil}
}

func invalidForTags() invalidValues {
	return invalidValues{"1", body{"name": "Nova"}, map[string][]any{
		"name": {"", " ", letter(61)}, "color": {"azul", "#fff", "#0f766g", ""}, "collection": {"nada", "", "Users"}, "id": {9},
	}, nil}
}

func invalidForProfessionals() invalidValues {
	return invalidValues{"2", body{"name": "Nova", "type": "medic"}, map[string][]any{
		"name": {"", " ", letter(201)}, "type": {"nada", ""}, "email": {"nada"}, "phone": {"ligar", "1", "48 99999-1234 ligar"},
		"council":        {letter(21)},
		"council_number": {letter(31)}, "council_state": {"XX"}, "consultation_price": {-1, 10_000_000, "1"}, "is_prescriber": {"sim"},
		"is_collaborator": {2},
		"active":          {"sim"}, "calendar_id": {letter(501)}, "payment_details": {letter(2001)}, "donation_balance": {1},
		"contest_reports": {1, "x", []any{1}, []body{{"text": "", "month": "2026-11"}}, []body{{"text": "x", "month": "11"}}},
	}, map[string][]any{"professional_code": {letter(61)}}}
}

func invalidForFiles() invalidValues {
	return invalidValues{"9", nil, map[string][]any{
		"file_name": {"", " ", letter(256), "a/b.pdf", `a\b.pdf`, "a\u0007.pdf", "a\u202efdp.exe", "a\u200b.pdf", "..", ". ."}, "size": {1},
		"sha256": {"x"}, "driver": {"s3"}, "id": {1},
	}, nil}
}

func invalidForUsersFiles() invalidValues {
	return invalidValues{"1", body{"file_id": 9, "user_id": 1}, map[string][]any{
		"kind": {letter(61), 1}, "doc_kind": {letter(61)}, "subject": {"x", ""}, "doc_type": {"x", ""}, "side": {"x", ""},
	}, map[string][]any{"file_id": {0, 99, "9", nil}, "user_id": {0, 99, nil}}}
}

func invalidForOtherFiles(owner string) invalidValues {
	return invalidValues{"1", body{"file_id": 9, owner: 1}, map[string][]any{"kind": {letter(61), 1}},
		map[string][]any{"file_id": {0, 99, "9"}, owner: {0, 99, nil}}}
}
