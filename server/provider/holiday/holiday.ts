import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { moves } from '#server/orders/domain/movement/move-promises.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { type Day, localDay } from '#shared/kit/days.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { formatDate, pluralize } from '#shared/kit/text/format.ts';
import { changedCalendar, holidayChange, holidayProblem } from '#shared/provider/rules/holiday.ts';
import { type Calendar, nationalHolidays } from '#shared/provider/rules/working-days.ts';
import type * as calls from '#shared/provider/staff-holidays.ts';
import { enqueueCalendarChange } from './apply-calendar.ts';
import { countPromises, deleteDay, insertDay, readOwnDays } from './holiday.store.ts';

type Changed = ReplyOf<typeof calls.addHoliday>;

/** Names of national holidays by their date by law, or by their days from Easter. */
const NAMES: Readonly<Record<string, string>> = {
  '01-01': 'Año Nuevo',
  '03-24': 'Memoria por la Verdad y la Justicia',
  '04-02': 'Veteranos y Caídos en Malvinas',
  '05-01': 'Día del Trabajador',
  '05-25': 'Revolución de Mayo',
  '06-17': 'Paso a la Inmortalidad de Güemes',
  '06-20': 'Paso a la Inmortalidad de Belgrano',
  '07-09': 'Día de la Independencia',
  '08-17': 'Paso a la Inmortalidad de San Martín',
  '10-12': 'Respeto a la Diversidad Cultural',
  '11-20': 'Soberanía Nacional',
  '12-08': 'Inmaculada Concepción',
  '12-25': 'Navidad',
  '-48': 'Carnaval',
  '-47': 'Carnaval',
  '-2': 'Viernes Santo',
};

/** Returns the names of a year's national holidays by day. */
function nationalNames(year: number): Map<Day, string> {
  return new Map([...nationalHolidays(year)].map(([day, law]) => [day, NAMES[law] ?? 'Feriado nacional']));
}

/** Returns the name of a national holiday; null for any other day. */
function nationalName(day: Day): string | null {
  return nationalNames(Number(day.slice(0, 4))).get(day) ?? null;
}

/** Lists the holidays of a year by day: national ones, and days that the provider entered. */
export async function listHolidays(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  query: QueryOf<typeof calls.listHolidays>,
): Promise<ReplyOf<typeof calls.listHolidays>> {
  const today = localDay(clock());
  const year = query.year ?? Number(today.slice(0, 4));
  const own = await db.withProvider((trx) => readOwnDays(trx, year));
  const days = new Map<Day, calls.Holiday>();
  for (const [date, name] of nationalNames(year)) {
    days.set(date, { date, name, national: name, own: false, works: false, removable: false });
  }
  for (const { date, ...day } of own) {
    const national = days.get(date)?.national ?? null;
    days.set(date, { date, ...day, national, own: true, removable: date > today });
  }
  const results = [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  return { results, year, today };
}

/**
 * Returns what adding or removing a day would change.
 *
 * @throws Failure 422 with `errors` for a day that can't be changed
 */
export async function readHolidayEffect(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  date: Day,
): Promise<ReplyOf<typeof calls.readHolidayEffect>['results']> {
  const today = localDay(clock());
  requireChangeable(date, today);
  return db.withProvider(async (trx) => {
    const calendar = await readCalendar(trx);
    const moved = await countMoved(trx, changedCalendar(calendar, date), { date, today });
    return { date, change: holidayChange(date, calendar), national: nationalName(date), moved };
  });
}

/**
 * Adds a day. Promised days and deadlines that depend on it move after the commit.
 *
 * @throws Failure 422 with `errors` for a day that can't be changed, is entered already, or has no effect
 */
export async function addHoliday(
  deps: Deps,
  { date, name, ...body }: BodyOf<typeof calls.addHoliday>,
): Promise<Changed> {
  const works = body.works ?? false;
  const now = deps.clock();
  const today = localDay(now);
  requireChangeable(date, today);
  const national = nationalName(date);
  if (works && national === null) throw refused('No es feriado nacional: ese día ya se trabaja');
  if (!works && national !== null) throw refused(`Ya es feriado nacional: ${national}`);
  return deps.db.withProvider(async (trx) => {
    if (!(await insertDay(trx, { date, works, name }, now)))
      throw refused('Ese día ya está cargado: quitalo para cambiarlo');
    const moved = await changeCalendar(deps, trx, { date, today });
    deps.events.record(trx, null, 'holiday.added', { date, works, moved });
    const what = works ? 'Se trabaja' : 'No se trabaja';
    return { message: `${what} el ${formatDate(date)}. ${movedText(moved)}`, results: { date, moved } };
  });
}

/**
 * Removes a day that the provider entered.
 *
 * @throws Failure 404 for a day that isn't entered, 422 for one that is over
 */
export async function removeHoliday(deps: Deps, date: Day): Promise<Changed> {
  const today = localDay(deps.clock());
  requireChangeable(date, today);
  return deps.db.withProvider(async (trx) => {
    const name = await deleteDay(trx, date);
    if (name === null) throw new Failure(404, 'Ese día no está cargado');
    const moved = await changeCalendar(deps, trx, { date, today });
    deps.events.record(trx, null, 'holiday.removed', { date, moved });
    return { message: `Quitamos ${name}, del ${formatDate(date)}. ${movedText(moved)}`, results: { date, moved } };
  });
}

/** Enqueues the recomputation that a changed day requires. @returns the number of promises that move */
async function changeCalendar(deps: Deps, trx: Trx, change: { date: Day; today: Day }): Promise<number> {
  const moved = await countMoved(trx, await readCalendar(trx), change);
  await enqueueCalendarChange(deps, trx, change.today);
  return moved;
}

/** Counts the awaited shipments that a calendar gives another promised day. A change of a day touches only promises on it or later. */
async function countMoved(trx: Trx, calendar: Calendar, { date, today }: { date: Day; today: Day }): Promise<number> {
  const groups = await countPromises(trx, date);
  return groups.reduce((sum, group) => sum + (moves(group, calendar, today) ? group.shipments : 0), 0);
}

const movedText = (moved: number) =>
  moved === 0 ? 'No se mueve la fecha de ningún envío' : `Se mueve la fecha de ${pluralize(moved, 'envío', 'envíos')}`;

function requireChangeable(date: Day, today: Day): void {
  const problem = holidayProblem(date, today);
  if (problem) throw refused(problem);
}

const refused = (message: string) => refusedField('date', message);
