import sanitizeHtml from 'sanitize-html';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { hasControlInLines } from '#shared/fields.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { TERMS_ATTRIBUTES, TERMS_SCHEMES, TERMS_TAGS } from '#shared/rules/terms-allowlist.ts';
import type { Sessions } from './session.ts';
import { insertTerms, markTermsAccepted, readNewestTerms } from './terms.store.ts';

/** Returns the newest terms in a list; an empty list if there are none. */
export async function newestTerms({ db }: Deps, { clientId }: Caller) {
  const terms = await db.withClient(clientId, readNewestTerms);
  return { code: 200, results: terms ? [terms] : [] };
}

/**
 * Accepts the newest terms for the caller's company (D1 §4).
 *
 * @throws Failure 404 for any other id: replaced terms can't be accepted
 */
export async function acceptTerms({ db, clock }: Deps, sessions: Sessions, { clientId }: Caller, id: number) {
  await db.withClient(clientId, async (trx) => {
    const newest = await readNewestTerms(trx);
    if (newest?.id !== id) throw new Failure(404, messages.notFound);
    await markTermsAccepted(trx, clientId, id, clock());
    recordAudit(trx, { clientId, target: id });
    sessions.invalidateClient(trx, clientId);
  });
  return { message: 'Términos y condiciones aceptados' };
}

/**
 * Publishes new terms, which every client has to accept before its next call: at once on this node, by a change event
 * on other nodes, and within five seconds at the latest. Idempotent: the text of the current terms doesn't create new
 * terms.
 *
 * @param html sanitised before it is stored (readings S11): text, headings, lists, tables and plain links remain
 * @returns id of the terms in force
 * @throws Failure 422 on `text` when no letter or digit remains to be read, and for control characters
 */
export async function storeTerms({ db, clock }: Deps, sessions: Sessions, html: string): Promise<number> {
  const text = sanitizeTerms(html);
  // Checked after sanitising, which decodes character references.
  if (hasControlInLines(text)) throw refused(messages.controlCharacters);
  if (!/[\p{L}\p{N}]/u.test(textOf(text))) throw refused('No queda ningún texto que se pueda leer');
  return db.withOperator(async (trx) => {
    const newest = await readNewestTerms(trx);
    if (newest?.text === text) return newest.id;
    sessions.invalidateAll(trx);
    const id = await insertTerms(trx, text, clock());
    recordAudit(trx, { clientId: null, target: id });
    return id;
  });
}

const refused = (message: string) => new Failure(422, messages.fields, [{ field: 'text', message }]);

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
