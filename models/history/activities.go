package history

import (
	"cmp"
	"context"
	"slices"
	"time"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
)

// Action is the kind of an activity.
type Action string

// The kinds of activities. For OrderMoved the new status is in Status.
const (
	PlacedOrder  Action = "order placed"
	MovedOrder   Action = "order moved"
	ChangedOrder Action = "order changed"
	Annotated    Action = "annotated"
	SentFile     Action = "file sent"
	AttachedFile Action = "file attached"
	Registered   Action = "registered"
	Arrived      Action = "arrived"
)

// Activity is a recent act with its author and the order or person concerned. ActorName is empty if that person acted,
// or the author is unknown.
type Activity struct {
	Action               Action
	At                   time.Time
	ActorName, ActorCode string
	OrderID              int64
	Status               orders.Status
	// AssociateID is 0 for an unregistered person.
	AssociateID int64
	PersonName  string
	DocKind     string
}

// Latest returns the newest activities in the areas that the caller may read, at most limit, newest first.
func Latest(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Activity, error) {
	all := []Activity{}
	for _, read := range []func(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Activity, error){
		orderActivities, annotationActivities, fileActivities, registrationActivities, arrivalActivities,
	} {
		activities, err := read(ctx, tx, by, limit)
		if err != nil {
			return nil, err
		}
		all = append(all, activities...)
	}
	// Each list has a total order, which the stable sort keeps.
	slices.SortStableFunc(all, func(a, b Activity) int { return cmp.Compare(b.At.UnixNano(), a.At.UnixNano()) })
	return all[:min(limit, len(all))], nil
}

func orderActivities(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Activity, error) {
	events, err := orders.Latest(ctx, tx, by, limit)
	return activitiesOf(events, func(event orders.Event) Activity {
		activity := Activity{Action: ChangedOrder, At: event.DateCreated, ActorName: texts.Of(event.ActorName), ActorCode: texts.Of(event.ActorCode),
			OrderID: event.OrderID, Status: event.MovedTo()}
		switch {
		case event.Action == orders.Placed:
			activity.Action = PlacedOrder
		case activity.Status != "":
			activity.Action = MovedOrder
		}
		return activity
	}), err
}

func annotationActivities(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Activity, error) {
	notes, err := associates.LatestAnnotations(ctx, tx, by, limit)
	return activitiesOf(notes, func(note associates.Annotated) Activity {
		return Activity{Action: Annotated, At: note.AnnotatedAt, ActorName: note.AuthorName, ActorCode: note.AuthorCode,
			AssociateID: note.Associate.ID, PersonName: note.Associate.FullName()}
	}), err
}

func fileActivities(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Activity, error) {
	attached, err := files.LatestOfUsers(ctx, tx, by, limit)
	return activitiesOf(attached, func(file files.Attached) Activity {
		activity := Activity{Action: AttachedFile, At: file.DateCreated, ActorName: file.UploaderName, ActorCode: file.UploaderCode,
			AssociateID: file.AssociateID, PersonName: file.PersonName, DocKind: texts.Of(file.DocKind)}
		if file.IsOwn {
			activity.Action = SentFile
		}
		return activity
	}), err
}

func registrationActivities(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Activity, error) {
	newest, err := associates.List(ctx, tx, by, associates.ListInput{Window: page.Window{Limit: &limit}})
	return activitiesOf(newest.Items, func(associate associates.Listed) Activity {
		return Activity{Action: Registered, At: associate.DateCreated, AssociateID: associate.ID, PersonName: associate.FullName()}
	}), err
}

func arrivalActivities(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Activity, error) {
	arrivals, err := reception.LatestArrivals(ctx, tx, by, limit)
	return activitiesOf(arrivals, func(item reception.Waiting) Activity {
		activity := Activity{Action: Arrived, At: item.DateCreated, PersonName: item.DisplayName()}
		if item.AssociateID != nil {
			activity.AssociateID = *item.AssociateID
		}
		return activity
	}), err
}

func activitiesOf[Row any](rows []Row, activity func(Row) Activity) []Activity {
	activities := make([]Activity, len(rows))
	for i, row := range rows {
		activities[i] = activity(row)
	}
	return activities
}
