package cep_test

import (
	"testing"

	"acolhe/models/cep"
	"acolhe/models/platform/dbtest"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	_, err := connection.Pool.Exec(t.Context(), `insert into postal_codes (cep, street, neighborhood, city, state, known, expires_at) values
		('59118793', 'Rua São Jorge', 'Igapó', 'Natal', 'RN', true, '2020-01-01'), ('88010002', '', '', '', '', false, '2020-01-01'),
		('88490000', '', '', 'Paulo Lopes', 'SC', true, '2020-01-01')`)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		address cep.Address
		want    cep.Mismatch
	}{
		"fits":            {cep.Address{CEP: "59118793", Street: "Rua São Jorge", City: "Natal", State: "RN"}, cep.Mismatch{}},
		"typed otherwise": {cep.Address{CEP: "59118793", Street: "r. sao jorge", City: " natal", State: "RN"}, cep.Mismatch{}},
		"with more":       {cep.Address{CEP: "59118793", Street: "Rua São Jorge, fundos", City: "Natal", State: "RN"}, cep.Mismatch{}},
		"another street": {cep.Address{CEP: "59118793", Street: "Rua Padre Anchieta", City: "Natal", State: "RN"},
			cep.Mismatch{Field: cep.Street, Right: "Rua São Jorge"}},
		"another city": {cep.Address{CEP: "59118793", Street: "Rua São Jorge", City: "Mossoró", State: "RN"},
			cep.Mismatch{Field: cep.City, Right: "Natal"}},
		"another state":            {cep.Address{CEP: "59118793", City: "Mossoró", State: "SC"}, cep.Mismatch{Field: cep.State, Right: "RN"}},
		"a state without answer":   {cep.Address{CEP: "01001000", State: "RJ"}, cep.Mismatch{Field: cep.State, Right: "SP"}},
		"nothing known":            {cep.Address{CEP: "88010001", Street: "Rua X", City: "Y", State: "SC"}, cep.Mismatch{}},
		"an unknown code":          {cep.Address{CEP: "88010002", Street: "Rua X", City: "Y", State: "SC"}, cep.Mismatch{}},
		"one code for a town":      {cep.Address{CEP: "88490000", Street: "Rua X", City: "Paulo Lopes", State: "SC"}, cep.Mismatch{}},
		"an address without parts": {cep.Address{CEP: "59118793"}, cep.Mismatch{}},
		"no code":                  {cep.Address{Street: "Rua X", State: "SC"}, cep.Mismatch{}},
	} {
		if got, err := cep.Check(t.Context(), connection.DB, c.address); err != nil || got != c.want {
			t.Errorf("%s: %+v (%v), want %+v", name, got, err, c.want)
		}
	}
}
