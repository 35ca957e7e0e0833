package cells

// Associates are the fields of associates with their patients.
var Associates = []Field{
	{Name: "name", Group: "Associado", Label: "Nome", Kind: Name, Needed: true, Example: "Nome e sobrenome",
		Words: []string{"nome completo", "associado", "associada", "titular", "cliente", "nome do associado", "nome associado", "nome do titular",
			"nome do cliente", "socio", "socia", "nome do socio", "nome e sobrenome", "razao social", "responsavel", "nome responsavel", "nome do responsavel"}},
	{Name: "associate_cpf", Group: "Associado", Label: "CPF", Kind: CPF, Example: "529.982.247-25",
		Words: []string{"cpf", "cpf do associado", "cpf titular", "cpf do titular", "cpf associado", "documento", "cpf cnpj",
			"cpf do responsavel", "cpf responsavel"}},
	{Name: "birth_date", Group: "Associado", Label: "Nascimento", Kind: Date, Example: "04/11/1971",
		Words: []string{"nasc", "data de nascimento", "data nascimento", "dt nascimento", "dt nasc", "data nasc", "nascimento titular",
			"nascido em", "aniversario", "dn"}},
	{Name: "phone", Group: "Associado", Label: "Telefones", Kind: Phones, Example: "(48) 99104-2277",
		Words: []string{"telefone", "fone", "fone whats", "celular", "cel", "whatsapp", "whats", "tel", "contato", "telefone celular", "fones",
			"zap", "telefone 1", "celular whatsapp"}},
	{Name: "phone_secondary", Group: "Associado", Label: "Segundo telefone", Kind: Phones,
		Words: []string{"telefone 2", "outro telefone", "recado", "telefone recado", "tel 2", "celular 2", "fone 2", "telefone fixo", "fixo",
			"residencial"}},
	{Name: "email", Group: "Associado", Label: "E-mail", Kind: Email, Example: "nome@exemplo.org.br",
		Words: []string{"e mail", "email", "mail", "correio eletronico", "endereco de email", "email do associado"}},
	{Name: "rg", Group: "Associado", Label: "RG", Kind: Text, Max: 30,
		Words: []string{"rg", "identidade", "numero rg", "n rg", "registro geral"}},
	{Name: "gender", Group: "Associado", Label: "Gênero", Kind: Gender, Words: []string{"sexo", "genero"}},
	{Name: "mother_name", Group: "Associado", Label: "Nome da mãe", Kind: Text, Max: 200,
		Words: []string{"mae", "nome da mae", "nome mae", "filiacao"}},
	{Name: "occupation", Group: "Associado", Label: "Profissão", Kind: Text, Max: 120, Words: []string{"profissao", "ocupacao"}},
	{Name: "marital_status", Group: "Associado", Label: "Estado civil", Kind: Text, Max: 40, Words: []string{"estado civil"}},
	{Name: "status", Group: "Associado", Label: "Situação", Kind: Choice, Words: []string{"situacao", "sit", "status", "ativo", "condicao"},
		Example: "Associado", Options: []Option{
			{"member", "Associado", []string{"ativo", "ativa", "associado", "associada", "em dia", "regular", "aprovado", "aprovada", "adimplente",
				"s", "sim"}},
			{"joining", "Em cadastro", []string{"em cadastro", "cadastro", "pendente", "em andamento", "novo", "nova", "em analise", "aguardando"}},
		}},
	{Name: "since", Group: "Associado", Label: "Associado desde", Kind: Date,
		Words: []string{"desde", "associado desde", "data de cadastro", "data cadastro", "dt cadastro", "data de associacao", "data de entrada",
			"entrada", "filiado em", "data de adesao", "adesao", "cadastrado em", "data da filiacao"}},
	{Name: "address", Group: "Endereço", Label: "rua, número e complemento", Kind: Address, Example: "Rua das Flores, 120, ap. 32",
		Words: []string{"endereco", "end", "endereco completo", "logradouro e numero"}},
	{Name: "street", Group: "Endereço", Label: "Rua", Kind: Text, Max: 200, Words: []string{"rua", "logradouro", "avenida"}},
	{Name: "number", Group: "Endereço", Label: "Número", Kind: Text, Max: 20, Words: []string{"numero", "n", "num", "nro", "no"}},
	{Name: "complement", Group: "Endereço", Label: "Complemento", Kind: Text, Max: 120, Words: []string{"complemento", "compl", "apto"}},
	{Name: "neighborhood", Group: "Endereço", Label: "Bairro", Kind: Text, Max: 120, Words: []string{"bairro"}, Example: "Centro"},
	{Name: "city_state", Group: "Endereço", Label: "cidade e UF", Kind: CityState,
		Words: []string{"cidade uf", "cidade estado", "municipio uf", "cidade e estado", "cidade e uf"}, Example: "Florianópolis/SC"},
	{Name: "city", Group: "Endereço", Label: "Cidade", Kind: CityState, Words: []string{"cidade", "municipio"}},
	{Name: "state", Group: "Endereço", Label: "UF", Kind: State, Words: []string{"uf", "estado"}},
	{Name: "cep", Group: "Endereço", Label: "CEP", Kind: CEP, Words: []string{"cep", "codigo postal"}, Example: "88010-000"},
	{Name: "patient_name", Group: "Paciente", Label: "Nome", Kind: Patient,
		Words:   []string{"paciente", "nome do paciente", "nome paciente", "dependente", "nome do dependente", "beneficiario"},
		Example: "Nome do paciente"},
	{Name: "patient_birth", Group: "Paciente", Label: "Nascimento", Kind: Date,
		Words: []string{"nasc pac", "nascimento do paciente", "nascimento paciente", "nasc paciente", "dn paciente", "data nasc paciente",
			"data de nascimento do paciente", "nasc dependente"}},
	{Name: "patient_cpf", Group: "Paciente", Label: "CPF", Kind: CPF,
		Words: []string{"cpf do paciente", "cpf paciente", "cpf pac", "cpf dependente", "cpf do dependente"}},
	{Name: "patient_relationship", Group: "Paciente", Label: "Parentesco", Kind: Text, Max: 60,
		Words: []string{"parentesco", "grau de parentesco", "relacao", "vinculo"}},
	{Name: "patient_species", Group: "Paciente", Label: "Espécie", Kind: Text, Max: 60, Words: []string{"especie", "pet", "animal"}},
	{Name: "diagnosis", Group: "Paciente", Label: "Diagnóstico", Kind: Text, Max: 4000,
		Words: []string{"diagnostico", "patologia", "doenca", "cid", "condicao de saude", "cid 10", "motivo", "indicacao"}, Example: "epilepsia"},
	{Name: "medications", Group: "Paciente", Label: "Remédios", Kind: Text, Max: 4000,
		Words: []string{"medicamentos", "medicacao", "remedios", "remedios em uso", "medicamentos em uso"}},
	{Name: "prescriber", Group: "Paciente", Label: "Prescritor", Kind: Text, Max: 200,
		Words: []string{"medico", "prescritor", "medico prescritor", "nome do medico"}},
	{Name: "tags", Group: "Associado", Label: "Etiquetas", Kind: Tags, Many: true,
		Words: []string{"etiqueta", "etiquetas", "tag", "tags", "grupo", "categoria"}},
	{Name: "note", Group: "", Label: "Anotação", Kind: Note, Many: true,
		Words:   []string{"obs", "observacao", "observacoes", "anotacao", "anotacoes", "comentario", "comentarios", "historico", "nota", "notas"},
		Example: "Prefere contato à tarde"},
}

// Whose are the fields that find an associate who is already stored.
var Whose = []Field{
	{Name: "associate_cpf", Group: "Associado", Label: "CPF", Kind: CPF, Words: []string{"cpf", "cpf do associado", "cpf do titular"},
		Example: "529.982.247-25"},
	{Name: "associate_email", Group: "Associado", Label: "E-mail", Kind: Email, Words: []string{"email", "e mail", "email do associado"}},
	{Name: "associate_name", Group: "Associado", Label: "Nome", Kind: Name,
		Words: []string{"nome", "associado", "cliente", "nome do associado", "titular"}, Example: "Nome e sobrenome"},
}

// Annotations are the fields of annotations.
var Annotations = append(append([]Field{}, Whose...),
	Field{Name: "text", Label: "Anotação", Kind: Text, Max: 4000, Needed: true,
		Words:   []string{"obs", "observacao", "observacoes", "texto", "anotacoes", "comentario", "historico", "nota"},
		Example: "Ligou pedindo a segunda via"},
	Field{Name: "date", Label: "Data", Kind: Date, Words: []string{"dia", "quando", "data da anotacao"}, Example: "04/11/2025"})

// Products are the fields of products.
var Products = []Field{
	{Name: "code", Label: "Código", Kind: Text, Max: 60, Needed: true, Words: []string{"cod", "sku", "referencia", "ref", "codigo do produto"},
		Example: "OLEO-10"},
	{Name: "name", Label: "Nome", Kind: Text, Max: 200, Needed: true, Words: []string{"produto", "item", "nome do produto", "descricao curta"},
		Example: "Óleo 10 mg/ml"},
	{Name: "description", Label: "Descrição", Kind: Text, Max: 4000, Words: []string{"detalhes", "descricao completa"}},
	{Name: "price", Label: "Preço", Kind: Money, Words: []string{"valor", "preco unitario", "preco de venda", "r"}, Example: "R$ 189,90"},
	{Name: "weight_g", Label: "Peso em gramas", Kind: Integer, Words: []string{"peso", "peso g", "gramas", "peso bruto"}, Example: "120"},
	{Name: "active", Label: "Ativo", Kind: YesNo, Words: []string{"situacao", "status", "disponivel", "a venda"}, Example: "sim"},
	{Name: "stock_note", Label: "Observação do estoque", Kind: Text, Max: 200, Words: []string{"estoque", "obs", "observacao"}},
	{Name: "tags", Label: "Etiquetas", Kind: Tags, Many: true, Words: []string{"categoria", "linha", "grupo", "tags"}},
}

// TagFields are the fields of tags.
var TagFields = []Field{
	{Name: "name", Label: "Nome", Kind: Text, Max: 60, Needed: true, Words: []string{"etiqueta", "tag", "etiquetas"}, Example: "Prioridade"},
	{Name: "color", Label: "Cor", Kind: Text, Max: 7, Words: []string{"cor", "color"}, Example: "#0f766e"},
	{Name: "collection", Label: "Onde vale", Kind: Choice, Words: []string{"colecao", "para"}, Example: "Associados", Options: []Option{
		{"users", "Associados", []string{"associado", "users", "pacientes"}}, {"orders", "Pedidos", []string{"pedido", "orders"}},
		{"services", "Serviços", []string{"servico", "services", "agenda"}}, {"products", "Produtos", []string{"produto", "products"}},
	}},
}

// Professionals are the fields of professionals.
var Professionals = []Field{
	{Name: "name", Label: "Nome", Kind: Name, Needed: true, Words: []string{"profissional", "medico", "nome completo", "nome do profissional"},
		Example: "Nome e sobrenome"},
	{Name: "type", Label: "Tipo", Kind: Text, Max: 60, Words: []string{"especialidade", "profissao", "area", "funcao"}, Example: "Médico"},
	{Name: "email", Label: "E-mail", Kind: Email, Words: []string{"email", "e mail"}},
	{Name: "phone", Label: "Telefone", Kind: Phones, Words: []string{"celular", "whatsapp", "fone", "contato", "telefones"}},
	{Name: "council", Label: "Conselho", Kind: Text, Max: 20, Words: []string{"conselho de classe", "registro"}, Example: "CRM"},
	{Name: "council_number", Label: "Número do conselho", Kind: Text, Max: 20,
		Words: []string{"crm", "cro", "crp", "n conselho", "numero do registro", "numero conselho"}, Example: "12345"},
	{Name: "council_state", Label: "UF do conselho", Kind: State, Words: []string{"uf", "estado", "uf crm"}, Example: "SC"},
	{Name: "price", Label: "Valor da consulta", Kind: Money, Words: []string{"valor", "preco", "consulta", "preco da consulta"},
		Example: "R$ 250,00"},
	{Name: "active", Label: "Ativo", Kind: YesNo, Words: []string{"situacao", "status"}, Example: "sim"},
	{Name: "payment_details", Label: "Dados para pagamento", Kind: Text, Max: 1000,
		Words: []string{"pix", "conta", "banco", "dados bancarios"}},
}
