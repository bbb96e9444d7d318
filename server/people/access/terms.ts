import sanitizeHtml from 'sanitize-html';
import type { Deps } from '#server/integrations/deps.ts';
import { invalidateAllSessions, invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { type Day, startOfDay } from '#shared/kit/days.ts';
import { hasControlInLines } from '#shared/kit/fields.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { TERMS_ATTRIBUTES, TERMS_SCHEMES, TERMS_TAGS } from '#shared/people/rules/terms-allowlist.ts';
import { hasAcceptedTerms, insertTerms, markTermsAccepted, readNewestTerms } from './terms.store.ts';

export { termsAccepted } from './terms.store.ts';

/** Returns the newest terms in a list, which may bind later; an empty list if there are none. */
export async function newestTerms({ db }: Pick<Deps, 'db'>, { clientId }: Caller) {
  return db.withClient(clientId, async (trx) => {
    const terms = await readNewestTerms(trx);
    if (!terms) return { code: 200, results: [] };
    const { id, text } = terms;
    return { code: 200, results: [{ id, text, accepted: await hasAcceptedTerms(trx, clientId, id) }] };
  });
}

/**
 * Accepts the newest terms for the caller's company (D1 §4).
 *
 * @throws Failure 404 for any other id: replaced terms can't be accepted
 */
export async function acceptTerms(
  { db, bus, events, clock }: Pick<Deps, 'db' | 'bus' | 'events' | 'clock'>,
  { clientId }: Caller,
  id: number,
) {
  await db.withClient(clientId, async (trx) => {
    const newest = await readNewestTerms(trx);
    if (newest?.id !== id) throw new Failure(404, messages.notFound);
    if (!(await markTermsAccepted(trx, clientId, id, clock()))) return;
    events.record(trx, clientId, 'terms.accepted', { id });
    invalidateSessions({ bus }, trx, clientId);
  });
  return { message: 'Términos y condiciones aceptados' };
}

/** Days from the publication of later terms until they bind (readings C56). */
const DAYS_OF_NOTICE = 30;

/**
 * Publishes new terms. Once they bind, every client has to accept them before its next call. All sessions are read again: at once
 * on this node, by a change event on other nodes, and within five seconds at the latest. Idempotent: the text of the newest terms
 * doesn't create new terms.
 *
 * @param html sanitised before it is stored (readings S11): text, headings, lists, tables and plain links remain
 * @param start first day on which the terms bind; `now` for at once; empty for the default
 * @returns id of the newest terms
 * @throws Failure 422 on `text` when no letter or digit remains to be read, and for control characters; on `binds_from` for a day
 *   that has begun, and for another day than that of the published terms with this text
 */
export async function storeTerms(
  { db, bus, events, clock }: Pick<Deps, 'db' | 'bus' | 'events' | 'clock'>,
  { html, start }: { html: string; start: Day | 'now' | '' },
): Promise<number> {
  const text = readableTerms(html);
  return db.withProvider(async (trx) => {
    const now = clock();
    const newest = await readNewestTerms(trx);
    if (newest?.text === text) {
      if (!bindsAsPublished(newest.binds_from, start, now)) throw refusedField('binds_from', OTHER_DAY);
      return newest.id;
    }
    const bindsFrom = bindingTime(start, newest === null, now);
    invalidateAllSessions({ bus }, trx);
    const id = await insertTerms(trx, text, bindsFrom, now);
    events.record(trx, null, 'terms.published', { id, bindsFrom });
    return id;
  });
}

/** Returns terms as they are stored: sanitised. @throws Failure 422 as `storeTerms` */
export function readableTerms(html: string): string {
  const text = sanitizeTerms(html);
  // Checked after sanitising, which decodes character references.
  if (hasControlInLines(text)) throw refusedField('text', messages.controlCharacters);
  if (!/[\p{L}\p{N}]/u.test(textOf(text))) throw refusedField('text', 'No queda ningún texto que se pueda leer');
  return text;
}

/** Returns when new terms begin to bind. @throws Failure 422 on `binds_from` for a day that has begun */
function bindingTime(start: Day | 'now' | '', first: boolean, now: Date): Date {
  if (start === 'now' || (start === '' && first)) return now;
  if (start === '') return new Date(now.getTime() + DAYS_OF_NOTICE * DAY_MS);
  const begin = new Date(startOfDay(start));
  if (begin > now) return begin;
  if (first) return now;
  throw refusedField('binds_from', 'Tiene que ser un día posterior a hoy. Para que rijan ya, enviá now');
}

/** Whether terms that are published already begin to bind as this publication asks. */
function bindsAsPublished(bindsFrom: Date | null, start: Day | 'now' | '', now: Date): boolean {
  if (start === '') return true;
  if (start === 'now') return bindsFrom === null || bindsFrom <= now;
  return bindsFrom?.getTime() === startOfDay(start);
}

const OTHER_DAY = 'Ese texto ya está publicado y empieza a regir en otro momento';

/** Returns the text of HTML without `&`, `<` and `>`. */
const textOf = (html: string) =>
  sanitizeHtml(html, {
    allowedTags: [],
    allowedAttributes: {},
    textFilter: (text) => text.replace(/&(?:amp|lt|gt);/g, ' '),
  });

function sanitizeTerms(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: TERMS_TAGS,
    allowedAttributes: { ...TERMS_ATTRIBUTES, a: ['href', 'rel'] },
    allowedSchemes: TERMS_SCHEMES,
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  });
}
