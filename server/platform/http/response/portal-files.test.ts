import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPortal } from './portal-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-'));
  for (const name of ['index.html', 'console.html', 'index.html.br'])
    await writeFile(join(folder, name), '<title>Remito</title><p>Para usar Remito, activá JavaScript.</p>');
  await writeFile(join(folder, 'app.js'), "const brand = 'Remito';");
});
afterAll(() => rm(folder, { recursive: true }));

const read = (name: string) => readPortal(folder, { name, logo: '' });

test.each(['/index.html', '/console.html'])(
  '%s has the provider’s name in each encoding, and no script has',
  async (path) => {
    const files = await read('Sol & Luna <Correo>');
    const { identity, br = Buffer.of(), gzip = Buffer.of() } = files.get(path)?.bodies ?? { identity: Buffer.of() };
    const named = 'Sol &amp; Luna &lt;Correo&gt;';
    const page = `<title>${named}</title><p>Para usar ${named}, activá JavaScript.</p>`;
    expect([identity, brotliDecompressSync(br), gunzipSync(gzip)].map(String)).toEqual([page, page, page]);
    expect(files.get(path)?.etag).not.toBe((await read('Remito')).get(path)?.etag);
    expect(String(files.get('/app.js')?.bodies.identity)).toBe("const brand = 'Remito';");
  },
);

test('without a brand the built pages are served as they are', async () => {
  const files = await read('Remito');
  expect(String(files.get('/index.html')?.bodies.identity)).toContain('Para usar Remito');
  expect(files.get('/index.html')?.bodies.br).toBeDefined();
});
