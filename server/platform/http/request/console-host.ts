import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostnameOf } from '#server/platform/network/loopback.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** Pages of the provider's staff. */
const CONSOLE_PATH = /^\/(consola|invitacion|contrasena)(\/|$)/;

/** Routes that the console's host answers besides those of its files. */
const CONSOLE_ROUTES = /^\/(api\/ops\/|api\/portal\/settings$|livez$|readyz$)/;

/** Where the staff's pages are. */
export interface ConsoleHost {
  /** Whether a request is for a page of the staff. */
  isPage: (request: FastifyRequest) => boolean;
}

/** The console beside the portal, on its host. */
export const SHARED_HOST: ConsoleHost = { isPage: ({ url }) => CONSOLE_PATH.test(pathOf(url)) };

/**
 * Puts the console on a host of its own, so that pages of the portal can't reach the staff's sessions: that host has the staff's pages
 * and the provider's API alone, and other hosts redirect to it.
 *
 * @param consoleUrl origin of the console
 */
export function separateConsole(http: FastifyInstance, consoleUrl: string): ConsoleHost {
  const { hostname } = new URL(consoleUrl);
  const isConsole = ({ host }: FastifyRequest) => hostnameOf(host) === hostname;
  http.addHook('onRequest', async (request, reply) => {
    const { url: route = '' } = request.routeOptions;
    if (isConsole(request)) {
      if (route !== '/*' && !CONSOLE_ROUTES.test(route)) throw new Failure(404, messages.notFound);
    } else if (CONSOLE_PATH.test(pathOf(request.url))) {
      await reply.redirect(`${consoleUrl}${request.url}`);
    }
  });
  return { isPage: isConsole };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
