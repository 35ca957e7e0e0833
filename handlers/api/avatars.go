package api

import (
	"context"

	"acolhe/handlers/receive"
	"acolhe/handlers/serve"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/web"
)

const avatarRules = "A JPEG, PNG or WebP picture, which is stored smaller, as JPEG without metadata. " +
	"avatar_url becomes its address; writing another avatar_url, or null, removes the picture."

func (a API) showAvatar(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	return serve.Inline(r, func(ctx context.Context) (files.Content, error) { return a.Files.OpenAvatar(ctx, r.By, id) })
}

func (a API) setAvatar(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	changed, err := a.receiveAvatar(r, id)
	if err != nil {
		return err
	}
	return answerOf(r, writtenAssociate(r, changed), nil)
}

func (a API) setOwnAvatar(r *web.Request) error {
	changed, err := a.receiveAvatar(r, r.By.ID)
	if err != nil {
		return err
	}
	return answerOf(r, changed, nil)
}

func (a API) receiveAvatar(r *web.Request, id int64) (changed associates.Associate, err error) {
	err = receive.Picture(r, a.Files, func(picture *files.Upload) (err error) {
		changed, err = a.Files.SetAvatar(r.Context(), r.By, id, picture)
		return err
	})
	return changed, err
}

func (a API) removeAvatar(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	return a.dropAvatar(r, id)
}

func (a API) removeOwnAvatar(r *web.Request, _ web.None) (web.Deleted, error) {
	return a.dropAvatar(r, r.By.ID)
}

func (a API) dropAvatar(r *web.Request, id int64) (web.Deleted, error) {
	_, err := associates.SetAvatar(r.Context(), a.DB, r.By, associates.SetAvatarInput{ID: id})
	return web.Deleted{ID: id}, err
}
