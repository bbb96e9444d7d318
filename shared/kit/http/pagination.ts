import * as z from 'zod/mini';
import { scalarText, visibleText } from '#shared/kit/fields.ts';
import { messages } from '#shared/kit/messages.ts';
import { singleBlanks } from '#shared/kit/text/blanks.ts';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';

/** Page sizes of lists (D1 §9); the first is the default. */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const;

/** Maximum `limit`; a larger one is clamped (readings S14). */
const MAX_LIMIT = 10_000;

export const pagination = z.object({
  page: z.number(),
  pages: z.number(),
  total: z.number(),
  limit: z.number(),
});

export type Pagination = z.output<typeof pagination>;

/** Schema of a list: `{results, pagination}` (readings C40). */
export function page<R extends z.ZodMiniType>(row: R) {
  return z.object({ results: z.array(row), pagination });
}

/** A decimal number. `Number` alone would also read an empty text as 0, and `0x10` as 16. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Builds a field for a whole number, clamped to a range; any other value gives the fallback. */
export function clampedInteger(fallback: number, min: number, max: number) {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((raw): number => {
      const number = typeof raw === 'string' && DECIMAL.test(raw.trim()) ? Number(raw) : raw;
      const value = typeof number === 'number' ? Math.trunc(number) : Number.NaN;
      return Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback;
    }),
  );
}

/** `page` from 1; any other value means 1. The query clamps the upper end, where the total is known. */
const pageNumber = clampedInteger(1, 1, Number.MAX_SAFE_INTEGER);

/** `limit` clamped to 1…10,000; the default is 10. */
const pageLimit = clampedInteger(PAGE_SIZES[0], 1, MAX_LIMIT);

/** Longer than any text that a filter is compared with: a cut filter finds nothing, as the whole one would. */
const MAX_FILTER_TEXT = 1000;

/**
 * Builds the text of a filter, trimmed and without format characters; an empty or missing value means no filter. Refuses other values, such as
 * the lists of a body: without its filter, a call would answer everything (readings C60).
 */
const textFilter = (blanks: (text: string) => string) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((raw, context): string | undefined => {
      const value = scalarText(raw);
      if (value === null) {
        context.issues.push({ code: 'custom', message: messages.value, input: raw });
        return z.NEVER;
      }
      // The database has no null characters, so no stored text contains one.
      const text = blanks(value).replaceAll('\u0000', '\ufffd');
      return text === '' ? undefined : takeCodePoints(text, MAX_FILTER_TEXT);
    }),
  );

/** Text of a filter, with one usual blank for any run of blanks, as texts are stored. */
export const filterText = textFilter(singleBlanks);

/** Text of a filter by a key, such as an order number or a SKU: its blanks stay as typed (readings C61). */
export const filterKey = textFilter(visibleText);

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?$/;

/** Reads `YYYY-MM-DD`, with or without a time after it, as a calendar day; null for a day that doesn't exist. */
export function parseDay(text: string): string | null {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year || !month || !day || year < '1900' || year > '2200') return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
    ? `${year}-${month}-${day}`
    : null;
}

/** Day of a filter, `YYYY-MM-DD` in Buenos Aires; a time after it is ignored (readings C14). */
export const filterDay = z.pipe(
  filterText,
  z.transform((text, context): string | undefined => {
    if (text === undefined) return undefined;
    const day = parseDay(text);
    if (day === null) {
      context.issues.push({ code: 'custom', message: messages.day, input: text });
      return z.NEVER;
    }
    return day;
  }),
);

/** Yes or no as `1`, `0`, `true`, `false`, `si`, `no`; any other value means no filter. */
export const filterFlag = z.pipe(
  filterText,
  z.transform((text): boolean | undefined => {
    const word = text?.toLowerCase();
    if (word === '1' || word === 'true' || word === 'si') return true;
    return word === '0' || word === 'false' || word === 'no' ? false : undefined;
  }),
);

/** `order[sort]`, `order[direction]`: any text is accepted; the server looks it up in a fixed table (readings S14). */
const orderBy = z.optional(z.object({ sort: filterText, direction: filterText }));

/** Two filters for the first and last day of a period, and the message for a first day after the last. */
export interface DateRangeFilter {
  from: string;
  to: string;
  message: string;
}

/** Builds the period filter of a list; `end` is the last day's name in its form. */
const dateRange = (end: string) =>
  ({ from: 'from_date', to: 'to_date', message: `No puede ser posterior a la fecha ${end}.` }) as const;

/** Periods of orders and shipments (D1 §5, D2 §5), of payments and files (D2 §5), and of the statistics (D1 §5). */
export const CREATION_DATE_RANGE = dateRange('de creación hasta');
export const LIST_DATE_RANGE = dateRange('hasta');
export const STATISTICS_DATE_RANGE = dateRange('ingreso hasta');

/** Refuses a period whose first day is after its last; a missing day leaves the period open. */
export const checkDateRange = ({ from, to, message }: DateRangeFilter) =>
  z.superRefine<Record<string, unknown>>((filters, context) => {
    const [first, last] = [filters[from], filters[to]];
    if (typeof first === 'string' && typeof last === 'string' && first > last) {
      context.addIssue({ code: 'custom', path: [from], message, input: first });
    }
  });

/** All filters of the specifications. Every list accepts them, and ignores those that it doesn't declare (readings C44, C60). */
export const SPECIFIED_FILTERS: ReadonlySet<string> = new Set([
  'shipment',
  'order',
  'client',
  'tracking',
  'state',
  'state_id',
  'from_date',
  'to_date',
  'delivery_mode',
  'pickup_point_code',
  'printed_by_client',
  'code',
  'sku',
  'description',
  'category',
  'active',
  'only_with_dolar_price',
]);

/** Schema of the `filter[…]` names of a call; a query without any has no filter. */
export function filterSchema<F extends z.core.$ZodLooseShape>(filters: F, days?: DateRangeFilter) {
  const named = z.object(filters);
  return z.pipe(
    z.transform((raw: unknown) => raw ?? {}),
    days ? named.check(checkDateRange(days) as z.core.$ZodCheck<z.output<typeof named>>) : named,
  );
}

/** Query of a paged list: `page`, `limit`, `order[…]` and the given filters. */
export function listQuery<F extends z.core.$ZodLooseShape>(filters: F, days?: DateRangeFilter) {
  return z.object({
    page: pageNumber,
    limit: pageLimit,
    order: z.catch(orderBy, undefined),
    filter: filterSchema(filters, days),
  });
}
