import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { visibleText } from '#shared/kit/fields.ts';
import { PAGE_SIZES, parseDay } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { storage } from '#web/kit/lib/storage.ts';

/** The filters of a list: name in the form and the URL → name in the call (readings C12). */
export interface ListDefinition<N extends string> {
  /** Name of the list, for its remembered page size. */
  list: string;
  filters: Record<N, string>;
  /** The first and last day of a range, and the message when they are in the wrong order (D1 §5). */
  days?: { from: N; to: N; message: string };
  /** Default values of filters; the URL overrides them. */
  initial?: Partial<Record<N, string>>;
  /** Filters that are always applied, whatever the form contains, by their names in the call. */
  fixed?: Readonly<Record<string, string>>;
  /** Rows of a page until the user chooses another number; 10 by default. */
  pageSize?: (typeof PAGE_SIZES)[number];
  /** Begins the names of page and page size in the URL, for the second list of a screen. */
  prefix?: string;
  /** URL parameters with the page numbers of other lists that the same filters narrow: a search resets them, too. */
  otherPages?: readonly string[];
}

export type FilterValues<N extends string> = Record<N, string>;

/** The query of a list call. */
export interface ListQuery {
  page: number;
  limit: number;
  filter: Record<string, string>;
}

export interface ListFilters<N extends string> {
  /** The form's values, not yet searched for. */
  values: FilterValues<N>;
  set: (name: N, value: string) => void;
  /** Messages below fields; only days can be invalid. */
  errors: Partial<Record<N, string>>;
  /** Validates the days: the fields' onBlur. */
  check: () => void;
  /** Searches with the form's values, from page 1; returns false when a day is invalid. */
  search: () => boolean;
  /** Resets the form and the search to the default values. */
  clear: () => void;
  /** Searches with the given values at once: a quick view, or the removal of a pill. */
  apply: (values: Partial<FilterValues<N>>) => void;
  /** Searches with the form's values and the given ones at once, in the same entry of the history; what is typed stays as it is. */
  replace: (values: Partial<FilterValues<N>>) => void;
  /** Returns the query string, '?…' or '', of a search with the form's values and the given ones; without unreadable days. */
  searchWith: (values: Partial<FilterValues<N>>) => string;
  /** The applied filters; empty ones are missing. */
  applied: Partial<FilterValues<N>>;
  /** True when a filter other than the defaults is applied: the text of an empty list depends on this (D1 §8). */
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

/**
 * Parses a page size of the URL or storage: an offered size, or the total that is offered beside them; null otherwise.
 */
function readLimit(text: string | null): number | null {
  const limit = Number(text);
  return Number.isInteger(limit) && limit >= PAGE_SIZES[0] && limit <= 10_000 ? limit : null;
}

function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** Message for an invalid day: the server's sentence, and the format. */
export const UNREADABLE_DAY = `${messages.day}: escribila como DD/MM/AAAA`;

/** Returns the errors of a range of days as typed: either day invalid, or the first after the last. */
export function dayErrors(typedFrom: string, typedTo: string, message: string): { from?: string; to?: string } {
  const [from, to] = [visibleText(typedFrom), visibleText(typedTo)];
  const isInvalid = (text: string) => text !== '' && parseDay(text) === null;
  if (isInvalid(from) || isInvalid(to)) {
    return { ...(isInvalid(from) && { from: UNREADABLE_DAY }), ...(isInvalid(to) && { to: UNREADABLE_DAY }) };
  }
  // `parseDay` ignores a time after the day.
  const [first, last] = [parseDay(from), parseDay(to)];
  return first !== null && last !== null && first > last ? { from: message } : {};
}

/** Empties the days that the form and the gateway would reject. */
function withoutInvalidDays<N extends string>(
  values: FilterValues<N>,
  { from, to, message }: NonNullable<ListDefinition<N>['days']>,
): FilterValues<N> {
  const readable = (name: N) => (parseDay(values[name]) === null ? '' : values[name]);
  const [first, last] = [readable(from), readable(to)];
  const crossed = dayErrors(first, last, message).from !== undefined;
  return { ...values, [from]: crossed ? '' : first, [to]: crossed ? '' : last };
}

/** A search that the form has begun and the URL doesn't show yet. */
interface BegunSearch<N extends string> {
  /** The form's values when it began. */
  typed: FilterValues<N>;
  /** The filters that the URL will show, as text. */
  wanted: string;
  /** Whether the form keeps its values, with blanks that the URL lacks: the user goes on typing. */
  live: boolean;
}

/** Returns the values to show once the URL has changed: what was typed since the search began stays. */
function followUrl<N extends string>(
  inUrl: FilterValues<N>,
  values: FilterValues<N>,
  begun: BegunSearch<N> | null,
): FilterValues<N> {
  if (begun?.wanted !== JSON.stringify(inUrl)) return inUrl;
  if (begun.live) return values;
  const names = Object.keys(inUrl) as N[];
  return Object.fromEntries(
    names.map((name) => [name, (values[name] === begun.typed[name] ? inUrl : values)[name]]),
  ) as FilterValues<N>;
}

function without(names: readonly string[], params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of names) rest.delete(name);
  return rest;
}

/**
 * Keeps the filters, page and page size of a list in the URL, so that they survive a reload, "back" and a shared link.
 */
export function useListFilters<N extends string>(definition: ListDefinition<N>): ListFilters<N> {
  const { list, filters, days, initial, fixed, pageSize = PAGE_SIZES[0], prefix = '', otherPages } = definition;
  const [params, setParams] = useSearchParams();
  const [pageName, limitName] = [`${prefix}page`, `${prefix}limit`];
  const names = useMemo(() => Object.keys(filters) as N[], [filters]);
  /** Names that a search drops or sets. */
  const searched = useMemo(() => [...names, pageName, ...(otherPages ?? [])], [names, pageName, otherPages]);

  // Compared as text: a change of the page alone must not reset the typed filters.
  const shown = useMemo(() => {
    const touched = names.some((name) => params.has(name));
    const read = Object.fromEntries(
      names.map((name) => [name, params.get(name)?.trim() ?? (touched ? '' : (initial?.[name] ?? ''))]),
    ) as FilterValues<N>;
    return JSON.stringify(days ? withoutInvalidDays(read, days) : read);
  }, [params, names, days, initial]);
  const inUrl = useMemo(() => JSON.parse(shown) as FilterValues<N>, [shown]);

  const [values, setValues] = useState(inUrl);
  const [errors, setErrors] = useState<Partial<Record<N, string>>>({});
  const [shownUrl, setShownUrl] = useState(inUrl);
  const [begun, setBegun] = useState<BegunSearch<N> | null>(null);
  // The form follows the URL: "back", a link, a quick view.
  if (inUrl !== shownUrl) {
    const next = followUrl(inUrl, values, begun);
    setShownUrl(inUrl);
    setValues(next);
    setBegun(null);
    // Days that were typed meanwhile keep their errors.
    if (days && (next[days.from] !== values[days.from] || next[days.to] !== values[days.to])) setErrors({});
  }

  const dayErrorsOf = useCallback(
    (of: FilterValues<N>): Partial<Record<N, string>> => {
      if (!days) return {};
      const { from, to } = dayErrors(of[days.from], of[days.to], days.message);
      return { ...(from && { [days.from]: from }), ...(to && { [days.to]: to }) } as Partial<Record<N, string>>;
    },
    [days],
  );

  const paramsWith = useCallback(
    (next: FilterValues<N>, before: URLSearchParams) => {
      const after = without(searched, before);
      for (const name of names) {
        const value = next[name].trim();
        // An emptied field that starts filled must stay empty on reload.
        if (value !== '' || initial?.[name]) after.set(name, value);
      }
      return after;
    },
    [names, initial, searched],
  );
  /** Begins a search. The URL, and with it the list, changes a little later. @param typed the form's values */
  const begin = (next: FilterValues<N>, typed = values, live = false) => {
    const wanted = Object.fromEntries(names.map((name) => [name, next[name].trim()]));
    setBegun({ typed, wanted: JSON.stringify(wanted), live });
  };
  const write = (next: FilterValues<N>, live = false) => {
    begin(next, values, live);
    setParams((before) => paramsWith(next, before), { replace: live });
  };

  const limit = readLimit(params.get(limitName)) ?? readLimit(storage.read(pageSizeKey(list))) ?? pageSize;
  const page = readPage(params.get(pageName));
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

  const setPage = useCallback(
    (next: number) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (next <= 1) after.delete(pageName);
        else after.set(pageName, String(next));
        return after;
      }),
    [setParams, pageName],
  );

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
      // A day that is still being typed is validated when its field is left.
      const { [name]: error, ...others } = dayErrorsOf(next);
      setErrors((error === UNREADABLE_DAY ? others : { ...others, ...(error && { [name]: error }) }) as typeof errors);
    },
    check: () => setErrors(dayErrorsOf(values)),
    search() {
      const found = dayErrorsOf(values);
      setErrors(found);
      if (Object.keys(found).length > 0) return false;
      write(values);
      return true;
    },
    clear() {
      const empty = Object.fromEntries(names.map((name) => [name, initial?.[name] ?? ''])) as FilterValues<N>;
      // The URL may have no filter already, so the form is reset on its own.
      setValues(empty);
      setErrors({});
      begin(empty, empty);
      setParams((before) => without(searched, before));
    },
    apply: (changed) => write({ ...inUrl, ...changed }),
    replace(changed) {
      // Includes choices of a moment ago, which the URL doesn't show yet.
      const next = { ...values, ...changed };
      setValues(next);
      write(next, true);
    },
    searchWith(changed) {
      const typed = days ? withoutInvalidDays(values, days) : values;
      const query = paramsWith({ ...typed, ...changed }, params).toString();
      return query && `?${query}`;
    },
    setPage,
    setLimit(next) {
      storage.write(pageSizeKey(list), String(next));
      setParams((before) => {
        const after = new URLSearchParams(before);
        after.delete(pageName);
        after.set(limitName, String(next));
        return after;
      });
    },
  };
}
