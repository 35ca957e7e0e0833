package access

// healthFields are the fields about a person's health, by collection: what a token or webhook without them never gets.
var healthFields = map[string][]string{
	"users": {"health_condition", "icd_code", "medications", "allergies", "health_notes", "prescriber", "prescriber_code", "prescription",
		"annotations",
		"species", "breed", "weight_kg"},
	"orders":      {"prescriber", "prescriber_code", "items", "info"},
	"services":    {"type", "observations"},
	"reception":   {"notes", "message", "tags"},
	"users_files": {"kind", "doc_kind"},
}

// HealthFields returns the fields of a collection about a person's health.
func HealthFields(collection string) []string { return healthFields[collection] }
