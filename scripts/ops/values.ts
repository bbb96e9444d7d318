import { centimetres, formatDate, kilograms, money, packageText } from '#shared/kit/text/format.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import { ATTENTION_NAMES } from '#shared/money/staff-payments.ts';
import { SEARCH_KIND_NAMES, SEARCH_KINDS } from '#shared/orders/rules/code/shipment-search.ts';
import { QUEUE_NAMES, QUEUES } from '#shared/orders/rules/queues.ts';
import { actorText, type EventActor } from '#shared/orders/rules/shipment/event-actors.ts';
import { MANIFEST_SHIPMENT_STATUS_NAMES, MANIFEST_STATE_NAMES } from '#shared/orders/rules/shipment/manifest.ts';
import type { ShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { isKnown, providerDescription } from '#shared/people/rules/activity/sentence.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import { type InvitationMail, invitationMailText } from '#shared/people/rules/invitation-mail.ts';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { STAFF_ROLE_NAMES } from '#shared/people/rules/staff-permissions.ts';
import type { FIELDS } from './dictionary.ts';

type Words = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, unknown>>;
type Format = (value: never, row: Row) => unknown;
type Field = keyof typeof FIELDS;

const SLUGS = QUEUE_NAMES.map((queue) => [QUEUES[queue].slug, queue] as const);

/** Words that people type for a field's values. */
export const CHOICES: Readonly<Record<string, Words | undefined>> = {
  by: { documento: 'document', email: 'email', telefono: 'phone' },
  kind: {
    etiqueta: 'label',
    seguimiento: 'tracking',
    orden: 'number',
    documento: 'document',
    telefono: 'phone',
    email: 'email',
    nombre: 'name',
  },
  queue: Object.fromEntries(SLUGS),
  role: { mesa: 'support', operacion: 'operations', finanzas: 'finance', administrador: 'admin' },
} satisfies Partial<Record<Field, Words>>;

/** Spanish names of a field's values. Other values are shown as they are. */
const NAMES: Readonly<Record<string, Words | undefined>> = {
  attention: ATTENTION_NAMES,
  change: { close: 'No se trabaja', work: 'Se trabaja, aunque es feriado', remove: 'Se quita lo cargado' },
  found_by: Object.fromEntries(SEARCH_KIND_NAMES.map((kind) => [kind, SEARCH_KINDS[kind].name])),
  queue: Object.fromEntries(SLUGS.map(([slug, queue]) => [queue, slug])),
  result: {
    recorded: 'registrado',
    repeated: 'repetido',
    refused: 'rechazado',
    equal: 'igual',
    created: 'nuevo',
    changed: 'cambiado',
    unchanged: 'igual',
    double: 'doble',
    unanswered: 'sin respuesta',
    listed: 'en el manifiesto',
    surplus: 'sobra',
    collected: 'retirado',
    collected_before: 'ya estaba retirado',
  },
  role: { ...USER_ROLE_NAMES, ...STAFF_ROLE_NAMES },
  second_factor: { code: 'falta el código', setup: 'falta configurarlo', done: 'hecho' },
  state: {
    ...MANIFEST_STATE_NAMES,
    pending: 'a revisar',
    approved: 'aprobado',
    rejected: 'rechazado',
    blocked: 'bloqueado',
    invited: 'invitado',
    expired: 'invitación vencida',
    withdrawn: 'invitación retirada',
    active: 'activo',
    suspended: 'suspendido',
  },
  status: MANIFEST_SHIPMENT_STATUS_NAMES,
} satisfies Partial<Record<Field, Words>>;

type Correction = StaffShipmentHistory['history'][number]['correction'];
type Changes = readonly { field: string; before: string; after: string }[];

/** Returns the changed fields of a request as text. */
const changesText = (changes: Changes) =>
  changes.map(({ field, before, after }) => `${field}: ${before || '-'} → ${after || '-'}`).join('; ');

const inPesos = (value: unknown) => (typeof value === 'number' ? money(value) : value);
const marked = (value: string, mark: string, { current }: Row) => (current === true ? `${value} (${mark})` : value);

/** Formats of fields that aren't shown as they are; the second argument is the row. */
const FORMATS: Readonly<Record<string, Format | undefined>> = {
  ...formatted(inPesos, 'adjustment', 'amount', 'cost_after', 'cost_before', 'frozen', 'insurance', 'net', 'paid'),
  ...formatted(inPesos, 'shipping', 'tax', 'value'),
  ...formatted(kilograms, 'billed_weight', 'weight'),
  ...formatted(centimetres, 'height', 'length', 'width'),
  ...formatted(formatDate, 'collected_on', 'criticality', 'date', 'expires_on', 'expiry', 'prepare_by', 'valid_from'),
  action: (action: string) => (isKnown(action) ? providerDescription(action) : action),
  changes: changesText,
  correction: (one: Correction) => one && `Corrige ${one.corrects}, por ${one.by}: ${one.reason ?? '-'}`,
  cuit: (cuit: string, { cuit_valid }) => `${formatCuit(cuit)}${cuit_valid === false ? ' (revisar)' : ''}`,
  device: (device: string, row) => marked(device, 'ésta', row),
  invitation_mail: (mail: InvitationMail | null) => mail && invitationMailText(mail),
  measured: (measured: ShipmentCost['measured']) => measured && packageText(measured),
  more: () => 'sí: escribí un dato más preciso',
  name: (name: string, row) => marked(name, 'role' in row ? 'vos' : 'ésta', row),
  networks: (networks: string[] | null) => networks ?? 'todas',
  order: (order: { tracking_id: string } | null) => order?.tracking_id,
  payment: (payment: ShipmentCost['payment'], { prepaid }) =>
    payment
      ? `${payment.state.name}, ${money(payment.amount)} (pago ${payment.id})`
      : prepaid
        ? 'Sin pago'
        : 'No se paga por adelantado',
  reasons: joinSentences,
  requested: (requested: { changes: Changes } | number | null) =>
    requested !== null && typeof requested === 'object' ? changesText(requested.changes) : requested,
  scopes: (scopes: string[] | null) => scopes ?? 'todos',
  tariff: (tariff: { id: number; valid_from: string } | null) =>
    tariff ? `${tariff.id}, desde ${formatDate(tariff.valid_from)}` : 'general',
  // Totals of charges are pesos, those of queues are numbers of items.
  total: (total: number, row) => ('frozen' in row ? money(total) : total),
} satisfies Partial<Record<Field, Format>>;

function formatted(format: Format, ...fields: Field[]): Partial<Record<Field, Format>> {
  return Object.fromEntries(fields.map((field) => [field, format]));
}

/** Returns a field's value as it is shown, by the field's name alone. */
export function fieldValue(name: string, row: Row): unknown {
  const value = row[name];
  const format = FORMATS[name];
  // A format gets the values that the contract declares for its field.
  if (format) return format(value as never, row);
  return (typeof value === 'string' && NAMES[name]?.[value]) || value;
}

/** Returns the text of an object that has one: of a person, an object with a name, an address. */
export function objectText(value: Row): string | undefined {
  // Objects with a kind and a name are those who acted.
  if (typeof value.kind === 'string' && 'name' in value) return actorText(value as unknown as EventActor);
  if (typeof value.name === 'string') return value.name;
  if ('address_street_name' in value)
    return `${value.receiver_name}, ${value.address_street_name} ${value.address_street_number}, ${value.address_zip_code} ${value.address_city}`;
  if ('street_name' in value) return `${value.street_name} ${value.street_number}, ${value.city}`;
  if ('city' in value && 'state' in value) return `${value.city}, ${value.state}`;
  return undefined;
}
