import { randomUUID } from 'node:crypto';
import { correctEvent, recordEvents } from '#shared/ops/events.ts';
import { command } from './command.ts';
import { counted, resultName } from './event-results.ts';
import { recordFile } from './events-file.ts';
import { card, table } from './show.ts';

/** Option that records states which the table lacks. */
const UNKNOWN = {
  to: 'body.accept_unknown',
  on: 'true',
  help: 'Registra también estados que no existen, tal como se escribieron',
};

/** Options of what was measured, for the state Controlado. */
const MEASURED = {
  peso: { to: 'weight', value: 'GRAMOS', help: 'Peso medido al controlar el envío' },
  largo: { to: 'length', value: 'CM', help: 'Largo medido; va con el ancho y el alto' },
  ancho: { to: 'width', value: 'CM', help: 'Ancho medido' },
  alto: { to: 'height', value: 'CM', help: 'Alto medido' },
};

const measuredOptions = (path: string) =>
  Object.fromEntries(
    Object.entries(MEASURED).map(([name, { to, ...option }]) => [name, { ...option, to: `${path}.${to}` }]),
  );

export const eventCommands = [
  command({
    name: 'evento',
    help: 'Registra un evento de un envío',
    call: recordEvents,
    options: {
      envio: { to: 'body.events.0.shipment_id', value: 'ETIQUETA', help: 'Código impreso en la etiqueta' },
      estado: {
        to: 'body.events.0.state',
        value: 'ESTADO',
        help: 'Estado nuevo, por código o texto: retirado, "En Curso"…',
      },
      motivo: { to: 'body.events.0.reason', value: 'TEXTO', help: 'Motivo de una entrega fallida' },
      ...measuredOptions('body.events.0'),
      fecha: {
        to: 'body.events.0.at',
        value: 'FECHA',
        help: 'Fecha y hora en ISO 8601 con zona horaria; por defecto, ahora',
      },
      id: {
        to: 'body.events.0.event_id',
        value: 'ID',
        help: 'Identificador del evento; si se repite con la misma fecha, se registra una sola vez. Por defecto, uno nuevo',
      },
      desconocido: UNKNOWN,
    },
    defaults: () => ({ 'body.events': [{ event_id: randomUUID(), at: new Date().toISOString() }] }),
    show: outcome,
    failed: ({ refused }) => refused > 0,
  }),
  command({
    name: 'eventos',
    help: 'Registra los eventos de un archivo. Los que fallan, y los que no tuvieron respuesta, quedan en «ARCHIVO - a corregir.csv»',
    call: recordEvents,
    words: [
      {
        to: 'body.file',
        value: 'ARCHIVO',
        help: 'CSV con etiqueta; estado; fecha; motivo; evento; peso; largo; ancho; alto, o JSON [{event_id, shipment_id, state, at, reason}, …]',
        file: 'bytes',
      },
    ],
    options: {
      estado: { to: 'body.state', value: 'ESTADO', help: 'Estado de las filas del CSV que no traen el suyo' },
      fecha: {
        to: 'body.at',
        value: 'FECHA',
        help: 'Fecha y hora de las filas del CSV que no traen la suya; por defecto, ahora',
      },
      motivo: { to: 'body.reason', value: 'TEXTO', help: 'Motivo de las filas del CSV que no traen el suyo' },
      desconocido: UNKNOWN,
    },
    run: recordFile,
    show: () => '',
  }),
  command({
    name: 'corregir-evento',
    help: 'Corrige un evento equivocado de un envío: los dos quedan en el historial y vale la corrección',
    call: correctEvent,
    words: [
      { to: 'params.label', value: 'ETIQUETA', help: 'Código impreso en la etiqueta' },
      { to: 'body.corrects', value: 'EVENTO', help: 'Identificador del evento equivocado; lo muestra `envio`' },
    ],
    options: {
      porque: { to: 'body.correction_reason', value: 'TEXTO', help: 'Por qué se corrige; el cliente no lo ve' },
      estado: {
        to: 'body.state',
        value: 'ESTADO',
        help: 'Estado correcto, por código o texto; por defecto, el anterior al evento',
      },
      motivo: { to: 'body.reason', value: 'TEXTO', help: 'Motivo de una entrega fallida' },
      ...measuredOptions('body'),
      fecha: {
        to: 'body.at',
        value: 'FECHA',
        help: 'Fecha y hora en ISO 8601 con zona horaria; por defecto, la del evento',
      },
      id: {
        to: 'body.event_id',
        value: 'ID',
        help: 'Identificador de la corrección; si se repite igual, se registra una sola vez. Por defecto, uno nuevo',
      },
      desconocido: UNKNOWN,
    },
    defaults: () => ({ 'body.event_id': randomUUID() }),
    show: ({ results }) =>
      card({ Envío: results.shipment_id, Cliente: results.client_id, Orden: results.order_id, Estado: results.state }),
  }),
];

interface Outcome {
  recorded: number;
  repeated: number;
  refused: number;
  results: readonly Result[];
}

/** Returns the result of a single event. */
function outcome(reply: Outcome): string {
  const refused = reply.results.filter(({ result }) => result === 'refused');
  return refused.length === 0 ? counted(reply) : `${counted(reply)}\n\n${resultTable(refused)}`;
}

function resultTable(results: readonly Result[]): string {
  return table(results, {
    EVENTO: (one) => one.event_id,
    ENVÍO: (one) => one.shipment_id,
    RESULTADO: (one) => resultName(one.result),
    MOTIVO: (one) => one.reason,
  });
}

interface Result {
  event_id: string | null;
  shipment_id: string | null;
  result: string;
  reason: string | null;
}
