package model

// sentence is one of the system instructions.
type sentence struct {
	text  string
	terms []string
	set   map[string]bool
}

// names reports whether a sentence mentions all terms of a name.
func (s sentence) names(terms []string) bool {
	for _, t := range terms {
		if !s.set[t] {
			return false
		}
	}
	return len(terms) > 0
}

// maxSentences bounds how much of the instructions is read.
const maxSentences = 200

// maxInstructions bounds how many system messages are remembered.
const maxInstructions = 512

// instructions are a system message, split, with an index of its terms. They
// are shared and not changed once they are made.
type instructions struct {
	sentences []sentence
	mentions  map[string][]int // term: the sentences that it is in
}

// instructions reads a system message. An agent's is the same from call to
// call.
func (l *lexicon) instructions(system string) *instructions {
	l.mu.RLock()
	in := l.systems[system]
	l.mu.RUnlock()
	if in != nil {
		return in
	}
	in = readInstructions(l, system)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.systems == nil {
		l.systems = map[string]*instructions{}
	}
	if len(l.systems) < maxInstructions && len(system) <= maxRead {
		l.systems[system] = in
	}
	return in
}

func readInstructions(l *lexicon, system string) *instructions {
	mentions := map[string][]int{}
	var out []sentence
	for _, text := range splitSentences(system) {
		if len(out) == maxSentences {
			break
		}
		s := sentence{text: text, terms: l.terms(text)}
		s.set = make(map[string]bool, len(s.terms))
		for _, t := range s.terms {
			if !s.set[t] {
				s.set[t] = true
				mentions[t] = append(mentions[t], len(out))
			}
		}
		out = append(out, s)
	}
	return &instructions{sentences: out, mentions: mentions}
}
