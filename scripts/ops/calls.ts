import qs from 'qs';
import { type ProviderApi, ProviderApiError } from '#server/platform/http/request/provider-api.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { verifyStaffFactor } from '#shared/people/second-factor/staff-passkeys.ts';
import { listClientUsers } from '#shared/people/staff-client-users.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { staffContract } from '#shared/staff-contract.ts';
import type { Given } from './arguments.ts';
import type { Action, Call, Command } from './command.ts';
import { UsageError } from './parse.ts';
import { CODE_QUESTION } from './session.ts';

type Reply = Record<string, unknown>;

/** Returns what a call takes: the arguments as typed, which the server checks. */
export const inputOf = ({ params, query, body }: Given) => ({ params, query, body }) as CallInput<AnyEndpoint>;

/** Finds the call of the provider's API with a method and a path below `/api`: `GET /ops/v1/client/7?page=2`. */
export function findCall(text: string): Call | null {
  const [, method, path = '', search] = /^([A-Z]+) +(?:\/api)?([^ ?]+)\??(.*)$/.exec(text.trim()) ?? [];
  const parts = path.split('/');
  const fits = (names: readonly string[]) =>
    names.length === parts.length &&
    names.every((name, index) => (name.startsWith(':') ? parts[index] !== '' : name === parts[index]));
  const call = Object.values(staffContract).find((one) => one.method === method && fits(one.path.split('/')));
  if (!call) return null;
  const params = call.path
    .split('/')
    .flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[index] ?? '')]] : []));
  return { call, given: { params: Object.fromEntries(params), query: qs.parse(search ?? '') } };
}

/** Makes any call of the provider's API, also one without a command of its own. */
export const anyCall: Command = {
  name: 'llamada',
  help: 'Hace cualquier llamada de la API del operador',
  calls: [],
  words: [
    {
      to: 'call',
      option: '',
      value: 'LLAMADA',
      help: "Método y dirección: 'GET /ops/v1/client/?filter[state]=blocked'",
    },
    { to: 'body', option: '', value: '[ARCHIVO.json]', help: 'Cuerpo, también como texto: \'{"reason": "Deuda"}\'' },
  ],
  options: [],
  defaults: () => ({}),
  callFor({ call = '', body }: Given) {
    const found = findCall(call);
    if (!found) throw new UsageError(`La API del operador no tiene la llamada '${call}'`);
    return { call: found.call, given: { ...found.given, body: body ?? (found.call.body && {}) } };
  },
  columns: '*',
  values: {},
  show: null,
};

/** Repeats a call that asks for the second step again, after a code of the person. */
export function askingAgain(api: ProviderApi, ask: (question: string) => Promise<string>): ProviderApi {
  async function repeated<R>(send: () => Promise<R>): Promise<R> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ProviderApiError) || error.code !== 'step_up_required') throw error;
      await api.call(verifyStaffFactor, { body: { code: await ask(CODE_QUESTION) } });
      return send();
    }
  }
  return {
    ...api,
    call: (endpoint, input) => repeated(() => api.call(endpoint, input)),
    download: (endpoint, input) => repeated(() => api.download(endpoint, input)),
  };
}

const isNumber = (value: unknown) => value === undefined || /^\d+$/.test(String(value));

/**
 * Replaces user names in the path of a call by the numbers of the client and of the user.
 *
 * @throws UsageError if no client has a user with the name
 */
export async function resolveNames(api: ProviderApi, { path }: AnyEndpoint, given: Given): Promise<Given> {
  if (!path.includes(':clientId')) return given;
  const params = { ...given.params };
  if (!isNumber(params.clientId)) params.clientId = await clientOf(api, String(params.clientId));
  if (path.includes('/user/:id') && !isNumber(params.id)) {
    const id = await userOf(api, params.clientId, String(params.id));
    if (id === undefined) throw new UsageError(`El cliente no tiene ningún usuario '${params.id}'`);
    params.id = id;
  }
  return { ...given, params };
}

/** Returns the number of the client that has a user with this name. */
async function clientOf(api: ProviderApi, name: string): Promise<number> {
  const { results } = await api.call(listClients, { query: { filter: { search: name }, limit: 100 } });
  for (const { client_id } of results) if ((await userOf(api, client_id, name)) !== undefined) return client_id;
  throw new UsageError(`Ningún cliente tiene un usuario '${name}'`);
}

/** Returns the number of a client's user with this name. */
async function userOf(api: ProviderApi, clientId: unknown, name: string): Promise<number | undefined> {
  const { results } = await api.call(listClientUsers, { params: { clientId } });
  return results.find(({ username }) => fold(username) === fold(name))?.id;
}

/**
 * Makes a call, or several one after the other if a list in its body is longer than one call takes.
 *
 * @throws ProviderApiError whose message names the part that was refused
 */
export async function sendCall(api: ProviderApi, { call, given }: Call, split: Action['split']): Promise<Reply> {
  const rows = split && given.body?.[split.list];
  const count = split && Array.isArray(rows) ? Math.ceil(rows.length / split.most) : 1;
  if (!split || !Array.isArray(rows) || count <= 1) return (await api.call(call, inputOf(given))) as Reply;
  const replies: Reply[] = [];
  for (let index = 0; index < count; index++) {
    const part = rows.slice(index * split.most, (index + 1) * split.most);
    try {
      const input = inputOf({ ...given, body: { ...given.body, [split.list]: part } });
      replies.push((await api.call(call, input)) as Reply);
    } catch (error) {
      if (!(error instanceof ProviderApiError)) throw error;
      const where = `Falló la parte ${index + 1} de ${count} (las anteriores se registraron): ${error.message}`;
      throw new ProviderApiError(error.status, where, error.errors);
    }
  }
  return replies.reduce(merged);
}

/** Merges two replies: adds numbers, concatenates lists, and takes all other values from the later one. */
function merged(all: Reply, next: Reply): Reply {
  const values = Object.entries(next).map(([key, value]) => {
    const before = all[key];
    if (typeof value === 'number' && typeof before === 'number') return [key, before + value];
    return [key, Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value];
  });
  return Object.fromEntries(values);
}
