//go:build cgo

// The part of tree-sitter's public C interface (api.h of version 0.25) that is
// used here, declared again because a cgo package cannot see the headers of
// another module. sitter_test.go compares what these calls answer with
// go-tree-sitter's own answer.
#ifndef OBLIGATO_SITTER_WALK_H
#define OBLIGATO_SITTER_WALK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct TSLanguage TSLanguage;

// obligato_node is one node of a tree in pre-order.
typedef struct {
  uint32_t start, end; // bytes
  uint32_t next;       // index behind the last descendant
  uint16_t kind;       // symbol
  uint16_t field;      // of the parent, 0 for none
  uint32_t flags;      // NODE_...
} obligato_node;

enum { NODE_ERROR = 1, NODE_MISSING = 2 };

enum { PARSE_DONE, PARSE_BROKEN, PARSE_BUDGET, PARSE_TOO_MANY, PARSE_NO_MEMORY };

typedef struct {
  obligato_node *nodes; // of malloc; the caller frees them
  uint32_t count;
  uint32_t stopped; // byte offset at which the parser was stopped
} obligato_tree;

// obligato_parse parses and flattens a text. With strict it stops soon after
// the first error. budget counts hundreds of the parser's operations.
int obligato_parse(const TSLanguage *language, const char *text, uint32_t length, bool strict,
                   uint32_t budget, uint32_t max_nodes, obligato_tree *out);

// obligato_plain_allocator makes tree-sitter ask C for its memory.
void obligato_plain_allocator(void);

#endif
