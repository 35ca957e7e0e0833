// Package personal is the shape in which an area declares the personal data that it holds: which columns, why, on which
// legal ground, who reads them, for how long, and what erasing a person does to them. The register of processing, the export
// and the erasure of a person read nothing else. This package knows no area.
package personal

import "strings"

// Table declares a table with texts. A table without people has Plain alone.
type Table struct {
	Name string
	// Label names its rows in Portuguese.
	Label string
	// Of is the SQL condition of the rows of a person, over the names that Sets has; empty if its rows belong to no associate.
	Of string
	// Removed reports that erasure removes these rows; else it changes the columns of Data.
	Removed bool
	// Emptied reports that nothing of these rows remains but their number, state and dates.
	Emptied bool
	// Last puts the table after the others: what their changes write, and what they refer to.
	Last bool
	// Law keeps the rows as they were, encrypted and apart, when they are removed or changed.
	Law *Law
	// Data are its personal columns.
	Data []Data
	// Plain are the other columns of text, separated by spaces: no person's data, codes, hashes and encrypted values.
	Plain string
}

// Data is a column or a group of columns.
type Data struct {
	// Columns are separated by spaces.
	Columns string
	// Label names what they hold; empty hides them from the register, because another line of it covers them.
	Label string
	Use   Use
	// Readers says who reads them if it differs from Use.
	Readers string
	// Health reports data about health (LGPD, article 11).
	Health bool
	End    End
	// Mentions reports texts in which other persons are named too: where they name an erased one, the pseudonym stands.
	Mentions bool
	// Withheld keeps the columns out of the copy that a person gets of the own data: secrets, and what is about others.
	Withheld bool
}

// HasMentions reports whether the texts of other persons' rows are searched for the erased one.
func (d Data) HasMentions() bool { return d.Mentions || d.End.Mentions }

// Use is why data are held, shared by the data of one purpose.
type Use struct {
	Purpose string
	Basis   Basis
	Readers string
	// Kept says how long.
	Kept string
}

// Basis is a legal ground of the LGPD.
type Basis struct{ Label, Article string }

// The legal grounds.
var (
	Contract   = Basis{"Contrato", "art. 7º, V"}
	LegalDuty  = Basis{"Obrigação legal", "art. 7º, II"}
	HealthDuty = Basis{"Obrigação legal", "art. 11, II, a"}
	Health     = Basis{"Tutela da saúde", "art. 11, II, f"}
	Consent    = Basis{"Consentimento", "art. 7º, I"}
	Rights     = Basis{"Exercício de direitos", "art. 7º, VI"}
	Interest   = Basis{"Legítimo interesse", "art. 7º, IX"}
)

// Bases returns the legal grounds in the order of the law.
func Bases() []Basis {
	return []Basis{Consent, LegalDuty, Contract, Rights, Interest, HealthDuty, Health}
}

// The uses of the association.
var (
	Membership = Use{"Identificar e atender quem se associa", Contract, "Acolhimento, Administrador", "Associado + 5 anos"}
	Care       = Use{"Acompanhar o tratamento", Health, "Acolhimento, Profissional", "Associado + 5 anos"}
	Documents  = Use{"Conferir quem se associa e a receita", HealthDuty, "Acolhimento", "5 anos da validade"}
	Delivery   = Use{"Entregar e prestar contas", Contract, "Financeiro, Produção", "5 anos do exercício"}
	Visits     = Use{"Marcar e realizar consultas", Health, "Acolhimento, Profissional", "20 anos do último registro"}
	Terms      = Use{"Provar a assinatura do termo", Rights, "Administrador", "5 anos do fim"}
	Contact    = Use{"Responder quem procura a associação", Consent, "Acolhimento", "12 meses sem cadastro"}
	Fiscal     = Use{"Comprovar o que foi pago", LegalDuty, "Financeiro", "5 anos do exercício"}
	Letters    = Use{"Entregar mensagens", Contract, "Administrador", "1 ano"}
	Security   = Use{"Proteger as contas e responder por acessos", LegalDuty, "Administrador", "2 anos"}
	Operation  = Use{"Manter o sistema funcionando", Interest, "Administrador", "Até 2 anos"}
	Evidence   = Use{"Provar o que foi feito a pedido da pessoa", Rights, "Administrador, com segunda etapa", "5 anos"}
	Staff      = Use{"Trabalho da equipe e dos profissionais", Contract, "Administrador", "Enquanto durar o vínculo + 5 anos"}
)

// Uses returns the uses of the data of associates, patients and who contacts the association, in the order of the page about privacy.
func Uses() []Use {
	return []Use{Membership, Care, Documents, Visits, Delivery, Fiscal, Terms, Contact, Letters, Security, Evidence, Operation}
}

// End is what erasure does to a column. SQL is the new value; with Mentions it is applied to the rows of any person whose
// text names the erased one.
type End struct {
	Label    string
	SQL      string
	Mentions bool
	// Law is the law by which the column stays; the zero value if none asks for it.
	Law Law
}

// The ends.
var (
	Null       = End{Label: "Apagado", SQL: "null"}
	Blank      = End{Label: "Apagado", SQL: "''"}
	EmptyList  = End{Label: "Apagado", SQL: "'[]'::jsonb"}
	EmptyFacts = End{Label: "Apagado", SQL: "'{}'::jsonb"}
	// WithRow is the end of a column whose row is removed.
	WithRow = End{Label: "Apagado"}
	// Stays is the end of a column that keeps its value.
	Stays = End{Label: "Fica"}
	// LogStays is the end of the log of security, a chain in which a changed row is found; it goes with its age.
	LogStays = End{Label: "Fica por lei", Law: AccessLaw}
	// ReadsStay is the end of the log of reads, which names the person by a number alone.
	ReadsStay = End{Label: "Fica", Law: ReadsLaw}
	// Mention replaces the person's name, numbers and addresses in texts about something else.
	Mention = End{Label: "Nome trocado onde aparece", Mentions: true}
)

// Pseudonym replaces a column with a name that says nothing, the same in every row of the person.
func Pseudonym(sql string) End { return End{Label: "Fica sem nome", SQL: sql} }

// Only replaces a column with what remains of it.
func Only(sql string) End { return End{Label: "Fica sem nome", SQL: sql} }

// Names in SQL: of an associate or patient by id or by code.
func NameOfID(column string) string { return ErasedName + " || " + column }

// ErasedName begins the pseudonym of an erased person in SQL. Rows that leave by their age alone name a registration that goes on,
// which begins with KeptName.
const (
	ErasedName = "'Pessoa apagada '"
	KeptName   = "'Cadastro '"
)

// NameOfCode returns the SQL of the pseudonym of the person with a code.
func NameOfCode(column string) string {
	return "(select " + NameOfID("erased.id") + " from users erased where erased.user_code = " + column + ")"
}

// LawName names a law whose text administrators may change.
type LawName string

// Law is a legal duty to keep rows.
type Law struct {
	Name LawName
	// Label names what is kept, Article the law, Reason why: the texts of the program, which package lawtexts replaces.
	Label, Article, Reason string
	// Years are those after the end of the year of From (fiscal), or of the day.
	Years  int
	Fiscal bool
	// From is the column of the date of a row, When the SQL condition of the rows that are kept; empty keeps all.
	From, When string
	// Files are the columns of the rows with files that are kept too.
	Files string
}

// The laws. A copy with other fields is a use of the same law.
var (
	TaxLaw = Law{Name: "tax", Label: "Recibos e comprovantes", Article: "Código Tributário Nacional, art. 195", Reason: "Comprovar o que foi pago",
		Years: 5, Fiscal: true, From: "date_created"}
	CareLaw = Law{Name: "care", Label: "Prontuário das consultas", Article: "Lei 13.787/2018, art. 6º", Reason: "20 anos do último registro",
		Years: 20, From: "date_created"}
	DefendLaw = Law{Name: "defend", Label: "Termos assinados", Article: "LGPD, art. 16, I · Código Civil, art. 206", Reason: "Defesa em processo",
		Years: 5, From: "date_created"}
)

// The laws without rows of their own: of the logs that stay whole, and the one by which everything else leaves.
var (
	AccessLaw = Law{Name: "access", Label: "Registro de entradas", Article: "Marco Civil, art. 15", Reason: "Registro de entradas, sai com a idade"}
	ReadsLaw  = Law{Name: "reads", Label: "Quem viu os dados", Article: "LGPD, art. 37", Reason: "Sem nome, até 2 anos, para responder por acessos"}
	EraseLaw  = Law{Name: "erase", Label: "Tudo o que sai a pedido", Article: "o artigo 18, inciso VI, da Lei 13.709/2018 (LGPD)",
		Reason: "Nada disto precisa ficar"}
)

// Laws returns the laws with the texts of the program, in the order of their page.
func Laws() []Law { return []Law{EraseLaw, TaxLaw, CareLaw, DefendLaw, AccessLaw, ReadsLaw} }

// Least returns the shortest period that the law allows.
func (l Law) Least() *Least { return &Least{Period: Period{Count: l.Years, Unit: Years}, Law: l} }

// Keeping returns a copy of a law for some rows.
func (l Law) Keeping(label, when, files string) *Law {
	l.Label, l.When, l.Files = label, when, files
	return &l
}

// Since returns a copy of a law whose years begin at another column.
func (l Law) Since(column string) *Law {
	l.From = column
	return &l
}

// ColumnNames returns the columns.
func (d Data) ColumnNames() []string { return strings.Fields(d.Columns) }

// ReadBy says who reads the data.
func (d Data) ReadBy() string {
	if d.Readers != "" {
		return d.Readers
	}
	return d.Use.Readers
}

// Declared returns the names of all columns that the table declares.
func (t Table) Declared() []string {
	declared := strings.Fields(t.Plain)
	for _, data := range t.Data {
		declared = append(declared, data.ColumnNames()...)
	}
	return declared
}

// StaysBy returns the law by which columns of the table stay; the zero value if no law asks for them.
func (t Table) StaysBy() Law {
	for _, data := range t.Data {
		if data.End.Law.Name != "" {
			return data.End.Law
		}
	}
	return Law{}
}

// HasPeople reports whether the table declares personal data.
func (t Table) HasPeople() bool { return len(t.Data) > 0 }

// IsTransient reports whether the rows come and go by themselves: queues, sessions, messages.
func (t Table) IsTransient() bool {
	use := Use{}
	if t.HasPeople() {
		use = t.Data[0].Use
	}
	return use == Operation || use == Security || use == Letters
}

// Plain declares a table without personal data.
func Plain(name, columns string) Table { return Table{Name: name, Plain: columns} }

// The conditions Of of most tables, over the sets of a person with the own patients:
//
//	@ids, @codes, @texts          users.id, users.user_code, and the codes as text
//	@orders, @services, @items, @contracts, @groups, @files, @payments
//	@emails, @phones, @callers    their addresses; their names as callers of routes
//	@pattern, @codepattern        regular expressions that find their names, numbers and addresses, and their codes, in text
//	@clue                         a quick one, for names_person
//	@name                         the pseudonym of the associate
const (
	ByUser     = "user_id in @ids"
	ByOrder    = "order_id in @orders"
	ByService  = "service_id in @services"
	ByItem     = "item_id in @items"
	ByContract = "contract_id in @contracts"
	// EventsOf is the condition of captured changes.
	EventsOf = `(table_name = 'users' and record_id::text in @idtexts or table_name = 'orders' and record_id::text in @ordertexts
		or table_name = 'services' and record_id::text in @servicetexts or table_name = 'reception' and record_id::text in @itemtexts
		or table_name in ('users_files', 'services_files') and record_id::text in @attachmenttexts)`
)

// HealthColumns returns the columns of a table about health.
func HealthColumns(register []Table, table string) (columns []string) {
	for _, declared := range register {
		if declared.Name != table {
			continue
		}
		for _, data := range declared.Data {
			if data.Health {
				columns = append(columns, data.ColumnNames()...)
			}
		}
	}
	return columns
}
