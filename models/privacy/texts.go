package privacy

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// Text is the text of an answer as the association writes it. Use is Answered or Refused.
type Text struct {
	ID          int64 `gorm:"primaryKey"`
	Kind        Kind
	Use         State
	Body        string
	AuthorName  string
	DateUpdated time.Time
}

// TableName returns the name of the table.
func (Text) TableName() string { return "privacy_texts" }

// IsChanged reports whether the association changed the text of the program.
func (t Text) IsChanged() bool { return t.ID != 0 }

// refusal is the text of the program for a refusal of any kind.
const refusal = `Recebemos o seu pedido “{pedido}” em {recebido}.

Não podemos atender. O motivo: {motivo}.

Você pode pedir que a associação reveja a resposta, e também procurar a Autoridade Nacional de Proteção de Dados (gov.br/anpd).`

// programText returns the text of the program.
func programText(kind Kind, use State) string {
	if use == Refused {
		return refusal
	}
	return map[Kind]string{
		Confirm: `Sim: a {associação} guarda dados seus. Servem para identificar e atender você, entregar os pedidos e cumprir a lei.

A página “Como cuidamos dos seus dados” diz quais são, para quê e por quanto tempo.`,
		Access: `Preparamos a cópia dos seus dados, com os dos seus pacientes.

Ela fica 72 horas na sua página. Se você não entra na página, a equipe entrega em mãos.`,
		Correct: `Corrigimos o que você pediu em {recebido}. Confira na sua página e avise se algo ainda estiver errado.`,
		Portability: `Preparamos os seus dados em um arquivo que outros sistemas leem (JSON), com os documentos.

Ele fica 72 horas na sua página. Se você não entra na página, a equipe entrega em mãos.`,
		Erase: `Atendemos o seu pedido de {recebido}: apagamos os seus dados. A certidão diz o que saiu e o que a lei nos faz guardar.`,
		Sharing: `Compartilhamos dados seus com a transportadora (nome, telefone e endereço da entrega) e com o profissional que atende você.

A lista completa, com datas, está na cópia dos seus dados, que você prepara na sua página.`,
		Withdraw: `Retiramos a permissão que você pediu em {recebido}. O que foi feito antes continua valendo.`,
	}[kind]
}

// Uses returns the uses of texts.
func Uses() []State { return []State{Answered, Refused} }

// Variables returns the names that a text may have in braces.
func Variables() []string {
	return []string{"primeiro nome", "pedido", "recebido", "prazo", "associação", "motivo"}
}

// ReadTexts returns the texts of a kind in the order of Uses, for an administrator.
func ReadTexts(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind) ([]Text, error) {
	if err := require(by); err != nil {
		return nil, err
	}
	if !slices.Contains(Kinds(), kind) {
		return nil, errNotFound()
	}
	return readTexts(ctx, tx, kind)
}

func readTexts(ctx context.Context, tx *db.DB, kind Kind) ([]Text, error) {
	var stored []Text
	if err := tx.WithContext(ctx).Where("kind = ?", kind).Order("id").Find(&stored).Error; err != nil {
		return nil, err
	}
	var found []Text
	for _, use := range Uses() {
		text := Text{Kind: kind, Use: use, Body: programText(kind, use)}
		if i := slices.IndexFunc(stored, func(one Text) bool { return one.Use == use }); i >= 0 {
			text = stored[i]
		}
		found = append(found, text)
	}
	return found, nil
}

// TextsInput are the texts of a kind. One that is empty, or that of the program, is that of the program again.
type TextsInput struct {
	Kind    Kind   `form:"-"`
	Answer  string `form:"answer"`
	Refusal string `form:"refusal"`
}

// SaveTexts stores the texts of a kind for an administrator. A text with an unknown variable, and a refusal without {motivo}, is 400
// VALIDATION_ERROR.
func SaveTexts(ctx context.Context, tx *db.DB, by auth.Caller, input TextsInput) error {
	if err := require(by); err != nil {
		return err
	}
	var problems errs.Problems
	checkText(&problems, "answer", input.Answer)
	checkText(&problems, "refusal", input.Refusal)
	problems.Require(strings.TrimSpace(input.Refusal) == "" || strings.Contains(input.Refusal, "{motivo}"), "refusal",
		"Falta o motivo: use {motivo}.")
	if err := problems.Err(); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for use, body := range map[State]string{Answered: input.Answer, Refused: input.Refusal} {
			if err := saveText(tx, by, Text{Kind: input.Kind, Use: use, Body: normal(body), AuthorName: by.FullName(), DateUpdated: by.Now}); err != nil {
				return err
			}
		}
		return nil
	})
}

func saveText(tx *db.DB, by auth.Caller, text Text) error {
	if text.Body == "" || text.Body == programText(text.Kind, text.Use) {
		return tx.Where("kind = ? and use = ?", text.Kind, text.Use).Delete(&Text{}).Error
	}
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "kind"}, {Name: "use"}},
		DoUpdates: clause.AssignmentColumns([]string{"body", "author_name", "date_updated"})}).Create(&text).Error
}

// normal returns a text of a form as it is stored.
func normal(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) }

func checkText(problems *errs.Problems, name, text string) {
	problems.Require(len([]rune(text)) <= maxText, name, "deve ter no máximo 4.000 caracteres")
	for rest := text; ; {
		_, after, has := strings.Cut(rest, "{")
		word, tail, closes := strings.Cut(after, "}")
		if !has || !closes {
			return
		}
		problems.Require(slices.Contains(Variables(), word), name, "“{"+word+"}” não existe. Use: {"+strings.Join(Variables(), "}, {")+"}.")
		rest = tail
	}
}

// Filled returns the text of an answer to a request with its values. The legal reason of a refusal stays {motivo} until it is known.
func Filled(ctx context.Context, tx *db.DB, request Request, use State) (string, error) {
	found, err := readTexts(ctx, tx, request.Kind)
	if err != nil {
		return "", err
	}
	association, err := settings.Get(ctx, tx, settings.AssociationName)
	if err != nil {
		return "", err
	}
	body := found[slices.Index(Uses(), use)].Body
	return strings.NewReplacer("{primeiro nome}", fmtbr.GivenName(request.Name), "{pedido}", request.Kind.Label(), "{recebido}", request.ReceivedOn.Shown(),
		"{prazo}", request.DueOn.Shown(), "{associação}", association).Replace(body), nil
}

// withReason puts the legal reason of a refusal into its text; one that does not name it gets it at the end.
func withReason(text, reason string) string {
	if strings.Contains(text, "{motivo}") {
		return strings.ReplaceAll(text, "{motivo}", strings.TrimRight(reason, "."))
	}
	if strings.Contains(text, reason) {
		return text
	}
	return text + "\n\nMotivo: " + reason
}
