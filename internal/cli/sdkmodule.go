package cli

import (
	"fmt"
	"regexp"

	"github.com/obligato-dev/obligato/internal/report"
)

var dottedName = regexp.MustCompile(`^[\pL_][\pL\pN_]*(\.[\pL_][\pL\pN_]*)*$`)

// checkSDKModules refuses what no import can name.
func (a *app) checkSDKModules() error {
	for _, name := range a.sdkModules {
		if !dottedName.MatchString(name) {
			return usage(fmt.Errorf("--sdk-module %q is no dotted name", report.Clean(name)), "write it as in an import, such as vendor.agents")
		}
	}
	return nil
}
