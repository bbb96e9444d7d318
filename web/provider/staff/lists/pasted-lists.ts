import { escapeText } from './pasted-text.ts';

/** An item of a list with its depth, as Word marks up its paragraphs. */
export interface WordItem {
  /** From 1. */
  level: number;
  /** The number or letter before it, such as `1.`, `a)`, `iv.`; null for a dot. */
  mark: string | null;
  html: string;
}

/** An item of a list. */
export interface ListItem {
  /** Its number or letter; null in a list with dots. */
  mark: string | null;
  blocks: readonly string[];
}

/** A mark before an item that counts: `1.`, `a)`, `iv.`, `1.2`, `2°`. Letters alone are dots of Word's fonts of symbols. */
const COUNTED = /\d|^\(?[a-z]{1,4}[.)]/i;

/** Returns an item's mark if it is a number or a letter; null for a dot. */
export const countedMark = (mark: string): string | null => (COUNTED.test(mark.trim()) ? mark.trim() : null);

/** Returns the content of an item or a cell: one paragraph without `<p>`, several with line breaks. */
export const itemContent = (blocks: readonly string[]): string =>
  blocks
    .join('\n')
    .replace(/<\/p>\n<p>/g, '<br>')
    .replace(/<\/?p>/g, '')
    .replace(/(<\/[uo]l>)$/, '$1\n');

/**
 * Returns a list. Items with other marks than 1., 2., 3. are paragraphs that begin with their marks: the terms' lists have no other
 * marks, and other paragraphs refer to 'inciso b)' or 'punto 2'.
 */
export function listOf(items: readonly ListItem[]): string[] {
  if (items.length === 0) return [];
  const isDotted = items.every(({ mark }) => mark === null);
  const isNumbered = items.every(({ mark }, index) => numberOf(mark) === index + 1);
  if (!isDotted && !isNumbered) return items.flatMap(markedParagraphs);
  const tag = isDotted ? 'ul' : 'ol';
  return [`<${tag}>\n${items.map(({ blocks }) => `<li>${itemContent(blocks)}</li>`).join('\n')}\n</${tag}>`];
}

const numberOf = (mark: string | null): number => Number(/^\(?(\d+)[.)]$/.exec(mark ?? '')?.[1]);

function markedParagraphs({ mark, blocks }: ListItem): string[] {
  const text = escapeText(mark ?? '');
  const [first = '', ...others] = blocks;
  return first.startsWith('<p>')
    ? [`<p>${text} ${first.slice('<p>'.length)}`, ...others]
    : [`<p>${text}</p>`, ...blocks];
}

/** Returns lists of items, each deeper one within the item above it. */
export function nestedLists(items: readonly WordItem[]): string[] {
  const level = Math.min(...items.map((item) => item.level));
  const groups: { head: WordItem; below: WordItem[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.level > level && last) last.below.push(item);
    else groups.push({ head: item, below: [] });
  }
  // A list of another kind begins where numbers follow dots.
  const lists: (typeof groups)[] = [];
  for (const group of groups) {
    const last = lists.at(-1);
    if (last?.[0] && (last[0].head.mark === null) === (group.head.mark === null)) last.push(group);
    else lists.push([group]);
  }
  return lists.flatMap((list) =>
    listOf(
      list.map(({ head, below }) => ({ mark: head.mark, blocks: [`<p>${head.html}</p>`, ...nestedLists(below)] })),
    ),
  );
}

/** Kinds of marks that lists have by their style. */
const STYLES: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

/** Returns the kind of a list's marks: `1`, `a`, `A`, `i` or `I`. @param style of the list or its items, in lower case */
export const markKind = (type: string | undefined, style: string): string =>
  STYLES[/list-style(?:-type)?:([a-z-]+)/.exec(style)?.[1] ?? ''] ?? (/^[aAiI]$/.test(type ?? '') ? String(type) : '1');

/** Returns the mark of a number from 1 on: `2.`, `b)`, `ii)`. */
export function markOf(kind: string, number: number): string {
  if (kind === '1' || number < 1) return `${number}.`;
  const mark = kind.toLowerCase() === 'a' ? letters(number) : roman(number);
  return `${kind === kind.toLowerCase() ? mark : mark.toUpperCase()})`;
}

const letters = (number: number): string =>
  (number > 26 ? letters(Math.floor((number - 1) / 26)) : '') + String.fromCharCode(97 + ((number - 1) % 26));

const ROMAN = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});

function roman(number: number): string {
  const [text, value] = ROMAN.find(([, least]) => number >= least) ?? ['', number];
  return number > value ? text + roman(number - value) : text;
}
