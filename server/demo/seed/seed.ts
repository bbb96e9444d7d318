import pg from 'pg';
import { type Account, accounts, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { demoStaff } from '#server/demo/demo-staff.ts';
import { importLegacyStock } from '#server/demo/legacy-import/legacy-stock.ts';
import { demoOrders } from '#server/demo/orders/demo-orders.ts';
import { otherOrders } from '#server/demo/orders/other-orders.ts';
import { isPrintedBySender } from '#server/demo/orders/planned-orders.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { ensureStaff } from '#server/people/staff/ensure-staff.ts';
import { forEachConcurrently } from '#server/platform/concurrency/for-each-concurrently.ts';
import { type Day, localDay, startOfDay } from '#shared/kit/days.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { beginSeeding, lockSeeding, markSeeded, readPrintedOrderIds } from './seed.store.ts';
import { seedAccount } from './seed-account.ts';
import { ADJUSTED_USERNAMES, seedAdjustment } from './seed-adjustment.ts';
import { seedBatches } from './seed-batches.ts';
import { depsAt, registrationTime } from './seed-dates.ts';
import { seedHolidays } from './seed-holidays.ts';
import { seedManifests } from './seed-manifests.ts';
import { seedMeasured } from './seed-measured.ts';
import { createPlannedOrder, importPlannedHistories, importPlannedOrders, printPlannedOrder } from './seed-orders.ts';
import { seedProducts } from './seed-products.ts';
import { seedReschedule } from './seed-reschedule.ts';
import { OWN_TARIFF_USERNAME, seedNextTariff, seedOwnTariff } from './seed-tariffs.ts';
import { seedTeam } from './seed-team.ts';

/** Size of each account's range of payment ids. */
const PAYMENT_ID_RANGE = 1_000_000;

/**
 * Seeds the demonstration data once per installation: the staff, eight companies with their users, products, orders and bulk
 * uploads. Calls the product's own services with the clock turned back, and imports legacy rows for data that no
 * service creates. The data are deterministic except for ids, and dated back from the day of the first attempt. The
 * next start completes an interrupted run. A lock serialises several servers.
 *
 * @param owner a direct connection of the owner
 * @param signal stops the seeding between two actions
 * @returns whether the data are complete
 */
export async function seedDemonstrationData(
  deps: Deps,
  owner: pg.ClientConfig,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await lockSeeding(client);
    // Also for a complete demonstration of an earlier version, as the users of the showcase account below.
    for (const person of demoStaff) await ensureStaff(deps, person);
    const { day, complete } = await beginSeeding(client, localDay(deps.clock()));
    if (complete) {
      await seedTeam(deps, client);
      return true;
    }
    const begun = performance.now();
    deps.log.info({ day }, 'seeding demonstration data');
    for (const [index, account] of accounts.entries()) {
      await seedAccountData(deps, client, { account, index, today: day, signal });
    }
    if (signal.aborted) return false;
    await seedNextTariff(deps, day);
    await seedManifests(deps, day);
    await seedTeam(depsAt(deps, registrationTime(day)), client);
    await seedHolidays(deps, day);
    await markSeeded(client);
    deps.log.info({ took: Math.round(performance.now() - begun) }, 'demonstration data are complete');
    return true;
  } finally {
    await client.end();
  }
}

interface AccountSeed {
  account: Account;
  index: number;
  today: Day;
  signal: AbortSignal;
}

/** Seeds one account. Every step is idempotent. */
async function seedAccountData(deps: Deps, owner: pg.ClientBase, seed: AccountSeed): Promise<void> {
  const { account, index, today, signal } = seed;
  if (signal.aborted) return;
  const opening = registrationTime(today);
  // Disables the rate limit of registrations.
  const unlimited: Deps = { ...deps, config: { ...deps.config, THROTTLE: 'off' } };
  const caller = await seedAccount(depsAt(unlimited, opening), owner, account);
  if (account.username === OWN_TARIFF_USERNAME) await seedOwnTariff(depsAt(deps, opening), caller.clientId);
  const products = await seedProducts(deps, caller, account, { from: opening + DAY_MS, signal });
  if (signal.aborted) return;

  const plans = account.username === SHOWCASE_USERNAME ? demoOrders(account, today) : otherOrders(account, today);
  const ids = await importPlannedOrders(
    deps,
    caller,
    plans.filter(({ legacy }) => legacy),
    products,
  );
  await forEachConcurrently(
    plans.filter(({ legacy }) => !legacy),
    signal,
    async (plan) => {
      ids.set(plan.number, await createPlannedOrder(deps, caller, plan, products));
    },
  );
  if (signal.aborted) return;
  await importPlannedHistories(deps, caller, plans, ids, (index + 1) * PAYMENT_ID_RANGE);
  if (account.username === SHOWCASE_USERNAME) await seedBatches(deps, caller, plans, ids);
  const seeded = { caller, plans, ids, today };
  if (account.username === SHOWCASE_USERNAME) await seedReschedule(deps, seeded);
  if (ADJUSTED_USERNAMES.includes(account.username)) await seedAdjustment(deps, seeded);
  if (account.username === OWN_TARIFF_USERNAME) await seedMeasured(deps, seeded);
  if (account.flags.fulfillment) await importLegacyStock(deps, caller.clientId, today, new Date(startOfDay(today)));
  const printed = await readPrintedOrderIds(owner, caller.clientId);
  for (const plan of plans.filter(isPrintedBySender)) {
    const id = ids.get(plan.number) ?? 0;
    if (!printed.has(id)) await printPlannedOrder(deps, caller, plan, id);
  }
  deps.log.info({ username: account.username, orders: plans.length }, 'demonstration account is complete');
}
