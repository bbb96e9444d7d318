import { parseDocument } from 'htmlparser2';
import {
  countedMark,
  itemContent,
  type ListItem,
  listOf,
  markKind,
  markOf,
  nestedLists,
  type WordItem,
} from '#web/provider/staff/lists/pasted-lists.ts';
import {
  type Element,
  headingRuns,
  htmlOfRuns,
  isElement,
  type Node,
  REMOVED,
  runsOf,
  styleOf,
  textOf,
} from '#web/provider/staff/lists/pasted-runs.ts';

/** Elements that a paragraph can't contain. */
const BLOCKS = new Set(
  'h1 h2 h3 h4 h5 h6 p div section article header footer main center body html ul ol li dl dt dd blockquote pre table hr'.split(
    ' ',
  ),
);

/**
 * Turns HTML of the clipboard, as Word, Writer and Google Docs put it there, into paragraphs, headings, lists, tables, bold and links.
 * Leaves out fonts, colours, classes and whatever the terms may not contain.
 */
export const pastedTerms = (html: string): string => blocksOf(parseDocument(html).children).join('\n');

function blocksOf(nodes: readonly Node[]): string[] {
  const blocks: string[] = [];
  let inline: Node[] = [];
  let items: WordItem[] = [];
  const endList = () => {
    blocks.push(...nestedLists(items));
    items = [];
  };
  const endText = () => {
    const paragraphs = htmlOfRuns(runsOf(inline));
    inline = [];
    if (paragraphs.length > 0) endList();
    blocks.push(...paragraphs.map((one) => `<p>${one}</p>`));
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
  if (isList(element)) return listBlocks(element);
  if (name === 'blockquote') {
    const quoted = blocksOf(children);
    return quoted.length > 0 ? [`<blockquote>\n${quoted.join('\n')}\n</blockquote>`] : [];
  }
  const heading = /^h([1-6])$/.exec(name)?.[1] ?? (attribs.class === 'MsoTitle' ? '1' : undefined);
  if (heading === undefined) return blocksOf(children);
  const tag = `h${Math.min(Number(heading), 4)}`;
  return htmlOfRuns(headingRuns(runsOf(children))).map((text) => `<${tag}>${text}</${tag}>`);
}

const isList = (node: Node): node is Element => isElement(node) && (node.name === 'ul' || node.name === 'ol');

/** Returns a list. A list directly within a list belongs to the item before it; other content between items is a block of its own. */
function listBlocks(list: Element): string[] {
  const { name, children, attribs } = list;
  const blocks: string[] = [];
  let items: ListItem[] = [];
  let number = integerOf(attribs.start) ?? 1;
  const styles = [styleOf(list), ...children.filter(isElement).map(styleOf)].join(';');
  const kind = markKind(attribs.type, styles);
  for (const child of children) {
    const last = items.at(-1);
    const found = isElement(child) && child.name === 'li' ? blocksOf(child.children) : blocksOf([child]);
    if (isElement(child) && child.name === 'li') {
      number = integerOf(child.attribs.value) ?? number;
      if (found.length > 0) items.push({ mark: name === 'ol' ? markOf(kind, number) : null, blocks: found });
      number++;
    } else if (isList(child) && last) {
      items = [...items.slice(0, -1), { ...last, blocks: [...last.blocks, ...found] }];
    } else if (found.length > 0) {
      blocks.push(...listOf(items), ...found);
      items = [];
    }
  }
  return [...blocks, ...listOf(items)];
}

const integerOf = (text: string | undefined): number | null => (/^-?\d{1,6}$/.test(text ?? '') ? Number(text) : null);

/** Returns a table after its caption. */
function tableOf(table: Element): string[] {
  const captions = table.children.filter(isElement).filter(({ name }) => name === 'caption');
  const rows = descendants(table, 'tr').map((row) => {
    const cells = row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th');
    return `<tr>${cells.map(cellOf).join('')}</tr>`;
  });
  return [
    ...captions.flatMap(({ children }) => blocksOf(children)),
    ...(rows.length > 0 ? [`<table>\n${rows.join('\n')}\n</table>`] : []),
  ];
}

function cellOf(cell: Element): string {
  const spans = ['colspan', 'rowspan'].filter((name) => /^(?:[2-9]|\d{2})$/.test(cell.attribs[name] ?? ''));
  const attributes = spans.map((name) => ` ${name}="${cell.attribs[name]}"`).join('');
  return `<${cell.name}${attributes}>${itemContent(blocksOf(cell.children))}</${cell.name}>`;
}

const descendants = (element: Element, name: string): Element[] =>
  element.children.filter(isElement).flatMap((child) => (child.name === name ? [child] : descendants(child, name)));

/** Returns a paragraph of Word that is an item of a list, without the mark before it; null for any other. */
function wordItem(element: Element): WordItem | null {
  const [, level] = /mso-list:\S+ level(\d)/.exec(styleOf(element)) ?? [];
  if (level === undefined || element.name !== 'p') return null;
  const isMark = (node: Node): boolean => isElement(node) && styleOf(node).includes('mso-list:ignore');
  const mark = textOf(
    element.children.filter((node) => isMark(node) || (isElement(node) && node.children.some(isMark))),
  );
  const html = htmlOfRuns(runsOf(element.children, isMark)).join('<br>');
  return { level: Number(level), mark: countedMark(mark), html };
}
