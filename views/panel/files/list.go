package files

import (
	"strings"
	"time"

	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// List returns the list of files with the records that hold them.
func List() list.Definition[files.Held, files.HeldInput] {
	return list.Definition[files.Held, files.HeldInput]{
		About: list.About{
			Name: "arquivos", Title: "Arquivos", Path: Path, Collection: "files", Search: "Nome do arquivo",
			Order: "-enviado",
			Rows:  list.Noun{One: "arquivo", Many: "arquivos", None: "Nenhum arquivo"},
			NothingYet: list.Sentence{Title: "Nenhum arquivo ainda",
				Text: "Envie arquivos na página de um associado, de um pedido ou de um serviço."},
			NothingFound: list.Sentence{Title: "Nenhum arquivo com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[files.HeldInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *files.HeldInput) *string { return &in.Q })},
			{Name: "em", Label: "Onde está", All: "qualquer lugar",
				Options: []control.Option{{Value: string(files.OfUser), Label: "Associados e pacientes"},
					{Value: string(files.OfOrder), Label: "Pedidos"},
					{Value: string(files.OfService), Label: "Serviços"}, {Value: string(files.OfProduct), Label: "Produtos"},
					{Value: string(files.OfContract),
						Label: "Termos"}, {Value: string(files.OfNothing), Label: "Em nenhum registro"}},
				Set: list.To(func(in *files.HeldInput) *files.Owner { return &in.In })},
			{Name: "documento", Label: "Documento", All: "qualquer um", Options: documentOptions(),
				Set: list.To(func(in *files.HeldInput) *string { return &in.Kind })},
			{Name: "enviado_por", Label: "Enviado por", Kind: list.Text, More: true,
				Set: list.To(func(in *files.HeldInput) *string { return &in.Uploader })},
			{Name: "tipo", Label: "Formato", All: "todos", More: true,
				Options: []control.Option{{Value: "pdf", Label: "PDF"}, {Value: "image", Label: "Foto"},
					{Value: "other", Label: "Outro"}}, Set: list.To(func(in *files.HeldInput) *string { return &in.Format })},
			{Name: "de", Label: "Enviado desde", Kind: list.Day, More: true, Set: list.To(func(in *files.HeldInput) *string { return &in.From })},
			{Name: "ate", Label: "Enviado até", Kind: list.Day, More: true, Set: list.To(func(in *files.HeldInput) *string { return &in.To })},
		},
		Lead: list.Lead[files.Held]{Label: "Nome", Sort: "name", Text: func(f *files.Held) string { return f.FileName },
			Href: func(f *files.Held) string { return FileHref(f.ID) }},
		Columns: []list.Column[files.Held]{
			{Name: "onde", Label: "Onde está", Place: table.Below, Text: whereText, Cell: whereCell},
			{Name: "formato", Label: "Formato", HidesBelow: table.Medium, Text: func(f *files.Held) string { return formatName(f.ContentType) }},
			{Name: "tamanho", Label: "Tamanho", Sort: "size", Right: true, Place: table.Side,
				Text: func(f *files.Held) string { return fmtbr.FileSize(f.Size) }},
			{Name: "quem", Label: "Enviado por", HidesBelow: table.Wide, Text: func(f *files.Held) string { return f.Uploader }},
			{Name: "enviado", Label: "Enviado", Sort: "created", Place: table.End, Time: func(f *files.Held) time.Time { return f.DateCreated }},
		},
		Read: func(query list.Query[files.HeldInput]) files.HeldInput {
			query.Input.Window, query.Input.Sort = query.Window, files.HeldSort(query.Sort)
			return query.Input
		},
	}
}

func documentOptions() []control.Option {
	return []control.Option{{Value: "prescription", Label: "Receita"}, {Value: "report", Label: "Laudo"}, {Value: "exam", Label: "Exame"},
		{Value: "rg", Label: "RG"}, {Value: "cnh", Label: "CNH"}, {Value: "cin", Label: "CIN"}, {Value: "rne", Label: "RNE ou RNM"},
		{Value: "passaporte", Label: "Passaporte"}, {Value: "certidao", Label: "Certidão de nascimento"},
		{Value: "representation", Label: "Prova de representação"}, {Value: "proof", Label: "Comprovante"}}
}

// formatName returns what people call a type of content: PDF, Foto, or Outro.
func formatName(contentType string) string {
	switch kind := media.Kind(contentType); {
	case kind == media.PDF:
		return "PDF"
	case kind.IsImage():
		return "Foto"
	}
	return strings.ToUpper(strings.TrimPrefix(media.Kind(contentType).Extension(), "."))
}

// LinkHref returns the page of a record that holds a file, empty if it has none.
func LinkHref(link files.Link) string {
	switch link.Collection {
	case files.OfUser:
		return "/painel/associados/" + link.RecordID + "?parte=documentos"
	case files.OfOrder:
		return "/painel/pedidos/" + link.RecordID
	case files.OfService:
		return "/painel/agenda/" + link.RecordID
	case files.OfProduct:
		return "/painel/produtos/" + link.RecordID
	case files.OfContract:
		return "/painel/assinaturas/" + link.RecordID
	}
	return ""
}

// LinkText names a record that holds a file: "Pedido nº 12, Ana de Souza".
func LinkText(link files.Link) string {
	what := map[files.Owner]string{files.OfUser: "", files.OfOrder: "Pedido nº\u00a0" + link.RecordID, files.OfService: "Serviço",
		files.OfProduct: "Produto", files.OfContract: "Termo"}[link.Collection]
	text := fmtbr.Join(", ", what, link.Name)
	if kind := texts.Of(link.Kind); kind != "" {
		text += " (" + inSentence(Words(files.Listed{DocKind: &kind})) + ")"
	}
	return text
}

// inSentence returns words as they stand inside a sentence: receita, but RG.
func inSentence(words string) string {
	first, _, _ := strings.Cut(words, " ")
	if strings.ToUpper(first) == first {
		return words
	}
	return strings.ToLower(words[:1]) + words[1:]
}

func whereText(f *files.Held) string {
	if len(f.Links) == 0 {
		return nowhere(*f)
	}
	names := make([]string, len(f.Links))
	for i, link := range f.Links {
		names[i] = LinkText(link)
	}
	return strings.Join(names, "; ")
}

func whereCell(f *files.Held, _ time.Time) ui.Content {
	if len(f.Links) == 0 {
		return ui.Quiet(nowhere(*f))
	}
	return Links(f.Links)
}

// nowhere says that no record holds a file, or none that the person may read.
func nowhere(f files.Held) string {
	if f.IsUsed {
		return "em uso pelo Acolhe"
	}
	return "em nenhum registro"
}
