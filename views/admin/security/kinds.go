package security

import (
	"acolhe/models/platform/security"
	"acolhe/views/ui"
)

// sentences has a sentence for each kind of event, around its subject, which may be unknown.
var sentences = map[security.Kind]struct {
	sentence string
	icon     string
	tone     ui.Tone
}{
	security.LoginSucceeded:       {"%s entrou", "log-in", ui.Muted},
	security.LoginFailed:          {"Entrada recusada para %s", "shield-alert", ui.Bad},
	security.LoginLimited:         {"Muitas tentativas para %s: acesso bloqueado por alguns minutos", "lock", ui.Bad},
	security.SignedOut:            {"%s saiu", "log-out", ui.Muted},
	security.AccountOpened:        {"%s abriu uma conta no cadastro", "user-plus", ui.Info},
	security.LoginChanged:         {"E-mail de acesso de %s trocado", "mail", ui.Warn},
	security.EmailChangeRequested: {"Troca do e-mail de acesso de %s solicitada", "mail", ui.Warn},
	security.EmailChangeCancelled: {"Troca do e-mail de acesso de %s cancelada", "mail", ui.Muted},
	security.ResetRequested:       {"Nova senha solicitada para %s", "mail", ui.Muted},
	security.PasswordReset:        {"Nova senha de %s, pelo link do e-mail", "key-round", ui.Warn},
	security.PasswordChanged:      {"Senha de %s trocada", "key-round", ui.Warn},
	security.SecondFactorOn:       {"%s ligou a segunda etapa", "shield-check", ui.Good},
	security.SecondFactorOff:      {"%s desligou a segunda etapa", "shield-alert", ui.Warn},
	security.SecondFactorReset:    {"Segunda etapa de %s apagada", "shield-alert", ui.Bad},
	security.RecoveryCodesRenewed: {"%s gerou novos códigos de reserva", "key-round", ui.Info},
	security.SecondFactorPassed:   {"%s confirmou a segunda etapa", "shield-check", ui.Muted},
	security.AppRemoved:           {"%s desligou o aplicativo de códigos", "key-round", ui.Info},
	security.PasskeyAdded:         {"%s criou uma chave de acesso", "fingerprint", ui.Info},
	security.PasskeyRemoved:       {"%s removeu uma chave de acesso", "fingerprint", ui.Info},
	security.PasskeySuspected:     {"Uma chave de acesso de %s pode ter sido copiada", "shield-alert", ui.Bad},
	security.OperatorInvited:      {"Convite enviado a %s", "user-plus", ui.Info},
	security.InviteAccepted:       {"%s aceitou o convite", "user-check", ui.Good},
	security.OperatorCreated:      {"Operador %s criado", "user-plus", ui.Info},
	security.OperatorChanged:      {"Cadastro de %s alterado", "pencil", ui.Info},
	security.RolesChanged:         {"Papéis de %s alterados", "user-cog", ui.Warn},
	security.StatusChanged:        {"Situação de %s alterada", "user-cog", ui.Warn},
	security.OperatorRemoved:      {"Operador %s removido", "user-x", ui.Warn},
	security.TokenIssued:          {"Token %s criado", "key-round", ui.Info},
	security.TokenRevoked:         {"Token %s revogado", "key-round", ui.Warn},
	security.TokenRestored:        {"Token %s restaurado", "undo-2", ui.Info},
	security.FeedRenewed:          {"Endereço da agenda do profissional nº %s trocado", "calendar-days", ui.Info},
	security.OrderRemoved:         {"Pedido %s excluído", "trash-2", ui.Warn},
	security.ConfigCreated:        {"Configuração %s criada", "sliders-horizontal", ui.Info},
	security.ConfigChanged:        {"Configuração %s alterada", "sliders-horizontal", ui.Warn},
	security.ConfigCleared:        {"Valor salvo de %s apagado", "sliders-horizontal", ui.Warn},
	security.ConfigRemoved:        {"Configuração %s removida", "sliders-horizontal", ui.Warn},
	security.SealReplaced:         {"Certificado do selo trocado por %s", "key-round", ui.Warn},
	security.KeyRotated:           {"Chave de criptografia trocada pela %s", "key-round", ui.Warn},
	security.ServiceChanged:       {"Uso %s alterado", "sliders-horizontal", ui.Warn},
	security.CredentialsChanged:   {"Credenciais %s alteradas", "key-round", ui.Warn},
	security.ServiceConnected:     {"Conta %s conectada", "plug", ui.Good},
	security.ServiceDisconnected:  {"Conta %s desconectada", "plug", ui.Warn},
	security.BackupPlaceAdded:     {"Lugar de cópias adicionado: %s", "copy", ui.Info},
	security.BackupPlaceRemoved:   {"Lugar de cópias tirado: %s", "copy", ui.Warn},
	security.PaperKeyPrinted:      {"Chave de papel %s impressa", "copy", ui.Warn},
	security.StorageChanged:       {"Configuração do bucket %s alterada", "sliders-horizontal", ui.Warn},
	security.StorageUsed:          {"Arquivos novos passam a ir para %s", "sliders-horizontal", ui.Warn},
	security.StorageMoved:         {"Mudança de arquivos para %s iniciada", "sliders-horizontal", ui.Info},
	security.WebhookCreated:       {"Webhook %s criado", "webhook", ui.Info},
	security.WebhookChanged:       {"Webhook %s alterado", "webhook", ui.Warn},
	security.WebhookRotated:       {"Segredo do webhook %s trocado", "key-round", ui.Warn},
	security.WebhookRemoved:       {"Webhook %s removido", "webhook", ui.Warn},
	security.WebhookSwitchedOff:   {"Webhook %s desligado por não responder", "webhook", ui.Bad},
	security.ExportRequested:      {"Exportação da lista de %s solicitada", "download", ui.Muted},
	security.ListExported:         {"Lista de %s exportada", "download", ui.Info},
	security.TermPublished:        {"Termo publicado: %s", "scroll-text", ui.Info},
	security.ContractVoided:       {"Termo de %s anulado", "file-text", ui.Warn},
	security.ContractTampered:     {"Termo de %s alterado depois de assinado", "shield-alert", ui.Bad},
	security.SamplesRemoved:       {"%s removidos", "trash-2", ui.Warn},
	security.DeviceDenied:         {"%s disse que não entrou: aparelhos encerrados", "shield-alert", ui.Bad},
	security.LogBroken:            {"Registro de quem viu os dados não confere: %s", "shield-alert", ui.Bad},
	security.PersonErased:         {"Dados de uma pessoa apagados: %s", "user-x", ui.Bad},
	security.PersonCopied:         {"Cópia de todos os dados de %s", "download", ui.Warn},
	security.KeptOpened:           {"Aberto o que a lei guarda: %s", "shield-check", ui.Warn},
	security.AssociatesJoined:     {"Outro cadastro juntado ao de %s", "users-round", ui.Warn},
	security.AssociatesSeparated:  {"Cadastro separado do de %s", "undo-2", ui.Info},
	security.ReadsReviewed:        {"Leituras de %s conferidas", "scan-eye", ui.Info},
	security.PersonProtected:      {"Nome de %s marcado como protegido", "star", ui.Info},
	security.PersonUnprotected:    {"Nome de %s deixou de ser protegido", "star", ui.Info},
	security.RollupDiffered:       {"Somas das análises refeitas: %s", "chart-column", ui.Bad},
}

// ofServices are the kinds whose subject is an external service, which the sentence names with its article.
var ofServices = []security.Kind{security.ServiceChanged, security.CredentialsChanged, security.ServiceConnected,
	security.ServiceDisconnected}
