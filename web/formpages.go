package web

import (
	"net/http"
	"strings"

	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// formPages maps the address of each form that no page shows, such as `/x/:id/excluir`, to the address of the page
// above it, `/x/:id`. Such an address cannot be opened: a GET redirects to the page, and a refused POST renders the
// page with the error.
func formPages(routes []Route) map[string]string {
	pages := map[string]bool{}
	for _, route := range routes {
		if route.Method == http.MethodGet && !isAPI(route.Path) {
			pages[route.Path] = true
		}
	}
	above := map[string]string{}
	for _, route := range routes {
		if route.Method == http.MethodPost && !isAPI(route.Path) && !pages[route.Path] {
			above[route.Path] = nearestPage(pages, route.Path)
		}
	}
	return above
}

func nearestPage(pages map[string]bool, path string) string {
	for end := strings.LastIndex(path, "/"); end > 0; end = strings.LastIndex(path[:end], "/") {
		if pages[path[:end]] {
			return path[:end]
		}
	}
	return "/"
}

// mountFormPages answers a GET of a form's address with the page that has the form.
func (s *Server) mountFormPages() {
	for path := range s.formPages {
		s.engine.Handle(http.MethodGet, path, s.handle(Route{Guard: Public(), handle: func(r *Request) error {
			return r.Redirect(r.FormPage())
		}}))
	}
}

// FormPage returns the address of the page with the submitted form, if the form has an address of its own; else
// empty.
func (r *Request) FormPage() string {
	page := r.server.formPages[r.gin.FullPath()]
	if page == "" || page == "/" {
		return page
	}
	depth := strings.Count(page, "/")
	parts := strings.SplitN(r.gin.Request.URL.EscapedPath(), "/", depth+2)
	return strings.Join(parts[:depth+1], "/")
}

// noRoute resolves the caller of a page, who gets the error inside the frame of their pages.
func (s *Server) noRoute(r *Request) error {
	s.identifyReader(r)
	return errs.NotFound("Este endereço não existe.")
}

func (s *Server) noMethod(r *Request) error {
	if isAPI(r.gin.Request.URL.Path) {
		return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Método não permitido neste endereço.")
	}
	s.identifyReader(r)
	return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Não foi possível abrir esta página.")
}

// identifyReader resolves the caller of an unknown page; without a valid session the caller is unknown.
func (s *Server) identifyReader(r *Request) {
	if isAPI(r.gin.Request.URL.Path) {
		return
	}
	if err := s.identify(r); err != nil {
		r.setCaller(auth.Caller{})
	}
}
