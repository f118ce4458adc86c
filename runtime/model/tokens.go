package model

// bytesPerToken is the usual rule of thumb for English text.
const bytesPerToken = 4

// EstimateTokens returns a rough count of the tokens of a request's prompt:
// a quarter of its bytes, and a few for the framing of each message. It is
// used where no endpoint counts, never for billing.
func EstimateTokens(req Request) int {
	n := 0
	for _, m := range req.Messages {
		n += messageTokens(m)
	}
	size := 0
	for _, t := range req.Tools {
		size += 24 + len(t.Name) + len(t.Description) + valueSize(t.Parameters, 0)
	}
	if req.Output != nil {
		size += 24 + len(req.Output.Name) + valueSize(req.Output.Schema, 0)
	}
	return n + size/bytesPerToken
}

func messageTokens(m Message) int {
	size := len(m.Content) + len(m.Refusal)
	for _, c := range m.ToolCalls {
		size += 16 + len(c.Name) + len(c.Arguments)
	}
	return 4 + (size+bytesPerToken-1)/bytesPerToken
}

// estimateUsage counts one call by the estimate.
func estimateUsage(req Request, answer Message) Usage {
	return Usage{Calls: 1, PromptTokens: EstimateTokens(req), CompletionTokens: messageTokens(answer)}
}

// valueSize is about the length of a JSON value. A sum, so the order in which
// a map is walked does not matter.
func valueSize(v any, depth int) int {
	if depth > maxSchemaDepth {
		return 0
	}
	switch v := v.(type) {
	case map[string]any:
		n := 2
		for k, e := range v {
			n += len(k) + 4 + valueSize(e, depth+1)
		}
		return n
	case []any:
		n := 2
		for _, e := range v {
			n += 1 + valueSize(e, depth+1)
		}
		return n
	case []string:
		n := 2
		for _, e := range v {
			n += 3 + len(e)
		}
		return n
	case string:
		return len(v) + 2
	case nil:
		return 0
	default:
		return 4
	}
}
