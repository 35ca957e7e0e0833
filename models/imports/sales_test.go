package imports_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// buyers stores associates for the sheets of orders and services, and returns their first id.
func (b bench) buyers(t *testing.T, count int) {
	t.Helper()
	var file strings.Builder
	file.WriteString("Nome;CPF;E-mail\n")
	for n := range count {
		fmt.Fprintf(&file, "Compradora %c Serra;%s;b%d@exemplo.org.br\n", "ABCDFGHIJKLMNOPQRSTUVXYZ"[n], cpf(n), n)
	}
	row := b.upload(t, imports.Associates, "compradores.csv", []byte(file.String()))
	if row = b.run(t, b.check(t, row, nil).ID); row.Created != count {
		t.Fatalf("%d of %d people are there", row.Created, count)
	}
	if _, err := b.Pool.Exec(t.Context(), `insert into products (code, name, price, active, tags) values
		('OLEO-X', 'Óleo de teste 10 mg', 100, true, '[]'), ('CREME-X', 'Creme de teste', 40.50, true, '[]')`); err != nil {
		t.Fatal(err)
	}
}

// decide sends what a person decides about kinds of problems, and fails if rows are still open.
func (b bench) decide(t *testing.T, row imports.Import, actions map[string]cells.Action) staging.Counts {
	t.Helper()
	for kind, action := range actions {
		if err := imports.Decide(t.Context(), b.DB, b.by, imports.DecideInput{ID: row.ID, Kind: kind, Action: action}); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	counts := b.counts(t, row.ID)
	if counts.Open() > 0 {
		problems, _ := staging.ListProblems(t.Context(), b.DB, row.ID)
		t.Fatalf("the rows are %v, the problems %+v, the columns %+v of %q", counts, problems, row.Columns, row.Headers)
	}
	return counts
}

// quiet reports an error if anyone was written to, called, or anything moved in the stock.
func (b bench) quiet(t *testing.T) {
	t.Helper()
	for _, table := range []string{"mails", "status_mails", "webhook_outbox", "stock_movements"} {
		if count := b.number(t, "select count(*) from "+table); count > 0 {
			t.Errorf("%d rows are in %s", count, table)
		}
	}
}

// Sheets of orders and services as associations keep them become what they say, with the numbers of the rehearsal, and undoing
// them leaves nothing.
func TestSales_Layouts(t *testing.T) {
	t.Parallel()
	type layout struct {
		name, file string
		kind       imports.Kind
		content    func(t *testing.T) []byte
		columns    map[string]string
		decisions  map[string]cells.Action
		// created and further are the numbers of records and of their further lines.
		created, further int
		// checks are true for one record each.
		checks []string
	}
	for _, one := range []layout{
		{name: "a row for each item, blank cells below the first", file: "a.xlsx", kind: imports.Orders, created: 2, further: 2,
			decisions: map[string]cells.Action{"unknown_product:product_name": cells.Keep},
			content: func(t *testing.T) []byte {
				return workbook(t, [][]any{{"Vendas de 2024"}, {"Nº Pedido", "Data", "CPF", "Produto", "Qtde", "Valor unit.", "Frete", "Status", "Forma de pagamento"},
					{"1001", "04/11/2024", cpf(0), "óleo de teste 10 MG", 2, "R$ 110,00", "R$ 20,00", "ENTREGUE", "PIX"},
					{"", "", "", "Creme de teste", 1, "40,50", "", "", ""},
					{"1002", "05/11/2024", cpf(1), "Pomada antiga", 3, "10", "", "Postado", "Cartão"},
					{"", "", "", "OLEO-X", 1, "100", "", "", ""}})
			}, checks: []string{
				`user_id = (select id from users where email_account = 'b0@exemplo.org.br') and jsonb_array_length(items) = 2 and status = 'Entregue'
					and items -> 0 ->> 'code' = 'OLEO-X' and delivery_price = 20 and payment_method = 'pix' and amount_received = total and paid_at is not null
					and date_created = '2024-11-04 15:00Z' and info = 'Pedido 1001 da planilha.'`,
				`jsonb_array_length(items) = 2 and status = 'Enviado' and payment_method = 'credit_card' and total = 130 and items -> 0 ->> 'name' = 'Pomada antiga'
					and items -> 1 ->> 'code' = 'OLEO-X'`,
			}},
		{name: "an order in each row, by name, with a total alone", file: "b.csv", kind: imports.Orders, created: 3,
			content: func(t *testing.T) []byte {
				return windows1252(t, "Cliente;Data da compra;Valor total;Pagamento;Obs\n"+
					"compradora a serra;01/02/2024;R$ 1.250,00;pago;retirou na sede\n"+
					"COMPRADORA B SERRA;15-mar-24;80;não;\nCompradora C Serra;2024-03-20;0,00;sim;doação\n;;R$ 1.330,00;;\nTotal;;1330;;\n")
			}, checks: []string{
				`total = 1250 and status = 'Pago' and info = 'retirou na sede' and items -> 0 ->> 'name' = 'Itens não detalhados' and items -> 0 ->> 'quantity' = '1'`,
				`total = 80 and status = 'Aguardando pagamento' and paid_at is null and amount_received is null`,
			}},
		{name: "a total that differs, discounts, an order that is left out", file: "c.csv", kind: imports.Orders, created: 3, further: 1,
			decisions: map[string]cells.Action{"sale_total:total": cells.Keep, "sale_phase:status": cells.Fix}, content: func(*testing.T) []byte {
				return []byte("Pedido,E-mail,Data,Cod produto,Qtd,Total do item,Desconto,Total do pedido,Situação\n" +
					"7,b0@exemplo.org.br,02/01/2025,OLEO-X,2,\"200,00\",\"10,00\",\"180,00\",Finalizado\n" +
					"8,b1@exemplo.org.br,03/01/2025,CREME-X,1,\"40,50\",,\"281,00\",cancelado\n" +
					"8,b1@exemplo.org.br,03/01/2025,OLEO-X,3,\"200,00\",,\"281,00\",cancelado\n" +
					"9,b2@exemplo.org.br,03/01/2025,OLEO-X,1,\"100,00\",,,\n" +
					"10,ninguem@exemplo.org.br,03/01/2025,OLEO-X,1,100,,,Entregue\n10,,03/01/2025,CREME-X,1,40,,,Entregue\n")
			}, checks: []string{
				`total = 180 and discount = 10 and custom_payment -> 0 ->> 'item' = 'Diferença da planilha' and (custom_payment -> 0 ->> 'value')::numeric = 10`,
				`total = 281 and status = 'Cancelado' and paid_at is null and items -> 1 ->> 'name' = 'Óleo de teste 10 mg (3 unidades)' and items -> 1 ->> 'quantity' = '1'
					and (custom_payment -> 0 ->> 'value')::numeric = -40.50`,
				`total = 100 and status = 'Entregue'`,
			}},
		{name: "appointments with the time in the date", file: "d.csv", kind: imports.Services, created: 2, content: func(*testing.T) []byte {
			return []byte("Data e hora;Médico;Nome do associado;Paciente;Valor;Pago\n" +
				"04/11/2024 14h30;Dra. " + dbtest.DraRenata.Name + ";Compradora A Serra;Theo;R$ 250,00;sim\n" +
				"05/11/2024 09:00;" + dbtest.DraRenata.Name + ";Compradora B Serra;;100;não\n")
		}, checks: []string{
			`consultation_date = '2024-11-04 17:30Z' and price = 250 and status = 'Pagamento Concluído' and patient_name = 'Theo' and associate_name = 'Compradora A Serra'
				and service_code like 'S-%' and paid_at is not null and date_created = consultation_date`,
			`consultation_date = '2024-11-05 12:00Z' and status = 'Aguardando Pagamento' and paid_at is null`,
		}},
		{name: "appointments with numbers of Excel, codes and a column of hours", file: "e.xlsx", kind: imports.Services, created: 2,
			decisions: map[string]cells.Action{"sale_payment:status": cells.Fix}, content: func(t *testing.T) []byte {
				return workbook(t, [][]any{{"Código do serviço", "Data", "Hora", "Profissional", "CPF", "Valor pago"},
					{"C-1", 45600, "0.604166667", dbtest.DraRenata.Name, numberOf(cpf(0)), 90}, {"C-2", 45601, "8h", dbtest.DraRenata.Name, numberOf(cpf(1)), ""},
					{"C-3", 45601, "9h", "Quem não existe", numberOf(cpf(1)), 50}})
			}, checks: []string{`service_code = 'C-1' and consultation_date = '2024-11-04 17:30Z' and price_paid = 90 and status = 'Pagamento Concluído'`,
				`service_code = 'C-2' and status = 'Pagamento Concluído'`}},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.buyers(t, 3)
			table := string(one.kind)
			before := b.number(t, "select count(*) from "+table)
			row := b.upload(t, one.kind, one.file, one.content(t))
			if row.State != imports.Columns {
				t.Fatalf("it is %s: %v", row.State, *row.Failure)
			}
			row = b.check(t, row, one.columns)
			counts := b.decide(t, row, one.decisions)
			if counts[staging.Create] != one.created || counts[staging.Attach] != one.further {
				problems, _ := staging.ListProblems(t.Context(), b.DB, row.ID)
				t.Errorf("the rehearsal says %v, want %d and %d; %+v", counts, one.created, one.further, problems)
			}
			row = b.run(t, row.ID)
			if row.Created != one.created || row.Joined != one.further || row.Refused != 0 {
				t.Errorf("it made %d records with %d further lines and refused %d: %s", row.Created, row.Joined, row.Refused,
					b.text(t, "select coalesce(string_agg(note, '; '), '') from import_rows where import_id = $1 and outcome = 'refused'", row.ID))
			}
			for _, check := range one.checks {
				if b.number(t, "select count(*) from "+table+" where id > $1 and "+check, 0) != 1 {
					t.Errorf("none is %s; there are %s", check, b.text(t, "select coalesce(string_agg(to_jsonb(r)::text, E'\n' order by id), '') from (select * from "+table+" order by id desc limit 4) r"))
				}
			}
			b.quiet(t)
			if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
				t.Fatal(err)
			}
			row = b.work(t, row.ID)
			if after := b.number(t, "select count(*) from "+table); row.State != imports.Undone || row.Kept != 0 || after != before {
				t.Errorf("undone is %+v with %d records, want %d", row, after, before)
			}
			b.quiet(t)
		})
	}
}

// What a person must know about an order is a problem in words: two people of one name, another one's order, a second import.
func TestSales_Problems(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.buyers(t, 2)
	if _, err := b.Pool.Exec(t.Context(), "update users set associate_name = 'Compradora Igual Serra' where email_account in ('b0@exemplo.org.br', 'b1@exemplo.org.br')"); err != nil {
		t.Fatal(err)
	}
	sheet := "Pedido;CPF;Associado;Data;Produto;Qtd;Valor unit.;Fase;Pago\n" +
		"1;;Compradora Igual Serra;01/02/2024;OLEO-X;1;100;Entregue;\n" +
		"2;" + cpf(0) + ";;01/02/2024;OLEO-X;1;100;Entregue;\n2;" + cpf(1) + ";;01/02/2024;OLEO-X;1;100;Entregue;\n" +
		"3;" + cpf(0) + ";;01/02/2024;OLEO-X;1;;Entregue;\n" +
		"4;" + cpf(0) + ";;02/02/2024;OLEO-X;0;100;Entregue;\n" +
		"5;" + cpf(0) + ";;03/02/2024;OLEO-X;2;100;Enviado;não\n" +
		"6;" + cpf(0) + ";;04/02/2024;OLEO-X;2;100;Enviado;\n6;" + cpf(0) + ";;05/02/2024;OLEO-X;1;100;;\n" +
		"7;" + cpf(1) + ";;06/02/2024;OLEO-X;1;100;Entregue;\n" +
		// An order without one of its lines would be another one.
		"8;" + cpf(1) + ";;07/02/2024;OLEO-X;1;100;Entregue;\n8;" + cpf(1) + ";;07/02/2024;CREME-X;1;;Entregue;\n"
	row := b.upload(t, imports.Orders, "pedidos.csv", []byte(sheet))
	row = b.check(t, row, nil)
	problems, err := staging.ListProblems(t.Context(), b.DB, row.ID)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, problem := range problems {
		got[problem.Kind] = problem.FirstLine
	}
	want := map[string]int{"several_people": 2, "sale_people": 3, "missing:amount": 5, "sale_refused:quantity": 6,
		"sale_unpaid:paid": 7, "sale_values:date": 8}
	for kind, line := range want {
		if got[kind] != line {
			t.Errorf("%s is at line %d, want %d, of %v", kind, got[kind], line, got)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the problems are %v", got)
	}
	counts := b.decide(t, row, map[string]cells.Action{"sale_unpaid:paid": cells.Keep, "sale_values:date": cells.Keep})
	if counts[staging.Create] != 3 || counts[staging.Attach] != 1 || counts[staging.LeftOut] != 7 {
		t.Errorf("the rehearsal says %v", counts)
	}
	row = b.run(t, row.ID)
	if row.Created != 3 || row.Refused != 0 {
		t.Errorf("the run made %+v", row)
	}
	// An order that others have worked with stays, with all its lines.
	if _, err := b.Pool.Exec(t.Context(), `insert into order_changes (order_id, action, actor_kind) select record_id, 'update', 'system' from import_rows
		where import_id = $1 and line = 8`, row.ID); err != nil {
		t.Fatal(err)
	}
	if built, count, err := imports.ListBuilt(t.Context(), b.DB, row); err != nil || count != 1 || !strings.HasPrefix(built[0].Name, "pedido ") {
		t.Errorf("built on are %v, %d (%v)", built, count, err)
	}
	// The same file once more holds nothing that goes in by itself.
	again := b.upload(t, imports.Orders, "pedidos.csv", []byte(sheet))
	again = b.check(t, again, nil)
	if counts := b.counts(t, again.ID); counts[staging.Create] != 0 {
		t.Errorf("again it would make %v", counts)
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	if row = b.work(t, row.ID); row.Undone != 2 || row.Kept != 2 {
		t.Errorf("undone are %d, and %d stay", row.Undone, row.Kept)
	}
}

// Webhooks are called only if they were requested.
func TestSales_Webhooks(t *testing.T) {
	t.Parallel()
	for _, wanted := range []bool{false, true} {
		b := newBench(t)
		b.buyers(t, 1)
		if _, err := b.Pool.Exec(t.Context(), `create or replace function webhook_listens(table_name name, operation text) returns boolean language sql stable as 'select true'`); err != nil {
			t.Fatal(err)
		}
		// The database knows only its own clock.
		b.worker.Now, b.by = time.Now, b.by.At(time.Now())
		today := dbtest.Day(0)
		row := b.upload(t, imports.Orders, "p.csv", []byte("CPF;Data;Total;Pago\n"+cpf(0)+";"+today+";10;não\n"))
		row = b.check(t, row, nil)
		b.decide(t, row, nil)
		if _, err := imports.Run(t.Context(), b.DB, b.by, row.ID, wanted); err != nil {
			t.Fatal(err)
		}
		if row = b.work(t, row.ID); row.Created != 1 {
			t.Fatalf("it is %+v", row)
		}
		if called := b.number(t, "select count(*) from webhook_outbox where table_name = 'orders'") > 0; called != wanted {
			t.Errorf("with %t the webhooks were called: %t", wanted, called)
		}
		if out, err := staging.ListOut(t.Context(), b.DB, row.ID); err != nil || len(out) != 0 {
			t.Errorf("left out are %v (%v)", out, err)
		}
		if letters := b.number(t, "select count(*) from status_mails"); letters != 0 {
			t.Errorf("%d letters wait", letters)
		}
	}
}

// Orders whose job is killed in the middle go on without a double order or item, and so does their undo.
func TestKill_Orders(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const count, people = 700, 20
	b.buyers(t, people)
	before := b.number(t, "select count(*) from orders")
	var file strings.Builder
	file.WriteString("Pedido;CPF;Data;Produto;Qtd;Valor unit.;Fase\n")
	for n := range count {
		for item := range 1 + n%3 {
			fmt.Fprintf(&file, "%d;%s;%s;OLEO-X;%d;%d,00;Entregue\n", n, cpf(n%people), time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n).Format("02/01/2006"),
				item+1, n%50+1)
		}
	}
	row := b.upload(t, imports.Orders, "muitos.csv", []byte(file.String()))
	row = b.check(t, row, nil)
	if counts := b.decide(t, row, nil); counts[staging.Create] != count || counts.Entering() != row.Total {
		t.Fatalf("the rows are %v", counts)
	}
	if _, err := imports.Run(t.Context(), b.DB, b.by, row.ID, false); err != nil {
		t.Fatal(err)
	}
	for kill := range 3 {
		b.killAt(t, row.ID, cut{"orders", "true", "insert", before + 150*(kill+1)})
	}
	row = b.work(t, row.ID)
	if row.State != imports.Done || row.Created != count || row.Created+row.Joined != row.Total {
		t.Errorf("after three kills it is %+v", row)
	}
	if orders, items := b.number(t, "select count(*) from orders")-before, b.number(t, "select sum(jsonb_array_length(items)) from orders where id in (select record_id from import_rows where import_id = $1 and outcome = 'created')",
		row.ID); orders != count || items != row.Total {
		t.Errorf("there are %d orders with %d items, want %d with %d", orders, items, count, row.Total)
	}
	if _, err := imports.Undo(t.Context(), b.DB, b.by, row.ID); err != nil {
		t.Fatal(err)
	}
	for kill := range 3 {
		b.killAt(t, row.ID, cut{"orders", "true", "delete", before + count - 150*(kill+1)})
	}
	row = b.work(t, row.ID)
	if after := b.number(t, "select count(*) from orders"); row.State != imports.Undone || row.Undone != row.Total || after != before {
		t.Errorf("after three kills of the undo it is %+v with %d orders, want %d", row, after, before)
	}
}

// The template of each kind says by its own titles where its columns go, and its example is what the kind takes.
func TestTemplates_Columns(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, kind := range imports.Kinds() {
		var file bytes.Buffer
		err := imports.WriteTemplate(&file, kind, "csv")
		if !kind.IsSheet() {
			if !errs.HasCode(err, errs.CodeNotFound) {
				t.Errorf("a template of %s: %v", kind, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		row := b.upload(t, kind, "modelo.csv", file.Bytes())
		if row.State != imports.Columns {
			t.Errorf("the template of %s is %s: %v", kind, row.State, texts.Of(row.Failure))
			continue
		}
		for at, field := range kind.Fields() {
			// A column of cities is taken by that of cities with states.
			if row.Columns[at].Field != field.Name && field.Name != "city" {
				t.Errorf("%s: %q goes to %q, want %q", kind, row.Title(at), row.Columns[at].Field, field.Name)
			}
		}
	}
}

// A coming appointment at a taken time is a problem before the run, while overlaps are refused; a past one is none.
func TestSales_TakenTime(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.buyers(t, 1)
	if _, err := b.Pool.Exec(t.Context(), "insert into system_configs (system, key, value) values ('services', 'block_overlap', 'true')"); err != nil {
		t.Fatal(err)
	}
	coming := dbtest.Today.AddDate(0, 0, 5).Format("02/01/2006")
	sheet := "Data;Hora;Profissional;CPF;Valor;Pago\n" + coming + ";10:00;" + dbtest.DraRenata.Name + ";" + cpf(0) + ";100;não\n"
	row := b.upload(t, imports.Services, "a.csv", []byte(sheet))
	if row = b.run(t, b.check(t, row, nil).ID); row.Created != 1 {
		t.Fatalf("it is %+v", row)
	}
	later := strings.Replace(sheet, "10:00", "10:30", 1) + "04/11/2024;10:30;" + dbtest.DraRenata.Name + ";" + cpf(0) + ";100;sim\n"
	row = b.check(t, b.upload(t, imports.Services, "b.csv", []byte(later)), nil)
	if counts := b.counts(t, row.ID); counts[staging.LeftOut] != 1 || counts[staging.Create] != 1 {
		t.Errorf("the rows are %v", counts)
	}
	if row = b.run(t, row.ID); row.Created != 1 || row.Refused != 0 {
		t.Errorf("the run made %+v", row)
	}
	b.quiet(t)
}

// Of coming appointments of one file that overlap, the later line is a problem before the run, unless the earlier one is none itself.
func TestSales_TimeTakenInFile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.buyers(t, 1)
	if _, err := b.Pool.Exec(t.Context(), "insert into system_configs (system, key, value) values ('services', 'block_overlap', 'true')"); err != nil {
		t.Fatal(err)
	}
	lines := "Data;Hora;Profissional;CPF;Valor;Pago\n"
	for _, time := range []string{"10:00", "10:30", "11:00", "11:59", "12:00"} {
		lines += dbtest.Today.AddDate(0, 0, 5).Format("02/01/2006") + ";" + time + ";" + dbtest.DraRenata.Name + ";" + cpf(0) + ";100;não\n"
	}
	row := b.check(t, b.upload(t, imports.Services, "a.csv", []byte(lines)), nil)
	if counts := b.counts(t, row.ID); counts[staging.LeftOut] != 2 || counts[staging.Create] != 3 {
		t.Errorf("the rows are %v", counts)
	}
	if row = b.run(t, row.ID); row.Created != 3 || row.Refused != 0 {
		t.Errorf("the run made %+v", row)
	}
	b.quiet(t)
}
