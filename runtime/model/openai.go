package model

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// OpenAIOptions configure an OpenAI-compatible endpoint.
type OpenAIOptions struct {
	BaseURL     string
	Key         string `json:"-"`
	Model       string
	Timeout     time.Duration
	Retries     int
	MinInterval time.Duration
	MaxWait     time.Duration
	Sleep       func(ctx context.Context, d time.Duration) error
	Now         func() time.Time
	HTTPClient  *http.Client
}

// OpenAI is a model behind an endpoint.
type OpenAI struct{ options OpenAIOptions }

// NewOpenAI checks the options.
func NewOpenAI(o OpenAIOptions) (*OpenAI, error) { return nil, fmt.Errorf("not yet") }

// Info implements Model.
func (o *OpenAI) Info() Info { return Info{} }

// Complete implements Model.
func (o *OpenAI) Complete(ctx context.Context, req Request) (Response, error) { return Response{}, nil }

// Handler serves models.
func Handler(models map[string]Model) http.Handler { return http.NotFoundHandler() }
