package externalservices

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// CodeCheckFailed is the code of the entries that name the failed checks of a test.
const CodeCheckFailed = "CREDENTIAL_CHECK_FAILED"

// Test is the result of a test.
type Test struct {
	OK     bool      `json:"ok"`
	Checks []Check   `json:"checks"`
	At     time.Time `json:"at"`
}

// testWith tests the credentials as they would be after the save.
func (o Office) testWith(ctx context.Context, by auth.Caller, input SaveInput) (Test, error) {
	stored, err := o.credentials(ctx, input.Service)
	if err != nil {
		return Test{}, err
	}
	definition, _ := DefinitionOf(input.Service)
	values := Values{}
	for _, field := range definition.Fields {
		if sent, isSent := input.Fields[field.Key]; isSent {
			delete(stored, field.Key)
			if values[field.Key] = sent; sent != "" {
				continue
			}
		}
		value, _, err := o.resolve(input.Service, field, stored)
		if err != nil {
			return Test{}, err
		}
		values[field.Key] = value
	}
	checks := o.Testers[input.Service](ctx, values)
	return Test{OK: HasPassed(checks), Checks: checks, At: by.Now}, nil
}

// errFailed is 422 CREDENTIAL_INVALID with a part per failed check (decisions.md).
func errFailed(checks []Check) error {
	failed := errs.New(errs.KindUnprocessable, CodeInvalid, "O teste falhou. Nada foi salvo.")
	for _, check := range checks {
		if !check.OK && !check.Skipped {
			failed.Parts = append(failed.Parts, errs.Part{Code: CodeCheckFailed, Message: check.Name + ": " + check.Detail})
		}
	}
	return failed
}

// record stores the result of a test.
func (o Office) record(ctx context.Context, tx *db.DB, by auth.Caller, name Name, test Test) error {
	found, err := db.First[service](tx.WithContext(ctx).Where("service = ?", name), errs.NotFound("Serviço externo não encontrado."))
	if err != nil {
		return err
	}
	_, err = db.Change(ctx, tx, found.ID, "", func(_ *db.DB, _ service, row *service) error {
		tester := by.FullName()
		row.LastTestOK, row.LastTestChecks, row.LastTestedAt, row.LastTestedBy = &test.OK, test.Checks, &test.At, &tester
		return nil
	})
	return err
}

// RunTest tests a service with its credentials and keeps the result. A failed check is a result, not an error.
func (o Office) RunTest(ctx context.Context, by auth.Caller, name Name) (Test, error) {
	if _, _, err := o.find(ctx, by, name); err != nil {
		return Test{}, err
	}
	if o.Testers[name] == nil {
		return Test{}, errs.New(errs.KindUnavailable, CodeDisabled, "Este serviço ainda não pode ser testado.")
	}
	test, err := o.testWith(ctx, by, SaveInput{Service: name})
	if err != nil {
		return Test{}, err
	}
	return test, o.record(ctx, o.DB, by, name, test)
}

// Check is one check of a test of a service.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Skipped reports whether the check was not made, because of an earlier failure or because it needs more settings.
	Skipped bool `json:"skipped"`
	// Detail is the result, or the reason of the failure, in Portuguese and without secrets.
	Detail       string `json:"detail"`
	Milliseconds int64  `json:"milliseconds"`
}

// HasPassed reports whether there are checks and none failed; a skipped one has not failed.
func HasPassed(checks []Check) bool {
	return len(checks) > 0 && !slices.ContainsFunc(checks, func(c Check) bool { return !c.OK && !c.Skipped })
}

// Tester tests a service with credentials, stored or not. It changes nothing.
type Tester func(ctx context.Context, values Values) []Check
