package help

func agendaTasks() []Task {
	return []Task{
		{"Agende um atendimento", []string{
			"Clique em “Agendar”, pressione N ou clique em um horário livre.",
			"Escolha o associado e, se for para um paciente dele, o paciente.",
			"Escolha o profissional e o horário. Para agendar mais de um serviço, clique em “Adicionar serviço”.",
		}},
		{"Remarque", []string{
			"Arraste o atendimento no dia ou na semana (no celular, abra o dia, segure e arraste), ou pressione M sobre ele.",
			"Pelo teclado: J e K escolhem o atendimento, Alt com as setas muda o horário, Enter confirma.",
			"Se errar, clique em “Desfazer” no aviso ou pressione Z.",
		}},
		{"Receba o pagamento", []string{
			"Abra o atendimento e clique em “Registrar pagamento”, ou pressione P.",
			"Confira os serviços da reserva: o que você desmarcar continua em aberto. Informe a forma, o valor e a data, e envie o comprovante se tiver.",
			"Se errar, use “Voltar para a pagar…” no menu “Mais ações do agendamento” e informe o motivo.",
		}},
		{"Repita um atendimento", []string{
			"Em “Agendar”, escolha em “Repetir” de quanto em quanto tempo, e quantas vezes ou até quando.",
			"As datas aparecem já conferidas. Para cada uma com aviso, escolha outro horário, “Pular” ou “Manter mesmo assim”: uma data pulada é reposta no fim.",
			"Ao remarcar ou cancelar, escolha se vale só para este, para este e os próximos ou para todos os que ainda vêm.",
		}},
		{"Imprima o dia", []string{
			"Clique em “Imprimir o dia”: sai uma folha com os horários, os telefones e os pagamentos de cada profissional.",
		}},
		{"Avise o associado", []string{
			"Abra o atendimento e clique em “WhatsApp”. A mensagem vem pronta.",
			"O e-mail do agendamento tem um link para confirmar ou pedir outro horário. A resposta aparece no atendimento; um horário pedido tem ali o botão “Remarcar para”.",
		}},
		{"Mostre horários livres", []string{
			"Abra o profissional e clique em “Editar”.",
			"Informe os horários de atendimento de cada dia, como 08:00-12:00, 13:00-18:00.",
		}},
		{"Bloqueie um horário", []string{
			"Clique em “Bloquear horário” ou pressione B.",
			"Informe o profissional, o dia e as horas. Para férias, informe também o último dia; para todas as semanas, até quando repetir.",
			"Para mudar ou remover, clique no bloqueio na agenda.",
		}},
		{"Cuide dos feriados", []string{
			"Clique em “Feriados”. Os nacionais já estão ali.",
			"Acrescente os da sua cidade e o recesso. Se a associação atende em um feriado, clique em “Atender neste feriado”.",
		}},
		{"Dê uma data a um serviço", []string{
			"Embaixo da agenda, em “Sem data”, arraste o serviço até um horário livre.",
			"Pelo teclado: Enter no serviço, setas até o horário, Enter de novo.",
		}},
		{"Cancele uma reserva", []string{
			"Abra o atendimento.",
			"No menu “Mais ações do agendamento”, clique em “Cancelar reserva…”. Todos os serviços da reserva são removidos.",
		}},
	}
}

func agendaTerms() []Term {
	return []Term{
		{"Reserva", "Serviços agendados juntos. São cancelados juntos e podem ser pagos juntos."},
		{"Contorno tracejado", "O associado ainda não confirmou o atendimento."},
		{"Sobrepostos", "Atendimentos do mesmo profissional em horários que se cruzam. Nas configurações, a associação pode recusá-los."},
	}
}
