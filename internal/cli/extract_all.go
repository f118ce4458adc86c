package cli

import (
	"errors"
	"fmt"

	"github.com/obligato-dev/obligato/internal/shell"
)

// extractAll keeps or checks the lock of every workflow of the repository. A
// workflow that cannot be read ends it before anything is written.
func (a *app) extractAll(args []string, lock, check, format string) error {
	switch {
	case len(args) > 0:
		return usage(fmt.Errorf("extract --all takes every workflow of the configuration, and no PATH: %s", shell.Quote(args[0])), "leave one of the two out")
	case lock == "" && check == "":
		return usage(errors.New("extract --all needs a lock file"), "obligato extract --all --check obligato.lock, or --lock to write it")
	}
	found, err := a.declared(true)
	if err != nil {
		return err
	}
	loaded := a.loadAll(found)
	if err := a.unread(loaded); err != nil {
		return err
	}
	var flows []*workflow
	at := map[string]string{}
	for _, l := range loaded {
		name := l.workflow.manifest.Workflow
		if other, twice := at[name]; twice {
			return usage(fmt.Errorf("two workflows are called %s: %s and %s", name, other, l.workflow.at), "give one of them another name in its obligato.yaml")
		}
		at[name] = l.workflow.at
		flows = append(flows, l.workflow)
	}
	if lock != "" {
		err = a.writeLock(lock, flows, true)
	} else {
		err = a.checkLock(check, format, flows, true)
	}
	return worseOf(err, a.listVerdict(loaded, true))
}
