// Package cli is the command line of obligato, one file a verb. It is the only
// place that reads files, environment and clock for the packages below.
package cli
