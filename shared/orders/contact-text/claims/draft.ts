import type { Confidence, ContactPart, ReadValue } from './contact-parts.ts';
import { type Token, tokenize } from './tokens.ts';
import { STREET_TYPES } from './words.ts';

/** What a token was read as; null while it is free. Greetings and thanks are `courtesy`: they are dropped. */
export type Owner = ContactPart | 'label' | 'courtesy' | 'observations' | null;

/** A contact while its text is read: readers claim tokens one after the other. */
export interface Draft {
  text: string;
  tokens: readonly Token[];
  owners: Owner[];
  /** True for tokens in brackets and of former names, which are never a street or its number. */
  asides: boolean[];
  parts: Partial<Record<ContactPart, ReadValue>>;
  /** Numbers of the order, which are observations too; '' for one that isn't certain. */
  orders: (ReadValue & Span)[];
  /** True for the text of an address field, which begins with the street; false for a message. */
  isAddress: boolean;
}

/** Tokens from `from` up to, but not including, `to`. */
export interface Span {
  from: number;
  to: number;
}

export function startDraft(text: string, { isAddress = true } = {}): Draft {
  const tokens = tokenize(text);
  return { text, tokens, owners: tokens.map(() => null), asides: bracketed(tokens), parts: {}, orders: [], isAddress };
}

/** Returns which tokens are brackets or in brackets. A bracket without an end ends with its line; ':(' is none. */
function bracketed(tokens: readonly Token[]): boolean[] {
  let depth = 0;
  return tokens.map(({ key, glued }, index) => {
    if (key === '\n') depth = 0;
    const isSmiley = glued && tokens[index - 1]?.key === ':';
    if (/^[([{]$/.test(key) && !isSmiley) depth++;
    const isInside = depth > 0;
    if (/^[)\]}]$/.test(key)) depth = Math.max(0, depth - 1);
    return isInside;
  });
}

/** Whether a token belongs to no part. */
export const isUnread = (owner: Owner): boolean => owner === null || owner === 'observations';

/** Returns the text of a span with single blanks. */
export function spanText({ text, tokens }: Draft, { from, to }: Span): string {
  return text
    .slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the folded words and numbers of a span, joined by blanks. */
export function spanKey({ tokens }: Draft, { from, to }: Span): string {
  return tokens
    .slice(from, to)
    .filter(({ kind }) => kind !== 'sign')
    .map(({ key }) => key)
    .join(' ');
}

/** Marks the free tokens of a span. */
export function claim({ owners }: Draft, { from, to }: Span, owner: Owner): void {
  for (let index = from; index < to; index++) owners[index] ??= owner;
}

/** Reads a span as a part, unless the part was read before. Returns whether it was taken. */
export function readPart(
  draft: Draft,
  part: ContactPart,
  span: Span,
  confidence: Confidence,
  value = spanText(draft, span),
): boolean {
  if (draft.parts[part] || value === '') return false;
  draft.parts[part] = { value, confidence };
  claim(draft, span, part);
  return true;
}

/** Returns the key of a free token; '' for a claimed or missing one. */
export function keyAt({ tokens, owners }: Draft, index: number): string {
  return owners[index] === null ? (tokens[index]?.key ?? '') : '';
}

/** Returns the kind of a free token; null for a claimed or missing one. */
export function kindAt({ tokens, owners }: Draft, index: number): Token['kind'] | null {
  return owners[index] === null ? (tokens[index]?.kind ?? null) : null;
}

/** Returns whether a token follows the previous one without a blank. */
export const isGlued = ({ tokens }: Draft, index: number): boolean => tokens[index]?.glued ?? false;

/** Returns the first index from `index` on that isn't one of these signs. */
export function skipSigns(draft: Draft, index: number, signs: string): number {
  let next = index;
  while (kindAt(draft, next) === 'sign' && signs.includes(keyAt(draft, next))) next++;
  return next;
}

const ALWAYS_BREAKS = new Set([
  '\n',
  ',',
  ';',
  '|',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '•',
  '·',
  ':',
  '>',
  '<',
  '*',
  '!',
  '?',
  '¡',
  '¿',
]);
const BREAKS_ALONE = new Set(['-', '–', '—', '/', '.']);

/** Words that a dot abbreviates; after any other word it ends a sentence. */
const ABBREVIATIONS = new Set(
  'av avda bv bvd blvd pje psje gral gob gdor tte cnel cap cmdte cte alte dr dra ing lic arq pte pdte prof sgo stgo sta sto prov pcia bs as fed dpto depto dto dep apt of ofi ofic loc ste esc cpo edif mod nro num ma sr sra srta hnos rta diag int mons pbro tel cel esq cod mz mza'.split(
    ' ',
  ),
);

/** Returns whether a token separates what stands before it from what follows. */
export function isBreak({ tokens }: Draft, index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'sign') return false;
  if (ALWAYS_BREAKS.has(token.key)) return true;
  const next = tokens[index + 1];
  if (!BREAKS_ALONE.has(token.key) || next?.glued) return false;
  if (token.key !== '.') return !token.glued;
  const word = tokens[index - 1];
  const isAbbreviation =
    word?.kind === 'word' && (word.key.length === 1 || ABBREVIATIONS.has(word.key) || STREET_TYPES.has(word.key));
  return !isAbbreviation || !next;
}

/** Returns the runs of free tokens between breaks and claimed tokens, without signs at their ends. */
export function freeChunks(draft: Draft, within: Span = { from: 0, to: draft.tokens.length }): Span[] {
  const chunks: Span[] = [];
  let from = within.from;
  for (let index = within.from; index <= within.to; index++) {
    if (index < within.to && draft.owners[index] === null && !isBreak(draft, index)) continue;
    const chunk = trimSigns(draft, { from, to: index });
    if (chunk.from < chunk.to) chunks.push(chunk);
    from = index + 1;
  }
  return chunks;
}

/** Returns a span without the signs at its ends. */
export function trimSigns({ tokens }: Draft, { from, to }: Span): Span {
  let [start, end] = [from, to];
  while (start < end && tokens[start]?.kind === 'sign') start++;
  while (start < end && tokens[end - 1]?.kind === 'sign') end--;
  return { from: start, to: end };
}
