package configuration

import "acolhe/views/ui/control"

// systems are the names of Acolhe's own systems, in the order of the menu.
var systems = []control.Option{
	{Value: "system", Label: "Geral", Detail: "Nome da associação, fuso horário e páginas de cada papel."},
	{Value: "access", Label: "Acesso", Detail: "Quem viu os dados, e por quanto tempo um aparelho fica conectado."},
	{Value: "association", Label: "Associação", Detail: "O que aparece no alto dos papéis: CNPJ, endereço, telefone e logotipo."},
	{Value: "triage", Label: "Recepção", Detail: "Situações da fila e perguntas do formulário de atendimento."},
	{Value: "doc_sign", Label: "Assinaturas", Detail: "O que as páginas de assinatura perguntam."},
	{Value: "privacy", Label: "Privacidade", Detail: "Quem responde pelos dados pessoais, o que se guarda e até quando."},
	{Value: "store", Label: "Loja e frete", Detail: "Pix, remetente, embalagem e frete dos pedidos."},
	{Value: "stock", Label: "Estoque", Detail: "Lotes, separação por lote e reserva dos pedidos."},
	{Value: "prescriptions", Label: "Receitas", Detail: "Por quanto tempo uma receita vale e o que ela permite no pedido."},
	{Value: "services", Label: "Serviços e agenda", Detail: "Duração dos atendimentos, tipos de profissional, taxas e preços."},
}

// SystemName returns the name of a system; one created by administrators has its own.
func SystemName(system string) string { return control.LabelOf(systems, system) }
