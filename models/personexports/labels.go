package personexports

// labels name the columns for people. A column without a name here is named by its area or by the database, so that a new one is in
// the copy without a line here.
var labels = map[string]string{
	"associate_name": "Nome", "name": "Nome", "last_name": "Sobrenome", "social_name": "Nome social", "associate_cpf": "CPF", "cpf": "CPF",
	"rg": "RG", "rg_issuer": "Órgão emissor", "birth_date": "Nascimento", "gender": "Gênero", "nationality": "Nacionalidade",
	"marital_status": "Estado civil", "occupation": "Ocupação", "mother_name": "Nome da mãe", "email_account": "E-mail de acesso",
	"email": "E-mail", "phone": "Telefone", "phone_secondary": "Outro telefone", "emergency_name": "Contato de emergência",
	"emergency_phone": "Telefone de emergência", "pending_email": "E-mail à espera de confirmação", "street": "Rua", "number": "Número",
	"complement": "Complemento", "neighborhood": "Bairro", "city": "Cidade", "state": "UF", "cep": "CEP", "relationship": "Parentesco",
	"guardian_name": "Responsável legal", "guardian_cpf": "CPF do responsável legal", "species": "Espécie", "breed": "Raça",
	"weight_kg": "Peso (kg)", "health_condition": "Condição de saúde", "icd_code": "CID", "medications": "Remédios em uso",
	"allergies": "Alergias", "health_notes": "Observações de saúde", "prescriber": "Quem receitou", "prescriber_code": "Registro de quem receitou",
	"prescription": "Receita", "adhesion_term": "Termo de associação", "privacy_consent_at": "Aceitou a política de privacidade em",
	"contact_consent": "Aceita contato", "how_found": "Como conheceu a associação", "annotations": "Anotações da equipe", "tags": "Etiquetas",
	"labels": "Etiquetas", "status": "Situação", "associate_status": "Etapa do cadastro", "responsible_type": "Tratamento para",
	"avatar_url": "Foto", "date_created": "Criado em", "created_date": "Criado em", "date_updated": "Mudado em",
	"address": "Endereço de entrega", "items": "Produtos", "total": "Total", "delivery_price": "Frete", "freight_carrier": "Transportadora",
	"freight_option": "Opção de frete", "discount": "Desconto", "donation": "Doação", "custom_payment": "Outro pagamento",
	"payment_method": "Forma de pagamento", "name_associate": "Nome no pedido", "info": "Observações", "tracking_code": "Código de rastreio",
	"paid_on": "Pago em", "paid_at": "Pago em", "amount_received": "Valor recebido", "associate_email": "E-mail", "patient_name": "Paciente",
	"professional_name": "Profissional", "type": "Tipo", "consultation_date": "Data e hora", "price": "Preço", "price_paid": "Valor pago",
	"observations": "Prontuário: observações da consulta", "payment_type": "Forma de pagamento", "payment_link": "Link de pagamento",
	"commission_validation": "Conferência do repasse", "confirmation": "Presença", "confirmation_reason": "Motivo da resposta",
	"confirmation_date": "Respondido em", "slot_end": "Até", "requested_date": "Data pedida", "reminded_at": "Lembrete enviado em",
	"message": "Recado", "notes": "Anotações", "source": "Como chegou", "is_associate": "É associado", "completion_reason": "Motivo da conclusão",
	"completed_at": "Concluído em", "purpose": "Permissão", "version": "Versão do texto", "text_hash": "Resumo do texto", "given": "Permitido",
	"network": "Rede", "prescriber_name": "Quem receitou", "council": "Conselho", "council_number": "Número do conselho",
	"council_state": "UF do conselho", "issued_on": "Emitida em", "valid_until": "Vale até", "refused_reason": "Motivo da recusa",
	"kind": "Tipo", "variables": "O que foi preenchido", "signer_name": "Quem assinou", "signer_cpf": "CPF de quem assinou", "title": "Título",
	"voided_at": "Anulado em", "void_reason": "Motivo da anulação", "viewed_at": "Aberto em", "emailed_at": "Enviado em",
	"signing_expires": "Link valia até", "payer": "Quem pagou", "payer_cpf": "CPF de quem pagou", "amount": "Valor", "due": "Valor devido",
	"method": "Forma", "about": "Sobre", "year": "Ano", "sequence": "Número", "reverted_at": "Estornado em", "revert_reason": "Motivo do estorno",
	"day": "Dia", "memo": "Descrição", "carrier_id": "Número na transportadora", "tracking_status": "Situação na transportadora",
	"service_label": "Serviço", "value": "Valor declarado", "weight_g": "Peso (g)", "failure": "O que deu errado", "bought_at": "Comprado em",
	"description": "Andamento", "reason": "Motivo", "expires": "Vale até", "doc_kind": "Documento", "doc_type": "Documento", "side": "Lado",
	"subject": "De quem", "device": "Aparelho", "ip": "Endereço na internet", "last_used_at": "Último uso", "expires_at": "Vale até",
	"ended_at": "Encerrado em", "recipient": "Para", "last_error": "Erro", "date_sent": "Enviado em", "attempts": "Tentativas",
	"typed_name": "Nome escrito", "consent": "Aceitou", "consent_text": "Texto aceito", "timezone": "Fuso horário", "user_agent": "Navegador",
	"occurred_at": "Quando", "details": "Detalhes", "action": "O que mudou", "changes": "Mudanças", "code": "Código", "date_ended": "Encerrado em",
	"old_email": "E-mail anterior", "new_email": "E-mail novo", "undo_until": "Podia desfazer até", "date_undone": "Desfeito em",
	"channel": "Como chegou", "text": "Texto", "received_on": "Recebido em", "due_on": "Responder até", "identity": "Identidade",
	"date_identity": "Conferida em", "answer": "Resposta", "date_closed": "Encerrado em", "date_edited": "Mudado em",
	"privacy_requests.state": "Situação", "document_checks.state": "Situação", "document_check_changes.state": "Situação",
	"date_deceased": "Falecimento", "orders.items": "Produtos", "prescriptions.items": "Produtos e doses",
}

// values name what is stored in English.
var values = map[string]string{
	"active": "Em cadastro", "associate": "Associado", "patient": "Paciente", "pending": "Pendente", "completed": "Concluído", "voided": "Anulado",
	"expired": "Vencido", "waiting": "Esperando", "open": "Aberto", "answered": "Respondido", "refused": "Recusado", "withdrawn": "Retirado",
	"accepted": "Aceito", "confirm": "Saber se há dados", "access": "Receber cópia dos dados", "correct": "Corrigir dados",
	"portability": "Levar os dados", "erase": "Apagar os dados", "sharing": "Saber com quem compartilhamos", "withdraw": "Retirar permissão",
	"own": "Pela área do associado", "letter": "Por carta", "phone": "Por telefone", "office": "Na sede", "create": "Criado", "update": "Mudado",
	"delete": "Removido", "attach": "Arquivo anexado", "detach": "Arquivo retirado", "medic": "Consulta médica", "created": "Criado",
	"sent": "Enviado", "queued": "Na fila", "failed": "Falhou", "self": "Próprio", "with_patient": "Com paciente", "draw": "Desenhada",
	"type": "Digitada", "pix": "Pix", "prescription": "Receita", "report": "Laudo", "exam": "Exame", "rg": "RG", "cnh": "CNH", "front": "Frente",
	"back": "Verso", "responsible": "Responsável", "treatment": "Tratamento", "whatsapp": "WhatsApp", "image": "Imagem", "enter": "Entrou na fila",
	"move": "Mudou de fila", "complete": "Concluído", "confirmed": "Confirmada", "declined": "Não vai", "human": "Pessoa", "pet": "Animal",
	"myself": "Próprio tratamento", "email": "E-mail", "paid": "Pago",
}

// areas are the sections of the page with their tables; a table of no section stands in a section of its own at the end.
var areas = []struct {
	title  string
	tables []string
}{
	{"Cadastro e pacientes", []string{"users", "member_cards", "email_changes", "document_requests", "document_checks", "document_check_changes"}},
	{"Permissões", []string{"consents"}},
	{"Receitas e documentos", []string{"prescriptions", "users_files"}},
	{"Pedidos e entregas", []string{"orders", "parcels", "parcel_events", "orders_files", "order_changes"}},
	{"Consultas", []string{"services", "services_files"}},
	{"Pagamentos e recibos", []string{"booking_payments", "receipts", "bank_entries"}},
	{"Termos assinados", []string{"contracts", "term_signatures", "sign_events"}},
	{"Contatos e recados", []string{"reception", "reception_notes", "mails"}},
	{"Pedidos sobre os seus dados", []string{"privacy_requests", "privacy_request_events"}},
	{"Acessos e mudanças", []string{"sessions", "security_events", "user_changes"}},
}
