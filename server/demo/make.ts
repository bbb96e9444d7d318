import pg from 'pg';
import { importOlderStock } from '#server/demo/older/older-stock.ts';
import type { Deps } from '#server/domain/deps.ts';
import { inBatches } from '#server/platform/batches.ts';
import { type Day, localDay, startOfDay } from '#shared/days.ts';
import { openAccount } from './account-doors.ts';
import { type Account, accounts, SHOWS_EVERYTHING } from './accounts.ts';
import { importBatches } from './batch-doors.ts';
import { demoOrders } from './demo-orders.ts';
import { at, openingOf } from './moments.ts';
import { createPlanned, importLives, importPlanned, printPlanned } from './order-doors.ts';
import { otherOrders } from './other-orders.ts';
import { printsAtTheDoor } from './plan.ts';
import { addCatalogue } from './product-doors.ts';

// Any number that no other program on the same server uses for its own lock.
const LOCK = 7_364_548_203;

const DAY = 24 * 3_600_000;

/** Numbers that each account has for its payments. */
const PAYMENTS = 1_000_000;

/**
 * Makes the demonstration data, once an installation: eight logins with their companies, products, orders and bulk uploads, by the
 * actions of the product itself with its clock turned back, and by the import of older rows for what no action makes.
 * The same on every machine but for ids, and dated back from the day on which it was begun. What a killed server has left
 * undone is completed by the next one; several servers take turns.
 *
 * @param owner the owner's direct connection
 * @param signal ends the work between two actions; the next start completes it
 * @returns whether the data are complete
 */
export async function makeDemonstrationData(
  deps: Deps,
  owner: pg.ClientConfig,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    // Of the connection, so that it goes with a killed process.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { day, complete } = await beginning(client, localDay(deps.clock()));
    if (complete) return true;
    const begun = performance.now();
    deps.log.info({ day }, 'making demonstration data');
    for (const [index, account] of accounts.entries()) {
      await makeAccount(deps, client, { account, index, today: day, signal });
    }
    if (signal.aborted) return false;
    await client.query('UPDATE demonstration SET completed_at = now()');
    deps.log.info({ took: Math.round(performance.now() - begun) }, 'demonstration data made');
    return true;
  } finally {
    await client.end();
  }
}

/** The day from which dates count back: that of the first attempt. */
async function beginning(owner: pg.ClientBase, today: Day): Promise<{ day: Day; complete: boolean }> {
  await owner.query('INSERT INTO demonstration (day) SELECT $1 WHERE NOT EXISTS (SELECT FROM demonstration)', [today]);
  const { rows } = await owner.query<{ day: Day; complete: boolean }>(
    'SELECT day::text AS day, completed_at IS NOT NULL AS complete FROM demonstration',
  );
  return rows[0] as { day: Day; complete: boolean };
}

interface Making {
  account: Account;
  index: number;
  today: Day;
  signal: AbortSignal;
}

/** Every step of it may be repeated. */
async function makeAccount(deps: Deps, owner: pg.ClientBase, making: Making): Promise<void> {
  const { account, index, today, signal } = making;
  if (signal.aborted) return;
  const opening = openingOf(today);
  // The limits of strangers are not for our own registrations.
  const free: Deps = { ...deps, config: { ...deps.config, THROTTLE: 'off' } };
  const caller = await openAccount(at(free, opening), owner, account);
  const products = await addCatalogue(deps, caller, account, { from: opening + DAY, signal });
  if (signal.aborted) return;

  const plans = account.username === SHOWS_EVERYTHING ? demoOrders(account, today) : otherOrders(account, today);
  const ids = await importPlanned(
    deps,
    caller,
    plans.filter(({ older }) => older),
    products,
  );
  await inBatches(
    plans.filter(({ older }) => !older),
    signal,
    async (plan) => {
      ids.set(plan.number, await createPlanned(deps, caller, plan, products));
    },
  );
  if (signal.aborted) return;
  await importLives(deps, caller, plans, ids, (index + 1) * PAYMENTS);
  if (account.username === SHOWS_EVERYTHING) await importBatches(deps, caller, plans, ids);
  if (account.flags.fulfillment) await importOlderStock(deps, caller.clientId, today, new Date(startOfDay(today)));
  const printed = await printedOrders(owner, caller.clientId);
  for (const plan of plans.filter(printsAtTheDoor)) {
    const id = ids.get(plan.number) ?? 0;
    if (!printed.has(id)) await printPlanned(deps, caller, plan, id);
  }
  deps.log.info({ username: account.username, orders: plans.length }, 'demonstration account made');
}

async function printedOrders(owner: pg.ClientBase, clientId: number): Promise<Set<number>> {
  const { rows } = await owner.query<{ id: string | number }>(
    'SELECT id FROM orders WHERE client_id = $1 AND printed',
    [clientId],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
