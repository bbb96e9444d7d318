import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGE_SIZES, parseDay } from '#shared/http/pagination.ts';
import { messages } from '#shared/messages.ts';
import { storage } from './storage.ts';

/** What a list can be narrowed by. Names on the left are the form's and the URL's, on the right the call's (readings C12). */
export interface ListDefinition<N extends string> {
  /** Under which its page size is remembered. */
  list: string;
  filters: Record<N, string>;
  /** The pair of days that must not cross, and what the first says then (D1 §5). */
  days?: { from: N; to: N; message: string };
  /** What stands in fields before anybody searched; overruled by the URL. */
  initial?: Partial<Record<N, string>>;
  /** What the list is always narrowed by, by the call's names: it is what the list is about, and no filter of its user's. */
  fixed?: Readonly<Record<string, string>>;
}

export type FilterValues<N extends string> = Record<N, string>;

/** The query of a list call. */
export interface ListQuery {
  page: number;
  limit: number;
  filter: Record<string, string>;
}

export interface ListFilters<N extends string> {
  /** What the form shows; not yet searched for. */
  values: FilterValues<N>;
  set: (name: N, value: string) => void;
  /** Messages under fields; only the days can be wrong. */
  errors: Partial<Record<N, string>>;
  /** Checks the days again: the fields' onBlur. */
  check: () => void;
  /** Searches for what the form shows, from page 1; false when a day is wrong. */
  search: () => boolean;
  /** Empties form and search, down to what stands there initially. */
  clear: () => void;
  /** Searches for the given values at once: a quick view, a pill that is removed. */
  apply: (values: Partial<FilterValues<N>>) => void;
  /** What the list is narrowed by now; empty filters are missing. */
  applied: Partial<FilterValues<N>>;
  /** True when a filter is applied that wasn't there initially: an empty list then says so (D1 §8). */
  filtered: boolean;
  page: number;
  limit: number;
  setPage: (page: number) => void;
  /** Changes the page size, remembers it for this list, and goes to page 1. */
  setLimit: (limit: number) => void;
  /** Input of the list call. */
  query: ListQuery;
}

const pageSizeKey = (list: string) => `page-size:${list}`;

/** A page size from the URL or memory: a size that is offered, or the total that stood beside them; else the default. */
function readLimit(text: string | null): number | null {
  const limit = Number(text);
  return Number.isInteger(limit) && limit >= PAGE_SIZES[0] && limit <= 10_000 ? limit : null;
}

function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** What an unreadable day says: the server's sentence, and how a day is typed. */
export const UNREADABLE_DAY = `${messages.day}: escribila como DD/MM/AAAA`;

/** What two days are wrong about: neither may be no day, the first not after the second. */
export function dayErrors(from: string, to: string, message: string): { from?: string; to?: string } {
  const wrong = (text: string) => text !== '' && parseDay(text) === null;
  if (wrong(from) || wrong(to)) {
    return { ...(wrong(from) && { from: UNREADABLE_DAY }), ...(wrong(to) && { to: UNREADABLE_DAY }) };
  }
  // A time behind a day doesn't count.
  const [first, last] = [parseDay(from), parseDay(to)];
  return first !== null && last !== null && first > last ? { from: message } : {};
}

/** The same values, where days that the form and the gateway refuse count as none. */
function withoutWrongDays<N extends string>(
  values: FilterValues<N>,
  { from, to, message }: NonNullable<ListDefinition<N>['days']>,
): FilterValues<N> {
  const readable = (name: N) => (parseDay(values[name]) === null ? '' : values[name]);
  const [first, last] = [readable(from), readable(to)];
  const crossed = dayErrors(first, last, message).from !== undefined;
  return { ...values, [from]: crossed ? '' : first, [to]: crossed ? '' : last };
}

function without(names: readonly string[], params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of names) rest.delete(name);
  return rest;
}

/** The filters of a list, its page and its page size, all in the URL: shared, reloaded, gone back to. */
export function useListFilters<N extends string>(definition: ListDefinition<N>): ListFilters<N> {
  const { list, filters, days, initial, fixed } = definition;
  const [params, setParams] = useSearchParams();
  const names = useMemo(() => Object.keys(filters) as N[], [filters]);

  // As text, so that a change of the page alone leaves what was typed into the form.
  const shown = useMemo(() => {
    const touched = names.some((name) => params.has(name));
    const read = Object.fromEntries(
      names.map((name) => [name, params.get(name)?.trim() ?? (touched ? '' : (initial?.[name] ?? ''))]),
    ) as FilterValues<N>;
    return JSON.stringify(days ? withoutWrongDays(read, days) : read);
  }, [params, names, days, initial]);
  const inUrl = useMemo(() => JSON.parse(shown) as FilterValues<N>, [shown]);

  const [values, setValues] = useState(inUrl);
  const [errors, setErrors] = useState<Partial<Record<N, string>>>({});
  const [shownUrl, setShownUrl] = useState(inUrl);
  // The form follows the URL: "back", a link, a quick view.
  if (inUrl !== shownUrl) {
    setShownUrl(inUrl);
    setValues(inUrl);
    setErrors({});
  }

  const wrongDays = useCallback(
    (of: FilterValues<N>): Partial<Record<N, string>> => {
      if (!days) return {};
      const { from, to } = dayErrors(of[days.from], of[days.to], days.message);
      return { ...(from && { [days.from]: from }), ...(to && { [days.to]: to }) } as Partial<Record<N, string>>;
    },
    [days],
  );

  const write = useCallback(
    (next: FilterValues<N>) => {
      setParams((before) => {
        const after = without([...names, 'page'], before);
        for (const name of names) {
          const value = next[name].trim();
          // An emptied field that starts filled must stay empty on reload.
          if (value !== '' || initial?.[name]) after.set(name, value);
        }
        return after;
      });
    },
    [setParams, names, initial],
  );

  const limit = readLimit(params.get('limit')) ?? readLimit(storage.read(pageSizeKey(list))) ?? PAGE_SIZES[0];
  const page = readPage(params.get('page'));
  const applied = useMemo(
    () => Object.fromEntries(Object.entries(inUrl).filter(([, value]) => value !== '')) as Partial<FilterValues<N>>,
    [inUrl],
  );
  const query = useMemo(() => {
    const filter = Object.fromEntries(
      Object.entries(applied).map(([name, value]) => [filters[name as N], String(value)]),
    );
    return { page, limit, filter: { ...filter, ...fixed } };
  }, [page, limit, applied, filters, fixed]);

  return {
    values,
    errors,
    applied,
    filtered: names.some((name) => inUrl[name] !== '' && inUrl[name] !== initial?.[name]),
    page,
    limit,
    query,
    set(name, value) {
      const next = { ...values, [name]: value };
      setValues(next);
      if (name !== days?.from && name !== days?.to) return;
      // A day that is still being typed isn't wrong before the field is left.
      const { [name]: own, ...others } = wrongDays(next);
      setErrors((own === UNREADABLE_DAY ? others : { ...others, ...(own && { [name]: own }) }) as typeof errors);
    },
    check: () => setErrors(wrongDays(values)),
    search() {
      const wrong = wrongDays(values);
      setErrors(wrong);
      if (Object.keys(wrong).length > 0) return false;
      write(values);
      return true;
    },
    clear() {
      // The address may be that already, and only the form another.
      setValues(Object.fromEntries(names.map((name) => [name, initial?.[name] ?? ''])) as FilterValues<N>);
      setErrors({});
      setParams((before) => without([...names, 'page'], before));
    },
    apply: (some) => write({ ...inUrl, ...some }),
    setPage: (next) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (next <= 1) after.delete('page');
        else after.set('page', String(next));
        return after;
      }),
    setLimit(next) {
      storage.write(pageSizeKey(list), String(next));
      setParams((before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        after.set('limit', String(next));
        return after;
      });
    },
  };
}
