import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** Maximum nesting of a JSON body, far deeper than any call of the contract needs. */
const MAX_DEPTH = 32;

const [QUOTE, ESCAPE] = [0x22, 0x5c];
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is nested too deeply. Parsing half a million brackets, which fit the body limit, would block the event
 * loop for half a second.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted && code === ESCAPE) at++;
    else if (code === QUOTE) quoted = !quoted;
    else if (!quoted && OPENS.has(code) && ++depth > MAX_DEPTH) return true;
    else if (!quoted && CLOSES.has(code)) depth--;
  }
  return false;
}

/** Replaces the server's parsers: JSON, forms, and files where a route takes one. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Clients often send a JSON header without a body.
    if (text === '') done(null, {});
    else if (isTooDeep(text as string)) done(new Failure(422, messages.value));
    else parseJson(request, text as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, text: string) => parseForm(text),
  );
  app.addContentTypeParser('multipart/form-data', (request, body, done) => {
    // Upload routes read the stream themselves. All other routes refuse files.
    if ((request.routeOptions.config as { upload?: boolean }).upload) done(null, body);
    else done(new Failure(415, 'Ese tipo de contenido no se admite'));
  });
}

/** Parses a form with names such as `orders[0]`. @throws Failure 422 beyond a limit, where fields would be lost */
function parseForm(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, { depth: 3, parameterLimit: 100, throwOnLimitExceeded: true, strictDepth: true });
  } catch {
    throw new Failure(422, messages.value);
  }
}
