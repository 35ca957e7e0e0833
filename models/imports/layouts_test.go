package imports_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
)

// maxCorrections is how many corrections a person may have to make for a sheet.
const maxCorrections = 5

// people are names for sheets, without anyone's.
func person(n int) string {
	first := []string{"Dora", "Rui", "Lia", "Téo", "Nina", "Caio", "Iara", "Davi", "Elza", "Ivo"}
	last := []string{"Prado", "Nunes", "Rocha", "Lima", "Couto", "Reis", "Melo", "Serra"}
	return first[n%len(first)] + " " + last[n/3%len(last)] + " " + last[(n+5)%len(last)]
}

func windows1252(t *testing.T, text string) []byte {
	t.Helper()
	encoded, err := charmap.Windows1252.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func utf16(t *testing.T, text string) []byte {
	t.Helper()
	encoded, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func lines(rows int, head string, row func(n int) string) string {
	var text strings.Builder
	text.WriteString(head)
	for n := range rows {
		text.WriteString(row(n))
	}
	return text.String()
}

// Ten sheets as associations keep them go in with a few corrections: columns by hand, decisions about kinds of problems, cells.
func TestLayouts(t *testing.T) {
	t.Parallel()
	type layout struct {
		name    string
		file    string
		kind    imports.Kind
		content func(t *testing.T) []byte
		// columns are corrections by title, decisions those of kinds of problems.
		columns   map[string]string
		decisions map[string]cells.Action
		// want is the number of new records, patients of new patients; check returns true for what one person has.
		want, patients int
		check          string
	}
	number := func(n int) int { return 5000 + n }
	for i, one := range []layout{
		{name: "title rows, text in phones, a total", file: "a.csv", kind: imports.Associates, want: 30, content: func(t *testing.T) []byte {
			return windows1252(t, lines(30, "Associação Esperança;;;;\nCadastro geral - atualizado em 01/10/2025;;;;\n;;;;\nNome completo;CPF;Nasc.;fone / whats;OBS\n", func(n int) string {
				return fmt.Sprintf("%s;%s;%02d/03/1970;(48) 9991%d-22%02d (recado com a irmã);ligar à tarde\n", strings.ToUpper(person(n)),
					cpf(number(n)), n%28+1, n%10, n)
			})+"TOTAL;30;;;\n")
		}, check: `associate_name = 'Dora Prado Reis' and annotations::text like '%recado com a irmã%'`},
		{name: "dates and CPFs as numbers of Excel", file: "b.xlsx", kind: imports.Associates, want: 25, content: func(t *testing.T) []byte {
			rows := [][]any{{"Nome", "CPF", "Nascimento", "Celular", "CEP"}}
			for n := range 25 {
				rows = append(rows, []any{person(n), int64(10_000_000_000 + n), 25_000 + n, 48999120000 + n, 88010000 + n})
				rows[n+1][1] = numberOf(cpf(number(n)))
			}
			return workbook(t, rows)
		}, check: `associate_name = 'Dora Prado Reis' and birth_date = '1968-06-11' and phone = '48999120000' and cep = '88010000'`},
		{name: "two names in one cell", file: "c.csv", kind: imports.Associates, want: 12,
			decisions: map[string]cells.Action{"two_people:name": cells.Fix}, content: func(*testing.T) []byte {
				return []byte(lines(10, "Titular,CPF titular,E-mail\n",
					func(n int) string { return fmt.Sprintf("%s,%s,t%d@exemplo.org.br\n", person(n), cpf(number(n)), n) }) +
					"Ana e Pedro Melo," + cpf(6001) + ",anapedro@exemplo.org.br\nLia Rocha / Rui Rocha," + cpf(6002) + ",\n")
			}, check: `associate_name = 'Ana Melo'`},
		{name: "tabs in UTF-16, a family in several rows", file: "d.txt", kind: imports.Associates, want: 10, patients: 20,
			content: func(t *testing.T) []byte {
				return utf16(t, lines(20, "Responsável\tCPF do responsável\tPaciente\tNasc. pac.\tParentesco\n", func(n int) string {
					return fmt.Sprintf("%s\t%s\tFilho%c de Prado\t12/03/2017\tfilho\n", person(n/2), cpf(number(n/2)), 'A'+rune(n%2))
				}))
			}, check: `name = 'FilhoA' and relationship = 'filho'`},
		{name: "blank rows and titles on each page", file: "e.csv", kind: imports.Associates, want: 20, content: func(*testing.T) []byte {
			return []byte(lines(20, "Nome|CPF|Cidade/UF|End.\n", func(n int) string {
				page := ""
				if n%7 == 6 {
					page = "|||\n\nNome|CPF|Cidade/UF|End.\n"
				}
				return page + fmt.Sprintf("%s|%s|São José - SC|Rua das Flores, %d ap 32\n", person(n), cpf(number(n)), n+1)
			}))
		}, check: `associate_name = 'Dora Prado Reis' and city = 'São José' and state = 'SC' and number = '1' and complement = 'ap 32'`},
		{name: "a situation in words, colours for meaning", file: "f.csv", kind: imports.Associates, want: 18,
			columns: map[string]string{"Cód": ""}, content: func(*testing.T) []byte {
				return []byte(lines(18, "Cód;Associado;CPF;Status;Desde\n", func(n int) string {
					return fmt.Sprintf("%d;%s;%s;%s;01/02/2020\n", n, person(n), cpf(number(n)), []string{"ATIVO", "Em cadastro", "ativo"}[n%3])
				}))
			}, check: `associate_name = 'Dora Prado Reis' and status = 'Associado' and date_created::date = '2020-02-01'`},
		{name: "pets and the associate themself", file: "g.csv", kind: imports.Associates, want: 12, patients: 8,
			content: func(*testing.T) []byte {
				return []byte(lines(12, "Nome do associado;CPF;Paciente;Diagnóstico\n", func(n int) string {
					return fmt.Sprintf("%s;%s;%s;F84.0\n", person(n), cpf(number(n)), []string{"o próprio", "Pipoca - gata", "Theo (neto)"}[n%3])
				}))
			}, check: `name = 'Pipoca' and species = 'gata' and health_condition = 'F84.0'`},
		{name: "addresses in parts, month before day", file: "h.csv", kind: imports.Associates, want: 15, content: func(*testing.T) []byte {
			return []byte(lines(15, "\"Nome\",\"CPF\",\"Data de nascimento\",\"Rua\",\"Número\",\"Bairro\",\"Cidade\",\"UF\",\"CEP\"\n",
				func(n int) string {
					return fmt.Sprintf("\"%s\",\"%s\",\"03/%02d/1980\",\"Rua XV, fundos\",\"%d\",\"Centro\",\"Lages\",\"Santa Catarina\",\"88501-000\"\n",
						person(n), cpf(number(n)), n+13, n)
				}))
		}, check: `associate_name = 'Dora Prado Reis' and birth_date = '1980-03-13' and state = 'SC' and street = 'Rua XV, fundos'`},
		{name: "several sheets, the first one empty", file: "i.xlsx", kind: imports.Associates, want: 14, content: func(t *testing.T) []byte {
			rows := [][]any{{"Lista de sócios"}, {}, {"Sócio", "CPF", "E-mail", "Telefone"}}
			for n := range 14 {
				rows = append(rows, []any{person(n), cpf(number(n)), "não tem", "48 3222-1010 / 48 99912-0034"})
			}
			return workbook(t, [][]any{}, rows, [][]any{{"Resumo"}, {"Total", 14}})
		}, columns: map[string]string{"Sócio": "name"}, check: `associate_name = 'Dora Prado Reis' and phone_secondary = '48999120034'`},
		{name: "prices with R$ and thousands", file: "j.csv", kind: imports.Products, want: 9, columns: map[string]string{"Cod. int.": "code"},
			content: func(t *testing.T) []byte {
				return windows1252(t, lines(9, "TABELA DE PREÇOS 2025;;;\nCod. int.;Descrição do produto;Valor R$;Peso\n", func(n int) string {
					return fmt.Sprintf("P-%d;Óleo %d mg;R$ 1.%03d,50;%d\n", n, n*100, n*10+200, n+50)
				})+";;;\nTotal geral;;R$ 10.000,00;\n")
			}, decisions: map[string]cells.Action{}},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			corrections := len(one.columns) + len(one.decisions)
			row := b.upload(t, one.kind, one.file, one.content(t))
			if row.State != imports.Columns {
				t.Fatalf("it is %s: %v", row.State, *row.Failure)
			}
			if i == 9 {
				corrections++
				one.columns["Descrição do produto"] = "name"
			}
			row = b.check(t, row, one.columns)
			for kind, action := range one.decisions {
				if err := imports.Decide(t.Context(), b.DB, b.by, imports.DecideInput{ID: row.ID, Kind: kind, Action: action}); err != nil {
					t.Fatal(err)
				}
			}
			if counts := b.counts(t, row.ID); counts.Open() > 0 || counts[staging.LeftOut] > 0 {
				problems, _ := staging.ListProblems(t.Context(), b.DB, row.ID)
				t.Fatalf("the rows are %v, the problems %+v, the columns %+v of %q", counts, problems, row.Columns, row.Headers)
			}
			row = b.run(t, row.ID)
			if row.Created != one.want || row.Patients != one.patients || row.Refused != 0 {
				t.Errorf("it made %d records with %d patients and refused %d; want %d and %d", row.Created, row.Patients, row.Refused, one.want,
					one.patients)
			}
			if one.check != "" && b.number(t, "select count(*) from users where "+one.check) == 0 {
				t.Errorf("nobody is %s; for example %s", one.check, b.text(t, "select to_jsonb(u)::text from users u order by id desc limit 1"))
			}
			if corrections > maxCorrections {
				t.Errorf("it takes %d corrections", corrections)
			}
		})
	}
}

// numberOf is a text of digits as Excel keeps it, without zeros at the start.
func numberOf(digits string) (number int64) {
	for _, digit := range digits {
		number = number*10 + int64(digit-'0')
	}
	return number
}

// errorKinds write a wrong cell into a row of a person: name, CPF, birth date, phone, e-mail, CEP, state, gender, situation,
// patient, patient's birth date, patient's CPF.
func errorKinds() []func(row []string) {
	set := func(at int, value string) func([]string) { return func(row []string) { row[at] = value } }
	return []func(row []string){
		set(0, ""), set(0, "---"), set(0, "Ana e Pedro Melo"), set(0, "Fulano 123"), set(0, "#N/D"), set(0, "=SOMA(B2)"),
		set(0, strings.Repeat("Longo ", 60)),
		set(1, "529.982.247-26"), set(1, "111.111.111-11"), set(1, "12.345.678/0001-95"), set(1, "5,29982E+10"), set(1, "#REF!"),
		set(2, "31/02/1980"), set(2, "01/01/2090"), set(2, "01/01/1850"), set(2, "1971"), set(2, "ontem"), set(2, "#VALOR!"),
		set(3, "9991-2201"), set(3, "123"), set(3, "48 9912-0034"), set(3, "4,899E+10"), set(4, "maria@exemplo"), set(4, "sem arroba.br"),
		set(5, "88010"), set(6, "Marte"), set(7, "Z"), set(9, ""), set(10, "30/02/2017"), set(11, "529.982.247-27"),
	}
}

// manyErrors returns a file with rows, of which every tenth has an error, and the number of rows that must stay out when every
// undecided kind is left out.
func manyErrors(rows int) string {
	random := rand.New(rand.NewPCG(1, 2))
	kinds := errorKinds()
	var text strings.Builder
	text.WriteString("Nome;CPF;Nascimento;Telefone;E-mail;CEP;UF;Sexo;Situação;Paciente;Nasc. pac.;CPF do paciente\n")
	for n := range rows {
		row := []string{fmt.Sprintf("%s %s", person(n), letters(n)), cpf(n), fmt.Sprintf("%02d/%02d/19%02d", n%28+1, n%12+1, n%70+10),
			fmt.Sprintf("48 99%03d-%04d", n/10000, n%10000),
			fmt.Sprintf("p%d@exemplo.org.br", n), "88010-000", "SC", "F", "ATIVO", "Filho de " + letters(n), "12/03/2017", cpf(2_000_000 + n)}
		if n%10 == 9 {
			kinds[random.IntN(len(kinds))](row)
		}
		text.WriteString(strings.Join(row, ";") + "\n")
	}
	return text.String()
}

// letters writes a number in letters, because names with digits are a problem.
func letters(n int) string {
	return strings.Map(func(r rune) rune { return 'a' + r - '0' }, fmt.Sprint(n))
}

// importErrors imports a file of manyErrors and checks that exactly the rows without an error, and those whose errors a
// decision repairs, are there.
func importErrors(t *testing.T, rows, kills int) {
	b := newBench(t)
	row := b.upload(t, imports.Associates, "muitos.csv", []byte(manyErrors(rows)))
	begin := time.Now()
	row = b.check(t, row, nil)
	t.Logf("%d rows were checked in %s", rows, time.Since(begin))
	if row.State != imports.Review {
		t.Fatalf("it is %s: %v", row.State, row.Failure)
	}
	problems, err := staging.ListProblems(t.Context(), b.DB, row.ID)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for _, problem := range problems {
		wrong += problem.Rows
		if problem.Action == "" {
			if err := imports.Decide(t.Context(), b.DB, b.by,
				imports.DecideInput{ID: row.ID, Kind: problem.Kind, Action: cells.LeaveRowOut}); err != nil {
				t.Fatal(err)
			}
		}
	}
	counts := b.counts(t, row.ID)
	if wrong < rows/10*9/10 || counts.Open() > 0 || counts.All() != rows {
		t.Fatalf("%d rows have problems of %d kinds: %v", wrong, len(problems), counts)
	}
	t.Logf("%d problems of %d kinds, %v", wrong, len(problems), counts)
	if _, err := imports.Run(t.Context(), b.DB, b.by, row.ID, false); err != nil {
		t.Fatal(err)
	}
	for kill := range kills {
		b.killDuring(t, row.ID, counts[staging.Create]*(kill+1)/(kills+1))
	}
	begin = time.Now()
	done := b.work(t, row.ID)
	took := time.Since(begin)
	t.Logf("the last %d of %d rows were stored in %s, %.0f rows a second", counts.Entering()/(kills+1), counts.Entering(), took,
		float64(counts.Entering()/(kills+1))/took.Seconds())
	if done.Created != counts[staging.Create] || done.Refused != 0 {
		t.Errorf("the run made %d records and refused %d; the rehearsal said %d; for example %s", done.Created, done.Refused,
			counts[staging.Create],
			b.text(t, "select note || data::text || problems::text from import_rows where import_id = $1 and outcome = 'refused' limit 1", row.ID))
	}
	if there := b.number(t, "select count(*) from users u where status <> 'patient' and id > 100"); there != done.Created {
		t.Errorf("there are %d people, want %d", there, done.Created)
	}
	if doubled := b.number(t, "select count(*) from (select associate_name from users where status <> 'patient' and id > 100 group by 1 having count(*) > 1 and min(associate_cpf) is not distinct from max(associate_cpf)) d"); doubled > 0 {
		t.Errorf("%d names are there twice", doubled)
	}
	if lost := b.number(t, "select count(*) from import_rows where import_id = $1 and outcome = 'created' and not exists (select from users u where u.id = record_id and u.associate_name = data ->> 'name')", row.ID); lost > done.Created/10 {
		t.Errorf("%d rows lead to another person", lost)
	}
	if patients := b.number(t, "select count(*) from users where status = 'patient' and id > 100"); patients != done.Patients {
		t.Errorf("there are %d patients, want %d", patients, done.Patients)
	}
}

func TestImport_ManyErrors(t *testing.T) {
	t.Parallel()
	importErrors(t, 1500, 1)
}
