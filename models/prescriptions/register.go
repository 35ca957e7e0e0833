package prescriptions

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/products"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Limits of a prescription.
const (
	maxItems    = 20
	maxName     = 200
	maxNumber   = 10
	maxDose     = 300
	maxQuantity = 999
	maxReason   = 500
	maxYears    = 5
)

// Councils are the councils whose members prescribe: physicians, dentists and veterinarians.
func Councils() []string { return []string{"CRM", "CRO", "CRMV"} }

// validMonths is the configured number of months for which a prescription is valid if it says nothing else.
var validMonths = settings.Key[int]{System: "prescriptions", Name: "valid_months", Type: settings.Number, Check: checkMonths, Default: 6,
	Required:    true,
	Description: "Por quantos meses uma receita vale, quando ela não diz outro prazo."}

func checkMonths(months int) error {
	if months < 1 || months > 12*maxYears {
		return fmt.Errorf("deve ser um número de meses, de 1 a %d", 12*maxYears)
	}
	return nil
}

// Input is a prescription, new with ID 0. User is only read for a new one. Version is the version of the opened form.
type Input struct {
	errs.BindErrors
	ID             int64                   `form:"-"`
	Version        string                  `form:"version"`
	User           int64                   `form:"pessoa"`
	PrescriberName string                  `form:"prescriber_name"`
	Council        string                  `form:"council"`
	CouncilNumber  string                  `form:"council_number"`
	CouncilState   string                  `form:"council_state"`
	IssuedOn       patch.Field[civil.Date] `form:"issued_on"`
	// ValidUntil is by default the configured number of months after IssuedOn.
	ValidUntil patch.Field[civil.Date] `form:"valid_until"`
	Items      []Item                  `form:"items"`
	FileID     patch.Field[int64]      `form:"file_id"`
	// Replaces is the prescription that a new one replaces; 0 for none.
	Replaces int64 `form:"replaces"`
}

// Register stores a new prescription, and marks the one that it replaces. It returns 400 VALIDATION_ERROR with every
// wrong field and for a file of another person, and 404 NOT_FOUND for a person whom the caller may not see.
func Register(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Prescription, error) {
	row := Prescription{User: input.User, CreatedByUserCode: by.OperatorCode(), DateCreated: by.Now}
	if _, err := associates.FindFor(ctx, tx, by, input.User); err != nil {
		return row, err
	}
	if err := input.applyTo(ctx, tx, by, &row); err != nil {
		return row, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&row).Error; err != nil || input.Replaces == 0 {
			return err
		}
		_, err := db.Change(ctx, tx, input.Replaces, "", func(_ *db.DB, _ Prescription, replaced *Prescription) error {
			replaced.ReplacedByID, replaced.DateUpdated = &row.ID, by.Now
			return nil
		}, ofUser(input.User))
		return err
	})
	return row, err
}

// Unregister removes a prescription that was registered by mistake; the one that it replaced counts again.
func Unregister(ctx context.Context, tx *db.DB, id int64) error {
	return tx.WithContext(ctx).Delete(&Prescription{}, "id = ?", id).Error
}

// Change changes a prescription. It returns the errors of Register, and 409 CONFLICT for a stale version.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Prescription, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, _ Prescription, row *Prescription) error {
		return input.applyTo(ctx, tx, by, row)
	})
}

func (in Input) applyTo(ctx context.Context, tx *db.DB, by auth.Caller, row *Prescription) error {
	stored, err := settings.Read(ctx, tx, settings.TimeZone, validMonths)
	if err != nil {
		return err
	}
	zone, err := stored.Location()
	if err != nil {
		return err
	}
	row.PrescriberName, row.Council = strings.TrimSpace(in.PrescriberName), strings.ToUpper(strings.TrimSpace(in.Council))
	row.CouncilNumber, row.CouncilState = strings.ReplaceAll(strings.TrimSpace(in.CouncilNumber), ".", ""),
		strings.ToUpper(strings.TrimSpace(in.CouncilState))
	row.Items, row.DateUpdated = trimmed(in.Items), by.Now
	in.FileID.SetNullable(&row.FileID)
	problems := row.validatePrescriber()
	isDated := in.IssuedOn.HasValue()
	problems.Require(isDated || in.HasBindErrors(), "issued_on", "informe a data da receita")
	if isDated {
		row.IssuedOn, row.ValidUntil = in.IssuedOn.Value, in.IssuedOn.Value.Add(0, settings.Of(stored, validMonths), 0)
		if in.ValidUntil.HasValue() {
			row.ValidUntil = in.ValidUntil.Value
		}
		row.validateDays(&problems, civil.Of(by.Now.In(zone)))
	}
	if err := row.completeItems(ctx, tx, &problems); err != nil {
		return err
	}
	if err := row.checkFile(ctx, tx, &problems); err != nil {
		return err
	}
	return in.Merge(problems).Err()
}

func (p Prescription) validatePrescriber() (problems errs.Problems) {
	problems.Require(p.PrescriberName != "" &&
		texts.Fits(p.PrescriberName, maxName), "prescriber_name", "informe quem prescreveu, em até 200 letras")
	problems.Require(slices.Contains(Councils(), p.Council), "council", "escolha o conselho")
	problems.Require(p.CouncilNumber != "" && len(p.CouncilNumber) <= maxNumber && brdoc.Digits(p.CouncilNumber) == p.CouncilNumber,
		"council_number", "informe o número do registro, só com algarismos")
	problems.Require(brdoc.IsState(p.CouncilState), "council_state", "escolha o estado do registro")
	return problems
}

func (p Prescription) validateDays(problems *errs.Problems, today civil.Date) {
	problems.Require(!today.Before(p.IssuedOn), "issued_on", "esta data ainda não chegou")
	problems.Require(!p.IssuedOn.Before(today.Add(-maxYears, 0, 0)), "issued_on", "é antiga demais")
	problems.Require(!p.ValidUntil.Before(p.IssuedOn), "valid_until", "deve ser depois da data da receita")
	problems.Require(!p.IssuedOn.Add(maxYears, 0, 0).Before(p.ValidUntil), "valid_until", "é longe demais")
}

// completeItems takes the names of products from the catalogue, and adds what is wrong with the items.
func (p *Prescription) completeItems(ctx context.Context, tx *db.DB, problems *errs.Problems) error {
	known, err := products.FindByCodes(ctx, tx, p.Codes())
	if err != nil {
		return err
	}
	problems.Require(len(p.Items) > 0, "items", "informe ao menos um produto ou uma substância")
	problems.Require(len(p.Items) <= maxItems, "items", "tem produtos demais")
	for i := range p.Items {
		item, path := &p.Items[i], fmt.Sprintf("items[%d].", i)
		if product, found := known[item.Code]; found {
			item.Name = product.Name
		}
		problems.Require(item.Name != "" && texts.Fits(item.Name, maxName), path+"name", "informe o produto ou a substância")
		problems.Require(texts.Fits(item.Dose, maxDose), path+"dose", "é longa demais")
		problems.Require(item.Quantity >= 1 && item.Quantity <= maxQuantity, path+"quantity", "informe quantas unidades por mês, de 1 a 999")
	}
	return nil
}

// checkFile adds a problem for a file that is attached neither to the patient nor to who answers for them.
func (p Prescription) checkFile(ctx context.Context, tx *db.DB, problems *errs.Problems) error {
	if p.FileID == nil {
		return nil
	}
	var attached int64
	err := tx.WithContext(ctx).Table("users_files").Where("file_id = ? and user_id in (?)", *p.FileID,
		tx.Table("users p").Joins("join users u on u.id = p.id or u.user_code = p.responsible_code").Where("p.id = ?", p.User).Select("u.id")).
		Count(&attached).Error
	problems.Require(attached > 0, "file_id", "escolha um arquivo desta pessoa")
	return err
}

func trimmed(items []Item) []Item {
	kept := []Item{}
	for _, item := range items {
		item.Code, item.Name, item.Dose = strings.TrimSpace(item.Code), strings.TrimSpace(item.Name), strings.TrimSpace(item.Dose)
		kept = append(kept, item)
	}
	return kept
}

// RefuseInput is the refusal of a prescription. Without a reason the refusal is taken back.
type RefuseInput struct {
	errs.BindErrors
	ID      int64  `form:"-"`
	Version string `form:"version"`
	Reason  string `form:"reason"`
}

// Refuse refuses a prescription: it allows nothing until Accept. It returns 400 VALIDATION_ERROR without a reason, 404
// NOT_FOUND, and 409 CONFLICT for a stale version.
func Refuse(ctx context.Context, tx *db.DB, by auth.Caller, input RefuseInput) (Prescription, error) {
	reason := strings.TrimSpace(input.Reason)
	var problems errs.Problems
	problems.Require(reason != "", "reason", "escreva o motivo")
	problems.Require(texts.Fits(reason, maxReason), "reason", "é longo demais")
	if err := input.Merge(problems).Err(); err != nil {
		return Prescription{}, err
	}
	return setRefusal(ctx, tx, by, input, &reason)
}

// Accept takes a refusal back. It returns 404 NOT_FOUND.
func Accept(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Prescription, error) {
	return setRefusal(ctx, tx, by, RefuseInput{ID: id}, nil)
}

func setRefusal(ctx context.Context, tx *db.DB, by auth.Caller, input RefuseInput, reason *string) (Prescription, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ Prescription, row *Prescription) error {
		row.RefusedReason, row.DateUpdated = reason, by.Now
		return nil
	})
}
