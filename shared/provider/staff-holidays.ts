import * as z from 'zod/mini';
import { isDay } from '#shared/kit/days.ts';
import { flag, integer, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';

/** Maximum length of a day's name. */
export const MAX_HOLIDAY_NAME = 60;

const holiday = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  /** The provider's name, or else that of the national holiday. */
  name: z.string(),
  /** Name of the national holiday on this day; null for a day that only the provider closes. */
  national: z.nullable(z.string()),
  /** Whether the provider entered the day. */
  own: z.boolean(),
  /** Whether shipments are collected and delivered on this day. */
  works: z.boolean(),
  /** Whether the day can still be removed: an own one after today. */
  removable: z.boolean(),
});

export type Holiday = z.output<typeof holiday>;

const day = text({ required: messages.notFound, check: (value) => (isDay(value) ? null : messages.notFound) });

export const holidayForm = z.object({
  date: text({ required: 'Elegí una fecha', check: (value) => (isDay(value) ? null : messages.day) }),
  name: text({ required: 'Escribí el nombre del día', max: [MAX_HOLIDAY_NAME] }),
  /** True for a national holiday on which the provider works. */
  works: flag(null),
});

const changed = z.object({
  message: z.string(),
  results: z.object({
    date: z.string(),
    /** Shipments under way whose promised day moves. Each moves in the background, within minutes. */
    moved: z.number(),
  }),
});

export const listHolidays = endpoint('GET /ops/v1/holiday/', {
  access: 'provider',
  needs: 'read',
  summary:
    'Lists the holidays of a year, by default of the current one: national ones, and days that the provider entered.',
  query: z.object({ year: z.optional(integer({ required: messages.required, min: [2020], max: [2099] })) }),
  reply: z.object({
    results: z.array(holiday),
    year: z.number(),
    /** The server's day. */
    today: z.string(),
  }),
});

export const readHolidayEffect = endpoint('GET /ops/v1/holiday/:date/effect', {
  access: 'provider',
  needs: 'read',
  summary:
    'Returns what would change if a day was added, or removed if it was entered: how many promised days would move.',
  params: z.object({ date: day }),
  errorStatuses: [422],
  reply: z.object({
    results: z.object({
      date: z.string(),
      /** What adding or removing the day does. */
      change: z.enum(['close', 'work', 'remove']),
      /** Name of the national holiday on this day. */
      national: z.nullable(z.string()),
      moved: z.number(),
    }),
  }),
});

export const addHoliday = endpoint('POST /ops/v1/holiday/', {
  access: 'provider',
  needs: 'setup',
  audit: 'ops.holiday.add',
  summary:
    'Adds a day after today on which nothing is collected or delivered, or a national holiday on which it is. Promised days of shipments under way move; their first promise stays.',
  body: holidayForm,
  reply: changed,
});

export const removeHoliday = endpoint('POST /ops/v1/holiday/:date/remove', {
  access: 'provider',
  needs: 'setup',
  audit: 'ops.holiday.remove',
  summary: 'Removes a day after today that the provider entered. Promised days of shipments under way move back.',
  params: z.object({ date: day }),
  errorStatuses: [422],
  reply: changed,
});
