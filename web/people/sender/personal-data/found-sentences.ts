import { integer, pluralize } from '#shared/format.ts';
import { MAX_COUNTED_ORDERS, type ReceiverFound } from '#shared/people/personal-data.ts';

/** Describes what a search for a receiver found, in Spanish sentences. */
export function foundSentences({ orders, on_the_way, names, requests, failed_rows }: ReceiverFound): string[] {
  if (orders + requests + failed_rows === 0) return ['No guardamos datos de un destinatario con ese dato.'];
  const most = orders >= MAX_COUNTED_ORDERS ? `Al menos ${integer(orders)} órdenes` : null;
  return [
    ...(orders > 0
      ? [`${most ?? pluralize(orders, 'orden', 'órdenes')} con ese dato, a nombre de ${names.join(', ')}.`]
      : []),
    ...(on_the_way > 0
      ? [`${pluralize(on_the_way, 'orden todavía no terminó', 'órdenes todavía no terminaron')}.`]
      : []),
    ...(requests > 0
      ? [`${pluralize(requests, 'modificación', 'modificaciones')} con ese dato, de órdenes que tienen otro.`]
      : []),
    ...(failed_rows > 0
      ? [`${pluralize(failed_rows, 'fila con errores', 'filas con errores')} de archivos de carga masiva.`]
      : []),
  ];
}

/** Most order numbers in the question. */
const MAX_NAMED = 5;

/** Returns what an erasure will do, before it is confirmed. */
export function erasureSentences({ orders, on_the_way, names, named, requests, failed_rows }: ReceiverFound): string[] {
  const ended = orders - on_the_way;
  const numbers = named.slice(0, MAX_NAMED).map(({ tracking_id }) => tracking_id);
  const rest = on_the_way - numbers.length;
  return [
    ...(names.length > 1 ? [`Hay datos de ${names.length} nombres: ${names.join(', ')}. Se borran los de todos.`] : []),
    ...(ended > 0
      ? [
          `Ahora se borran nombre, documento, contacto y domicilio de ${pluralize(ended, 'orden terminada', 'órdenes terminadas')}.`,
        ]
      : []),
    ...(on_the_way > 0
      ? [
          `En ${pluralize(on_the_way, 'orden que no terminó', 'órdenes que no terminaron')} se borran la noche después de que terminen: ${numbers.join(', ')}${rest > 0 ? ` y ${rest} más` : ''}.`,
        ]
      : []),
    ...(requests > 0
      ? [
          `Se borran de ${pluralize(requests, 'modificación', 'modificaciones')} de órdenes que tienen otro dato. Las que esperan una decisión quedan: repetí el pedido después.`,
        ]
      : []),
    ...(failed_rows > 0 ? [`Se vacían ${pluralize(failed_rows, 'fila con errores', 'filas con errores')}.`] : []),
  ];
}
