import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedDocs } from '#server/documents.ts';

test('the documents made from code are as the code says; `npm run docs` writes them anew', async () => {
  for (const [name, text] of Object.entries(await generatedDocs())) {
    expect(await readFile(join(import.meta.dirname, '..', name), 'utf8'), name).toBe(text);
  }
});
