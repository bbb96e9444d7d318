/** Maximum nesting of a JSON body, far deeper than any call of the contract needs. */
const MAX_DEPTH = 32;

const [QUOTE, ESCAPE] = [0x22, 0x5c];
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is nested too deeply. Parsing half a million brackets, which fit the body limit, would block the event
 * loop for half a second.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted && code === ESCAPE) at++;
    else if (code === QUOTE) quoted = !quoted;
    else if (!quoted && OPENS.has(code) && ++depth > MAX_DEPTH) return true;
    else if (!quoted && CLOSES.has(code)) depth--;
  }
  return false;
}
