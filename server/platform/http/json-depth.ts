/** Deepest nesting that any call of the contract comes near to, with room to spare. */
const MAX_DEPTH = 32;

const [QUOTE, ESCAPE] = [0x22, 0x5c];
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/**
 * Whether JSON text nests too deep to be worth parsing: half a million brackets fit a body, and parsing them holds everybody
 * else up for half a second.
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
