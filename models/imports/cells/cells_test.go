package cells_test

import (
	"reflect"
	"testing"
	"unicode/utf8"

	"acolhe/models/imports/cells"
	"acolhe/models/types/civil"
)

var style = cells.Style{Today: civil.MustParse("2026-11-20"), AreaCode: "48"}

// read returns what a cell of an associate becomes: value, kind of the first problem and its fix.
func read(name, cell string) (*cells.Record, string) {
	field, _ := cells.FieldOf(cells.Associates, name)
	record := cells.NewRecord()
	record.Read(field, cells.Column{Field: name}, cell, style)
	if len(record.Problems) > 0 {
		return record, record.Problems[0].Kind
	}
	return record, record.Values[name]
}

// Each cell becomes its value or its kind of problem.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ field, cell, want string }{
		{"name", "MARIA DAS DORES LIMA", "Maria das Dores Lima"}, {"name", "joão p. santos", "João P. Santos"},
		{"name", "João Costa e Silva", "João Costa e Silva"},
		{"name", "Ana e Pedro Melo", "two_people:name"}, {"name", "Lia Rocha / Rui Rocha", "two_people:name"}, {"name", "123", "name_wrong:name"},
		{"name", "Fulano 2", "name_digits:name"}, {"name", "=A1", "formula:name"}, {"name", "#REF!", "excel_error:name"}, {"name", "não tem", ""},
		{"associate_cpf", "529.982.247-25", "52998224725"}, {"associate_cpf", "529.982.247-26", "cpf_wrong:associate_cpf"},
		{"associate_cpf", "1234567891", "cpf_wrong:associate_cpf"},
		{"associate_cpf", "191", "cpf_wrong:associate_cpf"}, {"associate_cpf", "00000000191", "00000000191"},
		{"associate_cpf", "12345678000195", "cpf_company:associate_cpf"},
		{"associate_cpf", "5,29982E+10", "number_short:associate_cpf"}, {"associate_cpf", "52998224725.0", "52998224725"},
		{"birth_date", "04/11/1971", "1971-11-04"}, {"birth_date", "25876", "1970-11-04"}, {"birth_date", "7.2.64", "1964-02-07"},
		{"birth_date", "4 de novembro de 1971", "1971-11-04"},
		{"birth_date", "04-nov-71", "1971-11-04"}, {"birth_date", "1971-11-04 00:00:00", "1971-11-04"},
		{"birth_date", "31/02/1980", "date_wrong:birth_date"},
		{"birth_date", "1971", "date_year:birth_date"}, {"birth_date", "01/01/2090", "date_future:birth_date"},
		{"birth_date", "01/01/1850", "date_old:birth_date"},
		{"phone", "(48) 99912-0034", "48999120034"}, {"phone", "+55 48 99912-0034", "48999120034"}, {"phone", "048 3222-1010", "4832221010"},
		{"phone", "9991-2201 (filha)", "phone_area:phone"},
		{"phone", "48 9912-0034", "phone_ninth:phone"}, {"phone", "123", "phone_wrong:phone"}, {"phone", "tel: 48 99912-0034", "48999120034"},
		{"phone", "não tem", ""},
		{"email", "Maria@Exemplo.org.br", "maria@exemplo.org.br"}, {"email", "maria@exemplo", "email_wrong:email"},
		{"email", "a@exemplo.org.br; b@exemplo.org.br", "a@exemplo.org.br"}, {"email", "maria @exemplo.org.br", "maria@exemplo.org.br"},
		{"cep", "88010-000", "88010000"}, {"cep", "88010", "cep_wrong:cep"}, {"cep", "1310100", "01310100"}, {"state", "Santa Catarina", "SC"},
		{"state", "sc", "SC"}, {"state", "Marte", "state_wrong:state"},
		{"gender", "Feminino", "female"}, {"gender", "M", "male"}, {"gender", "Z", "gender_wrong:gender"}, {"status", "ATIVO", "member"},
		{"status", "susp.", "choice_unknown:status"},
		{"patient_name", "Theo (neto)", "Theo"}, {"patient_name", "Pipoca - gata", "Pipoca"}, {"patient_name", "o próprio", ""},
	} {
		if _, got := read(c.field, c.cell); got != c.want {
			t.Errorf("%s %q is %q, want %q", c.field, c.cell, got, c.want)
		}
	}
}

// Cells with several values fill several fields, and what is beside them becomes a note.
func TestRead_SeveralValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field, cell string
		values      map[string]string
		notes       int
	}{
		{"address", "Rua das Flores, 120 ap 32", map[string]string{"street": "Rua das Flores", "number": "120", "complement": "ap 32"}, 0},
		{"address", "R. XV, s/n", map[string]string{"street": "R. XV", "number": "s/n"}, 0},
		{"address", "Rua 25 de Março, 10", map[string]string{"street": "Rua 25 de Março", "number": "10"}, 0},
		{"address", "Av. Brasil nº 45 casa 2", map[string]string{"street": "Av. Brasil", "number": "45", "complement": "casa 2"}, 0},
		{"address", "Rua XV, 10 - Centro, Lages/SC - CEP: 88501-000", map[string]string{"street": "Rua XV", "number": "10",
			"neighborhood": "Centro", "city": "Lages", "state": "SC", "cep": "88501000"}, 0},
		{"address", "Sítio Boa Vista", map[string]string{"street": "Sítio Boa Vista"}, 0},
		{"city_state", "São José - SC", map[string]string{"city": "São José", "state": "SC"}, 0},
		{"city_state", "Florianópolis/SC", map[string]string{"city": "Florianópolis", "state": "SC"}, 0},
		{"city_state", "PALHOÇA (SC)", map[string]string{"city": "Palhoça", "state": "SC"}, 0},
		{"phone", "48 3222 1010 / 99912-0034", map[string]string{"phone": "4832221010", "phone_secondary": "48999120034"}, 0},
		{"phone", "48 99912-0034 falar com Ana", map[string]string{"phone": "48999120034"}, 1},
		{"tags", "VIP, Conselho; VIP", map[string]string{"tags": "VIP\nConselho"}, 0},
	} {
		record, _ := read(c.field, c.cell)
		if !reflect.DeepEqual(record.Values, c.values) || len(record.Notes) != c.notes || len(record.Problems) > 0 {
			t.Errorf("%q is %v, notes %q, problems %v; want %v", c.cell, record.Values, record.Notes, record.Problems, c.values)
		}
	}
}

func TestParseMoney(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"R$ 1.234,56": "1234.56", "1234,5": "1234.50", "1234.5": "1234.50", "1.234": "1234.00", "389.90": "389.90",
		"R$1.234.567,00": "1234567.00", "(10,00)": "-10.00", "389.8999999": "390.90",
		"abc": "", "": "", "R$": "", "1e9": "",
	} {
		if cell == "389.8999999" {
			want = "389.90"
		}
		amount, ok := cells.ParseMoney(cell, false)
		if ok != (want != "") || ok && amount.String() != want {
			t.Errorf("%q is %s, %v; want %q", cell, amount, ok, want)
		}
	}
	if amount, ok := cells.ParseMoney("1,234.56", true); !ok || amount.String() != "1234.56" {
		t.Errorf("with a point it is %s", amount)
	}
}

// Whatever a cell holds, its values can be stored: they are texts without broken characters, dates exist.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"04/11/1971", "25876", "R$ 1.234,56", "48 9991-2201 (filha)", "Ana e Pedro", "\x00", "=1+1", "31/02/1980",
		"Rua 1, 2", "999999", "1e309", "//", "e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		if !utf8.ValidString(cell) {
			return
		}
		for _, field := range cells.Associates {
			record := cells.NewRecord()
			record.Read(field, cells.Column{Field: field.Name}, cell, style)
			for name, value := range record.Values {
				if !utf8.ValidString(value) {
					t.Errorf("%s is %q", name, value)
				}
			}
			if day := record.Values["birth_date"]; day != "" && !civil.IsDay(day) {
				t.Errorf("%q is the day %q", cell, day)
			}
		}
		for _, monthFirst := range []bool{false, true} {
			if date, ok := cells.ParseDate(cell, monthFirst); ok && !civil.IsDay(date.String()) {
				t.Errorf("%q is %s", cell, date)
			}
			if amount, ok := cells.ParseMoney(cell, monthFirst); ok && amount.CheckAdjustment() == nil && amount.String() == "" {
				t.Errorf("%q is %s", cell, amount)
			}
		}
	})
}
