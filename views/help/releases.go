package help

import "acolhe/models/types/civil"

// NewsPath is the address of the changes of each release.
const NewsPath = Path + "/novidades"

// NewsReadPath receives the POST that hides the card of the latest release.
const NewsReadPath = NewsPath + "/lidas"

// Release holds the changes of one release, in the words of the staff.
type Release struct {
	Version string
	Day     civil.Date
	// Changes are sentences about new possibilities, beginning with their place.
	Changes []string
}

// Releases lists the releases, the latest first. A new release adds its entry here with its heading in CHANGELOG.md.
func Releases() []Release {
	return []Release{
		{Version: "1.0", Day: civil.MustParse("2026-11-22"), Changes: []string{
			"Painel: veja quem espera, a agenda de hoje, o que falta receber e os pedidos dos últimos 30 dias. Cada número abre a lista do que conta.",
			"Associados: a página do associado junta contato, pendências, linha do tempo e anotações. Ligue, escreva ou copie com um clique.",
			"Pedidos: marque vários para mudar a situação, imprimir em um só PDF, etiquetar ou exportar.",
			"Pagamento: ao marcar como pago, informe a forma e a data. Para corrigir, volte uma etapa e diga o motivo.",
			"Desfazer: depois de etiquetar, mover ou remover, clique em “Desfazer” no aviso ou pressione Z.",
			"Etiquetas: renomear ou juntar etiquetas atualiza todos os registros.",
			"Busca: Ctrl K também encontra produtos, etiquetas, páginas e ações, e oferece cadastrar quem não foi encontrado.",
			"Sessão encerrada: entre de novo sem sair da página. O que você digitou continua no formulário.",
			"Minha conta: veja em quais aparelhos você entrou e saia de cada um ou de todos.",
			"Configurações: ordene, edite e remova situações e perguntas da recepção. O histórico mostra quem mudou cada valor.",
		}},
	}
}
