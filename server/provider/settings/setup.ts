import { runText } from '#server/db/connection.ts';
import { type ExampleCounts, seedExamples } from '#server/db/start/seed-examples.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { invalidateAllSessions } from '#server/people/domain/cached-sessions.ts';
import { newClientsPrepaid } from '#server/people/domain/new-clients.ts';
import { localDay } from '#shared/kit/days.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { readSetup as readSetupCall, SetupCheck, SetupStep } from '#shared/provider/staff-setup.ts';
import { readSetupChecks, readSetupData, type SetupData } from './setup.store.ts';

type Entry = Omit<SetupStep, 'id' | 'done'>;

/** The data that the provider enters, with the effect of their absence and the command to enter them. */
const ENTRIES = {
  administrator: {
    name: 'Primer administrador, con segundo paso',
    required: false,
    effect: 'Nadie entra a la consola con más que una contraseña',
    how: 'FIRST_ADMIN=EMAIL en la configuración, o npm run ops -- administrador EMAIL',
  },
  terms: {
    name: 'Términos y condiciones',
    required: true,
    effect: 'Los clientes operan sin haber aceptado ninguno',
    how: 'npm run ops -- terminos terminos.html',
  },
  tariff: {
    name: 'Tarifa',
    required: true,
    effect: 'Nadie puede cotizar ni crear órdenes',
    how: 'npm run ops -- tarifa tarifa.json --desde AAAA-MM-DD',
  },
  pickup_points: {
    name: 'Puntos de retiro',
    required: true,
    effect: 'Nadie puede crear órdenes que se retiran en un punto',
    how: 'npm run ops -- punto CÓDIGO --nombre TEXTO --domicilio TEXTO --localidad TEXTO --provincia LETRA --cp CP',
  },
} as const satisfies Record<keyof SetupData, Entry>;

/** Returns the first steps of an installation, and the latest tests of outside services. */
export async function readSetup(deps: Deps): Promise<ReplyOf<typeof readSetupCall>['results']> {
  const { entered, checks } = await deps.db.withProvider(async (trx) => ({
    entered: await readSetupData(trx, localDay(deps.clock())),
    checks: await readSetupChecks(trx),
  }));
  const { mail = null, payments = null } = checks;
  const entries = (Object.keys(ENTRIES) as (keyof SetupData)[]).map((id) => ({
    id,
    done: entered[id],
    ...ENTRIES[id],
  }));
  const steps = [...entries, ...settingSteps(deps), ...testSteps(deps, { mail, payments })];
  const ready = steps.every(({ required, done }) => done || !required);
  return { ready, new_clients_prepaid: newClientsPrepaid(deps), steps, checks: { mail, payments } };
}

/** Returns the settings of a real installation. */
function settingSteps({ config, payments }: Pick<Deps, 'config' | 'payments'>): SetupStep[] {
  const { MAIL_FROM, BRAND_NAME, BRAND_SUPPORT } = config;
  const steps = [
    {
      id: 'BRAND_NAME',
      name: 'Nombre del operador',
      done: BRAND_NAME !== 'Remito',
      effect: `Pantallas, emails y etiquetas dicen ${BRAND_NAME}`,
    },
    {
      id: 'BRAND_SUPPORT',
      name: 'Contacto de soporte',
      done: BRAND_SUPPORT !== '',
      effect: 'Los clientes no saben a quién consultar',
    },
    {
      id: 'MAIL_FROM',
      name: 'Remitente de los emails',
      done: !MAIL_FROM.endsWith('@localhost>'),
      effect: `Salen de ${MAIL_FROM}`,
    },
    {
      id: 'MERCADOPAGO_ACCESS_TOKEN',
      name: 'Pagos',
      done: payments !== null,
      effect: 'Los clientes prepagos no pueden pagar',
    },
  ];
  return steps.map((step) => ({ ...step, required: false, how: `${step.id}=… en la configuración, y reiniciar` }));
}

function testSteps(
  { payments }: Pick<Deps, 'payments'>,
  checks: Record<'mail' | 'payments', SetupCheck | null>,
): SetupStep[] {
  const done = (check: SetupCheck | null) => check !== null && check.passed_at !== null && check.problem === null;
  const mail = {
    id: 'mail_test',
    name: 'Email de prueba',
    required: false,
    done: done(checks.mail),
    effect: 'No se sabe si los emails llegan',
    how: 'npm run ops -- probar-email EMAIL',
  };
  const payment = {
    id: 'payment_test',
    name: 'Prueba de los pagos',
    required: false,
    done: done(checks.payments),
    effect: 'No se sabe si la credencial de Mercado Pago sirve',
    how: 'npm run ops -- probar-pagos',
  };
  return payments ? [mail, payment] : [mail];
}

/** Logs one warning for each kind of data that is missing before the first order. */
export async function logMissingSetup(deps: Deps): Promise<void> {
  const { steps } = await readSetup(deps);
  for (const { id, how, effect } of steps.filter(({ required, done }) => required && !done)) {
    deps.log.warn({ missing: id, effect, how }, 'to be entered before the first order: npm run ops -- faltantes');
  }
}

/** Inserts example data where none exist. After new terms, every client has to accept them before its next call. */
export async function loadExamples({
  db,
  bus,
  events,
  clock,
}: Pick<Deps, 'db' | 'bus' | 'events' | 'clock'>): Promise<ExampleCounts> {
  return db.withProvider(async (trx) => {
    const inserted = await seedExamples((text, values) => runText(trx, text, values), localDay(clock()));
    if (inserted.terms > 0) invalidateAllSessions({ bus }, trx);
    if (Object.values(inserted).some((count) => count > 0)) {
      events.record(trx, null, 'examples.loaded', { counts: inserted });
    }
    return inserted;
  });
}
