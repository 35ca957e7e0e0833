package endpoints

// Table is a table whose changes are events.
type Table string

// Action is a change of a row.
type Action string

// The actions, and that of a test with its table.
const (
	Create Action = "create"
	Update Action = "update"
	Delete Action = "delete"
	// Erased is that of a person who was erased, which every receiver of data of people gets.
	Erased Action = "erased"
	Test   Action = "test"
	Ping   Table  = "ping"
)

// Tables returns the tables to which an endpoint can listen.
func Tables() []Table {
	return []Table{"users", "orders", "services", "products", "professionals", "reception", "tags", "users_files", "services_files"}
}

// Actions returns the actions to which an endpoint can listen.
func Actions() []Action { return []Action{Create, Update, Delete} }

// Values returns the tables as text, for the API document.
func (Table) Values() []string { return texts(append(Tables(), Ping)) }

// Values returns the actions as text, for the API document.
func (Action) Values() []string { return texts(append(Actions(), Erased, Test)) }

func texts[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = string(value)
	}
	return list
}

// Catalog is what an endpoint can listen to.
type Catalog struct {
	Tables  []Table  `json:"tables"`
	Actions []Action `json:"actions"`
}

// ReadCatalog returns the tables and actions to which an endpoint can listen.
func ReadCatalog() Catalog { return Catalog{Tables(), Actions()} }
