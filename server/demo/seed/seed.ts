import pg from 'pg';
import { type Account, accounts, DEMO_PASSWORD, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { demoStaff, demoStaffCaller } from '#server/demo/demo-staff.ts';
import { demoTeam } from '#server/demo/demo-team.ts';
import { importLegacyStock } from '#server/demo/legacy-import/legacy-stock.ts';
import { demoOrders } from '#server/demo/orders/demo-orders.ts';
import { otherOrders } from '#server/demo/orders/other-orders.ts';
import { isPrintedBySender, type SeededOrders } from '#server/demo/orders/planned-orders.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { listCollections } from '#server/orders/collection/collection.ts';
import { handOverManifest } from '#server/orders/collection/hand-over.ts';
import { listManifests } from '#server/orders/collection/manifest.ts';
import { openManifest } from '#server/orders/collection/open-manifest.ts';
import { readStaffShipment } from '#server/orders/domain/staff-shipment.ts';
import { readOrder } from '#server/orders/order/order-detail.ts';
import { requestReschedule } from '#server/orders/reschedule/request-reschedule.ts';
import { recordEvents } from '#server/orders/shipment/event/record-events.ts';
import { addMember } from '#server/people/access/members.ts';
import { ensureStaff } from '#server/people/staff/ensure-staff.ts';
import { forEachConcurrently } from '#server/platform/concurrency/for-each-concurrently.ts';
import { hashPassword } from '#server/platform/secrets/passwords.ts';
import { addHoliday } from '#server/provider/holiday/holiday.ts';
import { addDays, type Day, localDay, startOfDay } from '#shared/kit/days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { holidayProblem } from '#shared/provider/rules/holiday.ts';
import { addWorkingDays, NATIONAL_CALENDAR, nationalHolidays } from '#shared/provider/rules/working-days.ts';
import { beginSeeding, lockSeeding, markSeeded, readPrintedOrderIds } from './seed.store.ts';
import { findAccount } from './seed-account.store.ts';
import { DEMONSTRATION_NETWORK, seedAccount } from './seed-account.ts';
import { ADJUSTED_USERNAMES, seedAdjustment } from './seed-adjustment.ts';
import { seedBatches } from './seed-batches.ts';
import { depsAt, registrationTime } from './seed-dates.ts';
import { createPlannedOrder, importPlannedHistories, importPlannedOrders, printPlannedOrder } from './seed-orders.ts';
import { seedProducts } from './seed-products.ts';
import { OWN_TARIFF_USERNAME, seedNextTariff, seedOwnTariff } from './seed-tariffs.ts';

/** Size of each account's range of payment ids. */
const PAYMENT_ID_RANGE = 1_000_000;

/** Days from today before which nothing is entered: no seeded promise depends on the days. */
const FREE_DAYS = 60;

const MONDAY = 1;
const TUESDAY = 2;

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * Enters days by the product's service, within two years: the bridge days before holidays on a Tuesday, and the next holiday on a Monday
 * as one on which the provider works. Idempotent.
 */
async function seedHolidays(deps: Deps, today: Day): Promise<void> {
  const year = Number(today.slice(0, 4));
  const from = addDays(today, FREE_DAYS);
  const national = [year, year + 1].flatMap((one) => [...nationalHolidays(one).keys()]).filter((day) => day > from);
  const taken = new Set(national);
  const bridges = national
    .filter((day) => weekdayOf(day) === TUESDAY)
    .map((day) => addDays(day, -1))
    .filter((day) => !taken.has(day));
  const worked = national.filter((day) => weekdayOf(day) === MONDAY).sort()[0];
  const days = [
    ...bridges.map((date) => ({ date, name: 'Puente', works: false })),
    ...(worked ? [{ date: worked, name: 'Trabajamos por la semana de ofertas', works: true }] : []),
  ];
  for (const day of days.filter(({ date }) => holidayProblem(date, today) === null)) {
    // A repeated run is refused: the day is entered already.
    await addHoliday(depsAt(deps, registrationTime(today)), day).catch(() => {});
  }
}

/** Addresses whose shipments are on a manifest: the first one is handed over, the other one waits. */
const LISTED = 2;

/** Opens manifests of shipments that wait at their senders, and hands one over with a shipment missing. Idempotent. */
async function seedManifests(deps: Deps, today: Day): Promise<void> {
  const yesterday = depsAt(deps, startOfDay(today) - 6 * HOUR_MS);
  const all = { page: 1, limit: 100, order: undefined };
  const known = await listManifests(yesterday, { ...all, filter: { state: undefined, client: undefined } });
  if (known.pagination.total > 0) return;
  const { results } = await listCollections(yesterday, { ...all, filter: { client: undefined } });
  const staff = await demoStaffCaller(deps, 'operations');
  // The address with most shipments stays free, to try it.
  const [, ...others] = results.toSorted((a, b) => b.bulks - a.bulks);
  const listed = others.filter(({ bulks }) => bulks > 1).slice(0, LISTED);
  for (const [index, { client_id, address_id }] of listed.entries()) {
    const opened = await openManifest(yesterday, staff, { clientId: client_id, addressId: address_id });
    if (index > 0) continue;
    const { number, parcels } = opened.results;
    const at = yesterday.clock();
    const scans = parcels.slice(1).map(({ shipment_id }) => ({ code: shipment_id, at }));
    await handOverManifest(yesterday, staff, number, { scans });
  }
}

/** Adds the users of the showcase account's company. Idempotent; does nothing before the account exists. */
async function seedTeam(deps: Deps, owner: pg.ClientBase): Promise<void> {
  const showcase = accounts.find(({ username }) => username === SHOWCASE_USERNAME);
  const company = showcase && (await findAccount(owner, showcase));
  if (!company) return;
  for (const { username, firstName, lastName, role } of demoTeam) {
    if (await findAccount(owner, { username })) continue;
    const passwordHash = await hashPassword(DEMO_PASSWORD, { key: DEMONSTRATION_NETWORK, known: true });
    const member = { username, firstName, lastName, role, passwordHash, phone: '11 5555-0100' };
    const email = `${username}@example.com`;
    const joined = { ...member, email, invitedBy: company.user_id, now: deps.clock() };
    await deps.db.withClient(company.client_id, (trx) =>
      addMember(trx, company.client_id, joined, DEMONSTRATION_NETWORK),
    );
  }
}

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

/** What a shipment that was declared too light and too small turns out to be, in grams and cm. */
const MEASURED = { weight: 9400, length: 55, width: 40, height: 35 };

/**
 * Checks a shipment of a client whose tariff bills measured weight, by the product's services: it is heavier than declared, so the client is
 * charged an adjustment. Idempotent.
 */
async function seedMeasured(deps: Deps, { caller, plans, ids, today }: SeededOrders): Promise<void> {
  const plan = plans.find(
    ({ mode, shipments }) => mode === 1 && shipments.every(({ code }) => code === 'no_entregado'),
  );
  if (!plan) return;
  const now = depsAt(deps, startOfDay(today) - 180 * MINUTE_MS);
  const { results: order } = await readOrder(now, caller, String(ids.get(plan.number)));
  const label = order.shippings[0]?.shipment_id ?? '';
  const staff = await demoStaffCaller(deps, 'operations');
  const { history } = await readStaffShipment(now, staff, label);
  const arrived = history.find(({ state_code }) => state_code === 'recibido_cd');
  const ms = parseWireDate(arrived?.at ?? '')?.ms;
  if (ms === undefined) return;
  const event = { event_id: `demo-control-${label}`, shipment_id: label, state: 'controlado', ...MEASURED };
  const at = new Date(ms + MINUTE_MS).toISOString();
  await recordEvents(now, staff, { events: [{ ...event, at, reason: '' }], accept_unknown: false });
}

/** Asks for another day for a delayed shipment, by the product's service. The request stays open as an example. Idempotent. */
async function seedReschedule(deps: Deps, { caller, plans, ids, today }: SeededOrders): Promise<void> {
  const plan = plans.find(({ shipments }) => shipments.length === 1 && shipments[0]?.code === 'demorado');
  if (!plan) return;
  const { results } = await readOrder(deps, caller, String(ids.get(plan.number)));
  const [shipment] = results.shippings;
  if (!shipment || shipment.reschedule) return;
  const asked = {
    date: addWorkingDays(today, 3, NATIONAL_CALENDAR),
    note: 'El local abre de 9 a 18. Preguntar por Marcela.',
  };
  await requestReschedule(depsAt(deps, startOfDay(today) - HOUR_MS), caller, shipment.shipment_id, asked, null);
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
