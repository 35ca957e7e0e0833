package dbtest

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Password is the password of every operator and associate of the fixtures with a login.
const Password = "Girassol!2026"

// passwordHash is the hash of Password at bcrypt's lowest cost, so that logins in tests are cheap.
const passwordHash = "$2a$04$6iPVYehW9.JTXXvHi7HOceE.sXZc7snfp.p9H0qP9v3thBym4J7AG"

// firstFreeID is the first id of rows that a test writes; the fixtures have lower ones.
const firstFreeID = 1001

// Today is the time of requests in tests; the dates of the fixtures are relative to it.
var Today = time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)

// Operator is a row of system_users: a member of the staff, or a professional at the portal.
type Operator struct {
	ID                              int64
	UserCode, Name, LastName, Email string
	Role                            auth.Role
	Status                          string
	InternalCode                    string
}

// Caller returns the operator as the caller of a verb, at Today.
func (o Operator) Caller() auth.Caller {
	return auth.Caller{Kind: auth.Operator, ID: o.ID, Code: o.UserCode, Name: o.Name, LastName: o.LastName, Email: o.Email,
		Roles: []auth.Role{o.Role}, InternalCode: o.InternalCode, Now: Today}
}

// FullName returns the name as pages show it.
func (o Operator) FullName() string { return o.Name + " " + o.LastName }

// The operators: an active one for each role, and two who cannot sign in.
var (
	Camila   = Operator{1, "0c000000-0000-4000-8000-000000000001", "Camila", "Torres", "camila@acolhe.test", auth.Administrador, "active", ""}
	Bruno    = Operator{2, "0c000000-0000-4000-8000-000000000002", "Bruno", "Acioli", "bruno@acolhe.test", auth.Acolhimento, "active", ""}
	Priscila = Operator{3, "0c000000-0000-4000-8000-000000000003", "Priscila", "Prado", "priscila@acolhe.test", auth.Producao, "active", ""}
	Fernando = Operator{4, "0c000000-0000-4000-8000-000000000004", "Fernando", "Faria", "fernando@acolhe.test", auth.Financeiro, "active", ""}
	// Renata reads the reports of DraRenata at the portal.
	Renata = Operator{5, "0c000000-0000-4000-8000-000000000005", "Renata", "Ribeiro", "renata@acolhe.test", auth.Profissional, "active",
		"RENATA-CRM"}
	// Paula was invited and has no password yet.
	Paula = Operator{6, "0c000000-0000-4000-8000-000000000006", "Paula", "Peixoto", "paula@acolhe.test", auth.Acolhimento, "pending", ""}
	// Ivo is inactive and cannot sign in with his password.
	Ivo = Operator{7, "0c000000-0000-4000-8000-000000000007", "Ivo", "Inácio", "ivo@acolhe.test", auth.Acolhimento, "inactive", ""}
)

// Staff returns the active operators, one for each role.
func Staff() []Operator { return []Operator{Camila, Bruno, Priscila, Fernando, Renata} }

// Associate is a registered associate; Phase is the phase of the funnel.
type Associate struct {
	ID                                   int64
	UserCode, Name, LastName, CPF, Email string
	Phone                                string
	Status, Phase, ResponsibleType       string
}

// FullName returns the registered name.
func (a Associate) FullName() string { return a.Name + " " + a.LastName }

// Patient is a patient whom an associate is responsible for; Species is set for a pet.
type Patient struct {
	ID                       int64
	UserCode, Name, LastName string
	CPF, Species             string
	Responsible              Associate
}

// FullName returns the patient's name.
func (p Patient) FullName() string { return p.Name + " " + p.LastName }

// The associates and their patients.
var (
	// Ana seeks treatment for her son Miguel, has an order and a service, and is waiting in
	// reception.
	Ana = Associate{1, "0a000000-0000-4000-8000-000000000001", "Ana Beatriz", "de Souza", "52998224725", "ana@exemplo.org.br",
		"48999990001", "Associado", "5", "other_person"}
	Miguel = Patient{2, "0a000000-0000-4000-8000-000000000002", "Miguel", "de Souza", "86288366757", "", Ana}
	// Joao seeks treatment for his dog Pipoca, and has an order and a service.
	Joao = Associate{3, "0a000000-0000-4000-8000-000000000003", "João", "da Conceição", "11144477735", "joao@exemplo.org.br",
		"11999990003", "Associado", "5", "pet"}
	Pipoca = Patient{4, "0a000000-0000-4000-8000-000000000004", "Pipoca", "da Conceição", "", "Cão", Joao}
	// Carla is in phase 2 of the funnel and has no orders or services.
	Carla = Associate{5, "0a000000-0000-4000-8000-000000000005", "Carla", "D’Ávila Nunes", "39053344705", "carla@exemplo.org.br",
		"71999990005", "active", "2", ""}
)

// Professional is a professional whom associates consult; Price is in reais.
type Professional struct {
	ID                                              int64
	Code, Name, Email, Type, Council, CouncilNumber string
	State                                           string
	Price                                           string
	Prescribes                                      bool
}

// The professionals.
var (
	DraRenata = Professional{1, "RENATA-CRM", "Renata Ribeiro", "renata@acolhe.test", "medic", "CRM", "123456", "SC", "300.00", true}
	DrOtavio  = Professional{2, "OTAVIO-CRMV", "Otávio Linhares", "otavio@acolhe.test", "veterinarian", "CRMV", "4321", "SP", "180.00", true}
)

// Product is a product; Price is in reais.
type Product struct {
	ID                int64
	Code, Name, Price string
	Active            bool
}

// The products; Old is inactive.
var (
	Oil   = Product{1, "OLEO-30", "Óleo CBD 3.000 mg, 30 ml", "290.00", true}
	Cream = Product{2, "CREME-60", "Creme Alívio, 60 g", "68.50", true}
	Old   = Product{3, "OLEO-10", "Óleo CBD 10 ml (fora de linha)", "99.00", false}
)

// Order is an order, with the total in reais that the server computes.
type Order struct {
	ID            int64
	By            Associate
	Status, Total string
}

// The orders: Ana's is 290.00 + 2 × 68.50 + 23.90 freight − 20.00 discount, João's 290.00 − 10.00 donation.
var (
	AnasOrder  = Order{1, Ana, "Pago", "430.90"}
	JoaosOrder = Order{2, Joao, "Aguardando pagamento", "280.00"}
)

// Service is an appointment with a professional.
type Service struct {
	ID                 int64
	Code, BookingGroup string
	Patient            Patient
	With               Professional
	Status             string
	At                 time.Time
}

// The services: Ana's is past and paid, João's is upcoming and unpaid.
var (
	AnasService = Service{1, "S-ANA", "0b000000-0000-4000-8000-000000000001", Miguel, DraRenata, "Pagamento Concluído",
		time.Date(2026, 11, 10, 17, 0, 0, 0, time.UTC)}
	JoaosService = Service{2, "S-JOAO", "0b000000-0000-4000-8000-000000000002", Pipoca, DrOtavio, "Aguardando Pagamento",
		time.Date(2026, 11, 27, 18, 30, 0, 0, time.UTC)}
)

// Visit is an item of the reception queue, identified by Email while it is open.
type Visit struct {
	ID                          int64
	Name, Email, Status, Reason string
}

// The reception queue: Ana and a person who is not registered wait, João was served.
var (
	AnaWaits      = Visit{1, "Ana Beatriz de Souza", "ana@exemplo.org.br", "waiting", ""}
	StrangerWaits = Visit{2, "Tereza Quintana", "tereza@exemplo.org.br", "waiting", ""}
	JoaoWasHere   = Visit{3, "João da Conceição", "joao@exemplo.org.br", "done", "Pedido"}
)

// View is a saved view of a list.
type View struct {
	ID                int64
	Owner             Operator
	Page, Name, Query string
}

// CamilasView is a view of paid orders that is not shared.
var CamilasView = View{1, Camila, "pedidos", "Pagos de Ana", "q=ana&situacao=Pago"}

// seed inserts the fixtures into the test template.
func seed(ctx context.Context, conn *db.Connection) error {
	return pgx.BeginFunc(ctx, conn.Pool, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		seedOperators(batch)
		seedPeople(batch)
		seedCatalogue(batch)
		seedOrders(batch)
		seedServices(batch)
		seedReception(batch)
		seedTokens(batch)
		seedViews(batch)
		for _, table := range []string{"system_users", "users", "professionals", "products", "tags", "orders", "services", "reception",
			"users_api", "saved_views"} {
			batch.Queue("select setval(pg_get_serial_sequence($1, 'id'), $2, false)", table, firstFreeID)
		}
		// Nobody is to be written about the fixtures.
		batch.Queue("delete from status_mails")
		if err := tx.SendBatch(ctx, batch).Close(); err != nil {
			return fmt.Errorf("insert the fixtures: %w", err)
		}
		return nil
	})
}

func seedOperators(batch *pgx.Batch) {
	for _, o := range append(Staff(), Paula, Ivo) {
		var password any
		if o.Status != "pending" {
			password = passwordHash
		}
		batch.Queue(`insert into system_users (id, user_code, name, last_name, email, permissions, status, internal_code, password, date_created)
			values ($1, $2, $3, $4, $5, jsonb_build_array($6::text), $7, nullif($8, ''), $9, $10)`,
			o.ID, o.UserCode, o.Name, o.LastName, o.Email, o.Role, o.Status, o.InternalCode, password, Today.AddDate(-1, 0, 0))
	}
}

func seedPeople(batch *pgx.Batch) {
	for i, a := range []Associate{Ana, Joao, Carla} {
		batch.Queue(`insert into users (id, user_code, name, last_name, associate_name, associate_cpf, email_account, email, phone, status,
				associate_status, responsible_type, account_password, birth_date, street, number, neighborhood, city, state, cep, date_created)
			values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, nullif($11, ''), $12, '1985-03-14', 'Rua das Acácias', '120', 'Centro',
				'Florianópolis', 'SC', '88010000', $13)`,
			a.ID, a.UserCode, a.Name, a.LastName, a.FullName(), a.CPF, a.Email, a.Phone, a.Status,
			a.Phase, a.ResponsibleType, passwordHash, Today.AddDate(0, -3+i, 0))
	}
	batch.Queue(`insert into consents (user_id, purpose, version, text_hash, given, date_created)
		select u.id, t.purpose, t.version, t.text_hash, true, $1
		from unnest($2::bigint[]) u (id), consent_texts t where t.purpose <> 'image' order by u.id, t.id`, Today.AddDate(0, -3, 0), []int64{Ana.ID, Joao.ID, Carla.ID})
	for _, p := range []Patient{Miguel, Pipoca} {
		batch.Queue(`insert into users (id, user_code, name, last_name, cpf, species, status, responsible_code, birth_date, date_created)
			values ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), 'patient', $7, '2018-08-01', $8)`,
			p.ID, p.UserCode, p.Name, p.LastName, p.CPF, p.Species, p.Responsible.UserCode, Today.AddDate(0, -2, 0))
	}
	for _, p := range []Professional{DraRenata, DrOtavio} {
		batch.Queue(`insert into professionals (id, professional_code, name, email, type, council, council_number, council_state,
				consultation_price, is_prescriber, date_created)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::numeric, $10, $11)`,
			p.ID, p.Code, p.Name, p.Email, p.Type, p.Council, p.CouncilNumber, p.State, p.Price, p.Prescribes, Today.AddDate(-1, 0, 0))
	}
}

func seedCatalogue(batch *pgx.Batch) {
	for _, p := range []Product{Oil, Cream, Old} {
		batch.Queue(`insert into products (id, code, name, price, active, weight_g, width_cm, height_cm, length_cm, date_created)
			values ($1, $2, $3, $4::text::numeric, $5, 95, 5, 12, 5, $6)`, p.ID, p.Code, p.Name, p.Price, p.Active, Today.AddDate(-1, 0, 0))
	}
	batch.Queue(`insert into tags (id, name, color, collection, date_created) values
		(1, 'Prioritário', '#0f766e', 'users', $1), (2, 'Urgente', '#b91c1c', 'orders', $1), (3, 'Retorno', '#7c3aed', 'services', $1)`,
		Today.AddDate(-1, 0, 0))
}

func seedOrders(batch *pgx.Batch) {
	const address = `{"street": "Rua das Acácias", "number": "120", "neighborhood": "Centro", "city": "Florianópolis", "state": "SC",
		"cep": "88010000", "complement": ""}`
	for _, o := range []struct {
		Order
		items, delivery, discount, donation string
		placed                              time.Time
	}{
		{AnasOrder, `[{"code": "OLEO-30", "name": "Óleo CBD 3.000 mg, 30 ml", "amount": 290.00, "quantity": 1},
			{"code": "CREME-60", "name": "Creme Alívio, 60 g", "amount": 68.50, "quantity": 2}]`, "23.90", "20.00", "0", Today.AddDate(0, 0, -5)},
		{JoaosOrder, `[{"code": "OLEO-30", "name": "Óleo CBD 3.000 mg, 30 ml", "amount": 290.00, "quantity": 1}]`, "0", "0", "10.00",
			Today.Add(-2 * time.Hour)},
	} {
		batch.Queue(`insert into orders (id, user_id, user_code, name_associate, email, address, items, total, delivery_price, discount, donation,
				status, service_user, date_created, date_updated)
			values ($1, $2, $3, $4, $5, $6, $7, $8::text::numeric, $9::text::numeric, $10::text::numeric, $11::text::numeric, $12, $13, $14, $14)`,
			o.ID, o.By.ID, o.By.UserCode, o.By.FullName(), o.By.Email, address, o.items, o.Total, o.delivery, o.discount, o.donation,
			o.Status, Bruno.UserCode, o.placed)
		batch.Queue(`insert into order_changes (order_id, action, actor_kind, actor_code, actor_name, date_created)
			values ($1, 'create', 'operator', $2, $3, $4)`, o.ID, Bruno.UserCode, Bruno.FullName(), o.placed)
	}
}

func seedServices(batch *pgx.Batch) {
	for _, s := range []Service{AnasService, JoaosService} {
		var paid any
		if s.Status == "Pagamento Concluído" {
			paid = s.With.Price
		}
		by := s.Patient.Responsible
		batch.Queue(`insert into services (id, service_code, booking_group_code, associate_user_code, associate_name, associate_email,
				patient_user_code, patient_name, professional_id, professional_name, professional_email, type, price, price_paid, status,
				consultation_date, created_by_user_code, date_created)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::numeric, $14::text::numeric, $15, $16, $17, $18)`,
			s.ID, s.Code, s.BookingGroup, by.UserCode, by.FullName(), by.Email,
			s.Patient.UserCode, s.Patient.FullName(), s.With.ID, s.With.Name, s.With.Email, s.With.Type, s.With.Price, paid, s.Status,
			s.At, Bruno.UserCode, Today.AddDate(0, 0, -12))
	}
}

func seedReception(batch *pgx.Batch) {
	for _, v := range []struct {
		Visit
		associate any
		arrived   time.Time
	}{
		{AnaWaits, Ana.UserCode, Today.Add(-40 * time.Minute)},
		{StrangerWaits, nil, Today.Add(-15 * time.Minute)},
		{JoaoWasHere, Joao.UserCode, Today.Add(-3 * time.Hour)},
	} {
		batch.Queue(`insert into reception (id, name, email, status, source, associate_code, associate_name, is_associate, completion_reason,
				completed_at, message, date_created)
			select $1, $2, $3, $4, 'public', u.user_code, u.associate_name, u.id is not null, nullif($5, ''),
				case when $5 <> '' then $7::timestamptz + interval '1 hour' end, 'Gostaria de saber como faço um pedido.', $7
			from (select $6::uuid as code) as given left join users u on u.user_code = given.code`,
			v.ID, v.Name, v.Email, v.Status, v.Reason, v.associate, v.arrived)
	}
}

func seedViews(batch *pgx.Batch) {
	batch.Queue(`insert into saved_views (id, owner_id, page, name, query, date_created) values ($1, $2, $3, $4, $5, $6)`,
		CamilasView.ID, CamilasView.Owner.ID, CamilasView.Page, CamilasView.Name, CamilasView.Query, Today.AddDate(0, -1, 0))
}
