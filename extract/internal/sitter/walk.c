//go:build cgo

#include "walk.h"

#include <stdlib.h>

typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef uint16_t TSSymbol;
typedef uint16_t TSFieldId;

typedef struct {
  uint32_t row, column;
} TSPoint;

typedef struct {
  void *payload;
  const char *(*read)(void *payload, uint32_t byte_index, TSPoint position, uint32_t *bytes_read);
  int encoding; // 0 is UTF-8
  void *decode;
} TSInput;

typedef struct {
  void *payload;
  uint32_t current_byte_offset;
  bool has_error;
} TSParseState;

typedef struct {
  void *payload;
  bool (*progress_callback)(TSParseState *state);
} TSParseOptions;

typedef struct {
  uint32_t context[4];
  const void *id;
  const TSTree *tree;
} TSNode;

typedef struct {
  const void *tree;
  const void *id;
  uint32_t context[3];
} TSTreeCursor;

extern void ts_set_allocator(void *(*new_malloc)(size_t), void *(*new_calloc)(size_t, size_t),
                             void *(*new_realloc)(void *, size_t), void (*new_free)(void *));
extern TSParser *ts_parser_new(void);
extern void ts_parser_delete(TSParser *self);
extern bool ts_parser_set_language(TSParser *self, const TSLanguage *language);
extern TSTree *ts_parser_parse_with_options(TSParser *self, const TSTree *old, TSInput input, TSParseOptions options);
extern void ts_tree_delete(TSTree *self);
extern TSNode ts_tree_root_node(const TSTree *self);
extern uint32_t ts_node_descendant_count(TSNode self);
extern TSSymbol ts_node_symbol(TSNode self);
extern uint32_t ts_node_start_byte(TSNode self);
extern uint32_t ts_node_end_byte(TSNode self);
extern bool ts_node_is_missing(TSNode self);
extern bool ts_node_is_error(TSNode self);
extern bool ts_node_has_error(TSNode self);
extern TSTreeCursor ts_tree_cursor_new(TSNode node);
extern void ts_tree_cursor_delete(TSTreeCursor *self);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
extern TSFieldId ts_tree_cursor_current_field_id(const TSTreeCursor *self);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);

typedef struct {
  const char *text;
  uint32_t length;
} input;

static const char *read_text(void *payload, uint32_t at, TSPoint position, uint32_t *n) {
  (void)position;
  const input *in = payload;
  if (at >= in->length) {
    *n = 0;
    return "";
  }
  *n = in->length - at;
  return in->text + at;
}

typedef struct {
  uint32_t budget;
  bool strict;
  uint32_t stopped;
  int why;
} guard;

static bool progress(TSParseState *state) {
  guard *g = state->payload;
  if (g->strict && state->has_error) {
    g->why = PARSE_BROKEN;
  } else if (g->budget == 0) {
    g->why = PARSE_BUDGET;
  } else {
    g->budget--;
    return false;
  }
  g->stopped = state->current_byte_offset;
  return true;
}

// flatten walks the tree once, without recursion. A node's own index waits on
// a chain through next until its last descendant is known.
static void flatten(TSNode root, obligato_tree *out) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  const uint32_t none = UINT32_MAX;
  uint32_t open = none;
  for (bool more = true; more;) {
    TSNode n = ts_tree_cursor_current_node(&cursor);
    uint32_t i = out->count++;
    obligato_node *o = &out->nodes[i];
    o->start = ts_node_start_byte(n);
    o->end = ts_node_end_byte(n);
    o->kind = ts_node_symbol(n);
    o->field = ts_tree_cursor_current_field_id(&cursor);
    o->flags = (ts_node_is_error(n) ? NODE_ERROR : 0) | (o->start == o->end && ts_node_is_missing(n) ? NODE_MISSING : 0);
    o->next = open;
    open = i;
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    for (;;) {
      uint32_t outer = out->nodes[open].next;
      out->nodes[open].next = out->count;
      open = outer;
      if (open == none) {
        more = false;
        break;
      }
      if (ts_tree_cursor_goto_next_sibling(&cursor)) break;
      ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
}

static int flat(const TSTree *tree, bool strict, uint32_t max_nodes, obligato_tree *out) {
  TSNode root = ts_tree_root_node(tree);
  if (strict && ts_node_has_error(root)) return PARSE_BROKEN;
  uint32_t count = ts_node_descendant_count(root);
  if (count > max_nodes) return PARSE_TOO_MANY;
  out->nodes = malloc((size_t)count * sizeof(obligato_node));
  if (!out->nodes) return PARSE_NO_MEMORY;
  flatten(root, out);
  return PARSE_DONE;
}

int obligato_parse(const TSLanguage *language, const char *text, uint32_t length, bool strict,
                   uint32_t budget, uint32_t max_nodes, obligato_tree *out) {
  out->nodes = NULL;
  out->count = out->stopped = 0;
  TSParser *parser = ts_parser_new();
  ts_parser_set_language(parser, language);
  input in = {text, length};
  guard g = {budget, strict, 0, PARSE_BUDGET};
  TSInput source = {&in, read_text, 0, NULL};
  TSParseOptions options = {&g, progress};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, source, options);
  int result = g.why;
  if (tree) {
    result = flat(tree, strict, max_nodes, out);
    ts_tree_delete(tree);
  }
  out->stopped = g.stopped;
  ts_parser_delete(parser);
  return result;
}

void obligato_plain_allocator(void) { ts_set_allocator(NULL, NULL, NULL, NULL); }
