package signing

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/seal"
)

// Area declares what contracts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"contracts", "sign_events", "term_signatures"},
		Personal: personalData(),
		Mails:    []mail.Declared{ToSign.Declared(), Signed.Declared()},
		Secrets: []area.Secret{
			{Label: "links de assinatura", Rotate: RotateKey},
			{Label: "certificados do selo", Rotate: seal.RotateKey},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "term_signatures", Label: "Assinaturas", Of: personal.ByContract, Removed: true,
			Law: personal.DefendLaw.Keeping("Assinaturas", "contract_id in (select id from contracts where status = 'completed')", "").
				Since("occurred_at"),
			Data: []personal.Data{
				{
					Columns: "typed_name signature_image ip user_agent timezone consent_text",
					Label:   "Assinatura, IP, navegador",
					Use:     personal.Terms,
					End:     personal.WithRow,
				},
			},
			Plain: "method signature_sha256",
		},
		{
			Name: "sign_events", Label: "Registro da assinatura", Of: personal.ByContract, Removed: true,
			Law: personal.DefendLaw.Keeping("Registro da assinatura", "contract_id in (select id from contracts where status = 'completed')", "").
				Since("occurred_at"),
			Data: []personal.Data{
				{Columns: "ip user_agent timezone details", Label: "Passos da assinatura", Use: personal.Terms, End: personal.WithRow},
			},
			Plain: "kind previous_sha256 sha256",
		},
		{
			Name: "contracts", Label: "Termos", Of: "id in @contracts", Removed: true,
			Law: personal.DefendLaw.Keeping("Termos assinados", "status = 'completed'", "signed_pdf_file_id audit_pdf_file_id").
				Since("completed_at"),
			Data: []personal.Data{
				{
					Columns: "variables content_json frame signer_name signer_cpf patient_name email_account void_reason",
					Label:   "Termo assinado",
					Use:     personal.Terms,
					End:     personal.WithRow,
				},
			},
			Plain: "status kind content_sha256 signing_token signing_token_encrypted encryption_key_id filled_pdf_sha256 signed_pdf_sha256 audit_pdf_sha256 public_code title events_sha256",
		},
	}
}
