package dataset

import "strings"

// condition is an illness with its ICD-10 code and usual medications.
type condition struct{ name, icd, medications string }

var (
	conditions = []condition{
		{"Epilepsia refratária", "G40.9", "Ácido valproico 500 mg, lamotrigina 100 mg"},
		{"Dor crônica", "R52.2", "Tramadol 50 mg quando necessário"},
		{"Fibromialgia", "M79.7", "Pregabalina 75 mg, duloxetina 60 mg"},
		{"Transtorno de ansiedade generalizada", "F41.1", "Sertralina 50 mg"},
		{"Insônia", "G47.0", "Zolpidem 5 mg"},
		{"Doença de Parkinson", "G20", "Levodopa + benserazida 100/25 mg"},
		{"Doença de Alzheimer", "G30.9", "Donepezila 10 mg, memantina 10 mg"},
		{"Esclerose múltipla", "G35", "Fingolimode 0,5 mg"},
		{"Enxaqueca crônica", "G43.9", "Topiramato 50 mg"},
		{"Neuropatia diabética", "G63.2", "Gabapentina 300 mg, metformina 850 mg"},
		{"Artrite reumatoide", "M06.9", "Metotrexato 15 mg por semana"},
		{"Depressão recorrente", "F33.1", "Escitalopram 10 mg"},
		{"Doença de Crohn", "K50.9", "Azatioprina 50 mg"},
		{"Náusea e dor em tratamento oncológico", "C80.9", "Ondansetrona 8 mg"},
	}
	childConditions = []condition{
		{"Transtorno do espectro autista", "F84.0", "Risperidona 0,5 mg"},
		{"Epilepsia refratária", "G40.9", "Levetiracetam 250 mg"},
		{"Síndrome de Dravet", "G40.4", "Clobazam 10 mg, ácido valproico 250 mg"},
		{"Paralisia cerebral", "G80.9", "Baclofeno 10 mg"},
		{"Transtorno de déficit de atenção e hiperatividade", "F90.0", "Metilfenidato 10 mg"},
	}
	petConditions = []condition{
		{"Osteoartrite", "", "Carprofeno 25 mg"},
		{"Epilepsia idiopática", "", "Fenobarbital 50 mg"},
		{"Ansiedade de separação", "", ""},
		{"Dermatite atópica", "", "Oclacitinibe 5,4 mg"},
	}
	allergies   = strings.Split("Dipirona|Penicilina|Frutos do mar|Lactose|Látex|Sulfa|Amendoim", "|")
	occupations = strings.Split("Professor(a)|Autônomo(a)|Enfermeiro(a)|Motorista|Comerciante|Do lar|Servidor(a) público(a)|Cuidador(a)|"+
		"Agricultor(a)|Engenheiro(a)|Contador(a)|Cozinheiro(a)|Artesão ou artesã|Analista de sistemas|Vendedor(a)|Psicólogo(a)|Pedreiro(a)", "|")
	maritalStatuses = strings.Split("Solteiro(a)|Casado(a)|Divorciado(a)|Viúvo(a)|União estável", "|")
	sources         = strings.Split("Indicação de associado|Indicação de profissional|Instagram|Busca na internet|Reportagem|Evento", "|")

	annotationTexts = strings.Split("Ligou para tirar dúvidas sobre a renovação da receita; orientamos o envio pelo formulário.|"+
		"Prefere contato por WhatsApp, de preferência à tarde.|"+
		"Relatou melhora do sono depois de ajustar a dose com a médica.|"+
		"Pediu segunda via do termo de adesão; enviada por e-mail.|"+
		"A família passa por dificuldade financeira: avaliar desconto social no próximo pedido.|"+
		"Mudou de endereço; cadastro atualizado.|"+
		"Laudo novo recebido e arquivado.|"+
		"Aguarda autorização da Anvisa para seguir com o pedido.|"+
		"Solicitou agendamento com profissional mais perto de casa.|"+
		"Conversamos sobre o modo de conservar o óleo: longe da luz e do calor.|"+
		"Entrega devolvida pelos Correios por ausência; combinamos novo envio.|"+
		"Participa do grupo de mães e se ofereceu para acolher novas famílias.|"+
		"Receita vence no mês que vem; lembrar de avisar.|"+
		"Fez doação espontânea e agradeceu o atendimento.|"+
		"Responsável pediu que as ligações sejam feitas depois das 18h.", "|")
	associateTags = []string{"Prioritário", "Renovar receita", "Desconto social", "Voluntário"}
	orderTags     = []string{"Urgente", "Presente na entrega", "Retirada na sede", "Primeiro pedido"}
	orderInfo     = strings.Split("Deixar na portaria, aos cuidados do síndico.|Entregar somente em mãos.|Ligar antes da entrega.|"+
		"Conferir a validade do óleo antes de enviar.|Primeiro pedido: incluir o folheto de uso.|Cliente vai viajar no fim do mês.", "|")
	serviceTags  = []string{"Retorno", "Primeira consulta", "On-line", "Presencial"}
	observations = strings.Split("Consulta de retorno; trazer exames recentes.|Primeira consulta, por vídeo.|Pediu horário no fim da tarde.|"+
		"Acompanhado pela mãe.|Avaliar redução da dose.|Encaminhado pela psicóloga.|Remarcado a pedido do associado.", "|")
	receptionTags = []string{"Retornar ligação", "Primeiro contato", "Urgente"}
	messages      = strings.Split("Gostaria de saber como funciona a associação e quais documentos preciso enviar.|"+
		"Meu filho tem autismo e o neurologista indicou o tratamento. Por onde começo?|"+
		"Preciso renovar meu pedido, o óleo acaba na semana que vem.|"+
		"Quero marcar uma consulta com médico prescritor.|"+
		"Ainda não recebi o código de rastreio do meu pedido.|"+
		"Minha receita venceu, consigo agendar um retorno?|"+
		"Tenho um cachorro com epilepsia. Vocês atendem animais?|"+
		"Quais são as formas de pagamento?", "|")
)

// childTag is the tag of patients under 18.
const childTag = "Pediátrico"

// tagSets lists the tags that each collection offers.
var tagSets = []struct {
	collection, color string
	names             []string
}{
	{"users", "#0f766e", append([]string{childTag}, associateTags...)},
	{"orders", "#1d4ed8", orderTags},
	{"services", "#7c3aed", serviceTags},
	{"reception", "#b45309", receptionTags},
}

// occupation returns an occupation; most people of 63 years and more are retired.
func (r rng) occupation(age int) string {
	if age >= 63 && r.percent(75) {
		return "Aposentado(a)"
	}
	return pick(r, occupations)
}
