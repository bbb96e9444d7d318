import { readBatch, uploadBatch } from '#shared/bulk/batches.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { HttpClient } from '#test/callers/http-client.ts';

/** Builds the cells of a valid row; each number is a separate order. */
export function bulkCells(n: number, changes: Partial<BulkCells> = {}): BulkCells {
  return {
    nro_orden: `M-${n}`,
    modo_entrega: '1',
    nombre: 'Lucía',
    apellido: 'Benítez',
    documento: '30123456',
    email: `compra${n}@example.com`,
    telefono: '351 612-4480',
    calle: 'Bv. Chacabuco',
    altura: '1127',
    piso: '3',
    dpto: 'B',
    entre_calle_1: 'San Lorenzo',
    entre_calle_2: '',
    cp: '5000',
    localidad: 'Córdoba',
    provincia: 'Córdoba',
    barrio: 'Nueva Córdoba',
    observaciones: '',
    envio: '',
    largo_cm: '30',
    ancho_cm: '20',
    alto_cm: '10',
    peso_g: '900',
    valor: '15000',
    sku: '',
    cantidad: '',
    ...changes,
  };
}

const quoted = (cell: string) => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Builds a template file in the format of Excel in Argentina. */
export function bulkText(
  rows: readonly BulkCells[],
  { delimiter = ';', newline = '\r\n' }: { delimiter?: string; newline?: string } = {},
): string {
  const line = (cells: readonly string[]) => cells.join(delimiter) + newline;
  return (
    line(BULK_COLUMNS) +
    rows.map((cells) => line(BULK_COLUMNS.map((column: BulkColumn) => quoted(cells[column])))).join('')
  );
}

/** Builds valid rows, numbered from `first`. */
export const manyCells = (count: number, first = 1): BulkCells[] =>
  Array.from({ length: count }, (_, index) => bulkCells(first + index));

/** Builds the form data of an upload from a browser. */
export function fileForm(content: string | Uint8Array, name = 'ventas.csv', field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new Blob([content as BlobPart], { type: 'text/csv' }), name);
  return form;
}

/** Uploads a file. */
export const upload = (
  app: HttpClient,
  token: string,
  content: string | Uint8Array,
  { name, key }: { name?: string; key?: string } = {},
) =>
  app.call(uploadBatch, {
    token,
    form: fileForm(content, name),
    ...(key && { headers: { 'idempotency-key': key } }),
  });

/** Waits until a batch is processed. Returns it with all its logs. */
export async function finished(app: HttpClient, token: string, id: number): Promise<ReplyOf<typeof readBatch>> {
  for (;;) {
    const { body } = await app.call(readBatch, { token, params: { id }, query: { logs_limit: 1 } });
    const { estado } = body as Partial<typeof body>;
    // In strict mode the first log is the only sign that a small batch has ended.
    if (estado === 'Procesado' || estado === 'Error' || (!estado && body.logs?.length > 0)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return (await app.call(readBatch, { token, params: { id } })).body;
}

/**
 * Builds the mapping of a file with other headers: the order number comes from the file, all other columns are
 * constants.
 */
export function bulkMapping() {
  const fixed = Object.entries(bulkCells(1)).filter(([column, value]) => value !== '' && column !== 'nro_orden');
  const columns = Object.fromEntries(fixed.map(([column, value]) => [column, { header: '', value }]));
  return {
    headers: ['Pedido'],
    columns: { ...columns, nro_orden: { header: 'Pedido', value: '' } },
    peso_en: 'g' as const,
  };
}
