import { isDay } from '#shared/kit/days.ts';
import { formatDate, formatTimestamp, integer } from '#shared/kit/text/format.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import { ATTENTION_NAMES } from '#shared/money/staff-payments.ts';
import { SEARCH_KINDS } from '#shared/orders/rules/code/shipment-search.ts';
import { QUEUES } from '#shared/orders/rules/queues.ts';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { STAFF_PERMISSION_NAMES, STAFF_ROLE_NAMES } from '#shared/people/rules/staff-permissions.ts';
import type { StoredActivity } from './activity.store.ts';

/** Details that are database ids, which mean nothing to a reader. */
const INTERNAL = new Set(['client', 'modification', 'note', 'reschedule']);

/** Names of fields and details of the audit trail, as a reader knows them. */
const NAMES: Record<string, string> = {
  razon_social: 'razón social',
  nombre_empresa: 'empresa',
  cuit: 'CUIT',
  email: 'email',
  phone: 'teléfono',
  first_name: 'nombre',
  last_name: 'apellido',
  name: 'nombre',
  role: 'rol',
  suspended: 'suspensión',
  approved_at: 'aprobación',
  rejected_at: 'rechazo',
  rejection_reason: 'motivo del rechazo',
  prepago: 'prepago',
  logistica_inversa: 'logística inversa',
  fulfillment: 'fulfillment',
  collect: 'retiro',
  collect_enabled: 'retiro',
  active: 'activo',
  main_address: 'dirección principal',
  lat: 'latitud',
  lon: 'longitud',
  hours: 'horario',
  street: 'calle',
  street_name: 'calle',
  street_number: 'altura',
  floor: 'piso',
  apartment: 'departamento',
  neighborhood_name: 'barrio',
  zip_code: 'código postal',
  city: 'localidad',
  state: 'provincia',
  province: 'provincia',
  other_info: 'observaciones',
  receiver_name: 'destinatario',
  receiver_phone: 'teléfono del destinatario',
  address_street_name: 'calle',
  address_street_number: 'altura',
  address_floor: 'piso',
  address_apartment: 'departamento',
  address_neighborhood_name: 'barrio',
  address_zip_code: 'código postal',
  address_city: 'localidad',
  address_state: 'provincia',
  address_other_info: 'observaciones',
  address_longitude: 'longitud',
  address_latitude: 'latitud',
  longitude: 'longitud',
  latitude: 'latitud',
  pickup_point_code: 'punto de retiro',
  code: 'código',
  address: 'dirección',
  opening_hours: 'horario',
  sku: 'SKU',
  barcode: 'código de barras',
  description: 'descripción',
  category: 'categoría',
  value: 'valor',
  weight: 'peso (g)',
  length: 'largo',
  width: 'ancho',
  height: 'alto',
  default_format: 'formato',
  format: 'formato',
  default_label_size: 'tamaño de etiqueta',
  labels_per_page: 'etiquetas por hoja',
  labels: 'etiquetas',
  relabelled: 'reetiquetado',
  ended_sessions: 'sesiones cerradas',
  done: 'completo',
  passed: 'funcionó',
  before: 'antes',
  after: 'después',
  date: 'día',
  month: 'mes',
  until: 'hasta',
  works: 'se trabaja',
  moved: 'envíos con otro día',
  valid_from: 'vigente desde',
  binds_from: 'obliga desde',
  expires_on: 'último día',
  scopes: 'permisos',
  networks: 'redes',
  queue: 'cola',
  attention: 'caso',
  by: 'buscado por',
  kind: 'tipo',
  digest: 'huella de lo buscado',
  staff: 'número de la persona',
  passkey: 'número de la llave de acceso',
  found: 'encontrados',
  orders: 'órdenes',
  parcels: 'envíos',
  products: 'productos',
  saved: 'guardados',
  recorded: 'registrados',
  events: 'eventos',
  receipts: 'ingresos',
  counts: 'conteos',
  units: 'unidades',
  closed: 'cerrado',
  shelf: 'ubicación',
  read: 'leídos',
  added: 'agregados',
  opened: 'provincias nuevas',
  points: 'puntos',
  pickup_points: 'puntos de retiro',
  terms: 'términos',
  tariffs: 'tarifas',
  categories: 'categorías',
  zip_codes: 'códigos postales',
};

/** Names of details whose fields have another meaning: an address's `state` is its province. */
const DETAIL_NAMES: Record<string, string> = { state: 'estado' };

const STATE_NAMES = Object.fromEntries(SHIPMENT_STATES.map(({ code, label }) => [code, label]));

/** Words of the values of a detail. */
const VALUES: Record<string, Record<string, string>> = {
  role: { ...USER_ROLE_NAMES, ...STAFF_ROLE_NAMES },
  scopes: STAFF_PERMISSION_NAMES,
  queue: Object.fromEntries(Object.entries(QUEUES).map(([queue, { name }]) => [queue, name])),
  by: { document: 'documento', email: 'email', phone: 'teléfono', name: 'nombre' },
  kind: Object.fromEntries(Object.entries(SEARCH_KINDS).map(([kind, { name }]) => [kind, name])),
  attention: ATTENTION_NAMES,
  before: STATE_NAMES,
  after: STATE_NAMES,
  address: { old: 'email anterior', new: 'email nuevo', current: 'email actual' },
};

/** Returns the name of a field or a detail as a reader knows it; null for one that has none. */
export const fieldWord = (name: string): string | null => NAMES[name] ?? null;

/** Whether a detail is shown to a reader. */
export const isShownDetail = (name: string): boolean => !INTERNAL.has(name);

function valueText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => valueText(name, one)).join(', ');
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number') return integer(value);
  if (typeof value !== 'string') return 'ninguno';
  const word = VALUES[name]?.[value];
  if (word !== undefined) return word;
  if (isDay(value)) return formatDate(value);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatTimestamp(value) : value;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Describes what a row of the audit trail changed, for a reader: 'Cambió: email, teléfono. Rol: Facturación'. Empty if
 * the name of the action is enough.
 */
export function changeText({ fields, details }: Pick<StoredActivity, 'fields' | 'details'>): string {
  const word = (name: string) => fieldWord(name) ?? name.replaceAll('_', ' ');
  const changed = [...new Set(fields.map(word))].join(', ');
  const { before, ...others } = details ?? {};
  // The database keeps no order of the keys.
  const values = Object.entries(before === undefined ? others : { before, ...others })
    .filter(([name]) => isShownDetail(name))
    .map(([name, value]) => `${capitalised(DETAIL_NAMES[name] ?? word(name))}: ${valueText(name, value)}`);
  return joinSentences([...(changed ? [`Cambió: ${changed}`] : []), ...values]);
}
