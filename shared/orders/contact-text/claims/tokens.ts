import { fold } from '#shared/kit/text/fold.ts';

/** A word, a number or a punctuation mark of a text. */
export interface Token {
  /** Position in the text; `end` is exclusive. */
  start: number;
  end: number;
  /** Symbols without a meaning for this text, such as an emoji, are words: they aren't dropped like punctuation. */
  kind: 'word' | 'number' | 'sign';
  /** The folded text; without dots for an abbreviation such as 'D.N.I.'. */
  key: string;
  /** True if no blank separates it from the previous token. */
  glued: boolean;
}

// No two neighbouring repetitions share a character, so the scan is linear. The ordinals º and ª are letters to Unicode.
const TOKEN =
  /(?![ºª])(?:\p{L}\.){2,6}\p{L}?(?!\p{L})|(?:(?![ºª])[\p{L}\p{M}])+(?:['’´`](?:(?![ºª])[\p{L}\p{M}])+)*|(?<number>\d+(?:[.,]\d+)*)|\n|[^\s\d]/gu;

const SIGN = /^[\s,;:.|()[\]{}<>*!?¡¿"“”«»'‘’´`°ºª#/\\\-–—_+=•·~]$/u;

/** Splits a text into tokens. A line break is a sign; other blanks are no tokens. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [found] = match;
    const start = match.index;
    const kind = match.groups?.number ? 'number' : SIGN.test(found) ? 'sign' : 'word';
    const key = kind === 'word' ? fold(found).replaceAll('.', '') : found;
    tokens.push({
      start,
      end: start + found.length,
      kind,
      key,
      glued: tokens.at(-1)?.end === start && text[start - 1] !== '\n',
    });
  }
  return tokens;
}
