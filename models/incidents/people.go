package incidents

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Search is a search in the log of reads: who saw, when and how.
type Search struct {
	// Kind and Viewer are the operator, token or associate who saw.
	Kind   auth.Kind `json:"kind,omitempty"`
	Viewer int64     `json:"viewer,omitempty"`
	// Name is the name of who saw at the time of the search.
	Name string    `json:"name,omitempty"`
	From time.Time `json:"from,omitzero"`
	To   time.Time `json:"to,omitzero"`
	// Channel is page, api, file or export; empty for any.
	Channel string `json:"channel,omitempty"`
	// About is the kind of what was seen, a key of abouts; empty for any.
	About string `json:"about,omitempty"`
}

// IsEmpty reports whether nothing was searched.
func (s Search) IsEmpty() bool { return s.Viewer == 0 }

// SearchInput is a search as typed. Viewer is operator:2 or api_key:3, the times are local (2026-11-24T03:00).
type SearchInput struct {
	Viewer  string `form:"viewer"`
	From    string `form:"from"`
	To      string `form:"to"`
	Channel string `form:"channel"`
	About   string `form:"about"`
}

// channels are the ways of seeing that a search may name.
var channels = []string{"", "page", "api", "file", "export"}

// abouts are the subjects of the log of reads by the kind of what was seen.
var abouts = map[string][]string{
	"":         {""},
	"people":   {"users", "codes", "reception"},
	"orders":   {"orders", "orders_files"},
	"services": {"services", "services_files"},
	"files":    {"files", "users_files", "documents", "prescriptions", "contracts"},
}

func (in SearchInput) parse(zone *time.Location) (search Search, err error) {
	kind, id, _ := strings.Cut(in.Viewer, ":")
	var problems errs.Problems
	search.Kind, search.Channel, search.About = auth.Kind(kind), in.Channel, in.About
	bad := json.Unmarshal([]byte(id), &search.Viewer)
	problems.Require(bad == nil && search.Viewer > 0 && slices.Contains([]auth.Kind{auth.Operator, auth.Token, auth.Associate}, search.Kind),
		"viewer", "escolha quem viu")
	problems.Require(slices.Contains(channels, in.Channel), "channel", "escolha uma das formas")
	problems.Require(len(abouts[in.About]) > 0, "about", "escolha um dos tipos")
	var badFrom, badTo error
	search.From, badFrom = civil.ParseLocalTime(in.From, zone)
	search.To, badTo = civil.ParseLocalTime(in.To, zone)
	problems.Require(badFrom == nil, "from", "diga o dia e a hora")
	problems.Require(badTo == nil && search.To.After(search.From), "to", "deve ser depois do começo")
	return search, problems.Err()
}

// Person is a row of incident_people with the current name.
type Person struct {
	ID           int64 `gorm:"primaryKey"`
	IncidentID   int64
	UserID       int64
	Seen         []string `gorm:"serializer:json"`
	HasHealth    bool
	IsChild      bool
	ByHand       bool
	IsAffected   bool
	Letter       string
	MailID       *int64
	PostedByName string
	DateLetter   *time.Time
	Name         string `gorm:"->"`
	Email        string `gorm:"->"`
	// MailStatus is that of the mail: queued, sent or failed; Failure is why it failed.
	MailStatus string `gorm:"->"`
	Failure    string `gorm:"->"`
}

// TableName returns the name of the table.
func (Person) TableName() string { return "incident_people" }

// LookUp searches the log of reads and replaces the persons that an earlier search found; those added by hand stay.
func (d Desk) LookUp(ctx context.Context, by auth.Caller, id int64, input SearchInput) error {
	zone, err := settings.Location(ctx, d.DB)
	if err != nil {
		return err
	}
	search, err := input.parse(zone)
	if err != nil {
		return err
	}
	return d.change(ctx, by, id, line{"Procurou em Quem viu", searchWords(search, zone)}, func(tx *db.DB, before Incident) error {
		if before.DateLetters != nil {
			return errs.Conflict(errs.CodeConflict, "As cartas já saíram.")
		}
		if err := d.nameViewer(ctx, tx, &search); err != nil {
			return err
		}
		if err := tx.Exec("delete from incident_people where incident_id = ? and not by_hand", id).Error; err != nil {
			return err
		}
		values := map[string]any{"incident": id, "kind": search.Kind, "viewer": search.Viewer, "from": search.From,
			"to": search.To.Add(time.Minute), "channel": search.Channel, "about": search.About, "subjects": abouts[search.About],
			"now": by.Now, "today": civil.Of(by.Now.In(zone))}
		if err := tx.Exec(d.insertFound(), values).Error; err != nil {
			return err
		}
		var lists int
		if err := tx.Raw("select count(*) from reads r where "+matched+" and r.person_id is null", values).Scan(&lists).Error; err != nil {
			return err
		}
		stored, _ := json.Marshal(search) // texts and times always encode
		return tx.Exec("update incidents set search = ?::jsonb, lists = ?, date_affected = null where id = ?", string(stored), lists, id).Error
	})
}

func searchWords(search Search, zone *time.Location) string {
	const form = "02/01/2006 15:04"
	return search.From.In(zone).Format(form) + " a " + search.To.In(zone).Format(form)
}

// nameViewer keeps the name of who saw, as it is now.
func (d Desk) nameViewer(ctx context.Context, tx *db.DB, search *Search) error {
	query := map[auth.Kind]string{
		auth.Operator:  "select btrim(name || ' ' || coalesce(last_name, '')) from system_users where id = ?",
		auth.Token:     "select name from users_api where id = ?",
		auth.Associate: "select coalesce(associate_name, name, '') from users where id = ?",
	}[search.Kind]
	return tx.WithContext(ctx).Raw(query, search.Viewer).Scan(&search.Name).Error
}

// matched is the condition of the reads of a search; @to is the end of the last minute. The subject of a list is lists.users.
const matched = `r.viewer_kind = @kind and r.viewer_id = @viewer and r.seen_at >= @from and r.seen_at < @to and (@channel = '' or r.channel = @channel)
	and (@about = '' or replace(r.subject, 'lists.', '') in @subjects)`

// insertFound is the statement that inserts the associates whose data, or whose patients' data, were seen; a record that was joined
// with another is that one. Health counts if the record has some, or if documents, prescriptions or appointments were seen.
func (d Desk) insertFound() string {
	health := make([]string, len(d.Health))
	for i, column := range d.Health {
		health[i] = "coalesce(u." + column + "::text, '') not in ('', '[]', '{}')"
	}
	hasHealth := "(" + strings.Join(health, " or ") + ")"
	return `insert into incident_people (incident_id, user_id, seen, has_health, is_child, date_created)
		select @incident, coalesce(a.id, u.id), coalesce(jsonb_agg(distinct ` + seenWord + `) filter (where ` + seenWord + ` is not null), '[]'),
			bool_or(r.subject in ('documents', 'prescriptions', 'services', 'files', 'users_files', 'services_files') or r.part in ('receita', 'documentos', 'pacientes') or ` + hasHealth + `),
			bool_or(u.status = 'patient' and coalesce(u.birth_date > cast(@today as date) - interval '18 years', false) or r.part = 'pacientes'
				and exists (select from users p where p.responsible_code = u.user_code and p.birth_date > cast(@today as date) - interval '18 years')), @now
		from reads r left join associate_aliases l on l.gone_id = r.person_id join users u on u.id = coalesce(l.kept_id, r.person_id)
			left join users a on a.user_code = u.responsible_code
		where ` + matched + ` and not exists (select from tombstones t where t.user_id = u.id)
		and not exists (select from incident_people other where other.incident_id = @incident and other.user_id = coalesce(a.id, u.id))
		group by coalesce(a.id, u.id)`
}

// seenWord is the SQL of the word for what was seen.
const seenWord = `case r.part when 'receita' then 'receita' when 'documentos' then 'documentos' when 'endereco' then 'endereço' when 'pedidos' then 'pedidos'
	when 'atendimentos' then 'atendimentos' when 'pacientes' then 'cadastro de pacientes' when 'termo' then 'termo assinado' when 'historico' then 'histórico do cadastro'
	else case r.subject when 'users' then case when u.status = 'patient' then 'cadastro de paciente' else 'cadastro' end when 'codes' then 'cadastro'
	when 'orders' then 'pedidos' when 'services' then 'atendimentos' when 'reception' then 'contato na recepção' when 'contracts' then 'termo assinado'
	when 'files' then 'arquivos' when 'users_files' then 'documentos' when 'orders_files' then 'pedidos' when 'services_files' then 'atendimentos'
	when 'documents' then 'documentos' when 'prescriptions' then 'receita' else 'dados' end end`

// AddInput adds persons whom the staff found, by the ids of users, with what was seen of them.
type AddInput struct {
	People []int64 `form:"person"`
	Seen   string  `form:"seen"`
	Health bool    `form:"health"`
}

// maxAdded is the number of persons that one form adds.
const maxAdded = 500

// Add adds persons by hand. It returns 422 for a number that is no associate's.
func (d Desk) Add(ctx context.Context, by auth.Caller, id int64, input AddInput) error {
	if err := input.check(); err != nil {
		return err
	}
	ids := slices.Compact(slices.Sorted(slices.Values(input.People)))
	seen, _ := json.Marshal([]string{strings.TrimSpace(input.Seen)}) // texts always encode
	return d.change(ctx, by, id, line{"Incluiu pessoas à mão", strings.Trim(fmt.Sprint(ids), "[]")}, func(tx *db.DB, before Incident) error {
		if before.DateLetters != nil {
			return errs.Conflict(errs.CodeConflict, "As cartas já saíram.")
		}
		var known int64
		if err := tx.Table("users").Where("id in ? and status <> 'patient'", ids).Count(&known).Error; err != nil {
			return err
		}
		if known != int64(len(ids)) {
			return errs.Invalid("person", "uma destas pessoas não é associada")
		}
		if err := tx.Exec("update incident_people set is_affected = true, by_hand = true where incident_id = ? and user_id in ?", id, ids).
			Error; err != nil {
			return err
		}
		const insert = `insert into incident_people (incident_id, user_id, seen, has_health, by_hand, date_created)
			select @incident, id, cast(@seen as jsonb), @health, true, @now from users where id in @ids
				and not exists (select from incident_people other where other.incident_id = @incident and other.user_id = users.id)`
		values := map[string]any{"incident": id, "seen": string(seen), "health": input.Health, "now": by.Now, "ids": ids}
		if err := tx.Exec(insert, values).Error; err != nil {
			return err
		}
		return tx.Exec("update incidents set date_affected = null where id = ?", id).Error
	})
}

func (in AddInput) check() error {
	var problems errs.Problems
	problems.Require(len(in.People) > 0 && len(in.People) <= maxAdded, "person", "marque de 1 a 500 pessoas")
	problems.Require(strings.TrimSpace(in.Seen) != "" && len([]rune(in.Seen)) <= 100, "seen", "diga o que foi visto, em até 100 caracteres")
	return problems.Err()
}

// ConfirmInput are the persons who are affected; those of the search that are not among them are left out.
type ConfirmInput struct {
	People    []int64 `form:"person"`
	Encrypted bool    `form:"encrypted"`
}

// ConfirmPeople ends the search: these persons are affected. Without any, the part is done too.
func (d Desk) ConfirmPeople(ctx context.Context, by auth.Caller, id int64, input ConfirmInput) error {
	return d.change(ctx, by, id, line{"Confirmou quem foi atingido", ""}, func(tx *db.DB, before Incident) error {
		if before.DateLetters != nil {
			return errs.Conflict(errs.CodeConflict, "As cartas já saíram.")
		}
		if len(input.People) == 0 {
			input.People = []int64{0}
		}
		if err := tx.Exec("update incident_people set is_affected = user_id in ? where incident_id = ?", input.People, id).Error; err != nil {
			return err
		}
		return tx.Exec("update incidents set date_affected = ?, is_encrypted = ? where id = ?", by.Now, input.Encrypted, id).Error
	})
}

const withMail = `incident_people.*, coalesce(nullif(btrim(u.associate_name), ''), btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, ''))) as name,
	coalesce(u.email_account, u.email, '') as email, coalesce(m.status, '') as mail_status, coalesce(m.last_error, '') as failure`

// People returns the persons of an incident for an administrator, by name.
func (d Desk) People(ctx context.Context, by auth.Caller, id int64, limit int) (found []Person, err error) {
	query := db.AdministratorsOnly(d.DB.WithContext(ctx).Model(&Person{}), by).Where("incident_people.incident_id = ?", id)
	err = query.Joins("join users u on u.id = incident_people.user_id left join mails m on m.id = incident_people.mail_id").Select(withMail).
		Order("incident_people.is_affected desc, name, incident_people.id").Limit(limit).Find(&found).Error
	return found, err
}

// Gravity is how many persons are affected, and how.
type Gravity struct{ People, Health, Children int }

// IsRelevant reports whether the risk is relevant, so that the authority and the persons must be notified (resolution 15/2024,
// article 5): data about health, or of children.
func (g Gravity) IsRelevant() bool { return g.Health > 0 || g.Children > 0 }

// ReadGravity returns how many persons are affected, and how.
func (d Desk) ReadGravity(ctx context.Context, id int64) (gravity Gravity, err error) {
	err = d.DB.WithContext(ctx).Raw(`select count(*) as people, count(*) filter (where has_health) as health, count(*) filter (where is_child) as children
		from incident_people where incident_id = ? and is_affected`, id).Scan(&gravity).Error
	return gravity, err
}

// Viewer is an operator or a token whom a search may name.
type Viewer struct {
	Kind auth.Kind
	ID   int64
	Name string
}

// maxViewers is the number of operators and tokens that a form lists.
const maxViewers = 500

// Viewers returns the operators, then the tokens, also those who may no longer sign in, by name.
func (d Desk) Viewers(ctx context.Context) (found []Viewer, err error) {
	const query = `select * from (select 'operator' as kind, id, btrim(name || ' ' || coalesce(last_name, '')) as name from system_users
		union all select 'api_key', id, name from users_api) viewers order by kind desc, name, id limit ?`
	err = d.DB.WithContext(ctx).Raw(query, maxViewers).Scan(&found).Error
	return found, err
}
