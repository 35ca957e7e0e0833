package imports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/heads"
	"acolhe/models/imports/staging"
	"acolhe/models/types/brdoc"
)

// corrections are what a person changes in the pages. Each entry is one.
type corrections struct {
	// sheet is the number of another sheet than the first with rows.
	sheet int
	// columns are fields by title, values the meanings of texts by "title|text", decisions those about kinds of problems.
	columns, values map[string]string
	decisions       map[string]cells.Action
}

func (c corrections) count() int {
	return min(c.sheet, 1) + len(c.columns) + len(c.values) + len(c.decisions)
}

// String lists the corrections for the log of the test.
func (c corrections) String() string {
	var each []string
	if c.sheet > 0 {
		each = append(each, "another sheet")
	}
	for _, title := range slices.Sorted(maps.Keys(c.columns)) {
		each = append(each, fmt.Sprintf("column %q is %q", title, c.columns[title]))
	}
	for _, text := range slices.Sorted(maps.Keys(c.values)) {
		each = append(each, fmt.Sprintf("text %q is %q", text, c.values[text]))
	}
	for _, kind := range slices.Sorted(maps.Keys(c.decisions)) {
		each = append(each, fmt.Sprintf("problem %s: %s", kind, c.decisions[kind]))
	}
	return strings.Join(each, "; ")
}

// correct makes the corrections, each by the verb that its page calls, and returns the checked import.
func (b bench) correct(t *testing.T, row imports.Import, by corrections) imports.Import {
	t.Helper()
	if by.sheet > 0 {
		if _, err := imports.ChooseSheet(t.Context(), b.DB, b.by, row.ID, by.sheet); err != nil {
			t.Fatal(err)
		}
		row = b.work(t, row.ID)
	}
	for place, value := range by.values {
		title, text, _ := strings.Cut(place, "|")
		found := false
		for at := range row.Columns {
			if row.Title(at) == title {
				found = true
				if row.Columns[at].Values == nil {
					row.Columns[at].Values = map[string]string{}
				}
				row.Columns[at].Values[cells.Fold(text)] = value
			}
		}
		if !found {
			t.Fatalf("there is no column %q among %q", title, row.Headers)
		}
	}
	row = b.check(t, row, by.columns)
	if row.State != imports.Review {
		t.Fatalf("it is %s: %v", row.State, row.Failure)
	}
	b.decide(t, row, by.decisions)
	return row
}

// mergedBook is a workbook of one sheet with merged cells and a colour, as a person leaves it.
func mergedBook(t *testing.T, rows [][]any, merged ...string) []byte {
	t.Helper()
	book := excelize.NewFile()
	for at, row := range rows {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", at+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	for _, area := range merged {
		first, last, _ := strings.Cut(area, ":")
		if err := book.MergeCell("Sheet1", first, last); err != nil {
			t.Fatal(err)
		}
	}
	red, err := book.NewStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"#FF0000"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := book.SetCellStyle("Sheet1", "A6", "D6", red); err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := book.Write(&written); err != nil {
		t.Fatal(err)
	}
	return written.Bytes()
}

// colouredBook is a workbook of one sheet in which lines have a colour.
func colouredBook(t *testing.T, rows [][]any, colours map[int]string) []byte {
	t.Helper()
	book := excelize.NewFile()
	for at, row := range rows {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", at+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	for line, colour := range colours {
		style, err := book.NewStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := book.SetCellStyle("Sheet1", fmt.Sprintf("A%d", line), fmt.Sprintf("C%d", line), style); err != nil {
			t.Fatal(err)
		}
	}
	var written bytes.Buffer
	if err := book.Write(&written); err != nil {
		t.Fatal(err)
	}
	return written.Bytes()
}

// shown returns every stored person of the sheet by name, with the named fields as texts. A patient stands under "patients" as
// name, birth date, CPF, relationship, species and condition, an annotation under "notes".
func (b bench) shown(t *testing.T, query string) map[string]map[string]string {
	t.Helper()
	rows, err := b.Pool.Query(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := map[string]map[string]string{}
	for rows.Next() {
		var name string
		var encoded []byte
		if err := rows.Scan(&name, &encoded); err != nil {
			t.Fatal(err)
		}
		facts := map[string]any{}
		if err := json.Unmarshal(encoded, &facts); err != nil {
			t.Fatal(err)
		}
		all[name] = map[string]string{}
		for field, value := range facts {
			if value != nil && value != "" {
				all[name][field] = fmt.Sprint(value)
			}
		}
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return all
}

const shownPeople = `select associate_name, jsonb_build_object('associate_cpf', associate_cpf, 'birth_date', birth_date, 'phone', phone,
	'phone_secondary', phone_secondary, 'email', coalesce(email_account, email), 'street', street, 'number', number, 'complement', complement,
	'neighborhood', neighborhood, 'city', city, 'state', state, 'cep', cep, 'status', status, 'gender', gender, 'rg', rg, 'since',
	case when date_created::date < '2026-01-01' then date_created::date end, 'health_condition', health_condition, 'tags',
	(select string_agg(x, ',') from jsonb_array_elements_text(tags) x), 'notes',
	(select string_agg(a ->> 'text', ' | ') from jsonb_array_elements(annotations) a), 'patients', (select string_agg(concat_ws(' ', p.name,
		p.last_name, p.birth_date, p.cpf, p.relationship, p.species, p.health_condition), '; ' order by p.id)
		from users p where p.responsible_code = u.user_code and p.status = 'patient'))
	from users u where status <> 'patient' and id in (select record_id from import_rows)`

const shownProducts = `select code, jsonb_build_object('name', name, 'price', price, 'weight_g', weight_g, 'active', active)
	from products where id in (select record_id from import_rows)`

const shownOrders = `select u.associate_name || ' ' || (o.date_created at time zone 'America/Sao_Paulo')::date, jsonb_build_object('total', o.total,
	'delivery_price', o.delivery_price, 'status', o.status, 'items', (select string_agg(concat_ws(' ', i ->> 'quantity', i ->> 'code', i ->> 'amount'), '; ')
	from jsonb_array_elements(o.items) i)) from orders o join users u on u.id = o.user_id
	where o.id in (select record_id from import_rows r join imports i on i.id = r.import_id and i.kind = 'orders')`

// handmade is a sheet as an association keeps it.
type handmade struct {
	name, file string
	kind       imports.Kind
	content    func(t *testing.T) []byte
	by         corrections
	// ignored is the number of rows that are no records: totals, legends, titles on each page.
	ignored int
	query   string
	want    map[string]map[string]string
}

// Ten sheets made by hand go in with at most five corrections each, and every record has each of its fields.
func TestHandmade(t *testing.T) {
	t.Parallel()
	for _, one := range slices.Concat(handmadeFamilies(), handmadeLists(), handmadeSales()) {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			if one.query == shownOrders {
				b.buyers(t, 3)
			}
			row := b.upload(t, one.kind, one.file, one.content(t))
			if row.State != imports.Columns {
				t.Fatalf("it is %s: %v", row.State, *row.Failure)
			}
			row = b.correct(t, row, one.by)
			rehearsed := b.counts(t, row.ID)
			row = b.run(t, row.ID)
			if row.Created != rehearsed[staging.Create] || row.Refused != 0 || rehearsed[staging.LeftOut] != 0 ||
				rehearsed[staging.Total]+rehearsed[staging.Blank] != one.ignored {
				t.Errorf("%d records were created and %d refused after %v, want %d rows that are no records", row.Created, row.Refused, rehearsed,
					one.ignored)
			}
			t.Logf("%d corrections: %s", one.by.count(), one.by)
			if one.by.count() > maxCorrections {
				t.Errorf("it takes %d corrections", one.by.count())
			}
			got := b.shown(t, one.query)
			for name, facts := range one.want {
				if !maps.Equal(got[name], facts) {
					t.Errorf("%s has\n%v, want\n%v", name, got[name], facts)
				}
			}
			if len(got) != len(one.want) {
				t.Errorf("there are %q, want %d; the columns are %+v of %q", slices.Sorted(maps.Keys(got)), len(one.want), row.Columns, row.Headers)
			}
		})
	}
}

// handmadeFamilies are sheets with associates and their patients.
func handmadeFamilies() []handmade {
	return []handmade{
		{name: "head of two rows, numbers of Excel, total", file: "a.xlsx", kind: imports.Associates, query: shownPeople, ignored: 2,
			content: func(t *testing.T) []byte {
				return mergedBook(t, [][]any{
					{"ASSOCIAÇÃO ESPERANÇA VERDE", "", "", "", "", "", ""}, {"Cadastro 2025"}, {},
					{"Responsável", "", "", "", "Paciente", "", ""},
					{"Nome", "CPF", "Nasc.", "Contato", "Nome", "Nasc.", "CPF"},
					{"DORA PRADO", numberOf(short(3)), 25876, 48999120034, "LIA PRADO", 42800, numberOf(cpf(4))},
					{"RUI NUNES", numberOf(cpf(5)), 20000, "48 3222-1010 (trabalho)", "o próprio", "", ""},
					{}, {"TOTAL DE FAMÍLIAS", 2}, {"* em vermelho: atrasados"},
				}, "A1:G1", "A4:D4", "E4:G4")
			}, want: map[string]map[string]string{
				"Dora Prado": {"associate_cpf": short(3), "birth_date": "1970-11-04", "phone": "48999120034", "status": "active",
					"patients": "Lia Prado 2017-03-06 " + cpf(4)},
				"Rui Nunes": {"associate_cpf": cpf(5), "birth_date": "1954-10-03", "phone": "4832221010", "status": "active",
					"notes": "Telefone: trabalho"},
			}},
		{name: "associate and patient in one cell", file: "b.csv", kind: imports.Associates, query: shownPeople, ignored: 1,
			by: corrections{decisions: map[string]cells.Action{"two_people:name": cells.Split}},
			content: func(t *testing.T) []byte {
				return windows1252(t, "Associado / Paciente;CPF;Fone;Diagnóstico\nMARIA SOUZA / THEO SOUZA;"+cpf(1)+
					";(48) 99912-0034 falar c/ Maria;TEA\nana e pedro melo;"+cpf(2)+";não tem;epilepsia\nCaio Reis;"+cpf(3)+
					";48 3222-1010 / 48 99912-0035;dor crônica\nTotal: 3;;;\n")
			}, want: map[string]map[string]string{
				"Maria Souza": {"associate_cpf": cpf(1), "phone": "48999120034", "notes": "Telefone: falar c; Maria", "status": "active",
					"patients": "Theo Souza TEA"},
				"Ana Melo": {"associate_cpf": cpf(2), "status": "active", "patients": "Pedro Melo epilepsia"},
				"Caio Reis": {"associate_cpf": cpf(3), "phone": "4832221010", "phone_secondary": "48999120035", "status": "active",
					"health_condition": "dor crônica"},
			}},
		{name: "merged cells of a family", file: "c.xlsx", kind: imports.Associates, query: shownPeople, ignored: 1,
			content: func(t *testing.T) []byte {
				return mergedBook(t, [][]any{
					{"Responsável", "CPF", "Telefone", "Paciente", "Nascimento do paciente", "Parentesco"},
					{"Nina Couto", cpf(1), "(48) 99912-0036", "Davi Couto", "12/03/2017", "filho"},
					{"", "", "", "Elza Couto", "05/09/1940", "mãe"},
					{"", "", "", "Pipoca - gata", "", ""},
					{"Ivo Serra", cpf(2), "(48) 99912-0037", "Iara Serra", "01/02/2015", "neta"}, {}, {"Subtotal", 4},
				}, "A2:A4", "B2:B4", "C2:C4")
			}, want: map[string]map[string]string{
				"Nina Couto": {"associate_cpf": cpf(1), "phone": "48999120036", "status": "active",
					"patients": "Davi Couto 2017-03-12 filho; Elza Couto 1940-09-05 mãe; Pipoca gata"},
				"Ivo Serra": {"associate_cpf": cpf(2), "phone": "48999120037", "status": "active", "patients": "Iara Serra 2015-02-01 neta"},
			}},
		{name: "colours for meaning", file: "k.xlsx", kind: imports.Associates, query: shownPeople,
			by: corrections{columns: map[string]string{heads.ColourTitle: "status"},
				values: map[string]string{heads.ColourTitle + "|Vermelho": cells.AsTag, heads.ColourTitle + "|Amarelo": cells.AsTag}},
			content: func(t *testing.T) []byte {
				return colouredBook(t, [][]any{{"Nome", "CPF", "Telefone"}, {"Nina Couto", cpf(1), "48 99912-0036"}, {"Ivo Serra", cpf(2), "48 99912-0037"},
					{"Elza Reis", cpf(3), "48 99912-0038"}, {"Caio Lima", cpf(4), "48 99912-0039"}}, map[int]string{1: "#4472C4", 3: "#FF0000", 4: "#FFC7CE", 5: "#FFFF00"})
			}, want: map[string]map[string]string{
				"Nina Couto": {"associate_cpf": cpf(1), "phone": "48999120036", "status": "active"},
				"Ivo Serra":  {"associate_cpf": cpf(2), "phone": "48999120037", "status": "active", "tags": "Vermelho"},
				"Elza Reis":  {"associate_cpf": cpf(3), "phone": "48999120038", "status": "active", "tags": "Vermelho"},
				"Caio Lima":  {"associate_cpf": cpf(4), "phone": "48999120039", "status": "active", "tags": "Amarelo"},
			}},
	}
}

// handmadeLists are sheets of associates alone.
func handmadeLists() []handmade {
	return []handmade{
		{name: "Unicode text, two e-mails in a cell", file: "d.txt", kind: imports.Associates, query: shownPeople,
			content: func(t *testing.T) []byte {
				return utf16(t, "Sócio\tDoc. CPF\tE-mails\tWhats\tSexo\nTéo Lima\t"+cpf(1)+
					"\tteo@exemplo.org.br; teo.lima@exemplo.org.br\tzap 48 9 9912 0034\tmasc.\nLia Rocha\t"+cpf(2)+"\tLIA@EXEMPLO.ORG.BR\t+55 (48) 99912-0035\tF\n")
			}, want: map[string]map[string]string{
				"Téo Lima": {"associate_cpf": cpf(1), "email": "teo@exemplo.org.br", "phone": "48999120034", "gender": "male", "status": "active",
					"notes": "Outro e-mail: teo.lima@exemplo.org.br"},
				"Lia Rocha": {"associate_cpf": cpf(2), "email": "lia@exemplo.org.br", "phone": "48999120035", "gender": "female", "status": "active"},
			}},
		{name: "the whole address in a cell", file: "e.csv", kind: imports.Associates, query: shownPeople, content: func(*testing.T) []byte {
			return []byte("Nome;CPF;Endereço\nDora Prado;" + cpf(1) + ";Rua das Flores, 120, ap 32 - Centro - Florianópolis/SC - CEP 88010-000\nRui Nunes;" +
				cpf(2) + ";Av. Brasil nº 45, Bairro Kobrasol, São José - SC\nLia Rocha;" + cpf(3) + ";Rua 25 de Março, s/n - Lages - SC, 88501-000\nIvo Reis;" +
				cpf(4) + ";Sítio Boa Vista\n")
		}, want: map[string]map[string]string{
			"Dora Prado": {"associate_cpf": cpf(1), "street": "Rua das Flores", "number": "120", "complement": "ap 32", "neighborhood": "Centro",
				"city": "Florianópolis", "state": "SC", "cep": "88010000", "status": "active"},
			"Rui Nunes": {"associate_cpf": cpf(2), "street": "Av. Brasil", "number": "45", "neighborhood": "Kobrasol", "city": "São José", "state": "SC",
				"status": "active"},
			"Lia Rocha": {"associate_cpf": cpf(3), "street": "Rua 25 de Março", "number": "s/n", "city": "Lages", "state": "SC", "cep": "88501000",
				"status": "active"},
			"Ivo Reis": {"associate_cpf": cpf(4), "street": "Sítio Boa Vista", "status": "active"},
		}},
		{name: "words of their own for the situation", file: "f.csv", kind: imports.Associates, query: shownPeople, ignored: 2,
			by: corrections{values: map[string]string{"Sit.|ATRASADO": "member", "Sit.|BENEMÉRITO": cells.AsTag, "Sit.|LISTA DE ESPERA": "joining"}},
			content: func(t *testing.T) []byte {
				return windows1252(t, "Nº;Nome;CPF;Sit.;Entrada\n1;Dora Prado;"+cpf(1)+";EM DIA;01/02/2020\n2;Rui Nunes;"+cpf(2)+
					";ATRASADO;15-mar-21\n3;Lia Rocha;"+cpf(3)+";LISTA DE ESPERA;\n4;Ivo Reis;"+cpf(4)+
					";BENEMÉRITO;3 de maio de 2019\n;Legenda: amarelo = atrasado;;;\nTotal;4;;;\n")
			}, want: map[string]map[string]string{
				"Dora Prado": {"associate_cpf": cpf(1), "status": "Associado", "since": "2020-02-01"},
				"Rui Nunes":  {"associate_cpf": cpf(2), "status": "Associado", "since": "2021-03-15"},
				"Lia Rocha":  {"associate_cpf": cpf(3), "status": "active"},
				"Ivo Reis":   {"associate_cpf": cpf(4), "status": "active", "since": "2019-05-03", "tags": "BENEMÉRITO"},
			}},
		{name: "several sheets, titles below those of groups", file: "g.xlsx", kind: imports.Associates, query: shownPeople, ignored: 3,
			by: corrections{sheet: 2}, content: func(t *testing.T) []byte {
				return workbook(t, [][]any{{"Instruções"}, {"Preencher uma linha por associado"}},
					[][]any{{"Nome", "CPF", "Telefone"}, {"Caio Reis", cpf(9), "48 99912-0039"}}, [][]any{
						{"", "Sócios 2025", "", "", "", "", ""}, {}, {"Nome", "CPF", "Contatos", "", "Endereço", "", ""},
						{"", "", "Telefone", "E-mail", "Rua", "Nº", "Bairro"}, {"D"},
						{"Dora Prado", numberOf(short(3)), "48 99912-0034", "dora@exemplo.org.br", "Rua XV", 12, "Centro"}, {"R"},
						{"Rui Nunes", cpf(2), "---", "não tem", "Av. Brasil", "s/n", "Trindade"}, {"2 associados na lista"},
					}, [][]any{{"Resumo"}, {"Total", 2}})
			}, want: map[string]map[string]string{
				"Dora Prado": {"associate_cpf": short(3), "phone": "48999120034", "email": "dora@exemplo.org.br", "street": "Rua XV", "number": "12",
					"neighborhood": "Centro", "status": "active"},
				"Rui Nunes": {"associate_cpf": cpf(2), "street": "Av. Brasil", "number": "s/n", "neighborhood": "Trindade", "status": "active"},
			}},
		{name: "yes and no, months first", file: "h.csv", kind: imports.Associates, query: shownPeople,
			by: corrections{values: map[string]string{"Ativo?|N": cells.LeaveOut}},
			content: func(*testing.T) []byte {
				return []byte("\"Nome completo\",\"CPF\",\"RG\",\"Data de nascimento\",\"Ativo?\",\"Cidade/UF\"\n\"Dora Prado\",\"" + cpf(1) +
					"\",\"1.234.567\",\"03/14/1980\",\"S\",\"Florianópolis/SC\"\n\"Rui Nunes\",\"" + cpf(2) +
					"\",\"\",\"12/01/1975\",\"Sim\",\"PALHOÇA (SC)\"\n")
			}, want: map[string]map[string]string{
				"Dora Prado": {"associate_cpf": cpf(1), "rg": "1.234.567", "birth_date": "1980-03-14", "status": "Associado", "city": "Florianópolis",
					"state": "SC"},
				"Rui Nunes": {"associate_cpf": cpf(2), "birth_date": "1975-12-01", "status": "Associado", "city": "Palhoça", "state": "SC"},
			}},
	}
}

// handmadeSales are sheets of products and orders.
func handmadeSales() []handmade {
	return []handmade{
		{name: "a table of prices", file: "i.csv", kind: imports.Products, query: shownProducts, ignored: 1,
			by: corrections{columns: map[string]string{"Cod. int.": "code", "Descrição": "name"}},
			content: func(t *testing.T) []byte {
				return windows1252(t, "TABELA DE PREÇOS;;;;\nvigente desde 01/10;;;;\n;;;;\nCod. int.;Descrição;Valor R$;Peso (g);Disponível\n"+
					"P-1;Óleo 10 mg/ml;R$ 1.234,50;120;SIM\nP-2;Creme;89,9;80;não\nP-3;Cápsulas;R$ 250;45;x\nTotal;;R$ 1.574,40;;\n")
			}, want: map[string]map[string]string{
				"P-1": {"name": "Óleo 10 mg/ml", "price": "1234.5", "weight_g": "120", "active": "true"},
				"P-2": {"name": "Creme", "price": "89.9", "weight_g": "80", "active": "false"},
				"P-3": {"name": "Cápsulas", "price": "250", "weight_g": "45", "active": "true"},
			}},
		{name: "sales of a month", file: "j.xlsx", kind: imports.Orders, query: shownOrders, ignored: 1,
			content: func(t *testing.T) []byte {
				return workbook(t, [][]any{
					{"Vendas de outubro", "", "", "", "", ""}, {}, {"Nº pedido", "Data", "Associado", "Produto", "Qtd", "Valor unit.", "Frete", "Situação"},
					{101, 45932, "COMPRADORA A SERRA", "Óleo de teste 10 mg", 2, 100, 20.5, "ENTREGUE"},
					{101, 45932, "COMPRADORA A SERRA", "Creme de teste", 1, "R$ 40,50", "", "ENTREGUE"},
					{102, "03/10/2025", "Compradora B Serra", "Creme de teste", 3, "40,50", "", "Aguardando pgto"},
					{"Total geral", "", "", "", 6, 382.5},
				})
			}, want: map[string]map[string]string{
				"Compradora A Serra 2025-10-02": {"total": "261", "delivery_price": "20.5", "status": "Entregue", "items": "2 OLEO-X 100.00; 1 CREME-X 40.50"},
				"Compradora B Serra 2025-10-03": {"total": "121.5", "delivery_price": "0", "status": "Aguardando pagamento", "items": "3 CREME-X 40.50"},
			}},
	}
}

// short returns the valid CPF of a number that begins with zeros, which Excel drops.
func short(n int) string {
	nine := fmt.Sprintf("%09d", 1_000_000+n*7)
	return nine + brdoc.CPFCheckDigits(nine)
}
