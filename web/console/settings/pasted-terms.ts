import { parseDocument } from 'htmlparser2';
import { isCounted, type ListItem, nestedLists } from './pasted-lists.ts';
import { escapeAttribute, escapeText, isAllowedLink } from './pasted-text.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { attribs: unknown }>;

const isElement = (node: Node): node is Element => 'attribs' in node;

/** Elements that are left out with their content. */
const REMOVED = new Set('head style script title xml meta link template object svg math o:p'.split(' '));

/** Elements that a paragraph can't contain. */
const BLOCKS = new Set(
  'h1 h2 h3 h4 h5 h6 p div section article header footer main center body html ul ol li dl dt dd blockquote pre table hr'.split(
    ' ',
  ),
);

/** Names that formats of text have in the terms. */
const FORMATS: Readonly<Record<string, string>> = {
  ...{ b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's', strike: 's', del: 's', sub: 'sub', sup: 'sup' },
};

const styleOf = ({ attribs }: Element): string => attribs.style?.replace(/\s*([:;])\s*/g, '$1').toLowerCase() ?? '';

/**
 * Turns HTML of the clipboard, as Word, Writer and Google Docs put it there, into paragraphs, headings, lists, tables, bold and links.
 * Leaves out fonts, colours, classes and whatever the terms may not contain.
 */
export const pastedTerms = (html: string): string => blocksOf(parseDocument(html).children).join('\n');

function blocksOf(nodes: readonly Node[]): string[] {
  const blocks: string[] = [];
  let inline: Node[] = [];
  let items: ListItem[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(nestedLists(items));
    items = [];
  };
  const endText = () => {
    const text = inlineOf(inline);
    inline = [];
    if (text === '') return;
    endList();
    blocks.push(...text.split(/(?:<br>\s*){2,}/).map((one) => `<p>${trimmed(one)}</p>`));
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      inline.push(node);
      continue;
    }
    endText();
    const item = wordItem(node);
    if (item) {
      items.push(item);
      continue;
    }
    const found = blockOf(node);
    if (found.length > 0) endList();
    blocks.push(...found);
  }
  endText();
  endList();
  return blocks;
}

/** Whether a node ends a paragraph, also within a format: Google Docs puts a whole document into `<b>`. */
const isBlock = (node: Node): node is Element =>
  isElement(node) && !REMOVED.has(node.name) && (BLOCKS.has(node.name) || node.children.some(isBlock));

function blockOf(element: Element): string[] {
  const { name, children, attribs } = element;
  if (name === 'hr') return ['<hr>'];
  if (name === 'table') return tableOf(element);
  if (name === 'ul' || name === 'ol') return listOf(element);
  if (name === 'blockquote') {
    const quoted = blocksOf(children);
    return quoted.length > 0 ? [`<blockquote>\n${quoted.join('\n')}\n</blockquote>`] : [];
  }
  const heading = /^h([1-6])$/.exec(name)?.[1] ?? (attribs.class === 'MsoTitle' ? '1' : undefined);
  if (heading === undefined) return blocksOf(children);
  // The heading is bold by itself.
  const text = inlineOf(children)
    .replace(/<\/?b>|<br>/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const tag = `h${Math.min(Number(heading), 4)}`;
  return text === '' ? [] : [`<${tag}>${text}</${tag}>`];
}

/** Returns a list. A list directly within a list belongs to the item before it. */
function listOf({ name, children }: Element): string[] {
  const items: string[] = [];
  for (const child of children.filter(isElement)) {
    const isList = child.name === 'ul' || child.name === 'ol';
    const content = isList ? listOf(child).join('\n') : itemOf(child);
    if (isList && items.length > 0) items.push(`${items.pop()}\n${content}\n`);
    else if (content !== '') items.push(content);
  }
  return items.length > 0 ? [`<${name}>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</${name}>`] : [];
}

/** Returns the content of an item or a cell: one paragraph without `<p>`, several with line breaks. */
const itemOf = ({ children }: Element): string =>
  blocksOf(children)
    .join('\n')
    .replace(/<\/p>\n<p>/g, '<br>')
    .replace(/<\/?p>/g, '');

function tableOf(table: Element): string[] {
  const rows = descendants(table, 'tr').map((row) => {
    const cells = row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th');
    return `<tr>${cells.map(cellOf).join('')}</tr>`;
  });
  return rows.length > 0 ? [`<table>\n${rows.join('\n')}\n</table>`] : [];
}

function cellOf(cell: Element): string {
  const spans = ['colspan', 'rowspan'].filter((name) => /^(?:[2-9]|\d{2})$/.test(cell.attribs[name] ?? ''));
  const attributes = spans.map((name) => ` ${name}="${cell.attribs[name]}"`).join('');
  return `<${cell.name}${attributes}>${itemOf(cell)}</${cell.name}>`;
}

const descendants = (element: Element, name: string): Element[] =>
  element.children.filter(isElement).flatMap((child) => (child.name === name ? [child] : descendants(child, name)));

/** Returns a paragraph of Word that is an item of a list, without the mark before it; null for any other. */
function wordItem(element: Element): ListItem | null {
  const [, level] = /mso-list:\S+ level(\d)/.exec(styleOf(element)) ?? [];
  if (level === undefined || element.name !== 'p') return null;
  const isMark = (node: Node): boolean => isElement(node) && styleOf(node).includes('mso-list:ignore');
  const mark = textOf(
    element.children.filter((node) => isMark(node) || (isElement(node) && node.children.some(isMark))),
  );
  const html = inlineOf(element.children, isMark);
  return { level: Number(level), ordered: isCounted(mark), html };
}

const textOf = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => ('data' in node && !isComment(node) ? node.data : isElement(node) ? textOf(node.children) : ''))
    .join('');

const isComment = (node: Node): boolean => node.nodeType !== 3;

/** Returns a paragraph's content, without blanks and line breaks around it. @param leftOut nodes that aren't part of it */
const inlineOf = (nodes: readonly Node[], leftOut: (node: Node) => boolean = () => false): string =>
  trimmed(nodes.map((node) => inlineNode(node, leftOut)).join(''))
    // Word ends and begins a format between any two words.
    .replace(/<\/(b|i|u|s)>( ?)<\1>/g, '$2');

function inlineNode(node: Node, leftOut: (node: Node) => boolean): string {
  if (leftOut(node)) return '';
  // Non-breaking blanks too: they hold Word's empty paragraphs open.
  if (!isElement(node)) return 'data' in node && !isComment(node) ? escapeText(node.data.replace(/\s+/g, ' ')) : '';
  if (REMOVED.has(node.name)) return '';
  if (node.name === 'br') return '<br>';
  const content = node.children.map((child) => inlineNode(child, leftOut)).join('');
  if (content.replace(/<br>/g, '').trim() === '') return content;
  const href = node.name === 'a' ? (node.attribs.href ?? '') : '';
  if (isAllowedLink(href)) return `<a href="${escapeAttribute(href.trim())}">${content.replace(/<\/?u>/g, '')}</a>`;
  return formatsOf(node).reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, content);
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

const trimmed = (html: string): string => html.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, '').replace(/ {2,}/g, ' ');
