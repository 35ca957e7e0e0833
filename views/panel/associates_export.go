package panel

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/views/fmtbr"
)

// SheetColumns are the columns that the list shows, as a file has them.
func (l AssociateList) SheetColumns() []exports.Column[associates.Listed] {
	values := associateValues(l.Now.Location())
	columns := []exports.Column[associates.Listed]{{Name: "Nome", Value: func(a associates.Listed) string { return a.FullName() }}}
	for _, column := range l.columns() {
		value := values[column.name]
		value.Name = column.head.Label
		columns = append(columns, value)
	}
	return columns
}

// associateValues give each column of the list its value in a file: days and numbers as such, so
// that a spreadsheet can compute with them, everything else as the list shows it.
func associateValues(zone *time.Location) map[string]exports.Column[associates.Listed] {
	type of = func(associates.Listed) string
	words := func(value of) exports.Column[associates.Listed] {
		return exports.Column[associates.Listed]{Value: value}
	}
	moment := func(at func(associates.Listed) time.Time) exports.Column[associates.Listed] {
		return exports.Column[associates.Listed]{Kind: kind.Timestamp, Value: func(a associates.Listed) string { return sheet.Moment(at(a)) }}
	}
	return map[string]exports.Column[associates.Listed]{
		"email":      words(func(a associates.Listed) string { return a.ContactEmail() }),
		"cpf":        words(func(a associates.Listed) string { return fmtbr.CPF(text(a.AssociateCPF)) }),
		"telefone":   words(func(a associates.Listed) string { return fmtbr.Phone(text(a.Phone)) }),
		"cidade":     words(cityOfAssociate),
		"fase":       words(phaseOfAssociate),
		"situacao":   words(func(a associates.Listed) string { return standingWords(a.Standing()) }),
		"pacientes":  {Kind: kind.Integer, Value: func(a associates.Listed) string { return strconv.Itoa(a.Patients) }},
		"tratamento": words(func(a associates.Listed) string { return treatmentWord(a.ResponsibleType) }),
		"prescritor": words(func(a associates.Listed) string { return text(a.Prescriber) }),
		"nascimento": {Kind: kind.Date, Value: birthOfAssociate},
		"etiquetas":  words(func(a associates.Listed) string { return strings.Join(a.Tags, ", ") }),
		"pedido":     {Kind: kind.Date, Value: func(a associates.Listed) string { return lastOrderOfAssociate(a, zone) }},
		"criado":     moment(func(a associates.Listed) time.Time { return a.DateCreated }),
		"atualizado": moment(func(a associates.Listed) time.Time { return a.DateUpdated }),
	}
}

func cityOfAssociate(a associates.Listed) string {
	return strings.Trim(text(a.City)+"/"+text(a.State), "/")
}

func phaseOfAssociate(a associates.Listed) string {
	if a.AssociateStatus == nil {
		return ""
	}
	return phaseWords(*a.AssociateStatus)
}

func birthOfAssociate(a associates.Listed) string {
	if a.BirthDate == nil {
		return ""
	}
	return a.BirthDate.String()
}

func lastOrderOfAssociate(a associates.Listed, zone *time.Location) string {
	if a.LastOrder == nil {
		return ""
	}
	return sheet.Day(*a.LastOrder, zone)
}
