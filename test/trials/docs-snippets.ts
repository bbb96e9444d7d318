import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the repository lies. */
export const ROOT = join(import.meta.dirname, '..', '..');

/**
 * A block of docs/operations.md between fences, as it is printed.
 *
 * @param heading the section that it stands in, to the next heading of the same kind or a higher one
 * @param holds a text that tells it from the section's others
 * @throws when the document has no such block any more
 */
export async function docsSnippet(heading: string, holds = ''): Promise<string> {
  const section = await docsSection('docs/operations.md', heading);
  const blocks = [...section.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const found = blocks.find((block) => block.includes(holds));
  if (found === undefined) throw new Error(`docs/operations.md has nothing printed with “${holds}” under “${heading}”`);
  return found;
}

/** The text below a heading of a document of the repository. @throws when it isn't there */
export async function docsSection(path: string, heading: string): Promise<string> {
  const text = await readFile(join(ROOT, path), 'utf8');
  // Comments of a printed script begin like headings.
  const headings = [
    ...text.replace(/^```[\s\S]*?^```$/gm, (block) => 'x'.repeat(block.length)).matchAll(/^(#+) (.*)$/gm),
  ];
  const at = headings.findIndex(([, , name]) => name === heading);
  const [line = '', marks = ''] = headings[at] ?? [];
  if (at < 0) throw new Error(`${path} has no section “${heading}”`);
  const next = headings.slice(at + 1).find(([, other = '']) => other.length <= marks.length);
  return text.slice((headings[at]?.index ?? 0) + line.length, next?.index);
}

/** Puts this machine's words in the place of the document's. @throws when one of those isn't there */
export function replaceInSnippet(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`“${from}” isn't printed any more`);
    return changed.replaceAll(from, to);
  }, text);
}
