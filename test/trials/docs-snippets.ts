import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Root of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Returns a fenced block of a document.
 *
 * @param heading of the section, up to the next heading of the same or a higher level
 * @param holds text that identifies the block in the section
 * @throws when the document has no such block
 */
export async function docsSnippet(path: string, heading: string, holds = ''): Promise<string> {
  const section = await docsSection(path, heading);
  const blocks = [...section.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const found = blocks.find((block) => block.includes(holds));
  if (found === undefined) throw new Error(`${path} has no block with “${holds}” under “${heading}”`);
  return found;
}

/** Returns the text below a heading of a document. @throws when the heading is missing */
export async function docsSection(path: string, heading: string): Promise<string> {
  const text = await readFile(join(ROOT, path), 'utf8');
  // Comments of a printed script look like headings.
  const headings = [
    ...text.replace(/^```[\s\S]*?^```$/gm, (block) => 'x'.repeat(block.length)).matchAll(/^(#+) (.*)$/gm),
  ];
  const at = headings.findIndex(([, , name]) => name === heading);
  const [line = '', marks = ''] = headings[at] ?? [];
  if (at < 0) throw new Error(`${path} has no section “${heading}”`);
  const next = headings.slice(at + 1).find(([, other = '']) => other.length <= marks.length);
  return text.slice((headings[at]?.index ?? 0) + line.length, next?.index);
}

/** Replaces the document's values by this machine's. @throws when a value is missing */
export function replaceInSnippet(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`“${from}” is missing from the document`);
    return changed.replaceAll(from, to);
  }, text);
}
