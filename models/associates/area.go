package associates

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what associates bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"users", "last_orders"},
		Personal: personalData(),
		Items:    []*items.Collection{Collection(Accounts{Mail: e.Mail})},
		Undo: []undo.Action{
			{Kind: AnnotationRemoval, Collection: "users", Action: access.Update, Undo: undo.With(RestoreAnnotation), Done: "Anotação restaurada."},
			{Kind: TagRemoval, Collection: "users", Action: access.Update, Undo: undo.With(RestoreTag), Done: "Etiqueta de volta ao cadastro."},
			{Kind: StreetCorrection, Collection: "users", Action: access.Update, Undo: undo.With(UndoCorrectStreet),
				Done: "Rua anterior restaurada."},
			{Kind: PatientRemoval, Collection: "users", Action: access.Update, Undo: undo.With(RestorePatient),
				Done: "Cadastro do paciente restaurado."},
			{Kind: TagAdded, Collection: "users", Action: access.Update, Undo: undo.With(UndoAddTag), Done: "Etiqueta retirada."},
			{Kind: TagRemoved, Collection: "users", Action: access.Update, Undo: undo.With(UndoRemoveTag), Done: "Etiqueta de volta."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "users", Label: "Cadastro e pacientes", Of: "id in @ids", Emptied: true,
			Data: []personal.Data{
				{
					Columns: "associate_name name", Label: "Nome", Use: personal.Membership,
					End: personal.Pseudonym("case when %s is not null then " + personal.NameOfID("id") + " end"),
				},
				{
					Columns: "last_name social_name avatar_url avatar_file_id",
					Label:   "Sobrenome, nome social, foto",
					Use:     personal.Membership,
					End:     personal.Null,
				},
				{
					Columns: "associate_cpf cpf rg rg_issuer birth_date mother_name nationality marital_status occupation",
					Label:   "CPF, RG, nascimento, filiação",
					Use:     personal.Membership,
					End:     personal.Null,
				},
				{
					Columns: "email_account email phone phone_secondary emergency_name emergency_phone pending_email",
					Label:   "E-mail, telefones, contato de emergência",
					Use:     personal.Membership, Readers: "Acolhimento, Produção",
					End: personal.Null,
				},
				{
					Columns: "street number complement neighborhood city cep",
					Label:   "Endereço",
					Use:     personal.Membership, Readers: "Acolhimento, Produção",
					End: personal.Null,
				},
				{
					Columns: "guardian_name guardian_cpf relationship", Label: "Responsável legal e parentesco", Use: personal.Membership,
					End: personal.Null,
				},
				{Columns: "health_notes", Label: "Anotações de saúde", Use: personal.Care, Health: true, End: personal.Null, Mentions: true},
				{
					Columns: "health_condition icd_code medications allergies weight_kg breed",
					Label:   "Diagnóstico, remédios e alergias",
					Use:     personal.Care, Health: true,
					End: personal.Null,
				},
				{
					Columns: "prescription prescriber prescriber_code",
					Label:   "Receita e quem receitou",
					Use:     personal.Care, Health: true,
					End: personal.Null,
				},
				{
					Columns: "annotations tags", Label: "Anotações e etiquetas da equipe", Use: personal.Membership,
					End: personal.EmptyList, Mentions: true,
				},
				{Columns: "invalid_fields", Use: personal.Membership, End: personal.EmptyList, Withheld: true},
				{Columns: "how_found", Label: "Como conheceu a associação", Use: personal.Membership, End: personal.Null},
				{
					Columns: "account_password session_token session_expires password_reset_token password_reset_expires pending_email_token pending_email_expires",
					Label:   "Senha (só o resumo) e chaves de acesso",
					Use:     personal.Security, Readers: "Ninguém",
					End: personal.Null, Withheld: true,
				},
				{Columns: "state gender", Label: "UF e gênero, nas somas", Use: personal.Membership, End: personal.Stays},
			},
			Plain: "status associate_status responsible_type species refused",
		},
		personal.Plain("last_orders", ""),
	}
}
