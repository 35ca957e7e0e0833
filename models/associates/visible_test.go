package associates_test

import (
	"testing"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

func TestFindAndList_VisibleRows(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for _, c := range []struct {
		by   auth.Caller
		sees bool
	}{{dbtest.Bruno.Caller(), true}, {dbtest.Fernando.Caller(), true}, {dbtest.Renata.Caller(), false}, {auth.Caller{}, false}} {
		ana, byID := associates.FindFor(t.Context(), connection.DB, c.by, dbtest.Ana.ID)
		_, byCode := associates.FindByCodeFor(t.Context(), connection.DB, c.by, uuid.MustParse(dbtest.Ana.UserCode))
		_, byEmail := associates.FindByEmailFor(t.Context(), connection.DB, c.by, dbtest.Ana.Email)
		ana.UserCode = uuid.MustParse(dbtest.Ana.UserCode)
		_, patient := associates.FindPatientFor(t.Context(), connection.DB, c.by, ana, dbtest.Miguel.ID)
		for _, err := range []error{byID, byCode, byEmail, patient} {
			if (err == nil) != c.sees || err != nil && !errs.HasCode(err, errs.CodeNotFound) {
				t.Errorf("%s: finding Ana or Miguel gives %v", c.by.FullName(), err)
			}
		}
		listed, err := associates.List(t.Context(), connection.DB, c.by, associates.ListInput{})
		if err != nil || (len(listed.Items) == 3) != c.sees || !c.sees && len(listed.Items) > 0 {
			t.Errorf("%s: the list has %d rows (%v)", c.by.FullName(), len(listed.Items), err)
		}
		counted, err := associates.Count(t.Context(), connection.DB, c.by, associates.ListInput{DaysWithoutOrders: 1}, page.CountLimit)
		if err != nil || (counted.Rows > 0) != c.sees {
			t.Errorf("%s: %d without orders (%v)", c.by.FullName(), counted.Rows, err)
		}
		found, err := associates.Search(t.Context(), connection.DB, c.by, "ana", 5)
		if err != nil || (len(found) > 0) != c.sees {
			t.Errorf("%s: the search finds %d (%v)", c.by.FullName(), len(found), err)
		}
	}
}
