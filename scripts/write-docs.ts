// Writes the documents that are made from code: the API description and the table of settings.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generatedDocs } from '#server/documents.ts';

const root = join(import.meta.dirname, '..');

for (const [name, text] of Object.entries(await generatedDocs())) {
  const file = join(root, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  process.stdout.write(`${name}\n`);
}
