import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { listBatches, listMappings, uploadBatch } from '#shared/bulk/batches.ts';
import { type ReceivedRequest, type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { carryUploads, textOf } from '#test/screens/files.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { ZIP_TABLE } from '#test/screens/orders/zip-table.ts';
import { button, dialog } from '#test/screens/typing.ts';

type Batch = ReturnType<typeof sampleReply<typeof listBatches>>['results'][number];

/** Builds a processed batch. */
export const batch = (changes: Partial<Batch> = {}): Batch => ({
  id: 7,
  archivo: 'ventas.csv',
  fecha: '21/11/2026 10:00',
  ordenes: 1,
  cantidad: 1,
  estado: 'Procesado',
  filas: 1,
  errores: 0,
  omitidas: 0,
  dudas: 0,
  ...changes,
});

/** Builds the gateway's response to an upload. */
export const taken = (results: object = {}) =>
  reply(uploadBatch, () => ({
    message: 'Lo estamos procesando',
    results: { ...sampleReply(uploadBatch).results, id: 8, archivo: 'ventas.csv', igual_a: null, ...results },
  }));

/** Opens the screen of bulk uploads with these batches. */
export async function openBulk({
  replies = [] as Reply[],
  batches = [] as Batch[],
  path = '/carga-masiva',
  strict = false,
} = {}) {
  carryUploads();
  const list = () => ({
    results: batches,
    pagination: { page: 1, pages: 1, total: batches.length, limit: 10 },
  });
  replies.push(
    reply(listBatches, list),
    reply(listMappings, () => ({ results: [] })),
    taken(),
    ...ZIP_TABLE,
  );
  const portal = await openPortal(path, { replies, settings: { strict } });
  await loaded(portal.container);
  return portal;
}

/** Opens the upload dialog. */
export async function openUpload(user: Awaited<ReturnType<typeof openPortal>>['user']): Promise<HTMLElement> {
  await user.click(button('Subir Archivo'));
  return dialog('Nuevo lote de órdenes');
}

/** Waits until the dialog shows the number of valid rows. */
export const readinessIs = (text: string) =>
  waitFor(() => {
    const texts = [...document.querySelectorAll('[role=dialog] [role=status]')].map(({ textContent }) => textContent);
    expect(texts).toContain(text);
  });

/** Returns the grid's cell that contains a text. */
export function cell(text: string): HTMLElement {
  const cells = [...document.querySelectorAll<HTMLElement>('[role=gridcell]')];
  const found = cells.find(({ firstChild }) => firstChild?.textContent === text);
  if (!found) throw new Error(`no cell contains ${text}`);
  return found;
}

/** Returns the rows of the only table. */
export const rows = () => [...document.querySelectorAll<HTMLElement>('main tbody tr')];

/** Returns the uploads among the requests. */
export const uploads = (received: readonly ReceivedRequest[]) =>
  received.filter(({ endpoint }) => endpoint === uploadBatch);

/** Returns an upload's file as text. */
export const fileOf = (request: ReceivedRequest | undefined) => {
  if (!(request?.body instanceof FormData)) throw new Error('no file was sent');
  return textOf(request.body.get('file') as Blob);
};
