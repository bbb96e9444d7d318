import pg from 'pg';
import { importOlderStock } from '#server/demo/older/older-stock.ts';
import type { Deps } from '#server/domain/deps.ts';
import { inBatches } from '#server/platform/batches.ts';
import { type Day, localDay, startOfDay } from '#shared/days.ts';
import { openAccount } from './account-doors.ts';
import { type Account, accounts, SHOWS_EVERYTHING } from './accounts.ts';
import { importBatches } from './batch-doors.ts';
import { demoOrders } from './demo-orders.ts';
import { beginning, holdTurn, printedOrders, writeComplete } from './make.store.ts';
import { at, openingOf } from './moments.ts';
import { createPlanned, importLives, importPlanned, printPlanned } from './order-doors.ts';
import { otherOrders } from './other-orders.ts';
import { printsAtTheDoor } from './plan.ts';
import { addCatalogue } from './product-doors.ts';

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
    await holdTurn(client);
    const { day, complete } = await beginning(client, localDay(deps.clock()));
    if (complete) return true;
    const begun = performance.now();
    deps.log.info({ day }, 'making demonstration data');
    for (const [index, account] of accounts.entries()) {
      await makeAccount(deps, client, { account, index, today: day, signal });
    }
    if (signal.aborted) return false;
    await writeComplete(client);
    deps.log.info({ took: Math.round(performance.now() - begun) }, 'demonstration data made');
    return true;
  } finally {
    await client.end();
  }
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
