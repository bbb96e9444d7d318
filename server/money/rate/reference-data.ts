import type { Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { findListedZips, zipCodesOf } from '#server/provider/zip-code/listed-zips.ts';
import type { Day } from '#shared/kit/days.ts';
import type { ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';
import { findTariff, type ValidTariff } from './tariff.ts';

/** What prices and promises are derived from. */
export interface ReferenceData {
  /** Null if the provider has not entered a tariff yet. */
  tariff: ValidTariff | null;
  zips: ListedZips;
  calendar: Calendar;
}

/** Whose data, and for which day and addresses. */
export interface WantedData {
  clientId: number;
  day: Day;
  addresses: readonly { zip_code: string }[];
}

/** Reference data of one version. */
interface Kept {
  version: string;
  calendar: Calendar | null;
  /** By client and day. */
  tariffs: Map<string, ValidTariff | null>;
  /** Each tariff once: thousands of clients share the general one. */
  tariffsById: Map<number, ValidTariff>;
  /** By the four digits of a code; no provinces for an unlisted one. */
  zips: Map<string, readonly ProvinceLetter[]>;
}

/** Maximum numbers in a process's memory: some days of five thousand clients, and terms of some kilobytes each. */
const MAX = { clients: 20_000, tariffs: 200 };

const kept = new WeakMap<Database, Kept>();

const emptyAt = (version: string): Kept => ({
  version,
  calendar: null,
  tariffs: new Map(),
  tariffsById: new Map(),
  zips: new Map(),
});

const tariffKey = ({ clientId, day }: WantedData) => `${clientId} ${day}`;

/**
 * Returns the data from the process's memory if they are still those of the database, else reads them. Each change replaces the version
 * in its transaction, so a price or a promise never follows from data that are outdated when `version` is read.
 *
 * @param version a read of the version in the transaction `trx` that was sent before this call: data that are read after their version
 *   may be newer than it, but never older
 */
export async function readReferenceData(
  db: Database,
  trx: Trx,
  wanted: WantedData,
  version: Promise<string>,
): Promise<ReferenceData> {
  const known = kept.get(db);
  // Sent together with the version: usually nothing, or what no call wanted before.
  const [current, data] = await Promise.all([version, findOrRead(trx, wanted, known)]);
  if (known?.version === current) return keep(known, wanted, data);
  const fresh = emptyAt(current);
  kept.set(db, fresh);
  return keep(fresh, wanted, known ? await findOrRead(trx, wanted, undefined) : data);
}

/** Takes what is wanted from the memory, and reads the rest. Other calls may empty the memory meanwhile. */
async function findOrRead(trx: Trx, wanted: WantedData, known: Kept | undefined): Promise<ReferenceData> {
  const codes = zipCodesOf(wanted.addresses);
  const found = codes.flatMap((code) => {
    const provinces = known?.zips.get(code);
    return provinces ? [[code, provinces] as const] : [];
  });
  const knownTariff = known?.tariffs.get(tariffKey(wanted));
  const [tariff, listed, calendar] = await Promise.all([
    knownTariff === undefined ? findTariff(trx, wanted.clientId, wanted.day) : knownTariff,
    found.length < codes.length ? findListedZips(trx, wanted.addresses) : new Map(found),
    known?.calendar ?? readCalendar(trx),
  ]);
  return { tariff, calendar, zips: new Map([...listed].filter(([, provinces]) => provinces.length > 0)) };
}

/** Keeps the data in the memory, and returns them. */
function keep(memory: Kept, wanted: WantedData, data: ReferenceData): ReferenceData {
  const { tariff, zips, calendar } = data;
  memory.calendar = calendar;
  for (const code of zipCodesOf(wanted.addresses)) memory.zips.set(code, zips.get(code) ?? []);
  if (memory.tariffs.size >= MAX.clients || memory.tariffsById.size >= MAX.tariffs) {
    memory.tariffs.clear();
    memory.tariffsById.clear();
  }
  const shared = tariff && (memory.tariffsById.get(tariff.id) ?? tariff);
  if (shared) memory.tariffsById.set(shared.id, shared);
  memory.tariffs.set(tariffKey(wanted), shared);
  return data;
}
