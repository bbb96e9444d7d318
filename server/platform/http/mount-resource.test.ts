import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { resource } from '#shared/kit/resource.ts';
import { MAX_EXPORT_ROWS } from '#shared/kit/text/csv.ts';
import type { Mount } from './mount.ts';
import { mountResource } from './mount-resource.ts';

test('a list with more rows than a file may have is refused with their number, and none is sent', async () => {
  const towns = resource('/ops/v1/town/', {
    title: 'Localidades',
    nouns: ['localidad', 'localidades'],
    command: ['localidades', 'Lista las localidades'],
    summary: 'Lists towns.',
    needs: 'read',
    row: z.object({ name: z.string() }),
    key: ({ name }) => name,
    filters: { search: { name: 'buscar', label: 'Buscar' } },
    columns: { name: 'Nombre' },
  });
  const handlers = new Map<AnyEndpoint, (call: object) => Promise<unknown>>();
  const mount = {
    provider: (endpoint: AnyEndpoint, handler: (call: object) => Promise<unknown>) => handlers.set(endpoint, handler),
  };
  const asked: object[] = [];
  mountResource(mount as unknown as Mount, towns, async (query) => {
    asked.push(query);
    return { results: [{ name: 'Salta' }], pagination: { page: 1, pages: 1, total: MAX_EXPORT_ROWS + 1, limit: 10 } };
  });
  const exported = handlers.get(towns.csv)?.({ query: { filter: { search: 'sal' } } });
  await expect(exported).rejects.toThrow(
    new Failure(422, 'Son 100.001 filas y se pueden exportar hasta 100.000. Filtrá la lista'),
  );
  expect(asked).toEqual([{ filter: { search: 'sal' }, page: 1, limit: 1 }]);
});
