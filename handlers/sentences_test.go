package handlers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// replacedSentences are sentences that people did not understand in a trial. They have been replaced and must not come
// back.
var replacedSentences = []string{
	"Só um animal pode", "é achado no pedido", "registros que já a usam", "Cada valor é descontado do total",
	"O que está guardado agora", "para valer o formulário", "O que se faz com", "que o sistema manda", "não serviu",
	"Este endereço não aceita este método", "chave da casa", "Quem achar este token", "Não passaram na conferência",
	"não é um CPF válido", "escolha pelo menos um escopo", "Sem nenhum, só você", "tire um dos filtros", "Ninguém com estes filtros",
	"não volta atrás", "o que a interface oferece", "pessoa associada?", "Tornar associado",
	"quando todos os valores estiverem certos", "A anotação voltou", "Em emergência", "Usar o do cadastro", "Tirar de venda",
	"Fora de venda", "Nada aqui ainda", "O token alcança", "Procurar um dado", "deixa de ser oferecida", `"Partes"`,
	"não fica sabendo a senha de ninguém", "Que páginas cada papel vê", "com a conta aberta saem dela", "serve uma vez", "esperou demais",
	"ficam de fora", "algo aconteceu", "de antemão", "não tem peso próprio", "não tem um.", "que você escolhe abaixo", "nem aparece no menu",
	"Nenhum dado com este nome", "ou vários têm", "Abertos há pouco", "montados com eles", "virou um arquivo", "tipo de acontecimento",
	"não lê nada", "passa a valer no lugar", "pagos: ", ": pago.", "deixa a cada papel", "que se faz", "guardado agora",
	"cada pedido mantém a sua", "(marca a reserva como paga)", "O valor salvo no banco", "vale antes dele", "Vem da variável de ambiente",
	"Sem SMTP_URL",
	"juntados por causa", "três de quatro visitas", "ruim acima de", "As coleções da API", "Valor na API", "Teste o bucket",
	"Um nome novo vale também",
	"o frete é pago à parte", "Já vem escolhido", "Escrever contratos", "assim que um registro muda", "o uso do serviço para",
	"Sem registros por enquanto",
	"Tudo recebido.", "Dê o nome da", "guardado no Correio", "se as páginas abrem depressa", `"em desenvolvimento"`, "Exclua-os ou ligue-os",
	"Para si ou", "Termo para si", "Nenhum cadastro com este nome", "código de rastreio: informe", "%d de %d em ", "Depois de fechar, os",
	"Cria contratos",
	// Outside the panel.
	"Link inválido", "Acesso da equipe da associação", "não podem ser alterados.", "avise a administração agora mesmo",
	"deve ter pelo menos 8 caracteres",
	"Confira. Depois daqui", "O que está bloqueado entrou", "Tire do plástico", "O que essa pessoa é sua", "autoriza o cuidado",
	"protegidos pela LGPD",
	"documentos não são públicos", "específica e destacada", "Recebemos uma solicitação", "convidou você para usar o nosso sistema",
	"Toque no botão abaixo",
	"Se não vai poder ir", "diferente do assinado", "só os horários já pagos", "se copiou o endereço inteiro", "informe o DDD e o número",
	"escreva os dias e horários",
	"Marcar a reserva inteira", "Só o que pede atenção", "Frete (carrier", ". Contrato ",
}

func TestSentences_Replaced(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"../handlers", "../models", "../views", "../web"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			isText := strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".templ") || strings.HasSuffix(path, ".json")
			if err != nil || entry.IsDir() || !isText || strings.HasSuffix(path, "_templ.go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, sentence := range replacedSentences {
				if strings.Contains(string(text), sentence) {
					t.Errorf("%s says %q again", path, sentence)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
