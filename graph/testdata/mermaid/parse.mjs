// Parses a Mermaid flowchart from standard input with the real package and
// prints what it understood as JSON, or fails.
//   npm ci && node parse.mjs < FILE
// The package needs a DOM for its sanitiser, so jsdom lends one.
import { JSDOM } from "jsdom";
import { readFileSync } from "node:fs";

const { window } = new JSDOM("<!doctype html><body></body>");
globalThis.window = window;
globalThis.document = window.document;
for (const name of ["Element", "HTMLElement", "Node", "DOMParser", "DocumentFragment"]) {
  globalThis[name] = window[name];
}

const { default: mermaid } = await import("mermaid");
mermaid.initialize({ startOnLoad: false, securityLevel: "strict", maxTextSize: 1e8, maxEdges: 1e6 });

// Mermaid hides entities from its grammar before it parses, and shows them
// as HTML afterwards: undo both, to get the text that a reader sees.
function shown(text) {
  const html = (text ?? "").replaceAll("ﬂ°°", "&#").replaceAll("ﬂ°", "&").replaceAll("¶ß", ";");
  const box = window.document.createElement("div");
  box.innerHTML = html;
  return { text: box.textContent, elements: box.querySelectorAll("*").length };
}

const text = readFileSync(0, "utf8");
const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
const vertices = [...diagram.db.getVertices().values()].map((v) => ({
  id: v.id, type: v.type, classes: v.classes, ...shown(v.text),
}));
const edges = diagram.db.getEdges().map((e) => ({
  start: e.start, end: e.end, stroke: e.stroke, type: e.type, ...shown(e.text),
}));
process.stdout.write(JSON.stringify({ vertices, edges }) + "\n");
