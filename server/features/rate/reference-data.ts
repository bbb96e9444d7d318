import type { Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { readCalendar } from '#server/domain/calendar.store.ts';
import { findListedZips, zipCodesOf } from '#server/features/zip-code/listed-zips.ts';
import type { Day } from '#shared/days.ts';
import type { ProvinceLetter } from '#shared/rules/provinces.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import type { Calendar } from '#shared/working-days.ts';
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
  ...{ version, calendar: null, tariffs: new Map(), tariffsById: new Map(), zips: new Map() },
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
  const [current, rest] = await Promise.all([version, readMissing(trx, wanted, known)]);
  if (known?.version === current) return keep(known, wanted, rest);
  const fresh = emptyAt(current);
  kept.set(db, fresh);
  return keep(fresh, wanted, known ? await readMissing(trx, wanted, undefined) : rest);
}

/** Data that were not in the memory; without a member what was. */
type Missing = Partial<ReferenceData>;

async function readMissing(trx: Trx, wanted: WantedData, known: Kept | undefined): Promise<Missing> {
  const addresses = wanted.addresses.filter((address) => zipCodesOf([address]).some((code) => !known?.zips.has(code)));
  const [tariff, zips, calendar] = await Promise.all([
    known?.tariffs.has(tariffKey(wanted)) ? undefined : findTariff(trx, wanted.clientId, wanted.day),
    addresses.length > 0 ? findListedZips(trx, addresses) : undefined,
    known?.calendar ? undefined : readCalendar(trx),
  ]);
  return { ...(tariff !== undefined && { tariff }), ...(zips && { zips }), ...(calendar && { calendar }) };
}

/** Keeps what was read, and returns what is wanted. */
function keep(memory: Kept, wanted: WantedData, { tariff, zips, calendar }: Missing): ReferenceData {
  if (calendar) memory.calendar = calendar;
  if (tariff !== undefined) {
    if (memory.tariffs.size >= MAX.clients || memory.tariffsById.size >= MAX.tariffs) {
      memory.tariffs.clear();
      memory.tariffsById.clear();
    }
    if (tariff && !memory.tariffsById.has(tariff.id)) memory.tariffsById.set(tariff.id, tariff);
    memory.tariffs.set(tariffKey(wanted), tariff && (memory.tariffsById.get(tariff.id) ?? tariff));
  }
  const codes = zipCodesOf(wanted.addresses);
  if (zips) for (const code of codes) memory.zips.set(code, zips.get(code) ?? memory.zips.get(code) ?? []);
  return {
    tariff: memory.tariffs.get(tariffKey(wanted)) ?? null,
    zips: new Map(
      codes.flatMap((code) => {
        const provinces = memory.zips.get(code) ?? [];
        return provinces.length > 0 ? [[code, provinces] as const] : [];
      }),
    ),
    calendar: memory.calendar ?? new Map(),
  };
}
