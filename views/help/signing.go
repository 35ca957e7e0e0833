package help

func signatureTasks() []Task {
	return []Task{
		{"Envie o termo", []string{"Abra o cadastro da pessoa e clique em “Enviar termo”.",
			"Ela recebe o link por e-mail e assina no celular ou no computador, sem senha.",
			"Se preferir, copie o link ou envie por WhatsApp."}},
		{"Acompanhe quem falta assinar", []string{"Abra “A assinar”. “Aberto” quer dizer que a pessoa já viu o termo.",
			"Em “Vencem em 7 dias”, envie o link de novo pelo menu da linha.",
			"Em “Vencidos”, envie um link novo."}},
		{"Corrija um termo enviado", []string{"Corrija o cadastro da pessoa.",
			"No menu do termo, clique em “Enviar outro termo…”. O link anterior deixa de funcionar.", "Para só cancelar, clique em “Anular…”."}},
		{"Confira uma assinatura", []string{"Abra um termo assinado. A primeira linha diz se ele confere com o que foi assinado.",
			"Baixe o comprovante para ver quem assinou, quando e de onde.", "Qualquer pessoa pode conferir o papel pelo QR code do rodapé."}},
		{"Peça a assinatura de um texto novo", []string{"Depois que um modelo novo for publicado, abra “Versão anterior”.",
			"Clique em “Pedir nova assinatura” e confira quantos associados recebem o link.",
			"O termo antigo vale até a nova assinatura."}},
	}
}

func signatureTerms() []Term {
	return []Term{
		{"Termo", "Documento que o associado assina para fazer parte da associação."},
		{"Comprovante", "PDF com cada passo da assinatura: horários, aparelho e endereço na internet."},
		{"Código", "Oito caracteres no rodapé do termo assinado, para conferir o documento na página pública."},
	}
}

func templateTasks() []Task {
	return []Task{
		{"Publique o termo", []string{"Abra um dos dois modelos. Ele já traz um texto padrão.",
			"Mude o texto. O rascunho é salvo enquanto você escreve, e a prévia mostra o PDF.",
			"Clique em “Publicar”. Termos novos usam esta versão; os já enviados não mudam."}},
		{"Use os dados da pessoa no texto", []string{"Digite {{ ou clique em “Variável”.", "Digite parte do nome e escolha com as setas e Enter.",
			"Se uma variável não existir, a lista de problemas sugere outra."}},
		{"Volte a um texto anterior", []string{"Clique em “Versões”.", "Clique em “Restaurar como rascunho” e publique de novo."}},
		{"Use o certificado da associação", []string{"Em “Modelos de termo”, escolha o arquivo .p12 ou .pfx e digite a senha dele.",
			"Clique em “Usar este certificado”. Os próximos PDFs recebem o selo com ele."}},
	}
}

func templateTerms() []Term {
	return []Term{
		{"Versão", "Texto publicado. Cada termo guarda a versão que a pessoa assinou."},
		{"Variável", "Parte do texto que o sistema preenche com os dados da pessoa ou da associação."},
		{"Selo digital", "Assinatura do arquivo, que mostra em qualquer leitor de PDF se ele mudou."},
	}
}
