import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
import { companyDescription, inSentence, providerDescription } from './sentence.ts';

/** An action that a filter of the activity offers. */
export interface ActionOption {
  value: AuditAction;
  label: string;
  /** Heading of the actions among which it is offered. */
  group: string;
}

type KindOf<A> = A extends `ops.${string}` ? never : A extends `${infer Kind}.${string}` ? Kind : never;
const LOGINS = 'ingresos y rechazos';
const CREDENTIALS = 'contraseña, email y segundo paso';
const FACTORS = 'segundo paso';
const COMPANY = 'empresa';
const SHIPMENTS = 'órdenes y envíos';
const TASKS = 'envíos y tareas';
const ACCOUNTS = 'cuentas';
const SETTINGS = 'configuración';

/** Headings of the actions of companies, by the beginning of their names, in the order of the filter. */
const HEADINGS: Record<KindOf<AuditAction>, string> = {
  order: SHIPMENTS,
  shipment: SHIPMENTS,
  label: SHIPMENTS,
  batch: SHIPMENTS,
  pending: SHIPMENTS,
  payment: 'pagos',
  product: 'productos',
  user: 'equipo',
  session: LOGINS,
  call: LOGINS,
  password: CREDENTIALS,
  email: CREDENTIALS,
  factor: CREDENTIALS,
  passkey: CREDENTIALS,
  account: COMPANY,
  terms: COMPANY,
  address: COMPANY,
  preset: COMPANY,
  buyer_contact: COMPANY,
  print_settings: COMPANY,
  person: 'datos personales',
  export: 'exportaciones',
};

type ProviderKindOf<A> = A extends `ops.${infer Name}` ? (Name extends `${infer Kind}.${string}` ? Kind : Name) : never;

/** Headings of the provider's actions. */
const PROVIDER_HEADINGS: Record<ProviderKindOf<AuditAction>, string> = {
  event: TASKS,
  label: TASKS,
  shipment: TASKS,
  manifest: TASKS,
  modification: TASKS,
  reschedule: TASKS,
  queue: TASKS,
  search: TASKS,
  fulfillment: 'depósito',
  stock: 'depósito',
  payment: 'pagos',
  client: ACCOUNTS,
  user: 'usuarios',
  note: ACCOUNTS,
  session: LOGINS,
  password: 'contraseñas',
  factor: FACTORS,
  passkey: FACTORS,
  staff: 'equipo y claves',
  key: 'equipo y claves',
  tariff: SETTINGS,
  terms: SETTINGS,
  pickup_point: SETTINGS,
  zip_code: SETTINGS,
  category: SETTINGS,
  holiday: SETTINGS,
  setup: SETTINGS,
  person: 'datos personales',
  export: 'exportaciones',
};

/** Actions of the provider that can concern one company; its other actions appear in no company's audit trail. */
const UPON_COMPANY =
  /^ops\.(client|user|person|event|label|shipment|manifest|modification|reschedule|queue|fulfillment|stock|payment|export)\./;

const isOfProvider = (action: AuditAction) => action.startsWith('ops.');

/** Headings in the order of the filter. */
const OWN_ORDER = [...new Set(Object.values(HEADINGS))];
const PROVIDER_ORDER = [...new Set(Object.values(PROVIDER_HEADINGS))];

function headingOf(action: AuditAction): string {
  const [kind, second] = action.split('.');
  return isOfProvider(action)
    ? PROVIDER_HEADINGS[second as keyof typeof PROVIDER_HEADINGS]
    : HEADINGS[kind as keyof typeof HEADINGS];
}

/** Returns the place of an action's heading in the filter: the companies' come first. */
function placeOf(action: AuditAction): number {
  const heading = headingOf(action);
  return isOfProvider(action) ? OWN_ORDER.length + PROVIDER_ORDER.indexOf(heading) : OWN_ORDER.indexOf(heading);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How the readers of a filter name who acts: in headings, and in the labels of the provider's actions. */
interface ActorNames {
  provider: string;
  /** Null for a company, which doesn't name itself. */
  companies: string | null;
}

/** Returns actions as options, by heading and description: the companies' first. Labels of the provider's begin with who acts. */
function optionsOf(
  actions: readonly AuditAction[],
  { provider, companies }: ActorNames,
  describe: (action: AuditAction) => string,
): ActionOption[] {
  const option = (value: AuditAction): ActionOption => {
    const ofProvider = isOfProvider(value);
    const actor = ofProvider ? provider : companies;
    const heading = headingOf(value);
    return {
      value,
      label: ofProvider ? `${provider}: ${inSentence(describe(value))}` : describe(value),
      group: actor === null ? capitalised(heading) : `${actor}: ${heading}`,
    };
  };
  return actions
    .map(option)
    .sort((a, b) => placeOf(a.value) - placeOf(b.value) || a.label.localeCompare(b.label, 'es'));
}

const ALL_ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[];

/** Returns all actions of the audit trail as options for the provider's people. */
export const allActions = (): ActionOption[] =>
  optionsOf(ALL_ACTIONS, { provider: 'Personal', companies: 'Clientes' }, providerDescription);

/** Returns the actions that a company's audit trail can contain, as options for the company. */
export const companyActions = (): ActionOption[] =>
  optionsOf(
    ALL_ACTIONS.filter((value) => !isOfProvider(value) || UPON_COMPANY.test(value)),
    { provider: 'Tu proveedor', companies: null },
    companyDescription,
  );
