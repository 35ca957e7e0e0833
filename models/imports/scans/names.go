package scans

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/texts"
)

var (
	cpfWithin  = regexp.MustCompile(`(?:^|[^0-9])(\d{3}[. ]?\d{3}[. ]?\d{3}[-. ]?\d{2})(?:$|[^0-9])`)
	codeWithin = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}`)
	leading    = regexp.MustCompile(`^(\d{1,7})(?:$|[^0-9].*$)`)
	day        = regexp.MustCompile(`^\d{1,4}[-._/]\d{1,2}\b`)
)

// OwnerOf returns what the name of a file says of its owner, the surest first: a CPF as digits, a code, a number at the start, a
// name, a word that may be a family name; empty for nothing. Folders count where the name itself says nothing.
func OwnerOf(name string) string {
	parts := partsOf(name)
	for _, part := range parts {
		for _, match := range cpfWithin.FindAllStringSubmatch(part, -1) {
			if digits, valid := brdoc.CPF(match[1]); valid {
				return digits
			}
		}
	}
	for _, part := range parts {
		if code, err := uuid.Parse(codeWithin.FindString(part)); err == nil {
			return code.String()
		}
	}
	for _, part := range parts {
		if match := leading.FindStringSubmatch(part); match != nil && !day.MatchString(part) {
			return match[1]
		}
		if words := wordsOf(part); len(words) > 1 {
			return strings.Join(words, " ")
		}
	}
	// One word may be a family name, in the name of the file alone.
	return strings.Join(wordsOf(parts[0]), "")
}

// partsOf returns the name without its ending, then its folders from inside out.
func partsOf(name string) []string {
	parts := strings.Split(name, "/")
	slices.Reverse(parts)
	parts[0] = strings.TrimSuffix(parts[0], path.Ext(parts[0]))
	return parts
}

// otherWords are words of names of files that are no names of people.
var otherWords = []string{"rg", "cpf", "cnh", "cin", "doc", "docs", "documento", "documentos", "identidade", "receita", "receitas", "receituario",
	"prescricao", "laudo", "laudos", "relatorio", "medico", "exame", "exames", "comprovante", "comprovantes", "endereco", "residencia", "termo",
	"termos", "frente", "verso", "scan", "scans", "img", "image", "imagem", "foto", "fotos", "digitalizado", "digitalizados", "digitalizacao",
	"digitalizacoes", "whatsapp", "at", "pdf", "jpg", "jpeg", "png", "copia", "associado", "associados", "paciente", "pacientes", "arquivo",
	"arquivos", "novo", "nova", "final", "assinado", "page", "pagina", "dsc", "pxl", "adobe", "camscanner", "n", "no", "pm", "am", "screenshot"}

// wordsOf returns the words of a part that may be of a name.
func wordsOf(part string) (words []string) {
	for _, word := range strings.FieldsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if !slices.Contains(otherWords, texts.Fold(word)) {
			words = append(words, word)
		}
	}
	return words
}

// The documents that a name may say, as the staff chooses them; Other is any other one.
const (
	Prescription = "prescription"
	Report       = "report"
	Exam         = "exam"
	RGFront      = "rg.front"
	RGBack       = "rg.back"
	CNH          = "cnh.front"
	Other        = "other"
)

// DocumentOf returns the kind of document that a name says.
func DocumentOf(name string) string {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(texts.Fold(name), func(r rune) bool { return !unicode.IsLetter(r) }) {
		words[word] = true
	}
	has := func(any ...string) bool {
		return slices.ContainsFunc(any, func(word string) bool { return words[word] })
	}
	switch {
	case has("receita", "receitas", "receituario", "prescricao"):
		return Prescription
	case has("laudo", "laudos", "relatorio"):
		return Report
	case has("exame", "exames", "hemograma"):
		return Exam
	case has("cnh", "habilitacao"):
		return CNH
	case has("rg", "identidade") && has("verso", "costas"):
		return RGBack
	case has("rg", "identidade"):
		return RGFront
	}
	return Other
}
