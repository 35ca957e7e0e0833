// Package configuration renders the pages of the configuration: a page for each system, with a row
// for each key.
package configuration

import (
	"strings"

	"acolhe/views/admin/configuration/editor"
	"acolhe/views/ui/control"
)

// Path is the address of the systems; the address of a system begins with it.
const Path = "/admin/configuracoes"

// Href returns the address of a system's page.
func Href(system string) string { return Path + "/" + system }

// words are the label, the hint and the control of a key. A key without words shows its name and description.
type words struct {
	label, hint string
	unit        string
	kind        control.Kind
	// bare values are stored without punctuation.
	bare bool
	// options make a choice of a text; long makes it several lines.
	options []control.Option
	long    bool
	// isPages makes a grid of roles and pages.
	isPages bool
	// columns make an editor of a list, or of one object.
	columns []editor.Column
	// add is the label of the button that adds a row to a list; empty for one object.
	add string
	// shape is the class of a list, with the widths of its columns.
	shape string
}

// keyWords are the words of the declared keys, by their whole names.
var keyWords = map[string]words{
	"system.association_name": {label: "Nome da associação", hint: "No alto das páginas e nos e-mails."},
	"system.time_zone":        {label: "Fuso horário", hint: "Usado em todas as datas e horários.", options: zones},
	"system.records_years": {label: "Guarda de registros",
		hint: "Eventos de segurança, e-mails enviados e outros registros são removidos depois desse tempo.", unit: "anos"},
	"system.document_days": {label: "Prazo para conferir documentos", hint: "O associado vê até que dia a equipe responde.",
		unit: "dias úteis"},
	"system.backup_hour": {label: "Hora da cópia de segurança", hint: "Depois desta hora a cópia do dia é feita.", unit: "h"},
	"system.role_pages": {label: "Páginas de cada papel",
		hint: "Desmarque as páginas que um papel não deve ver. Administradores veem todas; Produção sem Serviços também perde os dados dos serviços.", isPages: true},
	"system.second_step_roles": {label: "Segunda etapa",
		hint: "Papéis que só entram com a segunda etapa ligada. Os outros podem ligar a sua em Minha conta.", columns: stepRoles},
	"system.second_step_days": {label: "Prazo da segunda etapa",
		hint: "Tempo que cada pessoa tem para ligar a sua, a partir do primeiro acesso. Depois, só a página para ligar abre.", unit: "dias"},

	"access.reads_years": {label: "Guarda de quem viu", hint: "Quem abriu os dados de cada pessoa é apagado depois desse tempo, mês a mês.",
		unit: "anos"},
	"access.many_records": {label: "Muitos cadastros",
		hint: "Quem abre dados de tantas pessoas em uma hora aparece como fora do comum em Quem viu.", unit: "cadastros"},
	"access.ask_reason": {label: "Perguntar o motivo",
		hint: "Quem abre um cadastro sem nada aberto com a pessoa diz por quê, e isso aparece em Quem viu."},
	"access.see_reads": {label: "Quem vê “Quem viu”",
		hint: "No cadastro de cada pessoa. A administração sempre vê.", columns: hidingRoles},
	"access.hide_cpf": {label: "Ocultar CPF e RG",
		hint: "Nas listas e buscas estes papéis mostram um CPF de cada vez, e cada vez fica em Quem viu.", columns: hidingRoles},
	"access.hide_address": {label: "Ocultar endereço",
		hint: "Nas listas e buscas estes papéis veem a cidade e mostram um endereço de cada vez.", columns: hidingRoles},
	"access.hide_health": {label: "Ocultar saúde",
		hint: "Nas listas e buscas estes papéis mostram um diagnóstico de cada vez.", columns: hidingRoles},
	"access.reveals_per_day": {label: "Quantos por dia",
		hint: "Quem mostrou tantos dados ocultos no dia pede à administração.", unit: "dados"},
	"access.watermark": {label: "Nome sobre os arquivos",
		hint: "Uma foto da tela mostra quem estava olhando. Vale para imagens e PDFs abertos na equipe."},
	"access.idle_hours":   {label: "Sair sem uso", hint: "Um aparelho da equipe sai da conta depois desse tempo sem uso.", unit: "horas"},
	"access.session_days": {label: "Sair sempre", hint: "Um aparelho da equipe sai da conta depois desse tempo, mesmo em uso.", unit: "dias"},
	"access.associate_idle_hours": {label: "Associado: sair sem uso",
		hint: "O celular de um associado sai da conta depois desse tempo sem uso.", unit: "horas"},
	"access.associate_session_days": {label: "Associado: sair sempre",
		hint: "O celular de um associado sai da conta depois desse tempo, mesmo em uso.", unit: "dias"},

	"system.panel_url": {label: "Endereço do painel",
		hint: "Começo dos links nos e-mails para a equipe. Vazio, vale o endereço deste servidor."},
	"system.admin_url": {label: "Endereço da administração",
		hint: "Começo dos links nos e-mails para administradores, e a página que recebe o aviso de uma conta conectada."},
	"system.doc_sign_url": {label: "Endereço das assinaturas", hint: "Começo dos links nos e-mails para quem usa o programa de assinaturas."},
	"system.store_url":    {label: "Endereço dos associados", hint: "Começo dos links nos e-mails para associados."},
	"system.doc_sign_enabled": {label: "Assinatura de termos",
		hint: "Desligada, ninguém cria nem assina termos, e as páginas dizem que a assinatura está fechada no momento."},

	"doc_sign.ask_birth_date": {label: "Data de nascimento antes do termo",
		hint: "Quem abre o link de um termo escreve a data de nascimento de quem assina. São cinco tentativas."},

	"association.cnpj":    {label: "CNPJ", hint: "No alto dos papéis. Com ou sem pontos.", bare: true},
	"association.address": {label: "Endereço", hint: "Em uma linha, no alto dos papéis."},
	"association.phone":   {label: "Telefone", hint: "No alto dos papéis, com DDD.", kind: control.Phone, bare: true},
	"association.whatsapp": {label: "WhatsApp", hint: "Nas páginas dos associados e no rodapé dos e-mails, com DDD.", kind: control.Phone,
		bare: true},
	"association.email": {label: "E-mail para respostas", hint: "Quem responde a um e-mail do sistema escreve para este endereço."},
	"association.hours": {label: "Horário de atendimento", hint: "Em uma linha, como: Segunda a sexta, das 9h às 18h."},
	"association.logo": {label: "Logotipo", hint: "No alto dos papéis: uma imagem PNG de até 7 KB, escrita como data:image/png;base64,…",
		long: true},

	"privacy.officer_name":  {label: "Encarregado dos dados", hint: "Quem responde pelos dados pessoais. Aparece na página de privacidade."},
	"privacy.officer_email": {label: "E-mail do encarregado", hint: "Para onde escreve quem quer saber dos próprios dados."},
	"privacy.version":       {label: "Versão da página", hint: "Some 1 quando mudar o que a página diz."},
	"privacy.date":          {label: "Data da versão", hint: "Ano, mês e dia, como 2026-11-02."},
	"privacy.retention": {label: "O que se guarda e até quando", hint: "Vazio, a página diz o que o registro dos tratamentos diz. Confirme os prazos com quem orienta a associação.", columns: periods,
		add: "Adicionar linha", shape: "cfg-reasons"},
	"privacy.sharing": {label: "Com quem se dividem dados", hint: "Quem recebe, e o que recebe.", columns: recipients, add: "Adicionar linha",
		shape: "cfg-reasons"},

	"store.freight.apply_to_total": {label: "Frete no total do pedido", hint: "Se desligar, o frete fica fora do total do pedido."},
	"store.freight.default_option": {label: "Frete preferido",
		hint: "O carrinho começa com esta opção. Para trocar, use a estrela ao lado da opção no carrinho."},
	"store.freight.content_declaration": {label: "Declaração de conteúdo",
		hint: "Descrição do conteúdo das encomendas, nas etiquetas de envio."},
	"store.freight.send_letter": {label: "Aviso de envio",
		hint: "Ligado, o associado recebe um e-mail com o código de rastreio quando o pedido com etiqueta é enviado."},
	"store.ship_from":         {label: "Remetente", hint: "De onde saem as encomendas.", columns: sender},
	"store.package.weight_g":  {label: "Peso da embalagem", hint: "Usado para produtos sem peso cadastrado.", unit: "gramas"},
	"store.package.length_cm": {label: "Comprimento da embalagem", unit: "cm"},
	"store.package.width_cm":  {label: "Largura da embalagem", unit: "cm"},
	"store.package.height_cm": {label: "Altura da embalagem", unit: "cm"},
	"store.pix_key": {label: "Chave Pix",
		hint: "Recebe os pagamentos: CPF, CNPJ, e-mail, telefone (+55…) ou chave aleatória. Sem ela, o código Pix não aparece."},
	"store.pix_name": {label: "Nome no código Pix", hint: "Até 25 letras. Se ficar vazio, vale o nome da associação."},
	"store.pix_city": {label: "Cidade no código Pix", hint: "Até 15 letras."},
	"store.pix.public": {label: "Pix público",
		hint: "Ligado, qualquer pessoa pode ler a chave, o nome e a cidade do código Pix. Uma loja que mostra o código precisa disso."},
	"store.payment_overdue_days": {label: "Prazo de pagamento", hint: "Depois desse prazo, o pedido sem pagamento aparece como atrasado.",
		unit: "dias"},

	"prescriptions.valid_months": {label: "Validade da receita", hint: "Contada da data da receita, quando ela não diz outro prazo.",
		unit: "meses"},

	"stock.enabled": {label: "Estoque por lote",
		hint: "Ligado, o menu mostra o Estoque, e a separação diz de qual lote saiu cada unidade."},
	"stock.reserve_days": {label: "Reserva sem pagamento", hint: "Depois desse prazo, o pedido sem pagamento não reserva mais.", unit: "dias"},

	"prescriptions.rule": {label: "Receita no pedido", hint: "O que acontece quando a receita não permite um produto.",
		options: []control.Option{
			{Value: "off", Label: "Não conferir"}, {Value: "warn", Label: "Avisar"}, {Value: "block", Label: "Impedir, salvo com motivo"}}},
	"prescriptions.period": {label: "Período da receita", hint: "Em que período se conta o que a pessoa já levou.", options: []control.Option{
		{Value: "last_30_days", Label: "Últimos 30 dias"}, {Value: "month", Label: "Mês do calendário"}}},
	"prescriptions.free_by": {label: "Quem libera além da receita", hint: "Os outros pedem liberação no carrinho.", options: []control.Option{
		{Value: "staff", Label: "Acolhimento e Administrador"}, {Value: "administrators", Label: "Só Administrador"}}},
	"prescriptions.renewal_letters": {label: "Cartas de receitas a vencer", hint: "Escreve 60, 30 e 7 dias antes, com o link para enviar a receita nova."},
	"prescriptions.follow_ups":      {label: "Perguntas de acompanhamento", hint: "Pergunta como a pessoa está, 30 e 90 dias depois do primeiro pedido, por e-mail."},
	"prescriptions.exempt_tag":      {label: "Etiqueta dos produtos sem receita", hint: "Um produto com esta etiqueta não precisa de receita."},

	"triage.statuses": {label: "Situações da fila", hint: "São as colunas da recepção, nesta ordem. Arraste ou use Alt ↑ e Alt ↓.",
		columns: statuses, add: "Adicionar situação", shape: "cfg-statuses"},
	"triage.completion_reasons": {label: "Motivos de conclusão",
		hint:    "Além de Pedido, Serviço e Agendamento, que o programa marca sozinho. Teclas 4 a 9 na pergunta.",
		columns: reasons, add: "Adicionar motivo", shape: "cfg-reasons"},
	"triage.form.title":   {label: "Título do formulário", hint: "No alto de /atendimento."},
	"triage.form.privacy": {label: "Aviso de privacidade", hint: "Embaixo do formulário: o que a associação faz com os dados.", long: true},
	"triage.form.fields": {label: "Perguntas do formulário", hint: "O que a pessoa preenche em /atendimento, nesta ordem.",
		columns: questions, add: "Adicionar pergunta", shape: "cfg-questions"},
	"triage.form.custom_fields": {label: "Perguntas próprias", hint: "Aparecem depois das outras, no mesmo formulário.", columns: questions,
		add: "Adicionar pergunta", shape: "cfg-questions"},
	"triage.wait_warn_minutes": {label: "Espera em amarelo", hint: "Depois desse tempo, a espera aparece em amarelo.", unit: "minutos"},
	"triage.wait_late_minutes": {label: "Espera em vermelho", hint: "Depois desse tempo, a espera aparece em vermelho.", unit: "minutos"},

	"services.duration_minutes": {label: "Duração do atendimento", hint: "Tempo reservado na agenda para cada atendimento.",
		unit: "minutos"},
	"services.block_overlap": {label: "Um atendimento por horário",
		hint: "Ligado, dois atendimentos do mesmo profissional no mesmo horário são recusados. Desligado, aparece só um aviso."},
	"services.change_hours": {label: "Prazo para trocar ou cancelar",
		hint: "Até quantas horas antes o associado troca ou cancela sozinho. Depois, a página pede que ele ligue.",
		unit: "horas"},
	"services.refund_days": {label: "Prazo para devolver",
		hint: "Dias úteis em que a associação devolve uma consulta paga e cancelada no prazo.", unit: "dias úteis"},
	"services.max_own_bookings": {label: "Consultas marcadas pelo associado",
		hint: "Quantas consultas futuras cada associado pode marcar por conta própria.", unit: "consultas"},
	"services.professional-types": {label: "Tipos de profissional",
		hint: "A taxa fica com a associação. O preço vale para profissionais sem preço próprio.", columns: professionalTypes,
		add: "Adicionar tipo", shape: "cfg-types"},
	"services.deduct_donation_from_payable": {label: "Doação descontada do repasse",
		hint: "Ligado, o valor doado pela associação sai do que o profissional recebe."},
	"services.payout_day": {label: "Dia do repasse",
		hint: "Dia do mês seguinte em que os profissionais recebem; num dia sem banco, o próximo. O portal e o e-mail do mês fechado mostram a data. Em 0, não mostram."},
}

// zones are the time zones of Brazil.
var zones = []control.Option{
	{Value: "America/Sao_Paulo", Label: "Brasília, São Paulo, Sul e Sudeste"}, {Value: "America/Bahia", Label: "Bahia"},
	{Value: "America/Fortaleza", Label: "Ceará, Maranhão, Piauí, Paraíba e Rio Grande do Norte"},
	{Value: "America/Recife", Label: "Pernambuco"},
	{Value: "America/Maceio", Label: "Alagoas e Sergipe"}, {Value: "America/Belem", Label: "Pará (leste) e Amapá"},
	{Value: "America/Araguaina", Label: "Tocantins"}, {Value: "America/Santarem", Label: "Pará (oeste)"},
	{Value: "America/Cuiaba", Label: "Mato Grosso"}, {Value: "America/Campo_Grande", Label: "Mato Grosso do Sul"},
	{Value: "America/Manaus", Label: "Amazonas"}, {Value: "America/Porto_Velho", Label: "Rondônia"},
	{Value: "America/Boa_Vista", Label: "Roraima"},
	{Value: "America/Rio_Branco", Label: "Acre"}, {Value: "America/Noronha", Label: "Fernando de Noronha"},
}

var statuses = []editor.Column{
	{Name: "color", Label: "Cor", Kind: editor.Color, Start: "#1d4ed8"},
	{Name: "label", Label: "Nome"},
	{Name: "value", Label: "Código fixo", Kind: editor.Identifier, From: "label"},
	{Name: "is_default_entry", Label: "Entrada", Kind: editor.Only},
	{Name: "is_done", Label: "Conclui", Kind: editor.Tick},
}

var reasons = []editor.Column{
	{Name: "label", Label: "Motivo"},
	{Name: "counts_as", Label: "Conta nas análises como", Kind: editor.Choice, Start: "neither", Options: []control.Option{
		{Value: "neither", Label: "Nem pedido, nem serviço"}, {Value: "order", Label: "Pedido"}, {Value: "service", Label: "Serviço"},
	}},
}

var periods = []editor.Column{{Name: "what", Label: "O que se guarda"}, {Name: "until", Label: "Até quando"}}

var recipients = []editor.Column{{Name: "who", Label: "Quem recebe"}, {Name: "what", Label: "O que recebe"}}

var questions = []editor.Column{
	{Name: "label", Label: "Rótulo"},
	{Name: "id", Label: "Nome na API", Kind: editor.Identifier, From: "label"},
	{Name: "type", Label: "Tipo", Kind: editor.Choice, Start: "text", Options: []control.Option{
		{Value: "text", Label: "Texto curto"}, {Value: "textarea", Label: "Texto longo"}, {Value: "phone", Label: "Telefone"}, {Value: "email",
			Label: "E-mail"},
		{Value: "select", Label: "Escolha"}, {Value: "checkbox", Label: "Sim ou não"}, {Value: "date", Label: "Data"},
	}},
	{Name: "enabled", Label: "Mostrar", Kind: editor.Tick, Start: "true"},
	{Name: "required", Label: "Obrigatória", Kind: editor.Tick},
	{Name: "options", Label: "Opções, uma em cada linha", Kind: editor.Lines, OnlyFor: "select"},
}

var professionalTypes = []editor.Column{
	{Name: "id", Label: "Tipo"},
	{Name: "association_fee", Label: "Taxa da associação", Kind: editor.Amount, Start: "0,00"},
	{Name: "default_consultation_price", Label: "Preço da consulta", Kind: editor.Amount},
	{Name: "active", Label: "Ativo", Kind: editor.Tick, Start: "true"},
}

var sender = []editor.Column{
	{Name: "name", Label: "Nome"},
	{Name: "document", Label: "CPF ou CNPJ", Bare: true},
	{Name: "phone", Label: "Telefone", Entry: control.Phone, Bare: true},
	{Name: "email", Label: "E-mail", Entry: control.Email},
	{Name: "cep", Label: "CEP", Entry: control.CEP, Bare: true},
	{Name: "street", Label: "Rua"},
	{Name: "number", Label: "Número"},
	{Name: "complement", Label: "Complemento"},
	{Name: "neighborhood", Label: "Bairro"},
	{Name: "city", Label: "Cidade"},
	{Name: "state", Label: "Estado"},
}

// wordsOf returns the words of a key; those of a key that an administrator created are its name and description.
func wordsOf(system, key, description string) words {
	if found, known := keyWords[system+"."+key]; known {
		return found
	}
	return words{label: key, hint: description}
}

// capital returns a sentence with a capital letter.
func capital(sentence string) string {
	if sentence == "" {
		return ""
	}
	first := []rune(sentence)[0]
	return strings.ToUpper(string(first)) + strings.TrimPrefix(sentence, string(first))
}
