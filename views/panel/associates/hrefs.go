package associates

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"acolhe/models/associates"
	"acolhe/views/ui"
)

// Path is the address of the list.
const Path = "/painel/associados"

// Href returns the page of an associate.
func Href(id int64) string { return ui.RowHref(Path, id) }

// MembershipHref returns the list of the associates of a membership status.
func MembershipHref(status associates.MembershipStatus) string {
	return Path + "?" + membershipTab(status).Filters.Encode()
}

// StalledHref returns the list of the registrations without a change for this number of days, the latest first.
func StalledHref(days int) string {
	return Path + "?" + url.Values{"parado": {strconv.Itoa(days)}, "ordem": {"-atualizado"}}.Encode()
}

// SearchHref returns the list of the associates that match the words.
func SearchHref(words string) string { return Path + "?" + url.Values{"q": {words}}.Encode() }

// minNamed and maxNamed limit the length of a searched text that may be a name.
const minNamed, maxNamed = 2, 80

// NewHref returns the form of a new associate with a searched text as its name, or empty for a text that cannot be a
// name: a number, an e-mail, a single letter, a very long one.
func NewHref(searched string) string {
	isName := strings.ContainsFunc(searched, unicode.IsLetter) && !strings.ContainsAny(searched, "0123456789@#")
	if length := utf8.RuneCountInString(searched); !isName || length < minNamed || length > maxNamed {
		return ""
	}
	return Path + "/novo?" + url.Values{"nome": {searched}}.Encode()
}

// PictureSlug ends the address of the page of a picture.
const PictureSlug = "/foto"

// PatientHref returns the place of a patient on the page of the responsible associate.
func PatientHref(responsible, patient int64) string {
	return Href(responsible) + "#" + PatientAnchor(patient)
}

// PatientsPath begins the addresses of the forms of an associate's patients.
func PatientsPath(responsible int64) string { return Href(responsible) + "/pacientes" }

// PatientAnchor is the id of a patient's place on that page.
func PatientAnchor(id int64) string { return "paciente-" + strconv.FormatInt(id, 10) }
