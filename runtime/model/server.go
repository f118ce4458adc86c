package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sort"
	"strings"
)

// maxRequest bounds the body of a request to the server, in bytes.
const maxRequest = 8 << 20

// Handler serves models by name over the part of the OpenAI protocol that
// agent SDKs use in chat mode: GET /v1/models and POST /v1/chat/completions,
// streamed and not. There is no /v1/responses.
//
// The handler keeps no state and logs nothing, so it asks for no key. A body
// must be sent as application/json, which a web page cannot do to another
// origin without asking first; no such question is answered.
func Handler(models map[string]Model) http.Handler {
	s := server{models: make(map[string]Model, len(models))}
	for name, m := range models {
		s.models[name] = m
		s.names = append(s.names, name)
	}
	sort.Strings(s.names)
	return s
}

type server struct {
	models map[string]Model
	names  []string // sorted
}

// ServeHTTP implements http.Handler.
func (s server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == "/v1/models":
		if allow(w, r, http.MethodGet, http.MethodHead) {
			s.list(w)
		}
	case strings.HasPrefix(path, "/v1/models/"):
		if allow(w, r, http.MethodGet, http.MethodHead) {
			s.show(w, strings.TrimPrefix(path, "/v1/models/"))
		}
	case path == "/v1/chat/completions":
		if allow(w, r, http.MethodPost) {
			s.complete(w, r)
		}
	default:
		refuse(w, http.StatusNotFound, "invalid_request_error", "unknown_url", "there is no "+excerpt(path)+" here; this server has /v1/models and /v1/chat/completions")
	}
}

func allow(w http.ResponseWriter, r *http.Request, methods ...string) bool {
	for _, m := range methods {
		if r.Method == m {
			return true
		}
	}
	w.Header().Set("Allow", strings.Join(methods, ", "))
	refuse(w, http.StatusMethodNotAllowed, "invalid_request_error", "method_not_allowed", "use "+methods[0])
	return false
}

type wireModel struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"` // always 0: the server has no clock
	OwnedBy string `json:"owned_by"`
}

func describe(name string) wireModel {
	return wireModel{ID: name, Object: "model", OwnedBy: "obligato"}
}

func (s server) list(w http.ResponseWriter) {
	data := []wireModel{}
	for _, name := range s.names {
		data = append(data, describe(name))
	}
	send(w, http.StatusOK, map[string]any{"object": "list", "data": data})
}

func (s server) show(w http.ResponseWriter, name string) {
	if _, ok := s.models[name]; !ok {
		s.unknown(w, name)
		return
	}
	send(w, http.StatusOK, describe(name))
}

func (s server) unknown(w http.ResponseWriter, name string) {
	refuse(w, http.StatusNotFound, "invalid_request_error", "model_not_found",
		fmt.Sprintf("there is no model %q; this server has %s", excerpt(name), strings.Join(s.names, ", ")))
}

func (s server) complete(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "invalid_request_error", "unsupported_media_type", "send the request with Content-Type: application/json")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			refuse(w, http.StatusRequestEntityTooLarge, "invalid_request_error", "request_too_large", "the request is larger than 8 MiB")
			return
		}
		refuse(w, http.StatusBadRequest, "invalid_request_error", "incomplete_request", "the request's body broke off")
		return
	}
	in, err := decodeRequest(body)
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_request_error", "invalid_request", excerpt(err.Error()))
		return
	}
	m, ok := s.models[in.model]
	if !ok {
		s.unknown(w, in.model)
		return
	}
	resp, err := m.Complete(r.Context(), in.request)
	if err != nil {
		refuseError(w, err)
		return
	}
	if resp.Model == "" {
		resp.Model = in.model
	}
	if in.stream {
		stream(w, resp, in.usage)
		return
	}
	send(w, http.StatusOK, completionOf(resp))
}

// refuseError answers with a model's error. A client of this package gets
// back a kind that leads to the same verdict.
func refuseError(w http.ResponseWriter, err error) {
	var e *Error
	if !errors.As(err, &e) {
		if errors.Is(err, context.Canceled) {
			return // the client has gone
		}
		refuse(w, http.StatusInternalServerError, "server_error", "internal", "the model gave no answer")
		return
	}
	status, kind := http.StatusBadGateway, "server_error"
	code := string(e.Kind)
	switch e.Kind {
	case ErrNoCredentials, ErrUnauthorized:
		status, kind = http.StatusUnauthorized, "authentication_error"
	case ErrNotFound:
		status, kind = http.StatusNotFound, "invalid_request_error"
	case ErrBadRequest, ErrScriptEnd:
		status, kind = http.StatusBadRequest, "invalid_request_error"
	case ErrRateLimited:
		status, kind = http.StatusTooManyRequests, "rate_limit_error"
	case ErrBudget: // the protocol's word for it; clients do not repeat it
		status, kind, code = http.StatusTooManyRequests, "insufficient_quota", "insufficient_quota"
	case ErrTimeout:
		status = http.StatusGatewayTimeout
	}
	refuse(w, status, kind, code, excerpt(e.Error()))
}

// refuse answers with an error in the protocol's shape.
func refuse(w http.ResponseWriter, status int, kind, code, message string) {
	send(w, status, map[string]any{"error": map[string]any{"message": message, "type": kind, "code": code, "param": nil}})
}

func send(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":{"message":"the answer cannot be encoded","type":"server_error","code":"internal","param":null}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // a client that has gone needs no answer
}
