import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { isTooDeep } from './json-depth.ts';

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
