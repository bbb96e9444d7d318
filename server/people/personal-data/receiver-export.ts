import type { Deps } from '#server/integrations/deps.ts';
import { readNotesOfOrders } from '#server/people/note/note.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import { jsonDownload } from '#server/platform/json-download.ts';
import { BULK_COLUMNS } from '#shared/bulk/layout/columns.ts';
import { localDay } from '#shared/kit/days.ts';
import { RECEIVER_KEY_NAMES } from '#shared/people/personal-data.ts';
import { type PersonRequester, recordedSearch } from './person-request.ts';
import {
  type ExportedChange,
  type ExportedOrder,
  type ExportedRow,
  type Receiver,
  readFailedRows,
  readReceiverOrders,
  readRequests,
} from './receiver.store.ts';

/** Orders or rows of one read. */
const PAGE = 50;

/** Names of the keys of an edit-order payload in the export. */
const RECEIVER_NAMES: Record<string, string> = {
  receiver_name: 'Nombre completo',
  receiver_phone: 'Teléfono',
  email: 'Email',
  address_street_name: 'Calle',
  address_street_number: 'Número',
  address_other_info: 'Referencias',
  address_neighborhood_name: 'Barrio',
  address_zip_code: 'Código postal',
  address_city: 'Localidad',
  address_state: 'Provincia',
  address_floor: 'Piso',
  address_apartment: 'Departamento',
  address_longitude: 'Longitud',
  address_latitude: 'Latitud',
};

/**
 * Streams the data about a receiver in one client's account as JSON with Spanish names; for the provider with the
 * staff's notes, which the company never sees.
 */
export async function exportReceiver(
  deps: Deps,
  clientId: number,
  receiver: Receiver,
  by: PersonRequester,
): Promise<Download> {
  const { db, clock, events } = deps;
  await db.withClient(clientId, async (trx) =>
    events.record(trx, clientId, 'receiver.exported', recordedSearch(deps, receiver)),
  );
  return jsonDownload(`Datos de un destinatario ${localDay(clock())}`, {
    'Buscado por': RECEIVER_KEY_NAMES[receiver.by],
    Dato: receiver.value,
    Fecha: clock().toISOString(),
    Órdenes: orderPages(deps, clientId, receiver, by),
    'Modificaciones de órdenes que tienen otro dato': requestPages(deps, clientId, receiver),
    'Filas con errores de archivos de órdenes': rowPages(deps, clientId, receiver),
  });
}

async function* orderPages(
  deps: Deps,
  clientId: number,
  receiver: Receiver,
  by: PersonRequester,
): AsyncGenerator<unknown[]> {
  for (let after = 0; ; ) {
    const orders = await deps.db.withClient(clientId, (trx) =>
      readReceiverOrders(trx, clientId, receiver, { after, limit: PAGE }),
    );
    yield by === 'provider' ? await addNotes(deps, clientId, orders) : orders.map(exportedOrder);
    if (orders.length < PAGE) return;
    after = orders.at(-1)?.id ?? after;
  }
}

const exportedOrder = ({ order, changes }: ExportedOrder) => ({
  ...order,
  Modificaciones: changes.map(exportedChange),
});

/** Returns orders of the export with the staff's notes about them. */
async function addNotes(deps: Deps, clientId: number, orders: readonly ExportedOrder[]): Promise<unknown[]> {
  const ids = orders.map(({ id }) => id);
  const notes = await readNotesOfOrders(deps, clientId, ids);
  return orders.map((order) => ({
    ...exportedOrder(order),
    'Notas del personal': notes
      .filter(({ order_pk }) => order_pk === order.id)
      .map(({ at, text }) => ({ Fecha: at, Nota: text })),
  }));
}

const exportedChange = ({ at, state, reason, before, after }: ExportedChange) => ({
  Fecha: at,
  Estado: state,
  Motivo: reason,
  Antes: withSpanishNames(before),
  Después: withSpanishNames(after),
});

const withSpanishNames = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [RECEIVER_NAMES[key] ?? key, value]));

async function* requestPages(
  { db }: Pick<Deps, 'db'>,
  clientId: number,
  receiver: Receiver,
): AsyncGenerator<unknown[]> {
  for (let after = 0; ; ) {
    const requests = await db.withClient(clientId, (trx) =>
      readRequests(trx, clientId, receiver, { after, limit: PAGE }),
    );
    yield requests.map(({ tracking_id, ...change }) => ({ 'Nro. de Orden': tracking_id, ...exportedChange(change) }));
    if (requests.length < PAGE) return;
    after = requests.at(-1)?.id ?? after;
  }
}

async function* rowPages({ db }: Pick<Deps, 'db'>, clientId: number, { value }: Receiver): AsyncGenerator<unknown[]> {
  for (let after: Pick<ExportedRow, 'batch_id' | 'row_no'> = { batch_id: 0, row_no: 0 }; ; ) {
    const position = after;
    const rows = await db.withClient(clientId, (trx) =>
      readFailedRows(trx, clientId, value, { after: position, limit: PAGE }),
    );
    yield rows.map(exportedRow);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

const exportedRow = ({ file_name, row_no, cells }: ExportedRow) => ({
  Archivo: file_name,
  Fila: row_no,
  Datos: Object.fromEntries(BULK_COLUMNS.map((column, index) => [column, cells[index] ?? ''])),
});
