import type { parseDocument } from 'htmlparser2';
import { escapeAttribute, escapeText, isAllowedLink } from './pasted-text.ts';

export type Node = ReturnType<typeof parseDocument>['children'][number];
export type Element = Extract<Node, { attribs: unknown }>;

export const isElement = (node: Node): node is Element => 'attribs' in node;

/** Elements that are left out with their content. */
export const REMOVED: ReadonlySet<string> = new Set(
  'head style script title xml meta link template object svg math o:p'.split(' '),
);

/** Names that formats of text have in the terms. */
const FORMATS: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
};

export const styleOf = ({ attribs }: Element): string =>
  attribs.style?.replace(/\s*([:;])\s*/g, '$1').toLowerCase() ?? '';

export const textOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (isElement(node) ? textOf(node.children) : dataOf(node))).join('');

/** Returns the text of a node that isn't an element: none for a comment. */
const dataOf = (node: Node): string => ('data' in node && node.nodeType === 3 ? node.data : '');

/** A piece of text with the tags around it, outermost first. */
export interface Run {
  tags: readonly string[];
  text: string;
}

const BREAK = '\n';

/** Returns the text of nodes as runs. @param leftOut nodes that aren't part of it */
export function runsOf(
  nodes: readonly Node[],
  leftOut: (node: Node) => boolean = () => false,
  tags: readonly string[] = [],
): Run[] {
  return nodes.flatMap((node) => {
    if (leftOut(node)) return [];
    // Non-breaking blanks too: they hold Word's empty paragraphs open.
    if (!isElement(node)) return [{ tags, text: dataOf(node).replace(/\s+/g, ' ') }];
    if (REMOVED.has(node.name)) return [];
    if (node.name === 'br') return [{ tags, text: BREAK }];
    return runsOf(node.children, leftOut, tagsWithin(node, tags));
  });
}

/** Returns the tags around the content of an element. A link isn't underlined by a format. */
function tagsWithin(element: Element, outer: readonly string[]): readonly string[] {
  const href = element.name === 'a' ? (element.attribs.href ?? '') : '';
  const isLinked = outer.some((tag) => tag.startsWith('<a '));
  if (isAllowedLink(href)) return isLinked ? outer : [...outer, `<a href="${escapeAttribute(href.trim())}">`];
  const formats = formatsOf(element)
    .filter((name) => !(isLinked && name === 'u'))
    .map((name) => `<${name}>`);
  return [...outer, ...formats.filter((tag) => !outer.includes(tag)).reverse()];
}

/** Returns the formats that an element gives its text, by name or style. */
function formatsOf(element: Element): string[] {
  const style = styleOf(element);
  const named = FORMATS[element.name];
  const isPlain = named === 'b' && /font-weight:(normal|400)/.test(style);
  const styled = [
    ...(/font-weight:(bold|[6-9]00)/.test(style) ? ['b'] : []),
    ...(/font-style:italic/.test(style) ? ['i'] : []),
    ...(/text-decoration[^;]*underline/.test(style) ? ['u'] : []),
    ...(/text-decoration[^;]*line-through/.test(style) ? ['s'] : []),
  ];
  return [...new Set([...(named && !isPlain ? [named] : []), ...styled])];
}

/** Returns the HTML of paragraphs, without blanks around them. Two line breaks end a paragraph, and the tags that are open there. */
export function htmlOfRuns(runs: readonly Run[]): string[] {
  const paragraphs: string[] = [];
  let html = '';
  let open: readonly string[] = [];
  let blanks = '';
  for (const { tags, text } of runs) {
    const filled = text.trim();
    if (filled === '') {
      blanks += text;
      continue;
    }
    blanks += text.startsWith(' ') ? ' ' : '';
    const breaks = blanks.split(BREAK).length - 1;
    if (html !== '' && breaks > 1) {
      paragraphs.push(html + closing(open));
      [html, open] = ['', []];
    }
    const same = tags.findIndex((tag, index) => tag !== open[index]);
    const shared = same < 0 ? tags.length : same;
    // Word ends and begins a format between any two words: blanks are within what both sides share.
    const between = html === '' || blanks === '' ? '' : breaks > 0 ? '<br>' : ' ';
    html += closing(open.slice(shared)) + between + tags.slice(shared).join('') + escapeText(filled);
    open = tags;
    blanks = text.endsWith(' ') ? ' ' : '';
  }
  return html === '' ? paragraphs : [...paragraphs, html + closing(open)];
}

const closing = (tags: readonly string[]): string =>
  tags
    .map((tag) => tag.replace(/^<(\w+).*$/s, '</$1>'))
    .reverse()
    .join('');

/** Returns runs on one line without bold: a heading is bold by itself. */
export const headingRuns = (runs: readonly Run[]): Run[] =>
  runs.map(({ tags, text }) => ({ tags: tags.filter((tag) => tag !== '<b>'), text: text === BREAK ? ' ' : text }));
