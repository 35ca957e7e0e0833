package duplicates

// reference is a column that refers to a person, by the id or by the code of the row.
type reference struct {
	table, column string
	// byCode is a reference to user_code.
	byCode bool
	// key is the key of the table, cast is its type; id and bigint unless given.
	key, cast string
	// single is a table with one row for each person: that of the record that stays remains.
	single bool
}

// References are moved to the record that stays. Each table that refers to associates is here, in aside, in derived or in
// keeps; a test compares these lists with the catalogue of the database.
var references = []reference{
	{table: "orders", column: "user_id"},
	{table: "orders", column: "user_code", byCode: true},
	{table: "services", column: "associate_user_code", byCode: true},
	{table: "services", column: "patient_user_code", byCode: true},
	{table: "contracts", column: "user_code", byCode: true, cast: "uuid"},
	{table: "contracts", column: "patient_user_code", byCode: true, cast: "uuid"},
	{table: "reception", column: "associate_code", byCode: true},
	{table: "users", column: "responsible_code", byCode: true},
	{table: "users_files", column: "user_id"},
	{table: "document_requests", column: "user_id"},
	{table: "document_requests", column: "patient_id"},
	{table: "document_checks", column: "associate_id"},
	{table: "document_checks", column: "person_id"},
	{table: "prescriptions", column: "user_id"},
	{table: "prescription_releases", column: "user_id"},
	{table: "consents", column: "user_id"},
	{table: "email_changes", column: "associate_id"},
	{table: "reminders", column: "user_id"},
	{table: "user_changes", column: "user_id"},
	{table: "notices", column: "user_id"},
	{table: "registration_reminders", column: "user_id", key: "user_id", single: true},
	{table: "protected_people", column: "user_id", key: "user_id", single: true},
	{table: "associate_aliases", column: "kept_id", key: "gone_id"},
	{table: "status_mails", column: "user_id"},
	{table: "privacy_requests", column: "user_id"},
	{table: "person_exports", column: "user_id"},
	{table: "retention_holds", column: "user_id"},
	{table: "incident_people", column: "user_id"},
	{table: "recall_people", column: "user_id"},
	{table: "adverse_events", column: "user_id"},
	{table: "follow_ups", column: "user_id"},
	{table: "adult_patients", column: "user_id", key: "user_id", single: true},
	{table: "deaths", column: "user_id", key: "user_id", single: true},
	{table: "retention_warnings", column: "user_id", key: "user_id", single: true},
}

// aside are rows that belong to the record that goes alone, such as the devices that are signed in with its login. They are
// kept with the joining and come back when it is undone.
var aside = []reference{
	{table: "sessions", column: "associate_id"},
	{table: "device_letters", column: "associate_id"},
	{table: "earlier_resets", column: "associate_id"},
	{table: "undos", column: "associate_id"},
	{table: "member_cards", column: "user_id"},
	{table: "order_drafts", column: "user_id"},
	{table: "read_reasons", column: "person_id"},
	{table: "associate_pairs", column: "first_id"},
	{table: "associate_pairs", column: "second_id"},
	{table: "distinct_associates", column: "first_id"},
	{table: "distinct_associates", column: "second_id"},
}

// derived are tables that triggers keep. The log of reads (reads.person_id) is chained and never changes: its lists read
// through associate_aliases. A person who was erased, or is about to be, is not joined.
var derived = []reference{
	{table: "erasures", column: "user_id"},
	{table: "tombstones", column: "user_id"},
	{table: "last_orders", column: "user_id"},
}

func (r reference) keyColumn() string {
	if r.key != "" {
		return r.key
	}
	return "id"
}

func (r reference) keyType() string {
	if r.cast != "" {
		return r.cast
	}
	return "bigint"
}

// kind is a group of rows that the page counts, with the table and the condition for @id and @code.
type kind struct {
	label, from, where string
}

// kinds are what the page counts of each record.
func kinds() []kind {
	return []kind{
		{"Pedidos", "orders", "user_id = @id"},
		{"Serviços e agenda", "services", "associate_user_code = @code or patient_user_code = @code"},
		{"Termos", "contracts", "user_code = @code or patient_user_code = @code"},
		{"Arquivos", "users_files", "user_id = @id"},
		{"Receitas", "prescriptions", "user_id = @id"},
		{"Pacientes", "users", "responsible_code = @code"},
		{"Atendimentos", "reception", "associate_code = @code"},
		{"Permissões", "consents", "user_id = @id"},
		{"Lembretes", "reminders", "user_id = @id"},
		{"Histórico", "user_changes", "user_id = @id"},
		{"Quem viu", "reads", "person_id = @id or person_id in (select gone_id from associate_aliases where kept_id = @id)"},
	}
}
