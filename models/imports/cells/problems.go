package cells

import (
	"slices"
	"strings"

	"acolhe/models/types/brdoc"
)

// Action is what is done with the rows of a kind of problem.
type Action string

// The actions: the row stays out; it goes in without the value; with the corrected value; with the text as it is; with the
// second of two people as the patient.
const (
	LeaveRowOut Action = "leave_out"
	Clear       Action = "clear"
	Fix         Action = "fix"
	Keep        Action = "keep"
	Split       Action = "split"
)

// ActionLabel is an action with its words.
type ActionLabel struct {
	Action Action
	Label  string
}

// ProblemKind describes a kind of problem.
type ProblemKind struct {
	Title   string
	Actions []ActionLabel
	// Default is what is done unless the person decides otherwise; empty for a kind that they must decide.
	Default Action
}

var (
	out       = ActionLabel{LeaveRowOut, "Deixar de fora e corrigir depois"}
	withoutIt = ActionLabel{Clear, "Entrar sem este dado, com aviso"}
)

var problemKinds = map[string]ProblemKind{
	"cpf_wrong":    {"O CPF não confere", []ActionLabel{out, {Clear, "Entrar sem CPF, com aviso"}}, LeaveRowOut},
	"cpf_company":  {"É um CNPJ, não um CPF", []ActionLabel{out, {Clear, "Entrar sem CPF, com aviso"}}, LeaveRowOut},
	"number_short": {"O Excel encurtou o número", []ActionLabel{{Clear, "Entrar sem o número, com aviso"}, out}, Clear},
	"email_wrong":  {"O e-mail está incompleto", []ActionLabel{out, {Clear, "Entrar sem e-mail, com aviso"}}, LeaveRowOut},
	"email_twice": {"O e-mail é de mais de uma pessoa",
		[]ActionLabel{{Fix, "Guardar só como contato"}, {Clear, "Entrar sem e-mail, com aviso"}, out}, Fix},
	"cep_wrong": {"O CEP não tem 8 números", []ActionLabel{{Clear, "Entrar sem CEP, com aviso"}, out}, Clear},
	"phone_area": {"O telefone está sem DDD",
		[]ActionLabel{{Fix, "Usar o DDD mais comum do arquivo"}, {Clear, "Entrar sem telefone, com aviso"}, out}, Fix},
	"phone_ninth": {"O celular está sem o nono dígito",
		[]ActionLabel{{Fix, "Pôr o 9 na frente"}, {Clear, "Entrar sem telefone, com aviso"}, out}, Fix},
	"phone_wrong": {"O telefone não existe", []ActionLabel{{Clear, "Entrar sem telefone, com aviso"}, out}, Clear},
	"date_wrong":  {"A data não existe", []ActionLabel{{Clear, "Entrar sem data, com aviso"}, out}, Clear},
	"date_future": {"A data está no futuro", []ActionLabel{{Clear, "Entrar sem data, com aviso"}, out}, Clear},
	"date_old":    {"A data é de antes de 1900", []ActionLabel{{Clear, "Entrar sem data, com aviso"}, out}, Clear},
	"date_year":   {"A data só tem o ano", []ActionLabel{{Clear, "Entrar sem data, com aviso"}, out}, Clear},
	"two_people": {"Duas pessoas na mesma célula",
		[]ActionLabel{{Fix, "Ficar com a primeira pessoa"}, {Keep, "Guardar os dois como um nome"}, out}, ""},
	"name_empty":     {"O nome está vazio", []ActionLabel{{LeaveRowOut, "Deixar de fora"}}, LeaveRowOut},
	"name_wrong":     {"O nome não tem letras", []ActionLabel{{LeaveRowOut, "Deixar de fora"}}, LeaveRowOut},
	"name_digits":    {"O nome tem números", []ActionLabel{{Keep, "Guardar como está"}, out}, Keep},
	"text_long":      {"O texto é longo demais", []ActionLabel{{Fix, "Cortar no limite"}, withoutIt, out}, Fix},
	"formula":        {"O texto começa com uma fórmula", []ActionLabel{{Keep, "Guardar como texto"}, withoutIt, out}, Keep},
	"excel_error":    {"A célula tem um erro do Excel", []ActionLabel{withoutIt, out}, Clear},
	"state_wrong":    {"O estado não existe", []ActionLabel{withoutIt, out}, Clear},
	"gender_wrong":   {"O gênero não foi reconhecido", []ActionLabel{withoutIt, out}, Clear},
	"choice_unknown": {"O valor não tem destino", []ActionLabel{withoutIt, out}, ""},
	"money_wrong":    {"O valor em reais não foi entendido", []ActionLabel{out, withoutIt}, LeaveRowOut},
	"money_large":    {"O valor é grande demais ou negativo", []ActionLabel{out, withoutIt}, LeaveRowOut},
	"integer_wrong":  {"O número não foi entendido", []ActionLabel{out, withoutIt}, LeaveRowOut},
	"twice": {"A mesma pessoa aparece duas vezes no arquivo",
		[]ActionLabel{{Fix, "Vale a última linha"}, {Keep, "São pessoas diferentes"}}, Fix},
	"record_twice":         {"O mesmo registro aparece duas vezes no arquivo", []ActionLabel{{Fix, "Vale a última linha"}}, Fix},
	"patient_without_name": {"O paciente está sem nome", []ActionLabel{{Clear, "Entrar sem o paciente, com aviso"}, out}, Clear},
	"patient_last_name": {"O paciente está sem sobrenome",
		[]ActionLabel{{Fix, "Usar o sobrenome do associado"}, {Clear, "Entrar sem o paciente, com aviso"}, out}, Fix},
	"refused":        {"O cadastro não aceita este valor", []ActionLabel{out}, LeaveRowOut},
	"unknown_person": {"O associado não foi encontrado", []ActionLabel{out}, LeaveRowOut},
	"several_people": {"Há mais de um associado assim", []ActionLabel{out}, LeaveRowOut},
	"unknown_record": {"O registro não foi encontrado", []ActionLabel{out}, LeaveRowOut},
	"missing":        {"Falta um dado obrigatório", []ActionLabel{out}, LeaveRowOut},
	"time_wrong":     {"A hora não existe", []ActionLabel{{Clear, "Entrar sem hora, com aviso"}, out}, Clear},
	"unknown_product": {"O produto não está no catálogo",
		[]ActionLabel{{Keep, "Guardar como está na planilha"}, out}, ""},
	"unknown_professional":  {"O profissional não foi encontrado", []ActionLabel{out}, LeaveRowOut},
	"several_professionals": {"Há mais de um profissional assim", []ActionLabel{out}, LeaveRowOut},
	"sale_missing":          {"Falta um dado obrigatório", []ActionLabel{out}, LeaveRowOut},
	"sale_people":           {"As linhas do pedido são de pessoas diferentes", []ActionLabel{out}, LeaveRowOut},
	"sale_values":           {"As linhas do pedido não concordam", []ActionLabel{{Keep, "Vale a primeira linha"}, out}, ""},
	"sale_total": {"O total não é a soma dos itens",
		[]ActionLabel{{Keep, "Guardar o total, com a diferença como ajuste"}, {Clear, "Usar a soma dos itens"}, out}, ""},
	"sale_phase": {"Não há fase nem pagamento",
		[]ActionLabel{{Fix, "Tratar como entregue"}, {Clear, "Tratar como não pago"}, out}, ""},
	"sale_payment": {"Não diz se foi pago", []ActionLabel{{Fix, "Tratar como pago"}, {Clear, "Tratar como não pago"}, out}, ""},
	"sale_unpaid":  {"A fase é depois do pagamento, mas não está pago", []ActionLabel{{Keep, "Vale a fase"}, out}, ""},
	"sale_known": {"Já há um igual: mesma pessoa, dia e valor",
		[]ActionLabel{{LeaveRowOut, "Deixar de fora: já está aqui"}, {Keep, "É outro: guardar também"}}, ""},
	"scan_refused": {"O arquivo não pode entrar", []ActionLabel{{LeaveRowOut, "Deixar de fora"}}, LeaveRowOut},
	"scan_unknown": {"Não se sabe de quem é", []ActionLabel{{LeaveRowOut, "Deixar de fora"}}, LeaveRowOut},
	"scan_several": {"Pode ser de mais de uma pessoa", []ActionLabel{{LeaveRowOut, "Deixar de fora"}}, LeaveRowOut},
	"scan_name": {"Só o nome diz de quem é",
		[]ActionLabel{{Keep, "É de quem tem este nome"}, {LeaveRowOut, "Deixar de fora"}}, ""},
	"scan_number": {"Só um número diz de quem é",
		[]ActionLabel{{Keep, "É o número do associado"}, {LeaveRowOut, "Deixar de fora"}}, ""},
	"scan_alike": {"O nome é parecido",
		[]ActionLabel{{Keep, "É a pessoa de nome parecido"}, {LeaveRowOut, "Deixar de fora"}}, ""},
	"scan_same":    {"A pessoa já tem este arquivo", []ActionLabel{{LeaveRowOut, "Pular"}, {Keep, "Anexar outra vez"}}, LeaveRowOut},
	"sale_refused": {"O cadastro não aceita este valor", []ActionLabel{out}, LeaveRowOut},
}

// KindOf returns the description of a kind of problem, with the field among its fields.
func KindOf(kind string, fields []Field) ProblemKind {
	base, name, _ := strings.Cut(kind, ":")
	if _, isPerson := FieldOf(fields, "birth_date"); base == "twice" && !isPerson && len(fields) > 0 {
		base = "record_twice"
	}
	described, known := problemKinds[base]
	if !known {
		described = problemKinds["refused"]
	}
	field, known := FieldOf(fields, name)
	if known && !slices.Contains([]string{"cpf_wrong", "email_wrong", "cep_wrong", "name_empty", "twice", "patient_without_name",
		"patient_last_name"}, base) || known && strings.HasPrefix(name, "patient_cpf") {
		described.Title += ": " + strings.ToLower(field.Group[:min(len(field.Group), 1)]) + fieldRest(field)
	}
	if field.Needed {
		described.needValue()
	}
	if _, hasPatients := FieldOf(fields, "patient_name"); base == "two_people" && name == "name" && hasPatients {
		described.Actions = append([]ActionLabel{{Split, "A primeira é o associado, a segunda o paciente"}}, described.Actions...)
	}
	return described
}

// needValue takes away the choice to go without the value, for a field that every record needs.
func (k *ProblemKind) needValue() {
	k.Actions = slices.DeleteFunc(slices.Clone(k.Actions), func(label ActionLabel) bool { return label.Action == Clear })
	if k.Default == Clear {
		k.Default = LeaveRowOut
	}
}

func fieldRest(field Field) string {
	if field.Group == "" {
		return field.Label
	}
	return field.Group[1:] + ", " + strings.ToLower(field.Label[:1]) + field.Label[1:]
}

// Allows reports whether the kind has the action.
func (k ProblemKind) Allows(action Action) bool {
	return slices.ContainsFunc(k.Actions, func(label ActionLabel) bool { return label.Action == action })
}

// RightDigits returns the check digits that a CPF should have; empty if it is not one of eleven digits.
func RightDigits(cpf string) string {
	digits := brdoc.Digits(cpf)
	if len(digits) != 11 {
		return ""
	}
	return brdoc.CPFCheckDigits(digits[:9])
}
