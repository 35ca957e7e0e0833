package api_test

import (
	"fmt"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

func avatarOf(id int64) string { return fmt.Sprintf("/api/v1/users/%d/avatar", id) }

// The staff sends the picture of an associate: it is stored small and without its metadata, and avatar_url is its address.
func TestAvatar_SetByStaff(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, address := app.As(t, dbtest.Bruno), avatarOf(dbtest.Ana.ID)
	var row struct {
		AvatarURL *string `json:"avatar_url"`
	}
	bruno.GET(address).WantCode(404, "NOT_FOUND")
	if bruno.Upload(address, "ana.jpg", mediatest.JPEG(t, 1600, 400), nil).Want(200).Data(&row); row.AvatarURL == nil ||
		*row.AvatarURL != address {
		t.Fatalf("avatar_url is %v", row.AvatarURL)
	}
	stored := bruno.GET(address).Want(200)
	if stored.Header.Get("Content-Type") != "image/jpeg" || strings.Contains(stored.Body, "Exif") ||
		strings.Contains(stored.Body, mediatest.Secret) || strings.Contains(stored.Body, mediatest.Position) {
		t.Error("the picture has metadata")
	}
	if !strings.Contains(stored.Body, "\x02\x00\x00\x80") { // 512 high, 128 wide: upright
		t.Error("the picture is not small and upright")
	}
	if !strings.Contains(stored.Header.Get("Cache-Control"), "private") {
		t.Errorf("it is cached as %q", stored.Header.Get("Cache-Control"))
	}
	bruno.JSON("PATCH", fmt.Sprintf("/api/v1/items/users/%d", dbtest.Ana.ID), body{"avatar_url": address, "phone": "48999990000"}).Want(200)
	bruno.GET(address).Want(200)
	bruno.Upload(address, "ana.png", mediatest.PNG(t, 40, 40), nil).Want(200)
	if app.Count(t, "river_job", "kind = 'remove_unattached'") != 1 {
		t.Error("the picture before it is not removed later")
	}
	bruno.JSON("DELETE", address, "").Want(200)
	bruno.GET(address).WantCode(404, "NOT_FOUND")
	if app.Count(t, "users", "avatar_url is not null") != 0 || app.Count(t, "river_job", "kind = 'remove_unattached'") != 2 {
		t.Error("the picture stays")
	}
}

// Another avatar_url removes the uploaded picture, and so does the removal of the person.
func TestAvatar_Replaced(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.Upload(avatarOf(dbtest.Ana.ID), "ana.png", mediatest.PNG(t, 40, 40), nil).Want(200)
	camila.JSON("PATCH", fmt.Sprintf("/api/v1/items/users/%d", dbtest.Ana.ID), body{"avatar_url": "https://exemplo.org.br/ana.png"}).Want(200)
	camila.GET(avatarOf(dbtest.Ana.ID)).WantCode(404, "NOT_FOUND")
	if app.Count(t, "river_job", "kind = 'remove_unattached'") != 1 {
		t.Error("the picture is not removed later")
	}
	own := app.AsAssociate(t, dbtest.Ana)
	own.Upload("/api/v1/users/me/avatar", "ana.png", mediatest.PNG(t, 40, 40), nil).Want(200)
	own.JSON("PATCH", "/api/v1/users/me", body{"avatar_url": nil}).Want(200)
	if app.Count(t, "users", "avatar_file_id is not null") != 0 || app.Count(t, "river_job", "kind = 'remove_unattached'") != 2 {
		t.Error("the associate's own picture stays")
	}
	var created struct{ ID int64 }
	camila.POST("/api/v1/items/users", body{"associate_name": "Rui Alves", "email_account": "rui@exemplo.org.br"}).Want(201).Data(&created)
	camila.Upload(avatarOf(created.ID), "rui.png", mediatest.PNG(t, 40, 40), nil).Want(200)
	camila.JSON("DELETE", fmt.Sprintf("/api/v1/items/users/%d", created.ID), "").Want(200)
	if app.Count(t, "river_job", "kind = 'remove_unattached'") != 3 {
		t.Error("the picture of a removed person is not removed later")
	}
}

// A picture is read by those who may see the person, and changed by those who may change them.
func TestAvatar_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	address, ana := avatarOf(dbtest.Ana.ID), app.AsAssociate(t, dbtest.Ana)
	ana.Upload("/api/v1/users/me/avatar", "ana.jpg", mediatest.JPEG(t, 40, 30), nil).Want(200)
	for name, c := range map[string]struct {
		client      *handlertest.Client
		read, write int
	}{
		"reception":         {app.As(t, dbtest.Bruno), 200, 200},
		"production":        {app.As(t, dbtest.Priscila), 200, 403},
		"a professional":    {app.As(t, dbtest.Renata), 403, 403},
		"the associate":     {ana, 200, 401},
		"another associate": {app.AsAssociate(t, dbtest.Joao), 404, 401},
		"a token to read":   {app.WithToken(t, "items:users:read"), 200, 403},
		"another token":     {app.WithToken(t, "items:orders:read"), 403, 403},
		"nobody":            {app.Nobody(t), 401, 401},
	} {
		t.Run(name, func(t *testing.T) {
			c.client.GET(address).Want(c.read)
			c.client.Upload(address, "ana.png", mediatest.PNG(t, 40, 40), nil).Want(c.write)
		})
	}
	app.Nobody(t).Upload("/api/v1/users/me/avatar", "ana.png", mediatest.PNG(t, 40, 40), nil).Want(401)
	app.As(t, dbtest.Bruno).Upload("/api/v1/users/me/avatar", "ana.png", mediatest.PNG(t, 40, 40), nil).Want(401)
	app.AsAssociate(t, dbtest.Joao).JSON("DELETE", address, "").Want(401)
	app.As(t, dbtest.Priscila).JSON("DELETE", address, "").Want(403)
	app.As(t, dbtest.Bruno).Upload(avatarOf(999), "ana.png", mediatest.PNG(t, 40, 40), nil).WantCode(404, "NOT_FOUND")
	ana.JSON("DELETE", "/api/v1/users/me/avatar", "").Want(200)
	ana.GET(address).Want(404)
}

func TestAvatar_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	for name, c := range map[string]struct {
		content []byte
		want    int
		code    string
	}{
		"a PDF":           {mediatest.PDF("x"), 415, "UNSUPPORTED_MEDIA_TYPE"},
		"half a picture":  {mediatest.PNG(t, 200, 200)[:300], 415, "UNSUPPORTED_MEDIA_TYPE"},
		"nothing":         {nil, 400, "VALIDATION_ERROR"},
		"too many points": {mediatest.HugePNG(9000, 9000), 413, "PAYLOAD_TOO_LARGE"},
	} {
		t.Run(name, func(t *testing.T) {
			ana.Upload("/api/v1/users/me/avatar", "ana.png", c.content, nil).WantCode(c.want, c.code)
		})
	}
	if app.Count(t, "files", "true") != 0 || app.Count(t, "users", "avatar_url is not null") != 0 {
		t.Error("a refused picture is stored")
	}
}
