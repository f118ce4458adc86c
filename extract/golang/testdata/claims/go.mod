module example.com/claims

go 1.24

require github.com/nlpodyssey/openai-agents-go v0.1.0
