import { run } from '#server/db/connection.ts';
import { type ExampleCounts, seedExamples } from '#server/db/seed-examples.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import { localDay } from '#shared/days.ts';
import type { SetupStep } from '#shared/ops/setup.ts';
import { readSetupData, type SetupData } from './operator-setup.store.ts';

/**
 * Data that the provider must enter before the first order, with the effect of their absence and the command to enter
 * them.
 */
const REQUIRED = {
  tariff: {
    name: 'Tarifa',
    effect: 'Nadie puede cotizar ni crear órdenes',
    how: 'npm run ops -- tarifa tarifa.json --desde AAAA-MM-DD',
  },
  terms: {
    name: 'Términos y condiciones',
    effect: 'Los clientes operan sin haber aceptado ninguno',
    how: 'npm run ops -- terminos terminos.html',
  },
  pickup_points: {
    name: 'Puntos de retiro',
    effect: 'Nadie puede crear órdenes que se retiran en un punto',
    how: 'npm run ops -- punto CÓDIGO --nombre TEXTO --domicilio TEXTO --localidad TEXTO --provincia LETRA --cp CP',
  },
} as const satisfies Record<keyof SetupData, object>;

type Required = keyof SetupData;

/** Returns the missing data before the first order, and the settings of a real installation that are unset. */
export async function readSetup(deps: Deps): Promise<{ ready: boolean; missing: SetupStep[] }> {
  const required = await missingData(deps);
  const missing = [
    ...required.map((id) => ({ id, required: true, ...REQUIRED[id] })),
    ...findUnsetSettings(deps).map((step) => ({ required: false, ...step })),
  ];
  return { ready: required.length === 0, missing };
}

async function missingData({ db, clock }: Deps): Promise<Required[]> {
  const entered = await db.withOperator((trx) => readSetupData(trx, localDay(clock())));
  return (Object.keys(REQUIRED) as Required[]).filter((id) => !entered?.[id]);
}

function findUnsetSettings({ config, payments }: Deps): Omit<SetupStep, 'required'>[] {
  const { MAIL_FROM, BRAND_NAME, BRAND_SUPPORT } = config;
  const steps = [
    {
      unset: MAIL_FROM.endsWith('@localhost>'),
      id: 'MAIL_FROM',
      name: 'Remitente de los emails',
      effect: `Salen de ${MAIL_FROM}`,
    },
    {
      unset: BRAND_NAME === 'Remito',
      id: 'BRAND_NAME',
      name: 'Nombre del operador',
      effect: `Pantallas, emails y etiquetas dicen ${BRAND_NAME}`,
    },
    {
      unset: BRAND_SUPPORT === '',
      id: 'BRAND_SUPPORT',
      name: 'Contacto de soporte',
      effect: 'Los clientes no saben a quién consultar',
    },
    {
      unset: payments === null,
      id: 'MERCADOPAGO_ACCESS_TOKEN',
      name: 'Pagos',
      effect: 'Los clientes prepagos no pueden pagar',
    },
  ];
  return steps
    .filter(({ unset }) => unset)
    .map(({ id, name, effect }) => ({ id, name, effect, how: `${id}=… en la configuración, y reiniciar` }));
}

/** Logs one warning for each kind of data that is missing before the first order. */
export async function logMissingSetup(deps: Deps): Promise<void> {
  for (const id of await missingData(deps)) {
    const { how, effect } = REQUIRED[id];
    deps.log.warn({ missing: id, effect, how }, 'to be entered before the first order: npm run ops -- faltantes');
  }
}

/** Inserts example data where none exist. After new terms, every client has to accept them before its next call. */
export async function loadExamples({ db, clock }: Deps, sessions: Sessions): Promise<ExampleCounts> {
  return db.withOperator(async (trx) => {
    const inserted = await seedExamples((text, values) => run(trx, text, values), localDay(clock()));
    if (inserted.terms > 0) sessions.invalidateAll(trx);
    recordAudit(trx, { clientId: null, details: { ...inserted } });
    return inserted;
  });
}
