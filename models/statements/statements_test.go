package statements_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/statements"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// ofx is a statement as banks write it, each line a day, an amount, a number, a name and a memo.
func ofx(lines ...[5]string) []byte {
	text := "OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>4821-7</BANKACCTFROM><BANKTRANLIST>\n"
	for _, l := range lines {
		text += fmt.Sprintf("<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>%s100000[-3:BRT]\n<TRNAMT>%s\n<FITID>%s\n<NAME>%s\n<MEMO>%s\n</STMTTRN>\n", l[0],
			l[1], l[2], l[3], l[4])
	}
	return []byte(text + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>")
}

func imported(t *testing.T, tx *db.DB, content []byte) statements.Overview {
	t.Helper()
	by := dbtest.Fernando.Caller()
	statement, err := statements.Import(t.Context(), tx, by, "extrato.ofx", content)
	if err != nil {
		t.Fatal(err)
	}
	return overview(t, tx, statement.ID)
}

func overview(t *testing.T, tx *db.DB, id int64) statements.Overview {
	t.Helper()
	found, err := statements.Of(t.Context(), tx, dbtest.Fernando.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The forms in which banks and spreadsheets write an entry.
func TestImport_Forms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content string
		want    []string
	}{
		"OFX in SGML": {string(ofx([5]string{"20261123", "389.90", "1", "JO\xc3O &amp; FILHOS", "Pix"})),
			[]string{"2026-11-23 389.90 JOÃO & FILHOS"}},
		"OFX in XML": {"<?xml version=\"1.0\"?><OFX><STMTTRN><DTPOSTED>20261122</DTPOSTED><TRNAMT>-1200,5</TRNAMT><MEMO>Aluguel</MEMO></STMTTRN></OFX>", []string{"2026-11-22 -1200.50 Aluguel"}},
		"semicolons": {"Extrato de novembro\nData;Histórico;Documento;Valor\n23/11/2026;Pix recebido Ana;7;\"R$ 1.234,56\"\n24/11/2026;Tarifa;8;-10,00\nSaldo;;;\n", []string{"2026-11-23 1234.56 Pix recebido Ana", "2026-11-24 -10.00 Tarifa"}},
		"commas":     {"date,title,amount\n2026-11-20,Maria,85.00\n", []string{"2026-11-20 85.00 Maria"}},
		"two columns": {"Data\tDescrição\tCrédito\tDébito\n20/11/2026\tMaria\t85,00\t\n21/11/2026\tLuz\t\t120,00\n",
			[]string{"2026-11-20 85.00 Maria", "2026-11-21 -120.00 Luz"}},
		"signs after": {"Data;Descricao;Valor\n20/11/2026;Luz;120,00 D\n20/11/2026;Maria;85,00 C\n20/11/2026;Gás;(30,00)\n",
			[]string{"2026-11-20 -120.00 Luz", "2026-11-20 85.00 Maria", "2026-11-20 -30.00 Gás"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := imported(t, dbtest.New(t).DB, []byte(c.content))
			var got []string
			for _, entry := range found.Out {
				got = append(got, fmt.Sprintf("%s %s %s", entry.Day, entry.Amount, entry.Name))
			}
			for _, proposal := range slices.Concat(found.Sure, found.Open, found.Alone) {
				got = append(got, fmt.Sprintf("%s %s %s", proposal.Entry.Day, proposal.Entry.Amount, proposal.Entry.Name))
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

// A hostile file is refused or read in part; nothing fails.
func FuzzImport(f *testing.F) {
	for _, seed := range []string{"", "<OFX>", "<OFX><STMTTRN><TRNAMT>1e999999999<DTPOSTED>20261123</STMTTRN>",
		strings.Repeat("<OFX><STMTTRN>", 9_000), "Data;Nome;Valor\n\"", "Data;Nome;Valor\n99/99/9999;x;--1\n", "\x00\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if _, err := statements.Import(t.Context(), nil, auth.Caller{}, "x", content); err == nil {
			t.Error("a stranger imported")
		}
		statements.Parse(content)
	})
}

// One file enters once; another one with the same entries brings the new ones alone. Other roles may not.
func TestImport_Twice(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	first := ofx([5]string{"20261122", "10.00", "1", "Maria Souza", ""}, [5]string{"20261122", "10.00", "", "Maria Souza", ""},
		[5]string{"20261122", "10.00", "", "Maria Souza", ""})
	if found := imported(t, tx, first); len(found.Alone) != 3 {
		t.Errorf("%d entries, want 3", len(found.Alone))
	}
	by := dbtest.Fernando.Caller()
	if _, err := statements.Import(t.Context(), tx, by, "x", first); !errs.HasCode(err, errs.CodeConflict) ||
		!strings.Contains(err.Error(), "Este extrato já entrou em") {
		t.Errorf("again: %v", err)
	}
	more := ofx([5]string{"20261122", "10.00", "1", "Maria Souza", ""}, [5]string{"20261123", "20.00", "2", "Ana", ""})
	if found := imported(t, tx, more); len(found.Alone) != 1 || found.Alone[0].Entry.Name != "Ana" {
		t.Errorf("the second file brought %+v", found.Alone)
	}
	for _, other := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Renata} {
		if _, err := statements.Import(t.Context(), tx, other.Caller(), "x", ofx([5]string{"20261122", "1.00", "9", "B", ""})); !errs.HasCode(err,
			errs.CodeForbidden) {
			t.Errorf("%s: %v", other.Role, err)
		}
	}
}

// The sure ones are marked together through the verbs of orders and payments, and all is undone with a reason.
func TestConfirm_AndUndo(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	by := dbtest.Fernando.Caller()
	if err := tx.Exec("update services set price = 180 where id = 2").Error; err != nil {
		t.Fatal(err)
	}
	today := dbtest.Today.Format("20060102")
	content := ofx([5]string{today, "280.00", "1", "X", "Pix PEDIDO2"}, [5]string{today, "180.00", "2", "Joao Conceicao", "TED"},
		[5]string{today, "275.00", "3", "JOAO DA CONCEICAO", ""})
	found := imported(t, tx, content)
	if len(found.Sure) != 2 || len(found.Open) != 1 || len(found.Open[0].Options) != 1 {
		t.Fatalf("%d sure, open %+v", len(found.Sure), found.Open)
	}
	id := found.Statement.ID
	near := statements.Choice{EntryID: found.Open[0].Entry.ID, Key: found.Open[0].Options[0].Key()}
	if err := statements.Confirm(t.Context(), tx, by, id, near); !errs.HasCode(err, statements.CodeDiffers) ||
		!strings.Contains(err.Error(), "Faltam R$") {
		t.Errorf("another value: %v", err)
	}
	var ids []int64
	for _, proposal := range found.Sure {
		ids = append(ids, proposal.Entry.ID)
	}
	if done, err := statements.ConfirmSure(t.Context(), tx, by, id, ids); err != nil || done != 2 {
		t.Fatalf("%d, %v", done, err)
	}
	if _, err := statements.ConfirmSure(t.Context(), tx, by, id, ids); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("twice: %v", err)
	}
	count := func(where string) (count int) {
		t.Helper()
		if err := tx.Raw("select (select count(*) from orders where " + where + ") ").Scan(&count).Error; err != nil {
			t.Fatal(err)
		}
		return count
	}
	if count("id = 2 and status = 'Pago' and payment_method = 'pix' and paid_on = '"+dbtest.Today.Format(time.DateOnly)+"' and amount_received = 280") != 1 {
		t.Error("the order is not paid as the statement says")
	}
	near.Anyway = true
	if err := statements.Confirm(t.Context(), tx, by, id, near); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("a paid order is paid again: %v", err)
	}
	if _, err := statements.Undo(t.Context(), tx, by, id, " "); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("without a reason: %v", err)
	}
	if err := tx.Exec("update orders set status = 'Enviado' where id = 2").Error; err != nil {
		t.Fatal(err)
	}
	if _, err := statements.Undo(t.Context(), tx, by, id, "arquivo errado"); !errs.HasCode(err, errs.CodeConflict) ||
		!strings.Contains(err.Error(), "nº 2") {
		t.Errorf("an order that went on: %v", err)
	}
	if err := tx.Exec("update orders set status = 'Pago' where id = 2").Error; err != nil {
		t.Fatal(err)
	}
	if undone, err := statements.Undo(t.Context(), tx, by, id, "arquivo errado"); err != nil || undone != 2 {
		t.Fatalf("%d, %v", undone, err)
	}
	if count("id = 2 and status = 'Aguardando pagamento' and payment_method is null") != 1 {
		t.Error("the order is still paid")
	}
	if again := imported(t, tx, content); len(again.Sure) != 2 {
		t.Errorf("after the undo %d are sure", len(again.Sure))
	}
}

// What is not sure: two orders that it may be, two entries for one order, a name that only resembles, a number that says
// otherwise, a day before the order.
func TestPropose_Doubts(t *testing.T) {
	t.Parallel()
	day := civil.MustParse("2026-11-23")
	entry := func(name, memo, amount string) statements.Entry {
		return statements.Entry{ID: 1, Day: day, Name: name, Memo: memo, Amount: money.MustParse(amount)}
	}
	debt := func(id int64, name, amount string) statements.Debt {
		return statements.Debt{OrderID: id, Name: name, Amount: money.MustParse(amount), Since: day.Add(0, 0, -3)}
	}
	late := debt(7, "Ana Souza", "50.00")
	late.Since = day.Add(0, 0, 1)
	for name, c := range map[string]struct {
		entries []statements.Entry
		debts   []statements.Debt
		options int
		sure    bool
	}{
		"name and value": {[]statements.Entry{entry("Fatima R M Quintana", "", "50.00")},
			[]statements.Debt{debt(1, "Fátima Raquel Machado Quintana", "50.00")}, 1, true},
		"the Pix code": {[]statements.Entry{entry("X", "PEDIDO1", "50.00")},
			[]statements.Debt{debt(1, "Ana Souza", "50.00"), debt(2, "X Y", "50.00")}, 2, true},
		"another value": {[]statements.Entry{entry("X", "PEDIDO1", "49.00")}, []statements.Debt{debt(1, "Ana Souza", "50.00")}, 1, false},
		"two namesakes": {[]statements.Entry{entry("Ana Souza", "", "50.00")},
			[]statements.Debt{debt(1, "Ana Souza", "50.00"), debt(2, "Ana Lima Souza", "50.00")}, 2, false},
		"another last name": {[]statements.Entry{entry("Ana Lima", "", "50.00")}, []statements.Debt{debt(1, "Ana Souza", "50.00")}, 1, false},
		"one name":          {[]statements.Entry{entry("Ana", "", "50.00")}, []statements.Debt{debt(1, "Ana", "50.00")}, 1, false},
		"two entries": {[]statements.Entry{entry("Ana Souza", "", "50.00"), entry("Ana Souza", "", "50.00")},
			[]statements.Debt{debt(1, "Ana Souza", "50.00")}, 1, false},
		"another number": {[]statements.Entry{entry("Ana Souza", "pedido 2", "50.00")},
			[]statements.Debt{debt(1, "Ana Souza", "50.00"), debt(2, "Rui Lima", "50.00")}, 2, false},
		"two numbers": {[]statements.Entry{entry("P H Andrade", "pedido 365 e 61 obrigado", "70.00")},
			[]statements.Debt{debt(365, "Paulo Andrade", "30.00"), debt(61, "Paulo Andrade", "40.00")}, 1, false},
		"before the order": {[]statements.Entry{entry("Ana Souza", "", "50.00")}, []statements.Debt{late}, 0, false},
	} {
		got := statements.Propose(c.entries, c.debts)[0]
		if got.Sure != c.sure || len(got.Options) != c.options {
			t.Errorf("%s: sure %t with %d options, want %t with %d", name, got.Sure, len(got.Options), c.sure, c.options)
		}
	}
}

// Five hundred entries against eight hundred open orders of people with few names and few values: none is sure of a wrong one.
func TestPropose_NoWrongOne(t *testing.T) {
	t.Parallel()
	first := strings.Fields("Maria Ana José João Antônio Francisca Carlos Paulo Luiza Marcos")
	middle := strings.Fields("Aparecida Clara Pedro Luís Beatriz Helena Henrique Raquel")
	last := strings.Fields("Silva Souza Santos Oliveira Lima Pereira Costa Quintana")
	day := civil.MustParse("2026-11-01")
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 7))
		pick := func(of []string) string { return of[random.IntN(len(of))] }
		var debts []statements.Debt
		for id := range int64(800) {
			debts = append(debts, statements.Debt{OrderID: id + 1,
				Name:   strings.Join([]string{pick(first), pick(middle), "de", pick(middle), pick(last)}, " "),
				Amount: money.FromCents(int64(10_000 + 500*random.IntN(120))), Since: day.Add(0, 0, random.IntN(20))})
		}
		var entries []statements.Entry
		truth := map[int64]int64{}
		for i, at := range random.Perm(800)[:500] {
			debt := debts[at]
			entry := statements.Entry{ID: int64(i + 1), Day: debt.Since.Add(0, 0, random.IntN(8)), Amount: debt.Amount,
				Name: shortened(random, debt.Name)}
			truth[entry.ID] = debt.OrderID
			switch random.IntN(10) {
			case 0: // paid by somebody who owes nothing
				truth[entry.ID] = 0
				entry.Name = pick(first) + " " + pick(middle) + " Zanella"
			case 1: // another value
				entry.Amount = entry.Amount.Add(money.FromCents(949))
				truth[entry.ID] = 0
			case 2, 3:
				entry.Memo = fmt.Sprintf("PEDIDO%d", debt.OrderID)
			}
			entries = append(entries, entry)
		}
		sure := 0
		for _, proposal := range statements.Propose(entries, debts) {
			if !proposal.Sure {
				continue
			}
			sure++
			if right := truth[proposal.Entry.ID]; proposal.Options[0].Debts[0].OrderID != right {
				t.Errorf("seed %d: entry %+v is sure of %d, it pays %d", seed, proposal.Entry, proposal.Options[0].Debts[0].OrderID, right)
			}
		}
		if sure < 250 {
			t.Errorf("seed %d: only %d are sure", seed, sure)
		}
	}
}

// shortened is a name as banks shorten it.
func shortened(random *rand.Rand, name string) string {
	words := strings.Fields(name)
	for i := 1; i < len(words)-1; i++ {
		if random.IntN(2) == 0 {
			words[i] = words[i][:1]
		}
	}
	return strings.ToUpper(strings.Join(words, " "))
}
